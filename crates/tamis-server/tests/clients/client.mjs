// The tools of `tamis mcp` and of `/mcp`, by the official client for JavaScript.
//
// client.mjs MODULES PROGRAM ADDRESS-OF-SERVER ADDRESS-OF-PAGE

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, program, server, page] = process.argv.slice(2);
const require = createRequire(path.resolve(modules, "none.js"));
const load = (name) => require(`@modelcontextprotocol/sdk/client/${name}.js`);
const { Client } = load("index");
const { StdioClientTransport } = load("stdio");
const { StreamableHTTPClientTransport } = load("streamableHttp");

const HTML = `<title>Bread</title><nav>Home</nav><article><p>Bread needs flour, water, salt and some
hours of time, which is why people bake it on days without work.</p><p>The dough rests over night, and in
the morning it has grown to twice its size, if the kitchen is not too cold.</p></article>`;

async function check(name, transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const call = (name, args) => client.callTool({ name, arguments: args });
  // After this, the client compares structured content with the output schemas.
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["fetch", "extract", "explain"]);

  const read = await call("fetch", { url: page });
  assert.ok(!read.isError && read.content[0].text.startsWith("Title: "), JSON.stringify(read));
  assert.equal(read.structuredContent.pages[0].status, 200);

  const both = await call("fetch", { urls: [page, `${page}x`], max_length: 200 });
  assert.equal(both.content.length, 2);
  assert.ok(!both.isError && both.content[1].text.includes("There is no such page"));

  const refused = await call("fetch", { url: "ftp://example.com/" });
  assert.ok(refused.isError && refused.content[0].text.includes("https://"));

  const extracted = await call("extract", { html: HTML, format: "text" });
  assert.ok(extracted.structuredContent.text.startsWith("Bread needs flour"));
  assert.ok(!extracted.content[0].text.includes("Home"));

  const explained = await call("explain", { html: HTML, passage: "the dough rests" });
  assert.ok(explained.structuredContent.paragraphs[0].kept);
  await client.close();
  console.log(`JavaScript, ${name}: ok`);
}

const args = ["mcp", "--allow-private", "--delay", "0", "--retries", "0"];
await check("standard input", new StdioClientTransport({ command: program, args }));
await check("HTTP", new StreamableHTTPClientTransport(new URL(server)));
