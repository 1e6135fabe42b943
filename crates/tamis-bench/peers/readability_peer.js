// Runs Readability.js 0.6.0 under jsdom over the pages whose paths are on standard input, one on a line.
//
// Prints one JSON line: `seconds_cpu` (decoding, parsing and extraction; reading the pages is not counted), `pages`,
// `failures` and `peak_rss_bytes`. An argument names a file to write {"id", "text"} lines to.

const fs = require("node:fs");
const path = require("node:path");
const { JSDOM, VirtualConsole } = require("jsdom");
const { Readability } = require("@mozilla/readability");

// The address of every page, as the bench gives it to our engine.
const ADDRESS = "http://fakehost/test/page.html";

function extract(bytes) {
  const options = { url: ADDRESS, virtualConsole: new VirtualConsole() };
  const dom = new JSDOM(bytes.toString("utf8"), options);
  try {
    return new Readability(dom.window.document).parse();
  } finally {
    dom.window.close();
  }
}

function seconds(usage) {
  return (usage.user + usage.system) / 1e6;
}

const predictions = process.argv.length > 2 ? fs.openSync(process.argv[2], "w") : null;
const paths = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
let cpu = 0;
let failures = 0;
for (const page of paths) {
  const bytes = fs.readFileSync(page);
  const started = process.cpuUsage();
  let article = null;
  try {
    article = extract(bytes);
  } catch {
    // A page that it cannot read counts as empty, and as a failure.
  }
  cpu += seconds(process.cpuUsage(started));
  failures += article === null ? 1 : 0;
  if (predictions !== null) {
    const text = article === null ? "" : article.textContent;
    fs.writeSync(predictions, JSON.stringify({ id: path.parse(page).name, text }) + "\n");
  }
}
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ seconds_cpu: cpu, pages: paths.length, failures, peak_rss_bytes: peak }));
