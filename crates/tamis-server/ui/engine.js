// The engine of the page of `tamis serve`: the server itself. The page that needs no server has
// another one with the same functions.

export const about = {
  text: "Pages that you give are sent to this server.",
  links: [["For programs", "openapi.json"], ["Fields of JSON", "schema"]],
};

/** Where the token is kept, until the tab is closed. */
const TOKEN = "tamis-token";

/** The server wants a token, or another one. */
export class TokenError extends Error {}

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

/** Makes the engine ready. Returns the pages to choose from: none. */
export async function start() {
  return [];
}

/** Asks the server. Returns what it answers, unless that is an error. */
async function ask(path, options, contentType, body) {
  const stated = Object.entries(options).filter(([, value]) => value);
  const headers = { "content-type": contentType };
  const token = sessionStorage.getItem(TOKEN);
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`${path}?${new URLSearchParams(stated)}`, { method: "POST", headers, body });
  if (response.ok) return response;
  const { error } = await response.json();
  const message = error?.message ?? error ?? `The server answers with status ${response.status}.`;
  throw response.status === 401 ? new TokenError("This server wants a token.") : new Error(message);
}

/** Fetches a page on the web. Returns its text, and its address after redirects. */
export async function open(address) {
  const asked = JSON.stringify({ url: address, formats: ["rawHtml"] });
  const response = await ask("v2/scrape", {}, "application/json", asked);
  const { data } = await response.json();
  return { page: data.rawHtml, url: data.metadata.url };
}

/** What the server keeps of a page. Formats are asked for when they are wanted. */
class Kept {
  #page;
  #options;
  #facts;

  constructor(page, options, facts) {
    this.#page = page;
    this.#options = options;
    this.#facts = facts;
  }

  get text() {
    return this.#facts.text ?? "";
  }
  get encoding() {
    return this.#facts.encoding;
  }
  get outcome() {
    return this.#facts.outcome;
  }
  get pageType() {
    return this.#facts.page_type;
  }
  get confidence() {
    return this.#facts.confidence ?? 0;
  }
  get warnings() {
    return this.#facts.warnings ?? [];
  }
  get metadata() {
    return this.#facts.metadata ?? {};
  }
  explain() {
    return this.#facts;
  }

  #as(format, more = {}) {
    return send("v1/extract", this.#page, { ...this.#options, format, ...more });
  }
  async markdown({ frontMatter } = {}) {
    return (await this.#as("markdown", { front_matter: frontMatter })).text();
  }
  async html() {
    return (await this.#as("html")).text();
  }
  async json() {
    return (await this.#as("json")).text();
  }
  async epub() {
    const response = await this.#as("epub");
    const blob = await response.blob();
    if (blob.size === 0) throw new Error("Nothing is kept of this page, so there is no book.");
    return blob;
  }
  /** The page that says why each paragraph is kept or dropped. */
  async explained() {
    return (await send("v1/explain", this.#page, { ...this.#options, format: "html" })).blob();
  }
  free() {}
}

/** Sends a page. Bytes are read in the encoding that they declare. */
function send(path, page, options) {
  return ask(path, options, typeof page === "string" ? "text/html; charset=utf-8" : "text/html", page);
}

/** Extracts from a page: a text or bytes. */
export async function extract(page, options) {
  // The server takes no empty page.
  const sent = page.length === 0 ? " " : page;
  const facts = await (await send("v1/explain", sent, { ...options, format: "json" })).json();
  return new Kept(sent, options, facts);
}
