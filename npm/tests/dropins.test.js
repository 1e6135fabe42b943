// The modules with the names of other packages.
import assert from "node:assert/strict";
import test from "node:test";
import { Defuddle } from "tamis/defuddle";
import { isProbablyReaderable, Readability } from "tamis/readability";

const SENTENCE = "Mix flour, water and salt, and let the dough rest until it has doubled. ";
const ARTICLE = `<html lang=en><head><title>Bread – Site</title><meta name=author content="Ann Baker">
  <script type="application/ld+json">{"@type": "Article", "headline": "Bread"}</script></head><body>
  <nav><a href=/>Home</a></nav><article><h1>Bread</h1><p class=lead>${SENTENCE.repeat(6)}</p>
  <p><a href=time onclick=run()>Three hours</a>. ${SENTENCE.repeat(6)}</p></article></body></html>`;
const DOCUMENT = { documentElement: { outerHTML: ARTICLE }, baseURI: "https://example.com/bread/" };

test("Readability has the original's fields", () => {
  const article = new Readability(DOCUMENT).parse();
  assert.deepEqual(Object.keys(article).sort(), [
    "byline", "content", "dir", "excerpt", "lang", "length", "publishedTime", "siteName",
    "textContent", "title",
  ]);
  assert.equal(article.byline, "Ann Baker");
  assert.equal(article.lang, "en");
  assert.equal(article.length, article.textContent.length);
  assert.match(article.content, /^<div id="readability-page-1" class="page">/);
  assert.match(article.content, /href="https:\/\/example\.com\/bread\/time"/);
  assert.equal(new Readability("<title>One</title>").parse(), null);
  assert.throws(() => new Readability(), /should be a document object/);
});

test("options of Readability act", () => {
  const kept = new Readability(ARTICLE, { keepClasses: true }).parse();
  assert.match(kept.content, /class="lead"/);
  const some = new Readability(ARTICLE, { classesToPreserve: ["lead"] }).parse();
  assert.match(some.content, /class="lead"/);
  assert.doesNotMatch(new Readability(ARTICLE).parse().content, /class="lead"/);
  assert.throws(() => new Readability(ARTICLE, { maxElemsToParse: 3 }).parse(), /elements/);
  assert.match(new Readability(ARTICLE).parse().content, /onclick/);
  assert.doesNotMatch(new Readability(ARTICLE, { sanitize: true }).parse().content, /onclick/);
  const video = `${ARTICLE.replace("</article>", "<embed src=https://v.example/1></article>")}`;
  assert.doesNotMatch(new Readability(video).parse().content, /v\.example/);
  const options = { allowedVideoRegex: /\/\/v\.example/i };
  assert.match(new Readability(video, options).parse().content, /v\.example/);
  const document = {
    ...DOCUMENT,
    createElement: () => ({ innerHTML: "" }),
  };
  const parsed = new Readability(document, { serializer: (root) => root.innerHTML.length }).parse();
  assert.equal(typeof parsed.content, "number");
});

test("isProbablyReaderable asks for the options", () => {
  assert.equal(isProbablyReaderable(DOCUMENT), true);
  assert.equal(isProbablyReaderable("<p>One"), false);
  assert.equal(isProbablyReaderable(DOCUMENT, { minScore: 1000 }), false);
  assert.equal(isProbablyReaderable(DOCUMENT, { minContentLength: 5000 }), false);
});

test("Defuddle has the original's fields in both forms", async () => {
  const sync = new Defuddle(DOCUMENT).parse();
  const url = "https://www.example.com/bread/";
  const result = await Defuddle(ARTICLE, url, { separateMarkdown: true });
  assert.equal(result.title, "Bread");
  assert.equal(result.author, "Ann Baker");
  assert.equal(result.domain, "example.com");
  assert.equal(sync.domain, "example.com");
  assert.equal(result.language, "en");
  assert.deepEqual(result.schemaOrgData, [{ "@type": "Article", headline: "Bread" }]);
  assert.deepEqual(result.metaTags, [{ name: "author", property: null, content: "Ann Baker" }]);
  assert.match(result.contentMarkdown, /\[Three hours\]\(https:\/\/www\.example\.com\/bread\/time\)/);
  assert.match(result.content, /^<p>/);
  assert.doesNotMatch(result.content, /onclick/);
  assert.ok(result.wordCount > 100);
  assert.equal(sync.wordCount, result.wordCount);
  const markdown = await Defuddle(ARTICLE, url, { markdown: true });
  assert.equal(markdown.content, result.contentMarkdown);
  assert.equal("contentMarkdown" in markdown, false);
});
