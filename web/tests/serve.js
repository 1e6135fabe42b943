// What the tests share: a server of files, and a browser.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { chromium } from "playwright-core";

export const FOLDER = process.env.TAMIS_WEB;

const TYPES = {
  css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", svg: "image/svg+xml",
  wasm: "application/wasm", webmanifest: "application/manifest+json",
};

/** Serves the folder at a free port of this machine. */
export async function serve() {
  const server = createServer((request, response) => {
    const asked = normalize(decodeURIComponent(new URL(request.url, "http://x/").pathname));
    const path = join(FOLDER, asked.endsWith("/") ? `${asked}index.html` : asked);
    if (!existsSync(path) || statSync(path).isDirectory()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[path.split(".").pop()] ?? "text/plain" });
    response.end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}

export const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export function launch() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
}

/** Opens the page, with a list of everything that goes wrong in it. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  await ready(page);
  return { context, page, errors };
}

export function ready(page) {
  return page.waitForFunction(() => /keeps \d+ of/.test(document.getElementById("status").textContent));
}
