// A page goes in at the left, what is kept of it comes out at the right. What is kept is decided by
// the engine, which is the library as a module, or a server: `engine.js` is another file in each.
import * as engine from "./engine.js";
import { element } from "./element.js";
import { copyText, fill, saveFile, saveText } from "./results.js";
import { choose, showPage } from "./shown.js";
import { read, write } from "./settings.js";
import { makeTabs } from "./tabs.js";
import { openParagraph } from "./why.js";

const STRATEGIES = ["auto", "smart", "readability", "justext", "density", "selectors"];

/** How long the source has to rest before it is read again, in milliseconds. */
const PAUSE = 250;

const byId = (id) => document.getElementById(id);
const form = byId("settings");

/** The page: a text or bytes. */
let page = "";
/** What is kept of it. It has the page's memory. */
let extraction;
/** The number of the last page that was asked for. A page that comes after another one is late. */
let asked = 0;
/** The number of the last extraction. One that comes after a newer one is late, too. */
let runs = 0;
let explanation;
/** The views that show it already. */
const drawn = new Set();

const views = makeTabs(["text", "markdown", "html", "metadata", "json", "why"], (view) => {
  remember({ view });
  draw();
});
const inputs = makeTabs(["shown", "source"], () => {});

/** Keeps settings in the address, so that it can be sent to others. */
function remember(changes) {
  write(changes);
}

/** Says that something failed. Where a token is missing, there is a field for it, and `again` is
 * done when it is given. */
function fail(error, again) {
  byId("status").textContent = error.message;
  byId("status").classList.add("failed");
  if (engine.TokenError === undefined || !(error instanceof engine.TokenError)) return;
  byId("token-form").hidden = false;
  byId("token").focus();
  byId("token-form").onsubmit = (event) => {
    event.preventDefault();
    engine.setToken(byId("token").value);
    byId("token").value = "";
    byId("token-form").hidden = true;
    again();
  };
}

/** Extracts anew: another page, or another setting. */
async function run() {
  const { strategy, favor, url } = read();
  const mine = ++runs;
  const begin = performance.now();
  let next;
  try {
    next = await engine.extract(page, { strategy, favor, url });
  } catch (error) {
    if (mine === runs) fail(error, run);
    return undefined;
  }
  if (mine !== runs) {
    next.free();
    return undefined;
  }
  const taken = performance.now() - begin;
  extraction?.free();
  extraction = next;
  explanation = extraction.explain();
  drawn.clear();
  byId("status").classList.remove("failed");
  byId("status").textContent = summary(strategy, taken);
  draw();
  const source = sourceOf(page);
  showPage(byId("shown"), source, explanation.paragraphs, async (number) => {
    views.select("why", { quietly: true });
    remember({ view: "why" });
    await draw();
    openParagraph(byId("why"), number);
  });
  return source;
}

function summary(strategy, taken) {
  const all = explanation.paragraphs;
  const kept = all.filter((of) => of.kept).length;
  const parts = [
    `${strategy} keeps ${kept} of ${all.length} paragraphs`,
    extraction.outcome === "found" ? "" : extraction.outcome.replaceAll("-", " "),
    extraction.pageType ?? "",
    `confidence ${Math.round(extraction.confidence * 100)} %`,
    `${taken < 10 ? taken.toFixed(1) : Math.round(taken)} ms`,
  ];
  return [parts.filter(Boolean).join(" · "), ...extraction.warnings].join(" – ");
}

/** Draws the view that is open. */
async function draw() {
  const view = views.selected();
  if (extraction === undefined || drawn.has(view)) return;
  drawn.add(view);
  const current = extraction;
  const isCurrent = () => current === extraction;
  try {
    await fill(view, current, explanation, isCurrent, (number) => choose(byId("shown"), number));
  } catch (error) {
    if (!isCurrent()) return;
    drawn.delete(view);
    fail(error, draw);
  }
}

/** Does what a button asks for. */
function act(id, action) {
  byId(id).addEventListener("click", async () => {
    if (extraction === undefined) return;
    try {
      await action();
    } catch (error) {
      fail(error, () => byId(id).click());
    }
  });
}

