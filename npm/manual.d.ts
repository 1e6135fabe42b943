export * from "./index.js";

/** Where the WebAssembly module comes from: an address, a response, bytes, or compiled. */
export type ModuleSource =
  string | URL | Request | Response | Uint8Array | ArrayBuffer | WebAssembly.Module;

/** Loads the module. Nothing works before it. A second call does nothing. */
export function init(source: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** True if the runtime takes `tamis/tamis.wasm`. The others take `tamis/tamis-baseline.wasm`. */
export const hasSimd: boolean;
