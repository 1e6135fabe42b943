// The README's example in each kind of runtime. A runtime that is not installed is skipped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { extract } from "tamis";

const HTML = "<title>Bread</title><nav><a href=/>Home</a></nav><article><h1>Bread</h1>" +
  "<p>Mix flour, water and salt, and let the dough rest until it has doubled.</p></article>";
const EXPECTED = extract(HTML).text;
// Inside this folder, so that `tamis` is found.
const folder = mkdtempSync(join(import.meta.dirname, "runtime-"));

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

const PRINT = `import { extract } from "tamis"; console.log(extract(${JSON.stringify(HTML)}).text);`;

test("Bun", { skip: !existsSync("node_modules/.bin/bun") }, () => {
  assert.equal(run("node_modules/.bin/bun", ["run", write("bun.mjs", PRINT)]), EXPECTED);
});

test("Deno", { skip: !existsSync("node_modules/.bin/deno") }, () => {
  const args = ["run", "--allow-read", "--no-lock", write("deno.mjs", PRINT)];
  assert.equal(run("node_modules/.bin/deno", args), EXPECTED);
});

test("a processor without SIMD", () => {
  const path = write("simd.mjs", `import { hasSimd } from "tamis/manual"; ${PRINT} console.log(hasSimd);`);
  assert.equal(run(process.execPath, [path]), `${EXPECTED}\ntrue`);
  assert.equal(run(process.execPath, ["--no-enable-sse4-1", path]), `${EXPECTED}\nfalse`);
});

test("a bundle of esbuild with the module in it", async () => {
  const entry = write("bundled.mjs", `
    import { extract, init } from "tamis/manual";
    import module from "tamis/tamis.wasm";
    await init(module);
    console.log(extract(${JSON.stringify(HTML)}).text);`);
  const outfile = join(folder, "bundle.mjs");
  await build({
    bundle: true, entryPoints: [entry], format: "esm", loader: { ".wasm": "binary" }, outfile,
    // Later ones have a function for bytes that Node.js 20 lacks.
    target: "es2022",
  });
  assert.equal(run(process.execPath, [outfile]), EXPECTED);
});

test("a worker at the edge", { skip: !existsSync("node_modules/miniflare") }, async () => {
  const { Miniflare } = await import("miniflare");
  const entry = write("worker.mjs", `
    import { extract } from "tamis";
    export default { async fetch(request) { return new Response(extract(await request.text()).text); } };`);
  const outfile = join(folder, "edge.mjs");
  await build({
    bundle: true, conditions: ["workerd"], entryPoints: [entry], format: "esm",
    loader: { ".wasm": "copy" }, outfile,
  });
  const wasm = readFileSync(new URL(import.meta.resolve("tamis/tamis.wasm")));
  const [, name] = /from "(?:\.\/)?([^"]+\.wasm)"/.exec(readFileSync(outfile, "utf8"));
  const worker = new Miniflare({
    modules: [
      { type: "ESModule", path: "edge.mjs", contents: readFileSync(outfile, "utf8") },
      { type: "CompiledWasm", path: name, contents: wasm },
    ],
  });
  try {
    const response = await worker.dispatchFetch("http://localhost/", { method: "POST", body: HTML });
    assert.equal(await response.text(), EXPECTED);
  } finally {
    await worker.dispose();
  }
});

const CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--virtual-time-budget=60000", "--dump-dom",
];

test("a build of Vite in Chromium", {
  skip: !existsSync("node_modules/vite") || !existsSync(CHROMIUM),
}, async () => {
  const { build: viteBuild } = await import("vite");
  write("index.html", `<!DOCTYPE html><body><script type=module src=./browser.mjs></script>`);
  write("browser.mjs", `
    import { extract } from "tamis";
    document.body.textContent = extract(${JSON.stringify(HTML)}).text;`);
  await viteBuild({ root: folder, logLevel: "error", build: { target: "esnext" } });
  const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const path = join(folder, "dist", request.url === "/" ? "index.html" : request.url);
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.split(".").pop()] ?? "text/plain" });
    response.end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { spawn } = await import("node:child_process");
    const profile = `--user-data-dir=${join(folder, "profile")}`;
    const url = `http://127.0.0.1:${server.address().port}/`;
    const chromium = spawn(CHROMIUM, [...FLAGS, profile, url]);
    let out = "";
    for await (const chunk of chromium.stdout) out += chunk;
    assert.ok(out.includes(EXPECTED), out);
  } finally {
    server.close();
  }
});
