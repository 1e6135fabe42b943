import "#load";

export * from "./core.js";
export { TamisError } from "./error.js";
