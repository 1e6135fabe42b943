// The settings are in the address, behind the `#`: browsers send that part to no server.

// `url` is the address of the page, and `open` is "yes" if it was fetched from there.
const DEFAULTS = { page: "", strategy: "auto", favor: "balanced", view: "text", url: "", open: "" };

/** The values that a setting can have, where they are known. */
const VALUES = {
  strategy: ["auto", "smart", "readability", "justext", "density", "selectors"],
  favor: ["balanced", "precision", "recall"],
  view: ["text", "markdown", "html", "metadata", "json", "why"],
};

export function read() {
  const given = new URLSearchParams(location.hash.slice(1));
  const entries = Object.entries(DEFAULTS).map(([name, value]) => {
    const found = given.get(name);
    const isKnown = found !== null && (VALUES[name]?.includes(found) ?? true);
    return [name, isKnown ? found : value];
  });
  return Object.fromEntries(entries);
}

/** Writes settings into the address. Those that have their defaults are left out. */
export function write(changes) {
  const settings = { ...read(), ...changes };
  const changed = Object.entries(settings).filter(([name, value]) => value !== DEFAULTS[name]);
  const hash = new URLSearchParams(changed).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}
