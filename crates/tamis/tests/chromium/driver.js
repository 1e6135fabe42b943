// Shows every page in a frame of its own, many at a time, and says when all were shown. PAGES and ORIGIN are
// set by the server.
"use strict";
(() => {
  const FRAMES = 32;
  // A vector as it is may lead its frame elsewhere, and is not waited for; a sanitized page always says that it is done.
  const LONGEST = { raw: 2500, clean: 120000 };
  const SETTLE = 300;
  const shown = new Map();
  addEventListener("message", ({ source }) => shown.get(source)?.());
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

  const show = async (page) => {
    const frame = document.createElement("iframe");
    // All in view, one over the other: what is out of view is not drawn, and so not animated.
    frame.style = "position: fixed; top: 0; left: 0; width: 400px; height: 300px";
    // All but the page around: one vector must not end the run of the others.
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
    fetch(`${ORIGIN}/done`, { method: "POST", mode: "no-cors" });
  });
})();
