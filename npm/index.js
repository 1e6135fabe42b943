import "#load";
import * as native from "./wasm/tamis.js";
import { bind } from "./core.js";

export { TamisError } from "./error.js";
export const { Extraction, Extractor, extract, extractMarkdown, explain } = bind(native);
