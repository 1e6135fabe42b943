// The engine of the page in this folder: the library itself, as a WebAssembly module. The page of
// `tamis serve` has another one with the same functions.
import { Extractor, init } from "./tamis/manual.js";

export const about = {
  text: "It runs in this tab: nothing that you paste or drop leaves it.",
  links: [],
};

/** Makes the engine ready. Returns the pages to choose from, each with a name and a title. */
export async function start() {
  navigator.serviceWorker?.register("service-worker.js");
  const manifest = Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" });
  document.head.append(manifest);
  const [pages] = await Promise.all([
    fetch("pages.json").then((response) => response.json()),
    init(new URL("tamis/wasm/tamis.wasm", import.meta.url)),
  ]);
  // Reads the model and the rules, so that the times shown are those of pages.
  new Extractor().extract("<p>Bread").free();
  return pages;
}

/** Returns the bytes of one of the pages to choose from. */
export async function example(name) {
  const response = await fetch(`pages/${name}.html`);
  if (!response.ok) throw new Error(`There is no page ${name}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Extracts from a page: a text or bytes. What the result gives may be a promise. */
export function extract(page, { url, ...options }) {
  return new Extractor(options).extract(page, { url: url || undefined });
}