/** The page as text. */
function sourceOf(bytes) {
  if (typeof bytes === "string") return bytes;
  try {
    return new TextDecoder(extraction.encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Takes a page that somebody has given: a text or bytes. */
async function take(given, changes) {
  page = given;
  remember({ page: "", url: "", open: "", ...changes });
  byId("page").value = changes.page ?? "";
  byId("url").value = changes.url ?? "";
  const source = await run();
  if (source !== undefined) byId("source").value = source;
}

async function takeExample(name) {
  const mine = ++asked;
  try {
    const bytes = await engine.example(name);
    if (mine === asked) await take(bytes, { page: name, url: read().page === name ? read().url : "" });
  } catch (error) {
    if (mine === asked) fail(error, () => takeExample(name));
  }
}

/** Takes a page on the web, which the engine fetches. */
async function takeAddress(address) {
  const mine = ++asked;
  // An extraction under way is of the page before, with the new address.
  runs += 1;
  byId("status").classList.remove("failed");
  byId("status").textContent = "Fetching …";
  try {
    const { page: given, url } = await engine.open(address);
    if (mine === asked) await take(given, { url, open: "yes" });
  } catch (error) {
    if (mine === asked) fail(error, () => takeAddress(address));
  }
}

async function takeFile(file) {
  const mine = ++asked;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (mine === asked) await take(bytes, {});
}

function takeText(text) {
  asked += 1;
  return take(text, {});
}

// Settings.

for (const name of STRATEGIES) {
  const label = document.createElement("label");
  label.className = "choice";
  const input = Object.assign(document.createElement("input"), { type: "radio", name: "strategy", value: name });
  const text = Object.assign(document.createElement("span"), { textContent: name });
  label.append(input, text);
  byId("strategies").append(label);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = byId("url").value.trim();
  if (engine.open && address) takeAddress(/^https?:/i.test(address) ? address : `https://${address}`);
});
form.addEventListener("change", ({ target }) => {
  if (target.id === "file") {
    if (target.files.length > 0) takeFile(target.files[0]);
    target.value = "";
  } else if (target.id === "page") {
    if (target.value) takeExample(target.value);
    else takeText("");
    if (!target.value) inputs.select("source");
  } else {
    remember({ [target.name]: target.value.trim() });
    if (extraction !== undefined) run();
  }
});

function showSettings() {
  const { strategy, favor, url, view, page: name } = read();
  for (const radio of form.elements.strategy) radio.checked = radio.value === strategy;
  byId("favor").value = favor;
  byId("url").value = url;
  byId("page").value = name;
  views.select(view, { quietly: true });
}

// The address was changed by hand, or by a link.
addEventListener("hashchange", () => {
  const before = byId("page").value;
  showSettings();
  const { page: name, url, open } = read();
  if (name && name !== before) takeExample(name);
  else if (engine.open && open && url) takeAddress(url);
  else run();
});

// The source: typed or pasted into its field, pasted or dropped anywhere else.

let timer;
byId("source").addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    asked += 1;
    page = target.value;
    remember({ page: "", open: "" });
    byId("page").value = "";
    run();
  }, PAUSE);
});

/** Code of a page is pasted as text. Of a part of a page that is shown, the browser has the HTML. */
function htmlOf(transfer) {
  const text = transfer.getData("text/plain");
  return /<[a-z!]/i.test(text) ? text : transfer.getData("text/html") || text;
}

addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea")) return;
  const { files } = event.clipboardData;
  const html = htmlOf(event.clipboardData);
  if (!html && files.length === 0) return;
  event.preventDefault();
  if (html) takeText(html);
  else takeFile(files[0]);
});

addEventListener("dragover", (event) => {
  event.preventDefault();
  byId("drop").hidden = false;
});
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) byId("drop").hidden = true;
});
addEventListener("drop", (event) => {
  event.preventDefault();
  byId("drop").hidden = true;
  const { files } = event.dataTransfer;
  const html = htmlOf(event.dataTransfer);
  if (files.length > 0) takeFile(files[0]);
  else if (html) takeText(html);
});

act("copy", async () => {
  await copyText(views.selected(), extraction, explanation);
  byId("copy").textContent = "Copied";
  setTimeout(() => (byId("copy").textContent = "Copy"), 1500);
});
act("save", () => saveText(views.selected(), extraction, explanation));
act("epub", async () => saveFile(await extraction.epub(), "page.epub"));
act("explained", async () => saveFile(await extraction.explained(), "reasons.html"));

// The beginning.

/** Shows what this engine has. */
function showEngine(pages) {
  byId("about").append(engine.about.text);
  for (const [text, href] of engine.about.links) {
    byId("about").append(" ", Object.assign(element("a", "", text), { href }));
  }
  for (const { name, title } of pages) byId("page").append(new Option(title, name));
  byId("page").hidden = pages.length === 0;
  // An engine that fetches is a server, which makes files, too.
  for (const id of ["open", "epub", "explained"]) byId(id).hidden = engine.open === undefined;
}

async function begin() {
  const pages = await engine.start();
  showEngine(pages);
  showSettings();
  const { page: name, url, open } = read();
  if (engine.open && open && url) return takeAddress(url);
  if (pages.length > 0) return takeExample(pages.some((of) => of.name === name) ? name : pages[0].name);
  inputs.select("source");
  byId("status").textContent = "Give an address, open or drop a file, or paste HTML.";
}

begin().catch((error) => fail(new Error(`Tamis did not start: ${error.message}`)));
