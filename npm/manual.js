// As index.js, but the caller says where the module comes from.
import initialize, { initSync } from "./wasm/tamis.js";

export * from "./core.js";
export { TamisError } from "./error.js";
export { hasSimd } from "./simd.js";

/** @type {Promise<void> | undefined} */
let begun;

/** Loads the module. A second call does nothing.
 *
 * @param {any} source
 */
export function init(source) {
  begun ??= load(source).catch((error) => {
    begun = undefined;
    throw error;
  });
  return begun;
}

/** @param {any} source */
async function load(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) initSync({ module: given });
  else await initialize({ module_or_path: given });
}
