// The interface of the package over its WebAssembly module, which has to be loaded before.
import { call } from "./error.js";
import * as native from "./wasm/tamis.js";
import { isStream, pageOf, readAll, toJson, urlOf } from "./values.js";

/** The main content of a page, in any format. Everything is made when it is asked for. */
export class Extraction {
  /** @type {any} */
  #native;
  /** @type {any} */
  #facts;
  /** @type {any} */
  #metadata;
  /** @type {string | undefined} */
  #text;

  /** @param {any} extraction */
  constructor(extraction) {
    this.#native = extraction;
  }

  /** @param {string} method @param {...unknown} values */
  #call(method, ...values) {
    return call(() => this.#native[method](...values));
  }

  get #known() {
    return (this.#facts ??= JSON.parse(this.#call("facts")));
  }

  get text() {
    return (this.#text ??= this.#call("text"));
  }
  get title() {
    return this.#known.title;
  }
  get language() {
    return this.#known.language;
  }
  get encoding() {
    return this.#known.encoding;
  }
  get confidence() {
    return this.#known.confidence;
  }
  get pageType() {
    return this.#known.page_type;
  }
  get outcome() {
    return this.#known.outcome;
  }
  get strategyUsed() {
    return this.#known.strategy_used;
  }
  get textSource() {
    return this.#known.text_source;
  }
  get warnings() {
    return this.#known.warnings;
  }
  get metadata() {
    return (this.#metadata ??= JSON.parse(this.#call("metadata")));
  }
  get comments() {
    return this.#call("comments") ?? null;
  }
  get paragraphs() {
    return JSON.parse(this.#call("paragraphs")).map(inHeading);
  }
  get posts() {
    return JSON.parse(this.#call("posts"));
  }

  /** @param {object} [options] */
  textWith(options) {
    return this.#call("textWith", toJson(options));
  }
  /** @param {object} [options] */
  markdown(options) {
    return this.#call("markdown", toJson(options));
  }
  /** @param {object} [options] */
  html(options) {
    return this.#call("html", toJson(options));
  }
  /** @param {object} [options] */
  xml(options) {
    return this.#call("xml", toJson(options));
  }
  /** @param {object} [options] */
  tei(options) {
    return this.#call("tei", toJson(options));
  }
  /** @param {{ maxChars?: number }} [options] */
  chunks({ maxChars, ...options } = {}) {
    return JSON.parse(this.#call("chunks", maxChars, toJson(options)));
  }
  /** @param {object} [additions] */
  json(additions) {
    return this.#call("json", toJson(additions));
  }
  /** @param {object} [additions] */
  toObject(additions) {
    return JSON.parse(this.json(additions));
  }
  explain() {
    return JSON.parse(this.#call("explain"));
  }

  toJSON() {
    return this.toObject();
  }
  toString() {
    return this.text;
  }

  /** Gives the memory of the page back now, not when the object is collected. */
  free() {
    this.#native.free();
  }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}

/** Extracts from one page after another with the same options. */
export class Extractor {
  /** @type {any} */
  #native;

  /** @param {object} [options] */
  constructor(options) {
    const json = toJson(options);
    this.#native = call(() => new native.Extractor(json));
  }

  /** @param {any} html @param {{ url?: string | URL, charset?: string }} [about] */
  extract(html, about = {}) {
    if (isStream(html)) return readAll(html).then((page) => this.extract(page, about));
    const { bytes, isText } = pageOf(html);
    const url = about.url === undefined ? urlOf(html) : String(about.url);
    return new Extraction(call(() => this.#native.extract(bytes, isText, url, about.charset)));
  }

  free() {
    this.#native.free();
  }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }
}

/** The extractor of the last call of `extract`, which the next call mostly asks for again. */
const last = { options: "", extractor: /** @type {Extractor | undefined} */ (undefined) };

/** @param {object} options */
function extractorFor(options) {
  const json = toJson(options);
  if (last.extractor === undefined || last.options !== json) {
    last.extractor = new Extractor(options);
    last.options = json;
  }
  return last.extractor;
}

/** @param {any} html @param {any} [options] */
export function extract(html, { url, charset, ...options } = {}) {
  try {
    return extractorFor(options).extract(html, { url, charset });
  } catch (error) {
    // After a bug of the library, the next page gets another extractor.
    last.extractor = undefined;
    throw error;
  }
}

/** Extracts, takes one thing from the extraction, and gives its memory back.
 *
 * @param {any} html @param {any} options @param {(extraction: any) => unknown} take
 */
function taken(html, options, take) {
  const taking = (/** @type {any} */ extraction) => {
    try {
      return take(extraction);
    } finally {
      extraction.free();
    }
  };
  const extraction = extract(html, options);
  return extraction instanceof Extraction ? taking(extraction) : extraction.then(taking);
}

/** @param {any} html @param {any} [options] */
export function extractMarkdown(html, { markdown, ...options } = {}) {
  return taken(html, options, (extraction) => extraction.markdown(markdown));
}

/** @param {any} html @param {any} [options] */
export function explain(html, options) {
  return taken(html, options, (extraction) => extraction.explain());
}

/** @param {any} paragraph */
function inHeading({ in_heading, ...paragraph }) {
  return { ...paragraph, inHeading: in_heading };
}
