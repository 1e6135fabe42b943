/** The main content of web pages: text, Markdown, safe HTML, metadata. */

declare global {
  interface SymbolConstructor {
    /** The end of a block that begins with `using`. Older libraries of TypeScript lack it. */
    readonly dispose: unique symbol;
  }
}

/** HTML: a text, bytes in any encoding, or a document of any DOM. */
export type Html = string | Uint8Array | ArrayBuffer | { documentElement: { outerHTML: string } };

/** HTML that comes in pieces. */
export type HtmlStream = ReadableStream<Uint8Array> | ReadableStream<string>;

/** Options of an extraction. All have defaults that suit most pages. */
export interface Options {
  /** The strategy that chooses the content. Default `"auto"`. */
  strategy?: "auto" | "smart" | "justext" | "readability" | "selectors" | "density";
  /** The language of the stopwords, such as `"German"` or `"de"`. Default: the page's own. */
  language?: string;
  /** Stopwords of your own. None at all for engines that work independently of the language. */
  stopwords?: readonly string[];
  /** The measure that `auto` favours. Default `"balanced"`. */
  favor?: "balanced" | "precision" | "recall";
  /** True to run `auto` without Readability. Default false. */
  fast?: boolean;
  /** The place of the title in the content. Default `"strip"` for the blends. */
  title?: "keep" | "add" | "strip";
  /** True to look for readers' comments. Default false. */
  comments?: boolean;
  /** The use of text from a page's own JSON. Default `"auto"`. */
  pageJson?: "auto" | "never";
  /** The last day that a page's date can be. Default: no last day. */
  latestDate?: Date | string;
  /** The rules by which the encoding of a page is determined. Default `"evidence"`. */
  encodingRules?: "evidence" | "standard";
  /** True to repair text that was read in the wrong encoding and saved. Default false. */
  fixMojibake?: boolean;
  /**
   * True to leave out all text that readers do not see, also if it is long or an inline style makes
   * it unreadable. For texts that a model reads. Default false.
   */
  dropHidden?: boolean;
  /** Rules for single sites: the names and texts of rule files. */
  siteRules?: Readonly<Record<string, string>>;
  /** CSS selectors of the elements that are the content. Default: none, and it is found. */
  select?: readonly string[];
  /** CSS selectors of elements that are no part of the page. Default: none. */
  drop?: readonly string[];
  /** Limits on the cost of a page, such as `{ depth: 512 }`. */
  limits?: Readonly<Record<string, number>>;
  /** Parameters of jusText, such as `{ lengthLow: 70 }`. */
  justext?: Readonly<Record<string, unknown>>;
  /** Parameters of Readability. */
  readability?: Readonly<Record<string, unknown>>;
  /** Parameters of the selector engine. */
  selectors?: Readonly<Record<string, unknown>>;
  /** Parameters of the density engine. */
  density?: Readonly<Record<string, unknown>>;
  /** Parameters of the blend `smart`. */
  smart?: Readonly<Record<string, unknown>>;
}

/** What is known about a page besides its HTML. */
export interface About {
  /** The address. Relative links are resolved against it. One that is not valid is ignored. */
  url?: string | URL;
  /** The encoding, if the page came with one. Not used for texts. */
  charset?: string;
}

export interface MarkdownOptions {
  links?: "inline" | "referenced" | "omitted";
  images?: boolean;
  embeds?: boolean;
  tables?: "auto" | "blocks" | "signs";
  headings?: boolean;
  emphasis?: boolean;
  /** The longest line, in columns. Default: paragraphs are one line. */
  width?: number;
  /** True to begin with the metadata as YAML. Default false. */
  frontMatter?: boolean;
  /** The address that relative ones are resolved against. Default: the page's. */
  base?: string;
}

export interface TextOptions {
  /** True to write the signs of lists. Default false. */
  listMarkers?: boolean;
  /** The longest line, in columns. Default: paragraphs are one line. */
  width?: number;
}

export interface HtmlOptions {
  /** True to write the content alone, without `<html>` and `<head>`. Default false. */
  fragment?: boolean;
  images?: boolean;
  links?: boolean;
  embeds?: "link" | "frame" | "omitted";
  emphasis?: boolean;
  base?: string;
}

export interface XmlOptions {
  links?: boolean;
  images?: boolean;
  embeds?: boolean;
  emphasis?: boolean;
  base?: string;
}

/** The fields that are added to JSON. Default: none of them. */
export interface JsonAdditions {
  markdown?: boolean;
  html?: boolean;
  paragraphs?: boolean;
  verdicts?: boolean;
}

