// Browsers: the module is loaded from beside this file. Bundlers know the form of these addresses.
import { hasSimd } from "../simd.js";
import init from "../wasm/tamis.js";

await init({
  module_or_path: hasSimd
    ? new URL("../wasm/tamis.wasm", import.meta.url)
    : new URL("../wasm/tamis-baseline.wasm", import.meta.url),
});
