(labels) => {
  // More buttons than these of the same label are those of teasers, not of a story.
  const MOST = 2;
  // Places whose buttons are about something else.
  const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
  // The same, unless the story is in them: a class may be that of the whole page, and a form may be
  // around it.
  const ELSEWHERE = [
    "[class*=cookie i], [id*=cookie i], [class*=consent i], [id*=consent i]",
    "[class*=subscri i], [class*=newsletter i], [class*=paywall i], [class*=login i]",
    "[class*=carousel i], [class*=slider i], [class*=swiper i], [class*=slick i]",
    "[class*=gallery i], [class*=player i], [aria-roledescription]",
    "[class*=comment i], [id*=comment i], [class*=disqus i], [id*=disqus i]",
    "[class*=calendar i], [class*=datepicker i], form",
  ].join(", ");
  const STORY = "article, main, h1";
  const CONTROLS = "a, button, [role=button], [role=link], input[type=button]";
  // What a button says, without arrows and numbers: "Next (2/5) ›" is "next".
  const plain = (text) =>
    (text || "").toLowerCase().replace(/[\s\p{P}\p{S}\p{N}]+/gu, " ").trim();
  const wanted = new Set(labels.map(plain));
  const isRelNext = (control) => /(^|\s)next(\s|$)/i.test(control.getAttribute("rel") || "");
  const said = (control) =>
    [control.getAttribute("aria-label"), control.innerText, control.value, control.title]
      .map(plain).find((text) => text) || "";
  const isElsewhere = (control) => {
    for (let at = control; at && at !== document.body;) {
      if (at.matches(DIALOGS)) return true;
      if (at.matches(ELSEWHERE) && !at.querySelector(STORY)) return true;
      const root = at.getRootNode();
      at = at.parentElement || (root instanceof ShadowRoot ? root.host : null);
    }
    return false;
  };
  const isUsable = (control) =>
    !control.disabled && control.getAttribute("aria-disabled") !== "true" &&
    control.getClientRects().length > 0 && getComputedStyle(control).visibility === "visible";
  const found = [];
  const search = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) search(element.shadowRoot);
      if (!element.matches(CONTROLS)) continue;
      const label = said(element);
      if (!isRelNext(element) && !wanted.has(label)) continue;
      if (isUsable(element) && !isElsewhere(element)) found.push({ element, label });
    }
  };
  search(document);
  const number = new Map();
  for (const { label } of found) number.set(label, (number.get(label) || 0) + 1);
  const few = found.filter(({ label }) => number.get(label) <= MOST);
  // What says that it is a page or reading on is more than what says "next" alone. Of two, the one
  // below the story is taken.
  const rank = ({ element, label }) => isRelNext(element) ? 2 : label.includes(" ") ? 1 : 0;
  const best = few.reduce((best, one) => best && rank(best) > rank(one) ? best : one, null);
  if (!best) return false;
  if (globalThis.tamis) globalThis.tamis.last = performance.now();
  best.element.click();
  return true;
}
