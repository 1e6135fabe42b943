// The page for trying Tamis, as people use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { FOLDER, launch, open, ready, serve } from "./serve.js";

const HTML = "<title>Bread</title><nav><a href=/>Home</a> <a href=/more>More</a></nav><article><h1>Bread</h1>" +
  "<p>Mix flour, water and salt, and let the dough rest until it has doubled.</p>" +
  "<p>Bake it in a hot oven for forty minutes, and let it cool on a rack.</p></article>";

let browser, server;

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** A test with the page open, in which nothing may go wrong. */
function check(name, body, { hash = "", ...options } = {}) {
  test(name, async () => {
    const { context, page, errors } = await open(browser, server.address + hash, options);
    await body(page, context);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

const textOf = (page, id) => page.locator(`#${id}`).innerText();
const shown = (page) => page.frameLocator("#shown");

async function paste(page, text) {
  await page.evaluate((of) => navigator.clipboard.writeText(of), text);
  await page.locator("#result").focus();
  await page.keyboard.press("Control+V");
  await page.waitForFunction(() => document.getElementById("page").value === "");
}

check("it begins with a page of the repository", async (page) => {
  assert.match(await textOf(page, "status"), /^auto keeps \d+ of \d+ paragraphs · article · confidence \d+ %/);
  assert.ok((await textOf(page, "text")).includes("Nachtzüge"));
  assert.ok((await shown(page).locator("body").innerText()).includes("Nachtzüge"));
});

check("another page of the repository is chosen", async (page) => {
  await page.selectOption("#page", "docs-queue");
  await page.getByRole("tab", { name: "Markdown" }).click();
  await page.waitForFunction(() => document.getElementById("markdown").textContent.includes("bounded queue"));
  assert.match(new URL(page.url()).hash, /page=docs-queue/);
  assert.match(await textOf(page, "markdown"), /^\| Option \| Type \|/m);
});

check("code of a page is pasted", async (page) => {
  await paste(page, HTML);
  assert.match(await textOf(page, "text"), /^Mix flour[^]*on a rack\.$/);
  assert.equal(await page.locator("#source").inputValue(), HTML);
  assert.equal(await page.locator("#page").inputValue(), "");
});

check("code is pasted into its field", async (page) => {
  await page.getByRole("tab", { name: "Source" }).click();
  await page.locator("#source").fill(HTML);
  await page.waitForFunction(() => document.getElementById("text").textContent.startsWith("Mix flour"));
});

check("a file is dropped, in its own encoding", async (page) => {
  const bytes = [...Buffer.from(HTML.replace("Bread</title>", "Bread</title><meta charset=iso-8859-1>").replace("flour", "cr\u00e8me"), "latin1")];
  await page.evaluate((of) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(of)], "page.html", { type: "text/html" }));
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    if (document.getElementById("drop").hidden) throw new Error("no sign of where to drop");
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, bytes);
  await page.waitForFunction(() => document.getElementById("text").textContent.includes("crème"));
  assert.ok((await page.locator("#source").inputValue()).includes("crème"));
  assert.ok(await page.locator("#drop").isHidden());
});

check("a file is opened", async (page) => {
  await page.locator("#file").setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from(HTML) });
  await page.waitForFunction(() => document.getElementById("text").textContent.startsWith("Mix flour"));
});

check("settings are in the address, and come from it", async (page) => {
  await page.selectOption("#page", "news-harbour");
  await page.getByText("justext", { exact: true }).click();
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("justext keeps"));
  await page.selectOption("#favor", "recall");
  await page.locator("#url").fill("https://example.com/a/");
  await page.keyboard.press("Tab");
  await page.getByRole("tab", { name: "Metadata" }).click();
  const { hash } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(new URLSearchParams(hash.slice(1))), {
    page: "news-harbour", strategy: "justext", favor: "recall", view: "metadata", url: "https://example.com/a/",
  });
  const metadata = await textOf(page, "metadata");
  await page.reload();
  await ready(page);
  assert.ok(await page.getByRole("radio", { name: "justext" }).isChecked());
  assert.match(await textOf(page, "status"), /^justext keeps/);
  assert.equal(await textOf(page, "metadata"), metadata);
  assert.match(metadata, /meta og:title|JSON-LD|title/i);
});

check("an address with settings that do not exist has the defaults", async (page) => {
  assert.match(await textOf(page, "status"), /^auto keeps/);
}, { hash: "#page=../x&strategy=nonsense&view=%3Cb%3E" });

