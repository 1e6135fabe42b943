/** The names of `@mozilla/readability` 0.6. */

/** A document of any DOM, or HTML. */
export type Page = string | { documentElement: { outerHTML: string } };

export interface ReadabilityOptions<T = string> {
  maxElemsToParse?: number;
  nbTopCandidates?: number;
  charThreshold?: number;
  classesToPreserve?: readonly string[];
  keepClasses?: boolean;
  disableJSONLD?: boolean;
  linkDensityModifier?: number;
  allowedVideoRegex?: RegExp;
  /** Makes the content from an element with it. Only with a document. */
  serializer?: (root: any) => T;
  /** Has no effect. */
  debug?: boolean;
  /** The address of the page. Default: that of the document. Not in the original. */
  url?: string;
  /** True to take out scripts of the page, also in attributes. Not in the original. */
  sanitize?: boolean;
}

export interface Article<T = string> {
  title: string;
  byline: string | null;
  dir: string | null;
  lang: string | null;
  /** HTML. **Not safe to show** without `sanitize`. */
  content: T;
  textContent: string;
  /** The length of `textContent` in UTF-16 code units. */
  length: number;
  excerpt: string | null;
  siteName: string | null;
  publishedTime: string | null;
}

export class Readability<T = string> {
  constructor(page: Page, options?: ReadabilityOptions<T>);
  /** Returns the article. `null` if there is none. Leaves the document as it is. */
  parse(): Article<T> | null;
}

/** Returns true if a page probably has an article. A `visibilityChecker` is not called. */
export function isProbablyReaderable(
  page: Page,
  options?: { minContentLength?: number; minScore?: number; visibilityChecker?: unknown },
): boolean;
