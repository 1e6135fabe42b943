#!/usr/bin/env node
// `npx tamis page.html`: the common options of the program. It reads files and standard input, and
// loads nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Extractor, TamisError } from "tamis";

const HELP = `Keep the main content of web pages

Usage: tamis [OPTIONS] [FILE]...

Without files, or for the file -, a page is read from standard input.

Options:
  -f, --format FORMAT    text, markdown, html, json, xml or tei [default: text]
  -o, --output FILE      Write to a file
      --url ADDRESS      The address of the page
      --strategy NAME    auto, smart, justext, readability, selectors or density [default: auto]
      --favor MEASURE    balanced, precision or recall [default: balanced]
      --fast             Run auto without Readability
      --comments         Look for readers' comments, too
      --title PLACE      keep, add or strip
      --select CSS       Keep these elements and nothing else (repeatable)
      --drop CSS         Leave out these elements (repeatable)
      --explain          Print the reasons for each paragraph as JSON
  -h, --help             Print help
  -V, --version          Print the version
`;

const OPTIONS = /** @type {const} */ ({
  format: { type: "string", short: "f", default: "text" },
  output: { type: "string", short: "o" },
  url: { type: "string" },
  strategy: { type: "string" },
  favor: { type: "string" },
  fast: { type: "boolean" },
  comments: { type: "boolean" },
  title: { type: "string" },
  select: { type: "string", multiple: true },
  drop: { type: "string", multiple: true },
  explain: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
});

/** @type {Record<string, (extraction: any) => string>} */
const FORMATS = {
  text: (extraction) => extraction.text,
  markdown: (extraction) => extraction.markdown(),
  html: (extraction) => extraction.html(),
  json: (extraction) => extraction.json(),
  xml: (extraction) => extraction.xml(),
  tei: (extraction) => extraction.tei(),
};

/** Control characters of strangers do not reach the terminal.
 *
 * @param {string} message
 */
function fail(message) {
  const shown = message.replace(/[\p{Cc}\p{Cf}]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);
  process.stderr.write(`tamis: ${shown}\n`);
  process.exit(2);
}

function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return HELP;
  if (values.version) return `tamis ${packageVersion()}\n`;
  const { format, output, url, explain, ...options } = values;
  const write = explain ? (/** @type {any} */ of) => JSON.stringify(of.explain()) : FORMATS[format];
  if (write === undefined) {
    const known = Object.keys(FORMATS).join(", ");
    throw new TamisError("config", `unknown format ${format}: expected one of ${known}`);
  }
  const extractor = new Extractor(options);
  const written = (positionals.length === 0 ? ["-"] : positionals).map((name) => {
    const page = readFileSync(name === "-" ? 0 : name);
    const extraction = extractor.extract(page, { url });
    const text = write(extraction);
    extraction.free();
    return text.endsWith("\n") || text === "" ? text : `${text}\n`;
  });
  if (output === undefined) return written.join("");
  writeFileSync(output, written.join(""));
  return "";
}

function packageVersion() {
  const file = new URL("package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}

process.stdout.on("error", (error) => {
  // A reader such as `head` has seen enough.
  process.exit(/** @type {any} */ (error).code === "EPIPE" ? 0 : 2);
});
try {
  process.stdout.write(main());
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
