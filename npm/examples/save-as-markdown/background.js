// A click on the button saves the page of the tab as Markdown. Nothing is sent anywhere.
import { extract, init } from "./tamis/manual.js";

/** The page as the browser has it now, with what its scripts have added. Runs in the page. */
function pageOfTab() {
  const quirks = document.compatMode === "BackCompat";
  return { html: (quirks ? "" : "<!DOCTYPE html>") + document.documentElement.outerHTML, url: document.baseURI };
}

/** A name that every file system takes. */
function fileName(title) {
  const name = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|#^[\]]/gu, " ").replace(/\s+/g, " ").trim();
  return `${[...name].slice(0, 100).join("").replace(/^\.+|[. ]+$/g, "") || "page"}.md`;
}

async function markdownOf(tab) {
  await init(chrome.runtime.getURL("tamis/wasm/tamis.wasm"));
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: pageOfTab });
  const extraction = extract(result.html, { url: result.url });
  try {
    const markdown = extraction.markdown({ frontMatter: true });
    return { markdown, name: fileName(extraction.title ?? tab.title ?? "") };
  } finally {
    extraction.free();
  }
}

async function save(tab) {
  const { markdown, name } = await markdownOf(tab);
  // Service workers cannot make addresses of blobs.
  const url = `data:text/markdown;charset=utf-8,${encodeURIComponent(markdown)}`;
  return chrome.downloads.download({ url, filename: name });
}

chrome.action.onClicked.addListener(async (tab) => {
  try {
    await save(tab);
    await chrome.action.setBadgeText({ tabId: tab.id, text: "" });
  } catch (error) {
    // For example a page of the browser's own, which extensions cannot read.
    await chrome.action.setBadgeText({ tabId: tab.id, text: "!" });
    await chrome.action.setTitle({ tabId: tab.id, title: `Not saved: ${error.message}` });
  }
});
