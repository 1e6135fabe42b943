// Values on their way into the module.
import { TamisError } from "./error.js";

const encoder = new TextEncoder();

/**
 * Returns options as JSON, with the names that the configuration file has: `latestDate` is
 * `latest_date`. What is `undefined` has its default. A `Date` is its day, a `RegExp` its source.
 *
 * @param {object | undefined} options
 */
export function toJson(options) {
  return JSON.stringify(options === undefined ? {} : named(options));
}

/** The options whose keys are names of the caller's own, such as those of files. */
const NAMED_BY_CALLERS = new Set(["siteRules"]);

/** @param {unknown} value */
function named(value) {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value;
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(
    fields.map(([key, field]) => [snakeCase(key), NAMED_BY_CALLERS.has(key) ? field : named(field)]),
  );
}

/** @param {string} name */
function snakeCase(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns a page as bytes, and whether they are a text.
 *
 * @param {unknown} html
 * @returns {{ bytes: Uint8Array, isText: boolean }}
 */
export function pageOf(html) {
  if (typeof html === "string") return { bytes: encoder.encode(html), isText: true };
  if (html instanceof Uint8Array) return { bytes: html, isText: false };
  if (html instanceof ArrayBuffer) return { bytes: new Uint8Array(html), isText: false };
  const text = htmlOf(html);
  if (text !== undefined) return { bytes: encoder.encode(text), isText: true };
  const given = html === null ? "null" : typeof html;
  const message = `a page is a string, a Uint8Array, a ReadableStream or a document, not ${given}`;
  throw new TamisError("page", message);
}

/**
 * Returns the HTML of a document, of any DOM. `undefined` for other values.
 *
 * @param {any} document
 * @returns {string | undefined}
 */
function htmlOf(document) {
  const html = document?.documentElement?.outerHTML;
  if (typeof html !== "string") return undefined;
  // Without it, a page is laid out by other rules.
  return document.compatMode === "BackCompat" ? html : `<!DOCTYPE html>${html}`;
}

/**
 * Returns the address of a document. `undefined` if it has none.
 *
 * @param {any} document
 * @returns {string | undefined}
 */
export function urlOf(document) {
  const url = document?.baseURI || document?.URL || document?.location?.href;
  return typeof url === "string" && url !== "about:blank" ? url : undefined;
}

/** @param {unknown} value @returns {value is ReadableStream<Uint8Array>} */
export function isStream(value) {
  return typeof ReadableStream === "function" && value instanceof ReadableStream;
}

/**
 * Reads a stream of bytes, or of strings, to its end.
 *
 * @param {ReadableStream<Uint8Array | string>} stream
 * @returns {Promise<Uint8Array | string>}
 */
export async function readAll(stream) {
  const reader = stream.getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
  }
  if (chunks.every((chunk) => typeof chunk === "string")) return chunks.join("");
  const parts = chunks.map((chunk) => pageOf(chunk).bytes);
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}
