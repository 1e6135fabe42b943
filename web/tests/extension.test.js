// The extension of npm/examples, in a browser that has it.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { chromium } from "playwright-core";
import { FLAGS, FOLDER, serve } from "./serve.js";

const NAME = "news-harbour";

/** The extension with the module, and with the right to read the server's pages without the press of a
 * button, which no test can press. */
function extension() {
  const folder = mkdtempSync(join(tmpdir(), "tamis-extension-"));
  cpSync(process.env.TAMIS_EXTENSION, folder, { recursive: true });
  cpSync(join(FOLDER, "tamis"), join(folder, "tamis"), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  manifest.host_permissions = ["http://127.0.0.1/*"];
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

test("the extension saves the page as Markdown", async () => {
  const server = await serve();
  const folder = extension();
  const profile = mkdtempSync(join(tmpdir(), "tamis-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    args: [...FLAGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  try {
    const worker = context.serviceWorkers()[0] ?? await context.waitForEvent("serviceworker", { timeout: 60_000 });
    const page = await context.newPage();
    await page.goto(`${server.address}pages/${NAME}.html`);
    const item = await worker.evaluate(async (address) => {
      const [tab] = await chrome.tabs.query({ url: `${address}*` });
      chrome.action.onClicked.dispatch(tab);
      for (let tries = 0; tries < 300; tries += 1) {
        const [last] = await chrome.downloads.search({});
        if (last?.state === "complete") return last;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return { title: await chrome.action.getTitle({ tabId: tab.id }) };
    }, server.address);
    assert.ok(item.filename, JSON.stringify(item));
    const markdown = readFileSync(item.filename, "utf8");
    const expected = readFileSync(process.env.TAMIS_EXPECTED, "utf8");
    assert.match(markdown, /^---\ntitle: "?Old harbour crane lifts its last load/);
    const [, body] = /^---\n[^]*?\n---\n+([^]*)$/.exec(markdown);
    assert.ok(body.includes(expected.trim().split("\n").at(-1)), body);
  } finally {
    await context.close();
    await server.stop();
  }
});
