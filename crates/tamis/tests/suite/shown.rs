//! Pages whose text is where only a browser looks for it, through the whole pipeline.

use tamis::{Config, Strategy};

const PARAGRAPHS: [&str; 3] = [
    "The old mill was closed in the spring, after the council had spent almost four years looking \
     for somebody who would repair its wooden wheel, and nobody was found.",
    "When the engineers looked at the drawings again they noticed that the pump house had been \
     built two metres lower than planned, which explains the water in the cellar.",
    "Nobody had expected the survey to find so many small orchards inside the town itself, yet \
     the volunteers counted more than three hundred trees in back yards.",
];

/// Returns a page with a part between its first two paragraphs.
fn article(part: &str) -> String {
    let [first, second, third] = PARAGRAPHS;
    format!(
        "<title>The mill</title><nav><a href=/>Home</a></nav><main><article><p>{first}</p>{part}\
         <p>{second}</p><p>{third}</p></article></main><footer>© 2026 The Post</footer>"
    )
}

/// Returns a page without content but this.
fn shell(part: &str) -> String {
    format!(
        "<title>The mill</title><nav><a href=/>Home</a></nav>{part}<footer>© 2026 The Post</footer>"
    )
}

fn paragraphs() -> String {
    PARAGRAPHS.map(|text| format!("<p>{text}</p>")).concat()
}

#[track_caller]
fn check(html: &str, expected: &str) {
    let extraction = tamis::extract(html, &Config::default()).unwrap();
    assert_eq!(extraction.text(), expected, "{html}");
    // Each paragraph is where the page says that it is.
    let page = extraction.page();
    for paragraph in page.paragraphs() {
        let first = page.paragraph_text(paragraph).split_whitespace().next().unwrap();
        if let Some(range) = page.source_range(paragraph) {
            assert!(html[range].contains(first), "{first}: {html}");
        }
    }
}

#[track_caller]
fn check_part(part: &str, text: &str, markdown: &str) {
    let html = article(part);
    let [first, second, third] = PARAGRAPHS;
    check(&html, &format!("{first}\n\n{text}\n\n{second}\n\n{third}"));
    let extraction = tamis::extract(&*html, &Config::default()).unwrap();
    let expected = format!("{first}\n\n{markdown}\n\n{second}\n\n{third}\n");
    assert_eq!(extraction.markdown(), expected, "{part}");
}

#[test]
fn lines_that_a_style_makes() {
    let text = "The river goes\nunder the bridge\n\nand does not ask\nwhose boots are wet.";
    let markdown = "The river goes\\\nunder the bridge\n\nand does not ask\\\nwhose boots are wet.";
    let poem = text.replace('\n', "\n  ");
    for part in [
        format!("<p style=\"white-space: pre-line\">{poem}</p>"),
        format!("<style>h1, .poem {{ white-space: pre-wrap }}</style><div class=poem>{poem}</div>"),
        format!("<div class=\"whitespace-pre-wrap\"><span>{poem}</span></div>"),
    ] {
        check_part(&part, text, markdown);
    }
    let prose = text.replace('\n', " ").replace("  ", " ");
    check_part(&format!("<p style=\"white-space: normal\">{poem}</p>"), &prose, &prose);
}

#[test]
fn a_chorus_is_sung_each_time() {
    let chorus = "Carry me over the silver sea,\nand leave a light in the window for me,\n\
                  over the water, over the foam.";
    let verses = ["The lamp is low and the street is long", "My father kept a lantern lit"];
    let song = verses.map(|verse| format!("{verse}\nand nobody came.\n\n{chorus}")).join("\n\n");
    let html = shell(&format!("<main><div class=whitespace-pre-line>{song}</div></main>"));
    check(&html, &song);
}

#[test]
fn code_that_a_style_makes() {
    let style = "font-family: Menlo, monospace; white-space: pre";
    check_part(
        &format!(
            "<div style=\"{style}\"><div><b>if</b> x:</div><div>  y()</div><br><div>z</div></div>"
        ),
        "if x:\n  y()\n\nz",
        "```\nif x:\n  y()\n\nz\n```",
    );
}

#[test]
fn shadow_trees() {
    let expected = PARAGRAPHS.join("\n\n");
    let all = paragraphs();
    let tree = |contents: &str| format!("<template shadowrootmode=open>{contents}</template>");
    for part in [
        format!("<x-page>{}</x-page>", tree(&format!("<main>{all}</main>"))),
        format!("<x-page>{}{all}</x-page>", tree("<main><slot></slot></main>")),
        format!("<x-a>{}</x-a>", tree(&format!("<x-b>{}</x-b>", tree(&all)))),
    ] {
        check(&shell(&part), &expected);
    }
    // Single engines read templates as their references do.
    let html = shell(&format!("<x-page>{}</x-page>", tree(&all)));
    let readability = Config::default().strategy(Strategy::Readability);
    assert!(!tamis::extract(&*html, &readability).unwrap().text().contains(PARAGRAPHS[0]));
}