check("each view shows the content, and is saved", async (page) => {
  await paste(page, HTML);
  for (const [view, expected, file] of [
    ["Text", /Mix flour/, "page.txt"], ["Markdown", /title: "Bread"/, "page.md"], ["HTML", /<p>Mix flour/, "page.html"],
    ["Metadata", /"Bread"/, "page.json"], ["JSON", /"confidence"/, "page.json"], ["Why", /"log_odds"/, "page.json"],
  ]) {
    await page.getByRole("tab", { name: view }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save" }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), file);
    assert.match(readFileSync(await saved.path(), "utf8"), expected);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), expected);
    await page.getByRole("button", { name: "Copy" }).waitFor();
  }
  await page.getByRole("tab", { name: "HTML" }).click();
  await page.frameLocator("#html").getByText("Mix flour").waitFor();
});

check("a click on a paragraph of the page says why", async (page) => {
  await paste(page, HTML);
  await shown(page).getByText("Mix flour").click();
  const item = page.locator("#why > details[open]");
  await item.waitFor();
  assert.equal(await item.count(), 1);
  assert.match(await item.innerText(), /Mix flour[^]*readability[^]*Log-odds:[^]*\/html/);
  assert.equal(await shown(page).locator("[data-tamis~=chosen]").innerText(), "Mix flour, water and salt, and let the dough rest until it has doubled.");
  await shown(page).getByRole("heading").click();
  assert.match(await page.locator("#why > details[open]").innerText(), /^Dropped:\nBread/);
});

check("a paragraph in the list is shown in the page", async (page) => {
  await page.getByRole("tab", { name: "Why" }).click();
  const kept = page.locator("#why > details.kept").last();
  await kept.locator("summary").click();
  const words = await kept.locator(".words").innerText();
  assert.ok((await shown(page).locator("[data-tamis~=chosen]").innerText()).includes(words.slice(0, 20)));
});

check("everything works by keyboard", async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  const stops = [];
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => document.activeElement.id || document.activeElement.value));
  }
  for (const stop of ["page", "file", "auto", "favor", "url", "tab-shown", "tab-text", "copy", "save"]) {
    assert.ok(stops.includes(stop), `${stop} of ${stops}`);
  }
  await page.locator("#tab-text").focus();
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-why");
  assert.equal(await page.locator("#tab-why").getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-text");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#why summary").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#why details[open] .reasons").waitFor();
  await page.locator("input[value=auto]").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("smart keeps"));
});

check("it works without a network", async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await server.stop();
  await page.reload();
  await ready(page);
  await page.selectOption("#page", "product-lamp");
  await page.waitForFunction(() => document.getElementById("text").textContent.includes("brass"));
  const { address } = server;
  server = await serve();
  assert.notEqual(server.address, address);
});

check("a page that is no page is no error", async (page) => {
  await page.selectOption("#page", "");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("keeps 0 of 0"));
  for (const view of ["Text", "Markdown", "HTML", "Metadata", "JSON", "Why"]) {
    await page.getByRole("tab", { name: view }).click();
  }
  assert.ok(await page.locator("#source").isVisible());
});

check("names of forms hide nothing", async (page) => {
  const names = ["head", "documentElement", "querySelectorAll", "evaluate", "createElement", "compatMode", "body"];
  const forms = names.map((name) => `<form name=${name} action=x><input name=removeAttribute><input name=setAttribute></form>`);
  await paste(page, HTML + forms.join(""));
  await shown(page).getByText("Mix flour").click();
  await page.locator("#why > details[open]").waitFor();
});

// Views, and that they fit.

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function audit(page) {
  // Past the page's own policy, which forbids scripts of others.
  await page.evaluate(readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { iframes: false }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.any[0]?.message ?? ""}`));
}

for (const colorScheme of ["light", "dark"]) {
  for (const [size, viewport] of [["desktop", { width: 1280, height: 800 }], ["telephone", { width: 360, height: 740 }]]) {
    check(`labels, contrast and size: ${colorScheme}, ${size}`, async (page) => {
      for (const view of ["Text", "Markdown", "HTML", "Metadata", "JSON", "Why"]) {
        await page.getByRole("tab", { name: view }).click();
        if (view === "Why") await page.locator("#why > details.kept > summary").first().click();
        assert.deepEqual(await audit(page), [], view);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
        if (process.env.TAMIS_PICTURES) {
          await page.screenshot({ path: `${process.env.TAMIS_PICTURES}/${size}-${colorScheme}-${view}.png`, fullPage: true });
        }
      }
    }, { colorScheme, viewport, hash: "#page=news-harbour" });
  }
}

test("the tests are about the folder that was built", () => {
  const index = readFileSync(`${FOLDER}/index.html`, "utf8");
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(index);
  const scripts = policy.split("; ").find((part) => part.startsWith("script-src"));
  assert.equal(scripts, "script-src 'self' 'wasm-unsafe-eval'");
  assert.equal(policy.split("; ")[0], "default-src 'none'");
});
