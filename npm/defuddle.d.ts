/** The names of `defuddle` 0.19. */

/** A document of any DOM, an object with a window such as jsdom's, HTML, or its bytes. */
export type Page =
  | string
  | Uint8Array
  | { documentElement: { outerHTML: string } }
  | { window: { document: any; location?: { href: string } } };

export interface DefuddleOptions {
  url?: string;
  /** True to write `content` as Markdown. */
  markdown?: boolean;
  /** True to add `contentMarkdown`. */
  separateMarkdown?: boolean;
  removeImages?: boolean;
  includeReplies?: boolean | "extractors";
}

export interface DefuddleResponse {
  /** Safe HTML, or Markdown. */
  content: string;
  contentMarkdown?: string;
  title: string;
  description: string;
  domain: string;
  favicon: string;
  image: string;
  language: string;
  published: string;
  author: string;
  site: string;
  schemaOrgData: any;
  wordCount: number;
  /** Milliseconds. */
  parseTime: number;
  metaTags: { name: string | null; property: string | null; content: string | null }[];
}

export interface DefuddleParser {
  parse(): DefuddleResponse;
  parseAsync(): Promise<DefuddleResponse>;
}

export interface DefuddleFunction {
  new (page: Page, options?: DefuddleOptions): DefuddleParser;
  (page: Page, url?: string, options?: DefuddleOptions): Promise<DefuddleResponse>;
}

export const Defuddle: DefuddleFunction;
export default Defuddle;