/** A value with the place on the page that states it, such as `"meta og:title"`. */
export interface Sourced {
  value: string;
  source: string;
}

/** Metadata by the names of the JSON output. What the page does not state is missing. */
export interface Metadata {
  title?: Sourced;
  byline?: Sourced;
  authors?: Sourced[];
  published?: Sourced;
  modified?: Sourced;
  description?: Sourced;
  site_name?: Sourced;
  language?: Sourced;
  canonical?: Sourced;
  image?: Sourced;
  favicon?: Sourced;
  [name: string]: unknown;
}

/** A paragraph of a page, with the decision about it. */
export interface Paragraph {
  /** The text, with white space collapsed and trimmed. */
  text: string;
  /** True if the paragraph is main content. */
  kept: boolean;
  /** The reason of the engine that decided. Empty if it gives none. */
  reason: string;
  /** True if the paragraph is in a heading. */
  inHeading: boolean;
}

/** A piece of Markdown with the headings above it. */
export interface Chunk {
  headings: string[];
  markdown: string;
}

export type PageType =
  "article" | "forum" | "product" | "collection" | "listing" | "documentation" | "service";

/** The main content of a page, in any format. Each is made when it is asked for. */
export class Extraction {
  private constructor();
  /** The main content as text. Empty if there is none. */
  readonly text: string;
  readonly title: string | null;
  /** The language, declared or detected, as a BCP 47 tag. */
  readonly language: string | null;
  /** The encoding, as the Encoding standard names it. */
  readonly encoding: string;
  /** The confidence that the text is the main content and all of it, 0 to 1. */
  readonly confidence: number;
  /** `null` without the learned model. */
  readonly pageType: PageType | null;
  /** `"found"`, or the likely reason why there is no content. */
  readonly outcome: string;
  /** The name of the engine that decided. */
  readonly strategyUsed: string;
  /** `"elements"`, or the JSON of the page that the text comes from. */
  readonly textSource: string;
  /** Doubts about the page and the text, one sentence each. */
  readonly warnings: string[];
  readonly metadata: Metadata;
  /** The text of readers' comments. `null` if they were not asked for. */
  readonly comments: string | null;
  /** All paragraphs of the page, kept or not. */
  readonly paragraphs: Paragraph[];
  /** The posts of a thread with text, author and date. Empty for other pages. */
  readonly posts: Record<string, unknown>[];
  textWith(options?: TextOptions): string;
  markdown(options?: MarkdownOptions): string;
  /** Returns HTML that is safe to show. */
  html(options?: HtmlOptions): string;
  xml(options?: XmlOptions): string;
  tei(options?: XmlOptions): string;
  /** Returns pieces of Markdown of at most `maxChars` characters. */
  chunks(options?: MarkdownOptions & { maxChars?: number }): Chunk[];
  /** Returns everything as JSON on one line, as the program writes it. */
  json(additions?: JsonAdditions): string;
  toObject(additions?: JsonAdditions): Record<string, unknown>;
  toJSON(): Record<string, unknown>;
  /** Returns the reasons for each paragraph. */
  explain(): Record<string, unknown>;
  toString(): string;
  /** Gives the page's memory back now, not when the object is collected. */
  free(): void;
  [Symbol.dispose](): void;
}

/** Extracts from one page after another with the same options, and keeps its buffers. */
export class Extractor {
  /** @throws {TamisError} of the kind `"config"` if an option is unknown or not valid. */
  constructor(options?: Options);
  extract(html: Html, about?: About): Extraction;
  extract(html: HtmlStream, about?: About): Promise<Extraction>;
  free(): void;
  [Symbol.dispose](): void;
}

/** Extracts the main content of a page. */
export function extract(html: Html, options?: Options & About): Extraction;
export function extract(html: HtmlStream, options?: Options & About): Promise<Extraction>;

/** Returns the main content of a page as Markdown. */
export function extractMarkdown(
  html: Html,
  options?: Options & About & { markdown?: MarkdownOptions },
): string;
export function extractMarkdown(
  html: HtmlStream,
  options?: Options & About & { markdown?: MarkdownOptions },
): Promise<string>;

/** Returns the reasons for each paragraph of a page: all engines' decisions. */
export function explain(html: Html, options?: Options & About): Record<string, unknown>;
export function explain(
  html: HtmlStream,
  options?: Options & About,
): Promise<Record<string, unknown>>;

/** An error of the package. */
export class TamisError extends Error {
  constructor(kind: "config" | "page" | "internal", message: string, options?: ErrorOptions);
  /** `"config"`: an option. `"page"`: the value given as a page. `"internal"`: a bug. */
  readonly kind: "config" | "page" | "internal";
}
