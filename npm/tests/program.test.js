// The command `tamis`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { extract } from "tamis";

const SENTENCE = "Mix flour, water and salt, and let the dough rest until it has doubled. ";
const BREAD = `<title>Bread</title><nav><a href=/>Home</a></nav><h1>Bread</h1><p>${SENTENCE.repeat(5)}`;
const PROGRAM = new URL("cli.js", import.meta.resolve("tamis")).pathname;

function run(args, input = "") {
  const result = spawnSync(process.execPath, [PROGRAM, ...args], { input, encoding: "utf8" });
  return [result.status, result.stdout, result.stderr];
}

test("files and standard input are read", () => {
  const folder = mkdtempSync(join(tmpdir(), "tamis-"));
  const file = join(folder, "page.html");
  writeFileSync(file, BREAD);
  const text = `${extract(BREAD).text}\n`;
  assert.deepEqual(run([file]), [0, text, ""]);
  assert.deepEqual(run([], BREAD), [0, text, ""]);
  assert.deepEqual(run(["-"], BREAD), [0, text, ""]);
  assert.deepEqual(run([file, file]), [0, text + text, ""]);
  const output = join(folder, "out.md");
  assert.deepEqual(run(["-f", "markdown", "-o", output, file]), [0, "", ""]);
  assert.equal(readFileSync(output, "utf8").trim(), extract(BREAD).markdown().trim());
});

test("formats and options act", () => {
  for (const format of ["text", "markdown", "html", "json", "xml", "tei"]) {
    const [status, out] = run(["--format", format, "--url", "https://example.com/"], BREAD);
    assert.equal(status, 0);
    assert.match(out, /Mix flour/);
  }
  const [, json] = run(["-f", "json", "--strategy", "justext"], BREAD);
  assert.equal(JSON.parse(json).engine, "justext");
  assert.equal(run(["--select", "nav", "--select", "h1"], BREAD)[1], "Home\n\nBread\n");
  assert.equal(run(["--select", "h1, nav", "--drop", "a"], BREAD)[1], "Bread\n");
  assert.match(run(["--title", "add"], BREAD)[1], /^Bread\n/);
  assert.ok(JSON.parse(run(["--explain"], BREAD)[1]).paragraphs.length > 0);
  assert.match(run(["--help"])[1], /Usage/);
  assert.match(run(["--version"])[1], /^tamis \d+\.\d+\.\d+\n$/);
});

test("mistakes are one sentence and status 2", () => {
  for (const args of [["-f", "pdf"], ["--strategy", "best"], ["--nonsense"], ["missing\u001b.html"]]) {
    const [status, out, error] = run(args, BREAD);
    assert.equal(status, 2, args.join(" "));
    assert.equal(out, "");
    assert.match(error, /^tamis: [^\u001b]+\n$/);
  }
});