#[test]
fn frames() {
    let all = paragraphs();
    let frame = format!("<iframe srcdoc=\"<main>{all}</main>\"></iframe>");
    check(&shell(&frame), &PARAGRAPHS.join("\n\n"));
    check(&article(&frame), &PARAGRAPHS.join("\n\n"));
}

/// Returns a page with questions, in a markup that has `{q}` for each and `{a}` for its answer.
fn questions(item: &str) -> String {
    let pairs = [
        ("How do I get on board?", "You ring the bell that hangs beside the gate."),
        ("What does it cost?", "Two coins for each person, and one for a dog."),
        ("Does it run at night?", "Only in summer, and only if the river is calm."),
    ];
    let items = pairs.map(|(q, a)| item.replace("{q}", q).replace("{a}", a)).concat();
    let intro = "Here are answers to what people ask us most.";
    shell(&format!("<main><h1>The mill</h1><p>{intro}</p>{items}</main>"))
}

#[test]
fn questions_and_answers_that_open() {
    let expected = "How do I get on board? You ring the bell that hangs beside the gate. \
        What does it cost? Two coins for each person, and one for a dog. \
        Does it run at night? Only in summer, and only if the river is calm.";
    for item in [
        "<h3>{q}</h3><div hidden>{a}</div>",
        "<div><div class=q>{q}</div><div hidden>{a}</div></div>",
        "<dl><dt>{q}</dt><dd style='display: none'>{a}</dd></dl>",
        "<div><button>{q}</button><div style='display: none'>{a}</div></div>",
        "<div><button aria-expanded=false>{q}</button><div>{a}</div></div>",
        "<h3><button aria-expanded=false>{q}</button></h3><div hidden>{a}</div>",
        "<div><input type=checkbox><label>{q}</label><div hidden>{a}</div></div>",
    ] {
        let extraction = tamis::extract(&*questions(item), &Config::default()).unwrap();
        let text = extraction.text();
        let words: Vec<&str> = text.split_whitespace().skip(9).collect();
        assert_eq!(words.join(" "), expected, "{item}");
    }
    let button = questions("<div><button>{q}</button><div hidden>{a}</div></div>");
    let markdown = tamis::extract(&*button, &Config::default()).unwrap().markdown();
    assert!(markdown.contains("## What does it cost?\n\nTwo coins"), "{markdown}");
}

#[test]
fn menus_that_open_are_no_content() {
    for part in [
        "<div><button>Share</button><div hidden>Send this page.</div></div>".repeat(2),
        "<div><button aria-expanded=false>One</button><ul hidden><li><a href=/a>Two</a></ul></div>\
         <div><button aria-expanded=false>Three</button><ul hidden><li><a href=/b>Four</a></ul>\
         </div>"
            .to_owned(),
    ] {
        check(&article(&part), &PARAGRAPHS.join("\n\n"));
    }
}

#[test]
fn dialogues_that_ask_for_consent() {
    let own = "Write to us: Dock Street 4, Larkmere. We answer within two days.";
    let text = "We use cookies on our website to give you the most relevant experience by \
        remembering your preferences. By clicking Accept All, you consent to the use of ALL the \
        cookies. However, you may visit the settings to provide a controlled consent.";
    let german = "Wir verwenden Cookies, um Inhalte zu personalisieren und die Zugriffe auf unsere \
        Website zu analysieren. Außerdem geben wir Informationen an unsere Partner weiter.";
    let unnamed = format!("<div class=x><p>{text}</p></div>");
    for dialogue in [
        format!("<div class=cookie-banner><p>{text}</p></div>"),
        format!("<div id=CybotCookiebotDialog><div>{text}</div></div>"),
        format!("<div id=sliding-popup><div><h2>We use cookies</h2><p>{text}</p></div></div>"),
        format!("<div class=x><p>{german}</p><button>Alle akzeptieren</button></div>"),
        unnamed.clone(),
    ] {
        let main = format!("<main><article><h1>The mill</h1><p>{own}</p></article></main>");
        check(&shell(&format!("{main}{dialogue}")), own);
        check(&shell(&format!("{dialogue}{main}")), own);
        // Without a name, a button and another text, it may be anything.
        if dialogue != unnamed {
            check(&shell(&dialogue), "");
        }
    }
}

#[test]
fn texts_about_cookies_are_content() {
    let first = "We use cookies on this site to remember what you have chosen, and to count how \
        many people read each of our pages.";
    let second = "You can accept or reject all cookies of other companies at any time in the \
        settings of your browser, which has a page for it.";
    let html = format!(
        "<title>Cookie policy</title><nav><a href=/>Home</a></nav><main><h1>Cookie policy</h1>\
         <div class=cookie-policy><p>{first}</p><p>{second}</p><button>Reject all</button></div>\
         </main><footer>© 2026 The Post</footer>"
    );
    check(&html, &format!("{first}\n\n{second}"));
}
