/** An error of the package. `kind` says what it is about. */
export class TamisError extends Error {
  /**
   * @param {"config" | "page" | "internal"} kind
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(kind, message, options) {
    super(message, options);
    this.name = "TamisError";
    this.kind = kind;
  }
}

const BUG = "Tamis failed on this page; please report this bug";

/**
 * Calls into the module. It throws its errors as JSON; anything else is a bug of the library, after
 * which the objects at work are not to be used again.
 *
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
export function call(run) {
  try {
    return run();
  } catch (error) {
    if (typeof error !== "string") {
      throw new TamisError("internal", BUG, { cause: error });
    }
    const { kind, message } = JSON.parse(error);
    throw new TamisError(kind, message);
  }
}
