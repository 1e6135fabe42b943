// The behaviour of the page. Texts of the explained page are only ever set as text.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const main = byId("paragraphs");
  const items = [...main.getElementsByClassName("paragraph")];
  const buttons = [...byId("engines").getElementsByTagName("button")];
  const labels = new Map();
  let shown = 0;
  let labelling = false;
  let unsaved = false;

  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };
  const percent = (share) => `${Math.round(share * 100)} %`;
  const signed = (number) => (number < 0 ? "−" : "+") + Math.abs(number).toFixed(2);
  const keeps = (index, engine) => data.paragraphs[index].kept[engine] === "1";
  const textOf = (index) => items[index].getElementsByClassName("text")[0].textContent;

  // What an answer keeps.

  const state = (index) => {
    if (!labelling) return keeps(index, shown) ? "kept" : "dropped";
    if (!labels.has(index)) return "unmarked";
    return labels.get(index) ? "content" : "not content";
  };

  const draw = (index) => {
    const { classList } = items[index];
    const kept = keeps(index, shown);
    classList.toggle("kept", kept && !labelling);
    classList.toggle("differs", kept !== keeps(index, 0) && !labelling);
    classList.toggle("content", labelling && labels.get(index) === true);
    classList.toggle("other", labelling && labels.get(index) === false);
    items[index].getElementsByClassName("spoken")[0].textContent = `${state(index)}: `;
  };

  const outline = () => {
    const isShown = (index) => data.paragraphs[index].level && keeps(index, shown);
    const headings = [...items.keys()].filter(isShown);
    const highest = Math.min(...headings.map((index) => data.paragraphs[index].level));
    const links = headings.map((index) => {
      const link = element("a", "", textOf(index));
      link.href = `#p${index}`;
      link.dir = "auto";
      return element("li", `in${data.paragraphs[index].level - highest}`, link);
    });
    byId("outline").replaceChildren(...(links.length ? links : [element("li", "", "No headings.")]));
  };

  const first = () => {
    const index = data.paragraphs.findIndex((_, index) => keeps(index, shown));
    byId("first").hidden = index < 0;
    byId("first").href = `#p${index}`;
  };

  const status = () => {
    const { status } = data.engines[shown];
    const marked = `${labels.size} of ${items.length} paragraphs marked.`;
    byId("status").textContent = labelling ? marked : status;
  };

  const places = [...document.querySelectorAll(".map rect:not(.hidden)")];

  const drawAll = () => {
    items.forEach((_, index) => draw(index));
    for (const place of places) {
      place.setAttribute("class", keeps(Number(place.dataset.paragraph), shown) ? "kept" : "dropped");
    }
    buttons.forEach((button, engine) => button.setAttribute("aria-pressed", engine === shown));
    outline();
    first();
    status();
  };

  // The reasons for one paragraph.

  const answers = ({ kept, reasons }) => {
    const list = element("ul");
    data.engines.forEach(({ name }, engine) => {
      const line = element("li", kept[engine] === "1" ? "yes" : "no");
      line.append(element("span", "spoken", kept[engine] === "1" ? "kept by " : "dropped by "), name);
      const reason = data.reasons[reasons[engine]];
      if (reason) line.append(" ", element("span", "reason", `· ${reason}`));
      list.append(line);
    });
    return list;
  };

  // The parts between backticks as code.
  const coded = (text) => text.split("`").map((part, index) => (index % 2 ? element("code", "", part) : part));

  const feature = ([column, value, logOdds], largest) => {
    const bar = element("span", logOdds < 0 ? "against" : "for");
    bar.style.width = `${(Math.abs(logOdds) / largest) * 50}%`;
    const track = element("div", "track", bar);
    track.setAttribute("aria-hidden", "true");
    const name = element("span", "name", ...coded(`${data.columns[column]}: `), element("b", "", value));
    return element("li", "feature", name, track, element("span", "number", signed(logOdds)));
  };

  const features = ({ probability, logOdds, features, others }) => {
    const largest = Math.max(...features.map(([, , logOdds]) => Math.abs(logOdds)), 0.5);
    const list = element("ul", "", ...features.map((one) => feature(one, largest)));
    const sum = `Log-odds: ${signed(data.base)} to begin with, ${signed(others)} by all other features, ` +
      `${signed(logOdds)} in all, which is a probability of ${percent(probability)}.`;
    return [element("h3", "", "What speaks for content (right) and against it (left), in log-odds"), list, element("p", "reason", sum)];
  };

  const why = (paragraph) => {
    const parts = [answers(paragraph)];
    if (paragraph.features) {
      parts.push(...features(paragraph));
    } else if (data.base !== null) {
      parts.push(element("p", "reason", "Too far from everything that an engine keeps: the model did not look at it."));
    }
    if (paragraph.path) parts.push(element("h3", "", "Place in the page"), element("p", "path", paragraph.path));
    return parts;
  };

  // The panel is filled when it is needed, which may be at once: browsers remember open ones.
  const fill = (index) => {
    const panel = items[index].getElementsByClassName("why")[0];
    if (!items[index].open || panel.dataset.full) return;
    panel.dataset.full = "yes";
    panel.replaceChildren(...why(data.paragraphs[index]));
  };

  items.forEach((item, index) => {
    item.addEventListener("toggle", () => fill(index));
    fill(index);
  });

  // Labels.

  const mark = (index, label) => {
    if (label === undefined) labels.delete(index);
    else labels.set(index, label);
    unsaved = labels.size > 0;
    draw(index);
    status();
  };

  const next = (label) => (label === undefined ? true : label ? false : undefined);

  const move = (index, step) => {
    const item = items[index + step];
    if (!item) return;
    item.firstElementChild.focus();
    item.scrollIntoView({ block: "nearest" });
  };

  const indexOf = (target) => items.indexOf(target.closest?.(".paragraph"));

  main.addEventListener("click", (event) => {
    if (!labelling || !event.target.closest("summary")) return;
    event.preventDefault();
    const index = indexOf(event.target);
    if (index >= 0) mark(index, next(labels.get(index)));
  });

  main.addEventListener("keydown", (event) => {
    if (!labelling || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = indexOf(event.target);
    const actions = {
      c: () => (mark(index, true), move(index, 1)),
      n: () => (mark(index, false), move(index, 1)),
      u: () => mark(index, undefined),
      ArrowDown: () => move(index, 1),
      ArrowUp: () => move(index, -1),
    };
    if (index < 0 || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });

  const save = () => {
    const marked = [...labels].sort(([one], [other]) => one - other);
    const file = {
      format: "tamis-labels-1",
      source: data.source,
      url: data.url,
      paragraphs: items.length,
      labels: marked.map(([index, content]) => ({ paragraph: index, content, text: textOf(index) })),
    };
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 1)}\n`], { type: "application/json" }));
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    unsaved = false;
  };

  byId("label").addEventListener("click", () => {
    labelling = !labelling;
    byId("label").setAttribute("aria-pressed", labelling);
    document.body.classList.toggle("labelling", labelling);
    byId("labelling").hidden = byId("hint").hidden = !labelling;
    byId("guide").hidden = labelling;
    for (const item of items) item.open = false;
    drawAll();
  });
  byId("take").addEventListener("click", () => {
    items.forEach((_, index) => labels.has(index) || labels.set(index, keeps(index, shown)));
    unsaved = labels.size > 0;
    drawAll();
  });
  byId("clear").addEventListener("click", () => {
    labels.clear();
    unsaved = false;
    drawAll();
  });
  byId("save").addEventListener("click", save);
  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });

  buttons.forEach((button, engine) => {
    button.addEventListener("click", () => {
      shown = engine;
      drawAll();
    });
  });
  byId("engines").hidden = buttons.length < 2;
  byId("tools").hidden = items.length === 0;
  if (matchMedia("(min-width: 60rem)").matches) {
    for (const about of document.getElementsByClassName("about")) about.open = true;
  }
})();
