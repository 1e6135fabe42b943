// Uses explained pages as people do, in frames, and tells the server which checks pass. ORIGIN is set by the server.
"use strict";
(() => {
  const PHONE = 360;
  const DESKTOP = 1200;
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const note = (path) => fetch(`${ORIGIN}/${path}`, { method: "POST", mode: "no-cors" });
  const check = (name, passed) => note(`${passed ? "passed" : "failed"}/${name}`);

  const show = async (page, width) => {
    const frame = document.createElement("iframe");
    frame.style = `width: ${width}px; height: 800px; border: 0`;
    frame.src = `${ORIGIN}/${page}`;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    document.body.append(frame);
    await loaded;
    const { contentWindow, contentDocument } = frame;
    const find = (css) => contentDocument.querySelector(css);
    const all = (css) => [...contentDocument.querySelectorAll(css)];
    return { window: contentWindow, find, all, data: JSON.parse(find("#data").textContent) };
  };

  const reasons = async () => {
    const { find, all, data } = await show("blog", DESKTOP);
    await check("the-policy-allows-the-script", !find("#engines").hidden);
    const item = find(".paragraph.kept");
    const summary = item.querySelector("summary");
    await check("reasons-are-closed", all(".paragraph").every(({ open }) => !open) && !item.querySelector(".why").checkVisibility());
    summary.click();
    await wait(200);
    const text = item.querySelector(".why").textContent;
    const named = data.engines.every(({ name }) => text.includes(name)) && data.engines.length === 5;
    await check("a-click-shows-the-reasons", item.open && item.querySelector(".why").checkVisibility() && named);
    const features = [...item.querySelectorAll(".feature")];
    await check("reasons-name-features", features.length >= 3 && features.every(({ textContent }) => /[a-z)]: .*[+−]\d/.test(textContent)));
    const bars = [...item.querySelectorAll(".track span")];
    await check("bars-have-a-width", bars.length === features.length && bars.every(({ offsetWidth }) => offsetWidth > 0));
    summary.click();
    await wait(200);
    await check("a-second-click-hides-them", !item.open);
    summary.focus();
    await check("paragraphs-take-the-focus", summary.matches(":focus"));
  };

  const answers = async () => {
    const { window, find, all, data } = await show("compared", DESKTOP);
    const written = find("#outline").innerHTML;
    const kept = () => all(".paragraph").map((item) => (item.classList.contains("kept") ? "1" : "0")).join("");
    const expected = (engine) => data.paragraphs.map(({ kept }) => kept[engine]).join("");
    const pressed = () => all("#engines button").map((button) => button.getAttribute("aria-pressed")).join();
    await check("the-first-answer-is-shown", kept() === expected(0) && pressed().startsWith("true,false"));
    const other = data.engines.findIndex((_, engine) => expected(engine) !== expected(0));
    all("#engines button")[other].click();
    await check("another-answer-is-shown", other > 0 && kept() === expected(other) &&
      pressed().split(",").indexOf("true") === other && find("#status").textContent.startsWith(data.engines[other].name));
    const differing = [...expected(0)].filter((sign, index) => sign !== expected(other)[index]).length;
    await check("paragraphs-that-differ-are-marked", all(".differs").length === differing && differing > 0);
    const headings = data.paragraphs.filter(({ level, kept }) => level && kept[other] === "1").length;
    const full = data.engines.findIndex((_, engine) => data.paragraphs.some(({ level, kept }) => level && kept[engine] === "1"));
    const links = all("#outline a").length;
    all("#engines button")[full].click();
    await check("the-outline-follows", links === headings && all("#outline a").length > 0);
    all("#engines button")[0].click();
    await check("the-outline-is-as-written", written.includes("<a ") && find("#outline").innerHTML === written);
    find("#outline a").click();
    await wait(200);
    await check("a-heading-leads-to-its-paragraph", find(":target")?.matches(".paragraph.kept") && window.location.pathname === "/compared");
  };

  const phone = async () => {
    const { window, find, all, data } = await show("wide", PHONE);
    const fits = () => {
      window.scrollTo(1000, 0);
      return window.scrollX === 0 && find("html").scrollWidth <= PHONE && window.innerWidth === PHONE;
    };
    await check("nothing-scrolls-sideways", fits());
    for (const item of all("details")) item.open = true;
    await wait(300);
    await check("nothing-scrolls-sideways-with-reasons", all(".feature").length > 0 && fits());
    find("#label").click();
    const items = all(".paragraph");
    const marked = (index) => (items[index].matches(".content") ? "content" : items[index].matches(".other") ? "other" : "");
    const click = () => {
      items[1].querySelector("summary").click();
      return marked(1);
    };
    const marks = [click(), click(), click(), click()].join();
    await check("clicks-mark-content", marks === "content,other,,content" && !items[1].open);
    await check("nothing-scrolls-sideways-with-labels", !find("#save").hidden && find("#save").offsetWidth > 0 && fits());
    find("#take").click();
    const answer = data.paragraphs.map(({ kept }) => kept[0] === "1");
    await check("the-rest-takes-the-answer-shown", marked(1) === "content" &&
      answer.every((kept, index) => index === 1 || marked(index) === (kept ? "content" : "other")));
    let saved = null;
    const create = window.URL.createObjectURL;
    window.URL.createObjectURL = (blob) => {
      saved = blob;
      return create.call(window.URL, blob);
    };
    find("#save").click();
    const file = JSON.parse(await saved.text());
    const good = file.labels.every(({ paragraph, content, text }) =>
      items[paragraph].querySelector(".text").textContent === text && marked(paragraph) === (content ? "content" : "other"));
    await check("labels-are-saved", file.format === "tamis-labels-1" && file.paragraphs === items.length &&
      file.labels.length === items.length && good);
  };

  addEventListener("load", async () => {
    try {
      await reasons();
      await answers();
      await phone();
    } catch (error) {
      await note(`failed/${encodeURIComponent(error)}`);
    }
    note("done");
  });
})();
