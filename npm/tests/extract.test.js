// The package as its users import it. Run by `cargo xtask npm --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { explain, extract, extractMarkdown, Extraction, Extractor, TamisError } from "tamis";
import * as manual from "tamis/manual";

const SENTENCE = "Mix flour, water and salt, and let the dough rest until it has doubled. ";
const BREAD = `<!DOCTYPE html><html lang=en><head><title>Bread</title></head><body>
  <nav><a href=/>Home</a> <a href=/all>All recipes</a></nav>
  <article><h1>Bread</h1><p>${SENTENCE.repeat(4)}</p><h2>Time</h2>
  <p>It takes <a href=/time>three hours</a>. ${SENTENCE.repeat(3)}</p></article>
  <footer><a href=/imprint>Imprint</a></footer></body></html>`;

test("a text, bytes, a stream and a document are pages", async () => {
  const expected = extract(BREAD).text;
  assert.match(expected, /^Mix flour/);
  const bytes = new TextEncoder().encode(BREAD);
  assert.equal(extract(bytes).text, expected);
  assert.equal(extract(bytes.buffer).text, expected);
  const stream = new Blob([BREAD]).stream();
  assert.equal((await extract(stream)).text, expected);
  const texts = new ReadableStream({
    start(controller) {
      for (const part of BREAD.match(/.{1,100}/gsu)) controller.enqueue(part);
      controller.close();
    },
  });
  assert.equal(await extractMarkdown(texts), extractMarkdown(BREAD));
  assert.equal(extract({ documentElement: { outerHTML: BREAD } }).text, expected);
});

test("bytes are decoded", () => {
  const page = (charset) => {
    const head = `<meta charset=${charset}><title>x</title><p>`;
    return Buffer.concat([Buffer.from(head), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])]);
  };
  const extraction = extract(page("windows-1251"), { strategy: "density", title: "keep" });
  assert.equal(extraction.encoding, "windows-1251");
  const given = extract(page("utf-8"), { charset: "windows-1251" });
  assert.ok(given.paragraphs.some((of) => of.text === "Привет"));
});

test("an extraction has each format and fact", () => {
  const extraction = extract(BREAD, { url: "https://example.com/bread" });
  assert.equal(extraction.title, "Bread");
  assert.equal(extraction.language, "en");
  assert.equal(extraction.outcome, "found");
  assert.ok(extraction.confidence > 0 && extraction.confidence <= 1);
  assert.match(extraction.markdown(), /\[three hours\]\(https:\/\/example\.com\/time\)/);
  assert.doesNotMatch(extraction.markdown({ links: "omitted" }), /example\.com/);
  assert.match(extraction.markdown({ frontMatter: true }), /^---\ntitle: /);
  assert.match(extraction.html({ fragment: true }), /^<h2|^<p/m);
  assert.match(extraction.xml(), /^<\?xml|^</);
  assert.match(extraction.tei(), /<TEI/);
  assert.match(extraction.textWith({ width: 40 }), /^.{1,40}$/m);
  assert.equal(extraction.metadata.title.value, "Bread");
  assert.ok(extraction.paragraphs.some((of) => !of.kept && of.text.includes("Home")));
  assert.ok(extraction.paragraphs.some((of) => of.inHeading));
  assert.deepEqual(extraction.posts, []);
  assert.equal(extraction.comments, null);
  assert.equal(JSON.parse(extraction.json({ markdown: true })).markdown, extraction.markdown());
  assert.equal(JSON.parse(JSON.stringify(extraction)).text, extraction.text);
  assert.ok(extraction.chunks({ maxChars: 200 }).length > 1);
  assert.ok(extraction.explain().paragraphs.length > 0);
  assert.equal(`${extraction}`, extraction.text);
  assert.ok(extraction instanceof Extraction);
  extraction.free();
});

test("options act, and mistakes are named", () => {
  assert.equal(extract(BREAD, { strategy: "justext" }).strategyUsed, "justext");
  assert.equal(extract(BREAD, { title: "add" }).text.startsWith("Bread"), true);
  assert.equal(extract(BREAD, { latestDate: new Date("2020-01-01") }).title, "Bread");
  const rules = { "example.com.txt": "body: //footer\n" };
  const footer = extract(BREAD, { siteRules: rules, url: "https://example.com/" });
  assert.equal(footer.text, "Imprint");
  const mistakes = [
    [{ strategie: "auto" }, /strategie/],
    [{ strategy: "best" }, /`strategy`/],
    [{ justext: { lengthLow: "many" } }, /`justext\.length_low`/],
    [{ language: "Klingon" }, /Klingon/],
    [{ charset: "nonsense" }, /nonsense/],
    [{ siteRules: { "a.com.txt": "body: [" } }, /site_rules/],
  ];
  for (const [options, message] of mistakes) {
    const page = new TextEncoder().encode(BREAD);
    assert.throws(() => extract(page, options), (error) => {
      assert.ok(error instanceof TamisError, String(error));
      assert.equal(error.kind, "config");
      assert.match(error.message, message);
      return true;
    });
  }
  for (const page of [undefined, null, 5, {}, []]) {
    assert.throws(() => extract(page), { name: "TamisError", kind: "page" });
  }
});

test("no HTML throws", () => {
  const pages = ["", "\0", "<", "<p>\ud800", "<table><p>".repeat(9999), "<svg><![CDATA[", "\uffff"];
  for (const page of pages) {
    const extraction = extract(page);
    assert.equal(typeof extraction.markdown(), "string");
    extraction.free();
  }
  assert.equal(extract(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])).outcome, "not_html");
});

test("memory does not grow", () => {
  const extractor = new Extractor();
  const page = new TextEncoder().encode(BREAD.repeat(3));
  const used = () => process.memoryUsage().arrayBuffers;
  const run = (pages) => {
    for (let count = 0; count < pages; count += 1) {
      const extraction = extractor.extract(page);
      extraction.markdown();
      extraction.free();
    }
  };
  run(50);
  const before = used();
  run(500);
  assert.ok(used() <= before + (1 << 20), `${before} to ${used()}`);
  extractor.free();
});

test("explain gives reasons", () => {
  assert.ok(explain(BREAD).paragraphs.length > 0);
});

test("require gives the same", () => {
  const require = createRequire(import.meta.url);
  const tamis = require("tamis");
  assert.equal(tamis.extract(BREAD).text, extract(BREAD).text);
  assert.throws(() => tamis.extract(5), tamis.TamisError);
  assert.equal(typeof require("tamis/readability").Readability, "function");
  assert.equal(typeof require("tamis/defuddle").Defuddle, "function");
});

test("manual works after init", async () => {
  const bytes = readFileSync(new URL(import.meta.resolve("tamis/tamis.wasm")));
  await manual.init(await WebAssembly.compile(bytes));
  await manual.init(bytes);
  assert.equal(manual.extract(BREAD).text, extract(BREAD).text);
});
