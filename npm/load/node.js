// Node.js, Bun, Deno: the module is a file, and is compiled at once.
import { readFileSync } from "node:fs";
import { initSync } from "../wasm/tamis.js";

initSync({ module: readFileSync(new URL("../wasm/tamis.wasm", import.meta.url)) });
