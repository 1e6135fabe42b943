// Makes a script of each framework's program: `node bundle.mjs SOURCES PACKAGES OUTPUT`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [sources, packages, output] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(packages, "package.json"));
const { compile } = require("svelte/compiler");
const esbuild = require("esbuild");

mkdirSync(output, { recursive: true });
const article = readFileSync(join(sources, "Article.svelte"), "utf8");
const compiled = compile(article, { generate: "client" }).js.code;

for (const name of ["angular", "lit", "preact", "react", "svelte", "vue"]) {
  const program = readFileSync(join(sources, `${name}.js`), "utf8");
  // The packages are found from their folder, so the programs are built there.
  writeFileSync(join(packages, `${name}.js`), program);
  writeFileSync(join(packages, "Article.svelte.js"), compiled);
  await esbuild.build({
    entryPoints: [join(packages, `${name}.js`)],
    outfile: join(output, `${name}.js`),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    conditions: ["browser", "production"],
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
      ngDevMode: "false",
    },
    logLevel: "error",
  });
}
