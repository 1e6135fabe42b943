// Workers at the edge: they compile no bytes, so that the module is imported compiled.
import { initSync } from "../wasm/tamis.js";
import module from "../wasm/tamis.wasm";

initSync({ module });
