// Shows every page in a frame of its own, many at a time, and requests `done` when all were shown.
// PAGES, LONGEST and ORIGIN are set by the server.
"use strict";
(() => {
  const FRAMES = 24;
  const SETTLE = 200;
  const note = (path) => fetch(`${ORIGIN}/${path}`, { method: "POST", mode: "no-cors" });
  const shown = new Map();
  // Requests may be forbidden in a page, so what it tells is passed on.
  addEventListener("message", ({ source, data }) => {
    if (typeof data !== "string" || !/^(fired|checked)\b/.test(data)) return;
    if (data.includes("/")) note(data);
    if (data.startsWith("checked")) shown.get(source)?.();
  });
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

  const show = async (page) => {
    const frame = document.createElement("iframe");
    // All in view, one over the other: what is out of view is not drawn, and so not animated.
    frame.style = "position: fixed; top: 0; left: 0; width: 600px; height: 500px";
    // All but the page around: one attack must not end the run of the others.
    frame.sandbox = "allow-scripts allow-same-origin allow-forms allow-modals";
    frame.src = `${ORIGIN}/${page}`;
    document.body.append(frame);
    const { contentWindow } = frame;
    const checked = new Promise((resolve) => shown.set(contentWindow, resolve));
    await Promise.race([checked, wait(LONGEST[page.split("/")[0]])]);
    shown.delete(contentWindow);
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
