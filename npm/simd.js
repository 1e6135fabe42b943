/** A function that returns a vector: eight bytes of code, in the smallest module around it. */
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

/** True if the runtime takes modules with SIMD. Browsers do since March 2023 or before, some old processors do
 * not. */
export const hasSimd = WebAssembly.validate(new Uint8Array(PROBE));
