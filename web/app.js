// The page for trying Tamis: a page goes in at the left, what is kept of it comes out at the right.
import { Extractor, init } from "./tamis/manual.js";
import { copyText, fill, saveFile } from "./results.js";
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
let explanation;
/** The views that show it already. */
const drawn = new Set();

const views = makeTabs(["text", "markdown", "html", "metadata", "why"], (view) => {
  remember({ view });
  draw();
});
const inputs = makeTabs(["shown", "source"], () => {});

function options() {
  const { strategy, favor, url } = read();
  return { strategy, favor, about: { url: url || undefined } };
}

/** Keeps settings in the address, so that it can be sent to others. */
function remember(changes) {
  write(changes);
}

function fail(message) {
  byId("status").textContent = message;
  byId("status").classList.add("failed");
}

/** Extracts anew: another page, or another setting. */
function run() {
  const { about, ...of } = options();
  const begin = performance.now();
  try {
    const extractor = new Extractor(of);
    const next = extractor.extract(page, about);
    extraction?.free();
    extraction = next;
  } catch (error) {
    return fail(error.message);
  }
  const taken = performance.now() - begin;
  explanation = extraction.explain();
  drawn.clear();
  byId("status").classList.remove("failed");
  byId("status").textContent = summary(of.strategy, taken);
  draw();
  const source = sourceOf(page);
  showPage(byId("shown"), source, explanation.paragraphs, (number) => {
    views.select("why");
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
function draw() {
  const view = views.selected();
  if (extraction === undefined || drawn.has(view)) return;
  drawn.add(view);
  fill(view, extraction, explanation, (number) => choose(byId("shown"), number));
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
function take(given, changes) {
  page = given;
  remember(changes);
  byId("page").value = changes.page ?? "";
  byId("url").value = changes.url ?? "";
  const source = run();
  if (source !== undefined) byId("source").value = source;
}

async function takeExample(name) {
  const mine = ++asked;
  try {
    const response = await fetch(`pages/${name}.html`);
    if (!response.ok) throw new Error(`There is no page ${name}.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (mine === asked) take(bytes, { page: name, url: read().page === name ? read().url : "" });
  } catch (error) {
    if (mine === asked) fail(error.message);
  }
}

async function takeFile(file) {
  const mine = ++asked;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (mine === asked) take(bytes, { page: "", url: "" });
}

function takeText(text) {
  asked += 1;
  take(text, { page: "", url: "" });
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

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (target.id === "file") {
    if (target.files.length > 0) takeFile(target.files[0]);
    target.value = "";
  } else if (target.id === "page") {
    if (target.value) takeExample(target.value);
    else takeText("");
    if (!target.value) inputs.select("source");
  } else {
    remember({ [target.name]: target.value });
    run();
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
  const { page: name } = read();
  if (name && name !== before) takeExample(name);
  else run();
});

// The source: typed or pasted into its field, pasted or dropped anywhere else.

let timer;
byId("source").addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    asked += 1;
    page = target.value;
    remember({ page: "" });
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

byId("copy").addEventListener("click", async () => {
  await copyText(views.selected(), extraction, explanation);
  byId("copy").textContent = "Copied";
  setTimeout(() => (byId("copy").textContent = "Copy"), 1500);
});
byId("save").addEventListener("click", () => saveFile(views.selected(), extraction, explanation));

// The beginning.

async function begin() {
  navigator.serviceWorker?.register("service-worker.js");
  const [pages] = await Promise.all([
    fetch("pages.json").then((response) => response.json()),
    init(new URL("tamis/wasm/tamis.wasm", import.meta.url)),
  ]);
  // Reads the model and the rules, so that the times shown are those of pages.
  new Extractor().extract("<p>Bread").free();
  for (const { name, title } of pages) byId("page").append(new Option(title, name));
  showSettings();
  const { page: name } = read();
  await takeExample(pages.some((of) => of.name === name) ? name : pages[0].name);
}

begin().catch((error) => fail(`Tamis did not start: ${error.message}`));
