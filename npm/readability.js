// The names of @mozilla/readability 0.6.
import "#load";
import * as native from "./wasm/tamis.js";
import { call } from "./error.js";
import { pageOf, toJson, urlOf } from "./values.js";

/** The options by the reference's names, and their names here. */
const OPTIONS = {
  maxElemsToParse: "maxElements",
  nbTopCandidates: "topCandidates",
  charThreshold: "charThreshold",
  classesToPreserve: "classesToPreserve",
  keepClasses: "keepClasses",
  disableJSONLD: "disableJsonLd",
  linkDensityModifier: "linkDensityModifier",
};

export class Readability {
  #document;
  #options;

  /** @param {any} document @param {any} [options] */
  constructor(document, options = {}) {
    if (typeof options?.documentElement === "object") {
      // An old call: the address first.
      [document, options] = [options, arguments[2] ?? {}];
    } else if (!document || (typeof document !== "string" && !document.documentElement)) {
      throw new Error("First argument to Readability constructor should be a document object.");
    }
    this.#document = document;
    this.#options = options ?? {};
  }

  parse() {
    const options = this.#options;
    /** @type {Record<string, unknown>} */
    const fields = {};
    for (const [name, own] of Object.entries(OPTIONS)) fields[own] = options[name];
    if (options.allowedVideoRegex) {
      fields.allowedVideo = { pattern: patternOf(options.allowedVideoRegex) };
    }
    const { bytes, isText } = pageOf(this.#document);
    const url = options.url ?? urlOf(this.#document);
    const isUnsanitized = options.sanitize !== true;
    const json = call(() =>
      native.readability(bytes, isText, url, toJson(fields), isUnsanitized),
    );
    const article = JSON.parse(json);
    if (article !== null && options.serializer) {
      const root = this.#document.createElement("div");
      root.innerHTML = article.content;
      article.content = options.serializer(root);
    }
    return article;
  }
}

/** @param {RegExp} pattern A regular expression as the library takes it. */
function patternOf({ source, flags }) {
  const text = source.replaceAll("\\/", "/");
  return flags.includes("i") ? `(?i)${text}` : text;
}

/** @param {any} document @param {any} [options] */
export function isProbablyReaderable(document, options = {}) {
  const { bytes, isText } = pageOf(document);
  const { minContentLength, minScore } = typeof options === "function" ? {} : options;
  return call(() =>
    native.isProbablyReaderable(bytes, isText, toJson({ minContentLength, minScore })),
  );
}
