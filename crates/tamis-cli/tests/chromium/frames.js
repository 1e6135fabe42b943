// Shows every page in a frame of its own, several at a time, and passes on what it tells. PAGES and ORIGIN are set by the
// server.
"use strict";
(() => {
  const FRAMES = 16;
  // A page with an open attack may lead its frame elsewhere, and then never tells that it was shown.
  const LONGEST = { escaped: 120000, guarded: 4000, open: 2500 };
  const SETTLE = 150;
  const note = (path) => fetch(`${ORIGIN}/${path}`, { method: "POST", mode: "no-cors" });
  const waiting = new Map();
  addEventListener("message", ({ data }) => {
    if (typeof data !== "string" || !/^(fired|checked)\//.test(data)) return;
    note(data);
    if (data.startsWith("checked/")) waiting.get(data.slice("checked/".length))?.();
  });
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

  const show = async (page) => {
    const frame = document.createElement("iframe");
    frame.style = "position: fixed; top: 0; left: 0; width: 600px; height: 500px";
    // All but the page around: one attack must not end the run of the others.
    frame.sandbox = "allow-scripts allow-same-origin allow-forms allow-modals";
    const checked = new Promise((resolve) => waiting.set(page, resolve));
    frame.src = `${ORIGIN}/${page}`;
    document.body.append(frame);
    await Promise.race([checked, wait(LONGEST[page.split("/")[0]])]);
    await wait(SETTLE);
    frame.remove();
  };

  const pages = [...PAGES];
  const work = async () => {
    while (pages.length > 0) await show(pages.shift());
  };
  addEventListener("load", async () => {
    await Promise.all(Array.from({ length: FRAMES }, work));
    note("done");
  });
})();
