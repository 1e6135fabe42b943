// Tabs by the pattern of the ARIA authoring practices: one stop for Tab, arrows between tabs.

/** Makes tabs of the elements `tab-NAME` and `view-NAME`. `changed` is told when another is open. */
export function makeTabs(names, changed) {
  const tab = (name) => document.getElementById(`tab-${name}`);
  let selected = names[0];

  function select(name, { quietly = false } = {}) {
    selected = name;
    for (const one of names) {
      const is = one === name;
      tab(one).setAttribute("aria-selected", is);
      tab(one).tabIndex = is ? 0 : -1;
      document.getElementById(`view-${one}`).hidden = !is;
    }
    if (!quietly) changed(name);
  }

  for (const [at, name] of names.entries()) {
    tab(name).addEventListener("click", () => select(name));
    tab(name).addEventListener("keydown", (event) => {
      const last = names.length - 1;
      const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      select(names[next]);
      tab(names[next]).focus();
    });
  }
  select(selected, { quietly: true });
  return { select, selected: () => selected };
}
