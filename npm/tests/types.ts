// The types, as users meet them. Compiled by `cargo xtask npm --test`, never run.
import { explain, extract, extractMarkdown, Extractor, TamisError, type Options } from "tamis";
import { Defuddle } from "tamis/defuddle";
import * as manual from "tamis/manual";
import { isProbablyReaderable, Readability } from "tamis/readability";

const html = "<p>Bread";
const options: Options = { strategy: "smart", latestDate: new Date(), justext: { lengthLow: 70 } };
const extraction = extract(html, { ...options, url: new URL("https://example.com/") });
const title: string | null = extraction.title;
const markdown: string = extractMarkdown(new Uint8Array(), { markdown: { links: "omitted" } });
const stream = new ReadableStream<Uint8Array>();
const later: Promise<string> = extractMarkdown(stream);
const first: string | undefined = extraction.metadata.authors?.[0]?.value;
const pieces: string[] = extraction.chunks({ maxChars: 500 }).map((chunk) => chunk.markdown);
const reasons: Record<string, unknown> = explain(html);
new Extractor(options).extract(html, { charset: "gbk" }).free();

const article = new Readability(html, { serializer: () => 5 }).parse();
const content: number | undefined = article?.content;
const is: boolean = isProbablyReaderable(html, { minScore: 10 });
const words: Promise<number> = Defuddle(html, "https://example.com/").then((of) => of.wordCount);
const sync: string = new Defuddle(html, { markdown: true }).parse().content;

await manual.init(fetch("/tamis.wasm"));
const kind: "config" | "page" | "internal" = new TamisError("page", "…").kind;

{
  using held = extract(html);
  held.text satisfies string;
}

// @ts-expect-error There is no such option.
extract(html, { strategie: "auto" });
// @ts-expect-error A page is no number.
extract(5);
// @ts-expect-error There is no such format.
extraction.pdf();

export { content, first, is, kind, later, markdown, pieces, reasons, sync, title, words };
