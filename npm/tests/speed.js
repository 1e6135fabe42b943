// Times on pages of wcxb-dev to Markdown (Readability: to its HTML), one thread, in time of the processor.
// node speed.js FOLDER [PAGES]: in a folder with `tamis`, `@mozilla/readability`, `defuddle` and `linkedom`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import { Extractor } from "tamis";

const [folder, count = "100"] = process.argv.slice(2);
const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const step = Math.max(1, Math.floor(names.length / Number(count)));
const pages = names.filter((_, at) => at % step === 0).slice(0, Number(count))
  .map((name) => readFileSync(join(folder, name), "utf8"));

const extractor = new Extractor();
const ways = {
  tamis: (html) => {
    const extraction = extractor.extract(html);
    const { length } = extraction.markdown();
    extraction.free();
    return length;
  },
  "@mozilla/readability and linkedom": (html) => new Readability(parseHTML(html).document).parse()?.content?.length,
  "defuddle and linkedom": async (html) => {
    const { document } = parseHTML(html);
    return (await Defuddle(document, "https://example.com/", { markdown: true })).content.length;
  },
};

/** The milliseconds of the processor for all pages, and how many gave nothing. */
async function measure(way) {
  const begin = process.cpuUsage();
  let failed = 0;
  for (const page of pages) {
    try {
      if (!(await way(page))) failed += 1;
    } catch {
      failed += 1;
    }
  }
  const { user, system } = process.cpuUsage(begin);
  return { milliseconds: (user + system) / 1000, failed };
}

// Defuddle reports on pages without content.
console.error = console.warn = () => {};
const rows = [];
for (const [name, way] of Object.entries(ways)) {
  await way(pages[0]);
  const runs = name === "tamis" ? 3 : 1;
  let best = await measure(way);
  for (let run = 1; run < runs; run += 1) {
    const next = await measure(way);
    if (next.milliseconds < best.milliseconds) best = next;
  }
  rows.push({ name, ...best });
}
const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
console.log(`${pages.length} pages of ${Math.round(bytes / pages.length / 1000)} kB, Node.js ${process.version}`);
for (const { name, milliseconds, failed } of rows) {
  const times = (milliseconds / rows[0].milliseconds).toFixed(1);
  console.log(`| ${name} | ${(milliseconds / pages.length).toFixed(2)} ms a page | ${times} | ${failed} without content |`);
}
