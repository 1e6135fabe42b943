// Browsers: the module is loaded from beside this file. Bundlers know the form of this address.
import init from "../wasm/tamis.js";

await init({ module_or_path: new URL("../wasm/tamis.wasm", import.meta.url) });
