// The names of defuddle 0.19: `new Defuddle(document, options).parse()` of its main entry, and
// `await Defuddle(page, url, options)` of `defuddle/node`.
import "#load";
import * as native from "./wasm/tamis.js";
import { extract } from "./core.js";
import { call } from "./error.js";
import { pageOf, urlOf } from "./values.js";

/**
 * @param {any} page
 * @param {any} [second] The options of the class, or the address of the function.
 * @param {any} [third] The options of the function.
 */
export function Defuddle(page, second, third) {
  if (new.target !== undefined) {
    const options = second ?? {};
    this.parse = () => parsed(page, options.url ?? urlOf(page), options);
    this.parseAsync = async () => this.parse();
    return;
  }
  const options = third ?? {};
  const document = page?.window?.document ?? page;
  const url = second ?? options.url ?? page?.window?.location?.href ?? urlOf(document);
  return Promise.resolve().then(() => parsed(document, url, options));
}

export default Defuddle;

/** @param {any} page @param {string | undefined} url @param {any} options */
function parsed(page, url, options) {
  const begin = performance.now();
  const { bytes, isText } = pageOf(page);
  const extraction = extract(bytes, {
    charset: isText ? "utf-8" : undefined,
    url,
    comments: options.includeReplies === true,
  });
  try {
    const { metadata } = extraction;
    const head = JSON.parse(call(() => native.head(bytes, isText)));
    const images = options.removeImages !== true;
    const markdown = () => extraction.markdown({ images });
    const content = options.markdown ? markdown() : extraction.html({ fragment: true, images });
    /** @param {string} name */
    const fact = (name) => metadata[name]?.value ?? "";
    const result = {
      content,
      title: extraction.title ?? "",
      description: fact("description"),
      domain: domainOf(url ?? fact("canonical")),
      favicon: fact("favicon"),
      image: fact("image"),
      language: extraction.language ?? "",
      published: fact("published"),
      author: (metadata.authors ?? []).map((/** @type {any} */ of) => of.value).join(", "),
      site: fact("site_name"),
      schemaOrgData: head.schema,
      wordCount: wordsIn(extraction.text),
      metaTags: head.meta,
      parseTime: Math.round(performance.now() - begin),
    };
    return options.separateMarkdown ? { ...result, contentMarkdown: markdown() } : result;
  } finally {
    extraction.free();
  }
}

/** @param {string} url */
function domainOf(url) {
  try {
    return new URL(url).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}

/** Counts words, and each character of scripts that write no spaces between words.
 *
 * @param {string} text
 */
function wordsIn(text) {
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  const characters = text.match(unspaced)?.length ?? 0;
  const words = text.replace(unspaced, " ").match(/[^\s\p{P}\p{S}]\S*/gu)?.length ?? 0;
  return characters + words;
}
