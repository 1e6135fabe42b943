// Stands in the head of every page. PAGE and ORIGIN are set by the server.
"use strict";
(() => {
  const told = [];
  const tell = (what, how) =>
    told.push(fetch(`${ORIGIN}/${what}/${PAGE}?${how}`, { method: "POST", mode: "no-cors", keepalive: true }));
  const fire = (how) => tell("fired", encodeURIComponent(/string|number/.test(typeof how) ? how : "called"));
  const find = document.querySelectorAll.bind(document);
  for (const name of ["fire", "alert", "confirm", "prompt", "print"]) {
    Object.defineProperty(window, name, { value: fire });
  }

  // Links that lead elsewhere are followed by people, not by themselves.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a, area");
    if (!link) return;
    const address = link.href?.baseVal ?? link.href ?? "";
    if (!URL.canParse(address, document.baseURI)) return;
    if (/^\s*(https?|mailto|tel|ftp):/i.test(new URL(address, document.baseURI).href)) event.preventDefault();
  }, true);

  // The content is written and read again, as editors and readers do.
  const rewrite = () => {
    const content = find("#content")[0];
    for (let round = 0; round < 2; round += 1) content.innerHTML = content.innerHTML;
    const cell = document.createElement("td");
    cell.innerHTML = content.innerHTML;
    content.append(cell);
    document.importNode(new DOMParser().parseFromString(content.innerHTML, "text/html").body, true);
  };

  // Everything is clicked, and whatever waits for an event gets it.
  const exercise = () => {
    for (const element of [...find("body, #content *")]) {
      for (const { name } of [...element.attributes]) {
        if (name.startsWith("on")) element.dispatchEvent(new Event(name.slice(2), { cancelable: true }));
      }
      element.dispatchEvent(new MouseEvent("click", { cancelable: true, bubbles: true }));
    }
  };

  const inspect = () => {
    const bar = find("#page")[0];
    const box = bar.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (top !== bar) fire("covered");
    if (find("#page").length !== 1) fire("id taken");
    if (window.settings !== undefined) fire("variable taken");
    for (const name of ["getElementById", "querySelector"]) {
      if (typeof document[name] !== "function") fire("method taken");
    }
    if (typeof document.cookie !== "string") fire("cookie taken");
    if (!(document.body instanceof HTMLBodyElement) || !(document.head instanceof HTMLHeadElement)) {
      fire("body taken");
    }
  };

  // Finds what in the tree of a sanitized page may run, whether it does or not. `text` is the
  // number of the text that the elements are from.
  const search = (elements, text = "") => {
    const found = (what) => fire(`${text} ${what}`.trim());
    for (const element of elements) {
      const active = /^(script|style|object|embed|applet|base|meta|link|form|template|noscript)$/i;
      if (active.test(element.localName)) found(element.localName);
      for (const { name, value } of element.attributes) {
        if (/^(on|style$|srcdoc$|formaction$)/i.test(name)) found(name);
        if (/^(xlink:)?(href|src)$/.test(name) && URL.canParse(value, document.baseURI)) {
          const { protocol } = new URL(value, document.baseURI);
          const image = protocol === "data:" && element.localName === "img";
          if (!image && !/^(https?|mailto|tel|ftp):$/.test(protocol)) found(protocol);
        }
      }
    }
  };
  Object.defineProperty(window, "searchText", {
    value: (html, text) => search(new DOMParser().parseFromString(html, "text/html").querySelectorAll("body *"), text),
  });

  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    const clean = PAGE.startsWith("clean");
    try {
      inspect();
      if (clean) {
        rewrite();
        search(find("#content *"));
      }
      exercise();
    } finally {
      if (clean) tell("checked", "");
      // The page around removes this one, so the server has to know everything by then.
      Promise.allSettled(told).then(() => parent.postMessage("checked", "*"));
    }
  };
  addEventListener("load", () => setTimeout(run, 50));
  // Attacks may keep the page from loading. A page of harmless content loads, even if it takes
  // long.
  if (!PAGE.startsWith("clean")) setTimeout(run, 1000);
})();
