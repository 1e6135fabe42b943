// The page as it was given, in a frame without scripts, with marks on what is kept.
//
// Names of a page's forms and fields hide the methods and properties of its documents and forms: with
// `<form name=head>`, `document.head` is that form. So those of the prototypes are called here.

const method = (prototype, name) => Function.prototype.call.bind(prototype[name]);
const getter = (prototype, name) =>
  Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);

const all = method(Document.prototype, "querySelectorAll");
const first = method(Document.prototype, "querySelector");
const evaluate = method(Document.prototype, "evaluate");
const headOf = getter(Document.prototype, "head");
const bodyOf = getter(Document.prototype, "body");
const rootOf = getter(Document.prototype, "documentElement");
const modeOf = getter(Document.prototype, "compatMode");
const listen = method(EventTarget.prototype, "addEventListener");
const attribute = method(Element.prototype, "getAttribute");
const setAttribute = method(Element.prototype, "setAttribute");
const removeAttribute = method(Element.prototype, "removeAttribute");
const remove = method(Element.prototype, "remove");
const closest = method(Element.prototype, "closest");
const boxOf = method(Element.prototype, "getBoundingClientRect");

/** What must not act, even where scripts do not run: other documents, redirections, loading. */
const INERT = "script, noscript, base, link, meta, iframe, frame, object, embed";
const ACTIVE = ["href", "xlink:href", "action", "formaction", "autofocus", "ping"];

/** What would be loaded from elsewhere. Without it, an image shows its text. */
const LOADED = ["src", "srcset", "poster", "background"];

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:";

/** The attributes with the state of a paragraph, and with its number. */
const STATE = "data-tamis";
const NUMBER = "data-tamis-number";

const STYLE = `
[${STATE}] { cursor: pointer; }
[${STATE}~=kept] { box-shadow: -5px 0 0 #1a7f37; background: rgba(26, 127, 55, .08); }
[${STATE}]:hover:not(:has([${STATE}]:hover)) { outline: 1px solid #0b57a4; }
[${STATE}~=chosen] { outline: 3px solid #b25e00 !important; }`;

/** Shows a page. `clicked` is told the number of the paragraph that is clicked. */
export function showPage(frame, source, paragraphs, clicked) {
  const parsed = new DOMParser().parseFromString(source, "text/html");
  for (const node of all(parsed, `[${STATE}], [${NUMBER}]`)) {
    removeAttribute(node, STATE);
    removeAttribute(node, NUMBER);
  }
  // Before anything is removed, because paths count elements.
  mark(parsed, paragraphs);
  for (const node of all(parsed, INERT)) remove(node);
  for (const node of all(parsed, "[*|href], [action], [formaction], [autofocus], [ping]")) {
    for (const name of ACTIVE) removeAttribute(node, name);
  }
  const style = Object.assign(document.createElement("style"), { textContent: STYLE });
  headOf(parsed).append(style);
  frame.onload = () => {
    const page = frame.contentDocument;
    listen(page, "click", (event) => {
      event.preventDefault();
      const marked = closest(event.target, `[${NUMBER}]`);
      if (marked) clicked(Number(attribute(marked, NUMBER)));
    });
    const kept = first(page, `[${STATE}~=kept]`);
    if (kept !== null) bringIntoView(frame, kept);
  };
  frame.srcdoc = withoutLoading(parsed);
}

/** Returns the HTML of a document for a frame in which nothing is loaded. */
export function withoutLoading(parsed) {
  for (const node of all(parsed, LOADED.map((name) => `[${name}]`).join())) {
    for (const name of LOADED) {
      if (!/^\s*data:/i.test(attribute(node, name) ?? "data:")) removeAttribute(node, name);
    }
  }
  // For what styles load.
  const policy = Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: POLICY });
  headOf(parsed).prepend(policy);
  return (modeOf(parsed) === "BackCompat" ? "" : "<!DOCTYPE html>") + rootOf(parsed).outerHTML;
}

/** Gives the elements of paragraphs their numbers. Of several in one element, the first that is kept
 * has it. */
function mark(parsed, paragraphs) {
  paragraphs.forEach(({ path, kept }, number) => {
    const node = path && find(parsed, path);
    if (!(node instanceof Element) || node === bodyOf(parsed)) return;
    const isKept = attribute(node, STATE) === "kept";
    if (attribute(node, NUMBER) === null || (kept && !isKept)) setAttribute(node, NUMBER, number);
    if (kept || !isKept) setAttribute(node, STATE, kept ? "kept" : "dropped");
  });
}

function find(parsed, path) {
  try {
    return evaluate(parsed, path, parsed, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  } catch {
    return null;
  }
}

/** Outlines a paragraph in the frame and brings it into view. */
export function choose(frame, number) {
  const page = frame.contentDocument;
  for (const node of all(page, `[${STATE}~=chosen]`)) {
    setAttribute(node, STATE, attribute(node, STATE).replace(" chosen", ""));
  }
  const node = first(page, `[${NUMBER}="${number}"]`);
  if (node === null) return;
  setAttribute(node, STATE, `${attribute(node, STATE)} chosen`);
  bringIntoView(frame, node);
}

/** Scrolls the frame to an element, and nothing around the frame. */
function bringIntoView(frame, node) {
  const { top, bottom } = boxOf(node);
  const height = frame.clientHeight;
  if (top < 0 || bottom > height) frame.contentWindow.scrollBy(0, top - height / 3);
}
