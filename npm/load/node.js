// Node.js, Bun, Deno: the module is a file, and is compiled at once.
import { readFileSync } from "node:fs";
import { hasSimd } from "../simd.js";
import { initSync } from "../wasm/tamis.js";

const address = hasSimd
  ? new URL("../wasm/tamis.wasm", import.meta.url)
  : new URL("../wasm/tamis-baseline.wasm", import.meta.url);
initSync({ module: readFileSync(address) });
