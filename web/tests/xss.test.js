// Pages of attackers: nothing in them runs or loads, wherever they are shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./serve.js";

const TRIP = "https://trip.invalid/loaded";
const VECTORS = JSON.parse(readFileSync("vectors.json", "utf8"))
  .map(([name, html]) => [name, html.replaceAll("{trip}", TRIP)]);

let browser, server;

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Shows a vector among text that is kept, in every view, and clicks what is there. */
async function show(page, html) {
  const text = "<p>Mix flour, water and salt, and let the dough rest until it has doubled, and it is light.</p>";
  await page.evaluate((source) => {
    const done = new Promise((resolve) => document.getElementById("shown").addEventListener("load", resolve, { once: true }));
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", source);
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    return done;
  }, `<article>${text}${text}${html}${text}</article>`);
  for (const view of ["text", "markdown", "metadata", "html", "json", "why"]) {
    await page.evaluate((id) => document.getElementById(id).click(), `tab-${view}`);
  }
  await page.evaluate(() => {
    for (const item of document.querySelectorAll("#why > details")) item.open = true;
    const all = Document.prototype.querySelectorAll.call(document.getElementById("shown").contentDocument, "body *");
    for (const node of all) node.dispatchEvent?.(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
}

test("no vector runs or loads", { timeout: 3_600_000 }, async () => {
  assert.ok(VECTORS.length > 300);
  const { context, page } = await open(browser, server.address);
  const fired = [], asked = [];
  let current = "";
  await page.exposeFunction("fire", () => void fired.push(current));
  await page.evaluate(() => (globalThis.alert = globalThis.fire));
  page.on("dialog", (dialog) => (fired.push(current), dialog.dismiss()));
  page.on("framenavigated", (frame) => {
    if (!frame.url().startsWith(server.address) && !frame.url().startsWith("about:")) asked.push([current, frame.url()]);
  });
  await context.route((url) => !url.href.startsWith(server.address), (route) => {
    asked.push([current, route.request().url()]);
    return route.abort();
  });
  for (const [name, html] of VECTORS) {
    current = name;
    await show(page, html);
  }
  await page.waitForTimeout(500);
  assert.deepEqual(fired, []);
  assert.deepEqual(asked, []);
  assert.ok(page.url().startsWith(server.address));
  await context.close();
});

// Else the test above could not fail.
test("the vectors run in a page that lets them", async () => {
  const page = await browser.newPage();
  const fired = new Set();
  let current = "";
  await page.exposeFunction("fire", () => void fired.add(current));
  await page.route("**/*", (route) =>
    (route.request().url().startsWith("http://page.invalid/") ? route.fulfill({ contentType: "text/html", body: VECTORS.find(([name]) => name === current)[1] }) : route.abort()));
  for (const [name] of VECTORS.filter(([, html]) => /<img[^>]+onerror/.test(html)).slice(0, 10)) {
    current = name;
    await page.goto("http://page.invalid/");
    await page.waitForTimeout(100);
  }
  assert.ok(fired.size >= 3, [...fired].join());
  await page.close();
});

test("a script that somebody brings into the page does not run", async () => {
  const { context, page } = await open(browser, server.address);
  const violated = await page.evaluate(() => new Promise((resolve) => {
    addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
  }));
  assert.match(violated, /^script-src/);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await context.close();
});
