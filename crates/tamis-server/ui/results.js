// The views of what is kept.
import { element } from "./element.js";
import { withoutLoading } from "./shown.js";
import { drawWhy } from "./why.js";

/** Each view: what of the extraction it shows, which may be a promise, how it draws that, and as
 * what it is saved. */
const VIEWS = {
  text: {
    shown: ({ text }) => text,
    draw: (text) => {
      const paragraphs = text.split("\n").filter((line) => line.trim() !== "");
      byId("text").replaceChildren(...orNothing(paragraphs.map((line) => element("p", "", line))));
    },
    text: (extraction) => extraction.text,
    file: ["txt", "text/plain"],
  },
  markdown: {
    shown: (extraction) => extraction.markdown(),
    draw: (text) => byId("markdown").replaceChildren(text),
    text: (extraction) => extraction.markdown({ frontMatter: true }),
    file: ["md", "text/markdown"],
  },
  html: {
    shown: (extraction) => extraction.html(),
    draw: (html) => {
      byId("html").srcdoc = withoutLoading(new DOMParser().parseFromString(html, "text/html"));
    },
    text: (extraction) => extraction.html(),
    file: ["html", "text/html"],
  },
  metadata: {
    shown: ({ metadata }) => metadata,
    draw: (metadata) => byId("metadata").replaceChildren(...orNothing(table(metadata))),
    text: ({ metadata }) => JSON.stringify(metadata, null, 2),
    file: ["json", "application/json"],
  },
  json: {
    shown: pretty,
    draw: (text) => byId("json").replaceChildren(text),
    text: pretty,
    file: ["json", "application/json"],
  },
  why: {
    shown: () => undefined,
    draw: (_, explanation, chosen) => drawWhy(byId("why"), explanation, chosen),
    text: (_, explanation) => JSON.stringify(explanation, null, 2),
    file: ["json", "application/json"],
  },
};

const byId = (id) => document.getElementById(id);

/** Draws a view, unless the extraction is not that of the page any more when it is there. `chosen`
 * is told the number of a paragraph that is opened in the view `why`. */
export async function fill(view, extraction, explanation, isCurrent, chosen) {
  const shown = await VIEWS[view].shown(extraction);
  if (isCurrent()) VIEWS[view].draw(shown, explanation, chosen);
}

async function pretty(extraction) {
  return JSON.stringify(JSON.parse(await extraction.json()), null, 2);
}

export async function copyText(view, extraction, explanation) {
  return navigator.clipboard.writeText(await VIEWS[view].text(extraction, explanation));
}

export async function saveText(view, extraction, explanation) {
  const { text, file: [ending, type] } = VIEWS[view];
  saveFile(new Blob([await text(extraction, explanation)], { type }), `page.${ending}`);
}

export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function orNothing(elements) {
  return elements.length > 0 ? elements : [element("p", "nothing", "Nothing is kept of this page.")];
}

/** Metadata with the places that state them. */
function table(metadata) {
  const rows = Object.entries(metadata).flatMap(([name, value]) => [value].flat().map((one) => row(name, one)));
  if (rows.length === 0) return [];
  const head = element("thead", "", element("tr", "", column("What"), column("Value and source")));
  return [element("table", "", head, element("tbody", "", ...rows))];
}

function column(text) {
  return Object.assign(element("th", "", text), { scope: "col" });
}

function row(name, fact) {
  const isSourced = fact !== null && typeof fact === "object" && "value" in fact;
  const value = isSourced ? fact.value : fact;
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  const cell = element("td", "", element("bdi", "", shown));
  if (isSourced && fact.source) cell.append(element("span", "from", fact.source));
  const head = Object.assign(element("th", "", name.replaceAll("_", " ")), { scope: "row" });
  return element("tr", "", head, cell);
}
