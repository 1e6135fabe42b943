// As index.js, but the caller says where the module comes from.
import initialize, * as native from "./wasm/tamis.js";
import { bind } from "./core.js";
import { initializer } from "./init.js";

export { TamisError } from "./error.js";
export const init = initializer(initialize, native.initSync);
export const { Extraction, Extractor, extract, extractMarkdown, explain } = bind(native);
