/**
 * Returns the function `init` of an entry. A second call does nothing.
 *
 * @param {(source: any) => Promise<unknown>} initialize
 * @param {(source: any) => unknown} initSync
 */
export function initializer(initialize, initSync) {
  /** @type {Promise<void> | undefined} */
  let begun;
  /** @param {any} source */
  return (source) =>
    (begun ??= (async () => {
      const given = await source;
      if (given instanceof WebAssembly.Module) initSync({ module: given });
      else await initialize({ module_or_path: given });
    })().catch((error) => {
      begun = undefined;
      throw error;
    }));
}
