// The official JavaScript client of Firecrawl on this server.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const { SITE, SERVER, GUARDED, NODE_FOLDER } = process.env;
const { default: Firecrawl } = createRequire(`${NODE_FOLDER}/`)("@mendable/firecrawl-js");
const client = new Firecrawl({ apiKey: "any", apiUrl: SERVER });
const guarded = new Firecrawl({ apiKey: "any", apiUrl: GUARDED });

async function content() {
  const formats = ["markdown", "html", "rawHtml", "links"];
  const page = await client.scrape(`${SITE}/bread`, { formats });
  assert.match(page.markdown, /^Bread needs flour/);
  assert.ok(page.markdown.includes(`[morning](${SITE}/morning)`));
  assert.match(page.html, /^<p>Bread needs flour/);
  assert.match(page.rawHtml, /^<!DOCTYPE html>[^]*<nav>/);
  assert.deepEqual(page.links, [`${SITE}/`, `${SITE}/morning`]);
  const { title, language, statusCode, description, sourceURL, author } = page.metadata;
  assert.deepEqual([title, language, statusCode], ["Bread", "en", 200]);
  assert.deepEqual([description, author], ["How bread is made", "Ann Baker"]);
  assert.equal(sourceURL, `${SITE}/bread`);
  assert.equal(page.warning, undefined);
}

async function warnings() {
  const page = await client.scrape(`${SITE}/bread`, {
    formats: ["markdown", "screenshot", { type: "summary" }],
    waitFor: 100,
    actions: [{ type: "wait", milliseconds: 10 }],
  });
  assert.match(page.markdown, /^Bread needs flour/);
  for (const name of ["screenshot", "summary", "actions", "waitFor"]) {
    assert.ok(page.warning.includes(`\`${name}\``), page.warning);
  }
}

async function errors() {
  const fails = async (client, url, options, status, code, sentence) => {
    await assert.rejects(client.scrape(url, options), (error) => {
      assert.equal(error.name, "FirecrawlSdkError");
      assert.deepEqual([error.status, error.code], [status, code]);
      assert.ok(error.message.includes(sentence), error.message);
      return true;
    });
  };
  const gone = "cannot fetch it: the server answered 404 Not Found";
  await fails(client, `${SITE}/gone-js`, {}, 500, "http_status", gone);
  // The client repeats requests after status 502.
  assert.equal(await (await fetch(`${SITE}/visits/gone-js`)).text(), "1");
  const address = "cannot fetch it: the address 127.0.0.1 is loopback, not public";
  await fails(guarded, `${SITE}/bread`, {}, 403, "refused_address", address);
  const slow = "the page took too long";
  await fails(client, `${SITE}/slow`, { timeout: 1000 }, 408, "SCRAPE_TIMEOUT", slow);
  const host = "the host name was not found";
  await fails(client, "http://nowhere.invalid/", {}, 500, "SCRAPE_DNS_RESOLUTION_ERROR", host);
}

for (const test of [content, warnings, errors]) {
  await test();
  console.log(`JavaScript client: ${test.name} passed`);
}
