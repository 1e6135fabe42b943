// Runs the pages of Readability's own tests through `tamis/readability`, as its `test/` does.
// readability_pages.js FOLDER: the folder of the pages. Needs jsdom.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { isProbablyReaderable, Readability } from "tamis/readability";

/** The address of the original's test pages. */
const URL = "http://fakehost/test/page.html";
/** The fewest pages that pass, of 130. */
const LEAST = 128;
const FACTS = ["title", "byline", "excerpt", "siteName", "dir", "lang", "publishedTime"];

const text = (node) => node.textContent.replace(/\s+/g, " ");

/** The nodes that count, in order: elements with their attributes, and texts that are not empty. */
function shown(html) {
  const { document } = new JSDOM(`<!DOCTYPE html><body>${html}`).window;
  const nodes = [];
  const visit = (node) => {
    if (node.nodeType === 3) {
      // The original's comparison leaves out comments, which separate texts.
      if (text(node).trim() !== "") {
        if (nodes.at(-1)?.text === undefined) nodes.push({ text: "" });
        nodes.at(-1).text += text(node);
      }
    } else if (node.nodeType === 1) {
      const attributes = [...node.attributes].map((of) => `${of.name}=${of.value}`).sort();
      nodes.push(`<${node.localName} ${attributes.join(" ")}>`);
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body);
  return nodes.map((node) => node.text?.replace(/\s+/g, " ").trim() ?? node);
}

const folder = process.argv[2];
const failed = [];
const entries = readdirSync(folder, { withFileTypes: true });
const pages = entries.filter((of) => of.isDirectory()).map((of) => of.name).sort();
for (const page of pages) {
  const read = (name) => readFileSync(join(folder, page, name), "utf8");
  // The original takes out comments before, too.
  const source = read("source.html").trim().replace(/<!--.*?-->/gs, "");
  const expected = JSON.parse(read("expected-metadata.json"));
  const options = { url: URL, classesToPreserve: ["caption"] };
  const article = new Readability(source, options).parse();
  const problems = FACTS.filter((name) => (article?.[name] ?? null) !== (expected[name] ?? null));
  if (isProbablyReaderable(source) !== expected.readerable) problems.push("readerable");
  const [ours, theirs] = [shown(article?.content ?? ""), shown(read("expected.html"))];
  const at = ours.findIndex((node, index) => node !== theirs[index]);
  if (at >= 0 || ours.length !== theirs.length) problems.push(`content: ${ours[at]} ${theirs[at]}`);
  if (problems.length > 0) failed.push(`${page}: ${problems.join(", ")}`);
}
console.log(`${pages.length - failed.length} of ${pages.length} pages pass`);
for (const line of failed) console.log(line);
process.exit(pages.length - failed.length >= LEAST ? 0 : 1);
