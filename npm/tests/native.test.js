// The same bytes as the program on pages of the corpora: text, Markdown, HTML and JSON.
// `TAMIS_PROGRAM` is the program, `TAMIS_CORPORA` the folder with the corpora as archives. A sample of
// the pages, or all with `TAMIS_FULL`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import test from "node:test";
import { Extractor } from "tamis";

const { TAMIS_PROGRAM: program, TAMIS_CORPORA: corpora, TAMIS_FULL: full } = process.env;
const PAGES_OF_SAMPLE = 60;

/** JSON without the name of the file, which the program adds. */
function withoutSource(json) {
  const { source, ...rest } = JSON.parse(json);
  return JSON.stringify(rest);
}

/** Each format: the ending of the program's files, and what the package writes. */
const FORMATS = {
  text: ["txt", (of) => of.text],
  markdown: ["md", (of) => of.markdown()],
  html: ["html", (of) => of.html()],
  json: ["json", (of) => of.json()],
};

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  // 1 says that there are pages without content.
  assert.ok(status === 0 || status === 1, `${command} ${args.join(" ")}: ${stderr}`);
}

/** Puts the pages of a corpus, or some of them, into a folder. */
function pagesOf(corpus, folder) {
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  run("tar", ["-xzf", join(corpora, `${corpus}.tar.gz`), "-C", unpacked]);
  const all = readdirSync(unpacked, { recursive: true }).filter((path) => path.endsWith(".html")).sort();
  const step = full ? 1 : Math.max(1, Math.floor(all.length / PAGES_OF_SAMPLE));
  const pages = join(folder, "pages");
  mkdirSync(pages);
  for (const path of all.filter((_, at) => at % step === 0)) {
    copyFileSync(join(unpacked, path), join(pages, basename(path)));
  }
  return pages;
}

for (const corpus of ["wcxb-dev", "daniel", "fundus", "structure"]) {
  test(`the same bytes on ${corpus}`, { skip: !program || !existsSync(join(corpora ?? "", `${corpus}.tar.gz`)) }, () => {
    const folder = mkdtempSync(join(tmpdir(), "tamis-native-"));
    try {
      const pages = pagesOf(corpus, folder);
      const names = readdirSync(pages);
      const extractor = new Extractor();
      for (const [format, [ending, write]] of Object.entries(FORMATS)) {
        const out = join(folder, format);
        run(program, ["--quiet", "--format", format, "--output-dir", out, pages]);
        const differing = names.filter((name) => {
          const extraction = extractor.extract(readFileSync(join(pages, name)));
          const ours = write(extraction);
          extraction.free();
          const file = join(out, name.replace(/html$/, ending));
          const theirs = existsSync(file) ? readFileSync(file, "utf8") : "";
          if (format === "json") return withoutSource(theirs) !== withoutSource(ours);
          return theirs.trimEnd() !== ours.trimEnd();
        });
        assert.deepEqual(differing, [], format);
      }
      console.log(`${corpus}: ${names.length} pages, ${Object.keys(FORMATS).length} formats`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
