// The view that says why a paragraph is kept or dropped.
import { element } from "./element.js";

const percent = (share) => `${Math.round(share * 100)} %`;
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(2)}`;

/** Draws all paragraphs. `chosen` is told the number of one that is opened. */
export function drawWhy(root, explanation, chosen) {
  const all = explanation.paragraphs.map((paragraph, number) => {
    const item = element("details", classOf(paragraph), summaryOf(paragraph));
    // Filled when it is opened: a long page has thousands.
    item.addEventListener("toggle", () => {
      if (!item.open) return;
      if (item.childElementCount === 1) item.append(reasons(paragraph, explanation.base));
      chosen(number);
    });
    return item;
  });
  root.replaceChildren(...(all.length > 0 ? all : [element("p", "nothing", "The page has no text.")]));
}

/** Opens a paragraph, closes the others, and brings it into view. */
export function openParagraph(root, number) {
  if (!root.children[number]) return;
  [...root.children].forEach((item, at) => (item.open = at === number));
  const item = root.children[number];
  item.firstElementChild.focus({ preventScroll: true });
  item.scrollIntoView({ block: "start" });
}

function classOf({ kept, in_heading: inHeading }) {
  return ["paragraph", kept && "kept", inHeading && "heading"].filter(Boolean).join(" ");
}

function summaryOf({ text, kept, probability }) {
  const words = element("span", "words", text);
  words.dir = "auto";
  const spoken = element("span", "spoken", kept ? "Kept: " : "Dropped: ");
  const summary = element("summary", "", spoken, words);
  if (probability !== undefined) summary.append(element("span", "percent", percent(probability)));
  return summary;
}

function reasons(paragraph, base) {
  const panel = element("div", "reasons", answers(paragraph));
  if (paragraph.features) {
    panel.append(...features(paragraph, base));
  } else if (base !== undefined) {
    panel.append(element("p", "", "Too far from everything that an engine keeps: the model did not look at it."));
  }
  if (paragraph.path) {
    panel.append(element("h3", "", "Place in the page"), element("span", "path", paragraph.path));
  }
  return panel;
}

function answers({ engines }) {
  const line = ({ engine, kept, reason }) => {
    const item = element("li", kept ? "yes" : "no");
    item.append(element("span", "spoken", kept ? "kept by " : "dropped by "), engine);
    if (reason) item.append(" ", element("span", "reason", `· ${reason}`));
    return item;
  };
  return element("ul", "", ...engines.map(line));
}

function features({ features: list, other_features: others, log_odds: sum, probability }, base) {
  const largest = Math.max(...list.map((of) => Math.abs(of.log_odds)), 0.5);
  const bars = list.map((of) => feature(of, largest));
  const text = `Log-odds: ${signed(base)} to begin with, ${signed(others)} by all other features, ` +
    `${signed(sum)} in all: a probability of ${percent(probability)}.`;
  const title = "What speaks for content (right) and against it (left), in log-odds";
  return [element("h3", "", title), element("ul", "", ...bars), element("p", "", text)];
}

function feature({ description, shown, log_odds: logOdds }, largest) {
  const bar = element("span", logOdds < 0 ? "against" : "for");
  bar.style.width = `${(Math.abs(logOdds) / largest) * 50}%`;
  const track = element("div", "track", bar);
  track.setAttribute("aria-hidden", "true");
  const name = element("span", "name", ...coded(`${description}: `), element("b", "", shown));
  return element("li", "feature", name, track, element("span", "number", signed(logOdds)));
}

/** The parts between backticks as code. */
function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", "", part) : part));
}
