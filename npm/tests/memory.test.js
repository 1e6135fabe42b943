// Memory and long pages.
import assert from "node:assert/strict";
import test from "node:test";
import { extract, Extractor } from "tamis";

const MIB = 1 << 20;

/** A page that differs from others in its length. */
function page(number) {
  const paragraph = `<p>Mix flour, water and salt, and let the dough rest until it has doubled, ${number} times.</p>`;
  return `<title>Bread ${number}</title><nav><a href=/>Home</a></nav><article>${paragraph.repeat(1 + (number % 50))}</article>`;
}

test("memory does not grow over 20,000 pages", () => {
  const extractor = new Extractor();
  const used = () => process.memoryUsage().rss / MIB;
  const run = (first, last) => {
    for (let number = first; number < last; number += 1) {
      const extraction = extractor.extract(page(number));
      assert.ok(extraction.markdown().includes(`${number} times`));
      extraction.free();
    }
  };
  run(0, 2_000);
  const before = used();
  run(2_000, 20_000);
  const grown = used() - before;
  assert.ok(grown < 32, `${grown} MiB`);
});

test("memory of objects that are not freed comes back", async () => {
  const used = () => process.memoryUsage().rss / MIB;
  for (let number = 0; number < 1_000; number += 1) extract(page(number));
  const before = used();
  for (let number = 0; number < 5_000; number += 1) {
    extract(page(number));
    // Objects are collected between tasks.
    if (number % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const grown = used() - before;
  assert.ok(grown < 256, `${grown} MiB`);
});

test("a page of 20 MB", () => {
  const paragraphs = Array.from({ length: 130_000 }, (_, at) => `<p>Paragraph ${at}: mix flour, water and salt, and let the dough rest until it has doubled.</p>\n`);
  const html = `<article>${paragraphs.join("")}</article>`;
  assert.ok(html.length > 11_000_000);
  const extraction = extract(html + `<!--${"x".repeat(20_000_000 - html.length)}-->`);
  assert.ok(extraction.text.includes("Paragraph 129999:") || extraction.warnings.length > 0);
  extraction.free();
});
