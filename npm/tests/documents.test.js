// The blocks of JavaScript in pages of the book: the first steps, and those for people who come from
// other libraries.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

/** The folder of the book. The tests run in a folder of `target`. */
const DOCS = new URL("../../docs/", import.meta.url);
const BLOCK = /^```js\n(.*?)^```$/gms;
/** What a line prints is after it. */
const PRINTED = /^console\.log\(.*\); \/\/ (.*)$/gm;

/** Runs a block as a module of its own, and returns what it prints. */
function run(code) {
  const file = new URL("block.mjs", import.meta.url);
  writeFileSync(file, code);
  try {
    const done = spawnSync(process.execPath, [fileURLToPath(file)], { encoding: "utf8" });
    assert.equal(done.status, 0, `${code}\n${done.stderr}`);
    return done.stdout;
  } finally {
    rmSync(file);
  }
}

const pages = readdirSync(DOCS).filter((name) => /^(coming-from-.*|first-steps)\.md$/.test(name));
const blocks = pages.flatMap((name) =>
  [...readFileSync(new URL(name, DOCS), "utf8").matchAll(BLOCK)].map(([, code]) => [name, code]),
);

test("there are blocks of three pages", () => {
  const names = new Set(blocks.map(([name]) => name));
  assert.deepEqual([...names].sort(), [
    "coming-from-defuddle.md",
    "coming-from-readability.md",
    "first-steps.md",
  ]);
});

for (const [index, [name, code]] of blocks.entries()) {
  test(`${name}, block ${index + 1} of all, prints what it says`, () => {
    const printed = [...code.matchAll(PRINTED)].map(([, text]) => `${text}\n`).join("");
    assert.notEqual(printed, "");
    assert.equal(run(code), printed);
  });
}
