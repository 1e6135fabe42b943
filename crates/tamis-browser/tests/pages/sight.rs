//! Whether a reader sees a text: each case is a part of one page.

use std::fmt::Write as _;

use tamis::Sight;

use crate::SITE;

/// The rules of the page.
const STYLE: &str = "
.white { color: white } .near { color: #fdfdfd } .clear { color: rgba(0, 0, 0, 0.01) }
.none { display: none } .gone { visibility: hidden } .faint { opacity: 0.01 }
.tiny { font-size: 1px } .zero { font-size: 0 } .navy { background: navy }
.photo { background-image: url(/photo.jpg) }
.off { position: absolute; left: -9999px } .up { position: absolute; top: -500px }
.right { position: absolute; left: 100vw } .far { position: relative; left: 9999px }
.indent { text-indent: -9999px } .moved { transform: translateX(-3000px) }
.kellum { text-indent: 100%; white-space: nowrap; overflow: hidden }
.shrunk { transform: scale(0) } .flat { transform: scaleY(0.01) }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }
.inset { clip-path: inset(50%) } .point { clip-path: circle(0) }
.line { clip-path: polygon(0 0, 0 0, 0 0) } .no-height { height: 0; overflow: hidden }
.no-width { width: 0; overflow: hidden; white-space: nowrap }
.low { height: 1px; overflow: hidden } .box { position: relative; height: 3em }
.cover { position: absolute; inset: 0; background: white }
.glass { position: absolute; inset: 0; background: rgba(255, 255, 255, 0.2) }
.below { position: relative; z-index: -1 } .paper { background: #eee }
.skipped { content-visibility: hidden } .later { content-visibility: auto }
.filter { filter: opacity(0) } .cut { background: linear-gradient(red, blue);
  -webkit-background-clip: text; color: transparent }
.fades-in { opacity: 0; transition: opacity 1s } .shadow { color: white; text-shadow: 0 0 2px black }
.slides { width: 300px; overflow: hidden } .track { display: flex; width: 900px;
  transform: translateX(-300px) } .slide { width: 300px; flex: none }
.scrolls { width: 300px; overflow: auto; white-space: nowrap }
.collapsed { max-height: 2em; overflow: hidden } .fixed-cover { position: fixed; inset: 0 auto auto 0;
  width: 100%; height: 4em; background: white }
.behind { position: absolute; inset: 0; background: black }
.above { position: relative; color: white } .white-fill { -webkit-text-fill-color: white }
@media screen { .screen { display: none } } @media print { .print { display: none } }
@media (min-width: 600px) { .wide { color: white } } @media (max-width: 600px) { .small { opacity: 0 } }
@media (prefers-color-scheme: dark) { .dark { display: none } }
@supports (display: grid) { .grid { font-size: 0 } }
";

/// Parts whose `X` nobody sees: it has no place, or cannot be read at its place.
const HIDDEN: [(&str, Sight); 52] = [
    ("<p class=white>X</p>", Sight::Concealed),
    ("<p class=near>X</p>", Sight::Concealed),
    ("<p class=clear>X</p>", Sight::Concealed),
    ("<p class=white-fill>X</p>", Sight::Concealed),
    ("<p>Seen <span class=white>X</span> seen</p>", Sight::Concealed),
    ("<div class=navy><p style='color: navy'>X</p></div>", Sight::Concealed),
    ("<div class=navy><div class=paper><p style='color: #eee'>X</p></div></div>", Sight::Concealed),
    ("<font color=white>X</font>", Sight::Concealed),
    ("<p class=wide>X</p>", Sight::Concealed),
    ("<p class=zero>X</p>", Sight::Concealed),
    ("<p class=tiny>X</p>", Sight::Concealed),
    ("<p class=grid>X</p>", Sight::Concealed),
    ("<p>Seen <span class=zero>X</span></p>", Sight::Concealed),
    ("<p class=shrunk>X</p>", Sight::Concealed),
    ("<p class=flat>X</p>", Sight::Concealed),
    ("<div class=off>X</div>", Sight::Concealed),
    ("<div class=up>X</div>", Sight::Concealed),
    ("<div class=right>X</div>", Sight::Concealed),
    ("<div class=far>X</div>", Sight::Concealed),
    ("<p class=indent>X</p>", Sight::Concealed),
    ("<p class=moved>X</p>", Sight::Concealed),
    ("<p style='margin-left: -4000px; width: 100px'>X</p>", Sight::Concealed),
    ("<h1 class=kellum>X</h1>", Sight::Concealed),
    (
        "<div class=slides style='height: 3em'><p style='margin-top: -9000px'>X</p></div>",
        Sight::Concealed,
    ),
    ("<div class=slides><p style='margin-left: -9000px'>X</p></div>", Sight::Concealed),
    ("<p style='translate: 0 -200vh'>X</p>", Sight::Concealed),
    ("<p style='position: fixed; top: -50px'>X</p>", Sight::Concealed),
    ("<p style='rotate: y 90deg'>X</p>", Sight::Concealed),
    ("<p style='zoom: 0.05'>X</p>", Sight::Concealed),
    ("<p style='font: 0/0 serif'>X</p>", Sight::Concealed),
    ("<p style='letter-spacing: -1em'>X</p>", Sight::Concealed),
    ("<p style='color: color-mix(in srgb, white 99%, black)'>X</p>", Sight::Concealed),
    ("<span class=sr>X</span>", Sight::Concealed),
    ("<p class=inset>X</p>", Sight::Concealed),
    ("<p class=point>X</p>", Sight::Concealed),
    ("<p class=line>X</p>", Sight::Concealed),
    ("<div class=no-height>X</div>", Sight::Absent),
    ("<div class=no-width>X</div>", Sight::Absent),
    ("<div class=low><p>X</p></div>", Sight::Absent),
    ("<div class=box><p>X</p><div class=cover></div></div>", Sight::Concealed),
    ("<div class=paper><p class=below>X</p></div>", Sight::Concealed),
    ("<div class=box>X<div class=cover>Another text</div></div>", Sight::Concealed),
    ("<p class=faint>X</p>", Sight::Concealed),
    ("<div class=faint><div><b>X</b></div></div>", Sight::Concealed),
    ("<p class=filter>X</p>", Sight::Concealed),
    ("<p class=none>X</p>", Sight::Absent),
    ("<p class=screen>X</p>", Sight::Absent),
    ("<p class=gone>X</p>", Sight::Absent),
    ("<div class=skipped>X</div>", Sight::Absent),
    ("<p hidden>X</p>", Sight::Absent),
    ("<details><summary>More</summary>X</details>", Sight::Absent),
    ("<dialog>X</dialog>", Sight::Absent),
];

/// Parts whose `X` a reader sees, or can scroll to.
const SEEN: [&str; 27] = [
    "<p>X</p>",
    "<p style='color: #777'>X</p>",
    "<p style='color: #999; font-size: 9px'>X</p>",
    "<div class=navy><p class=white>X</p></div>",
    "<div class=photo><p class=white>X</p></div>",
    "<div class=box><div class=behind></div><p class=above>X</p></div>",
    "<div class=box><img class=behind src=/photo.jpg><p class=above>X</p></div>",
    "<p class=shadow>X</p>",
    "<h2 class=cut>X</h2>",
    "<p class=fades-in>X</p>",
    "<div class=zero><span style='font-size: 16px'>X</span></div>",
    "<div class=gone><p style='visibility: visible'>X</p></div>",
    "<div class=slides><div class=track><p class=slide>X</p><p class=slide>2</p></div></div>",
    "<div class=slides><div class=track><p class=slide>1</p><p class=slide>2</p><p class=slide>X</p></div></div>",
    "<div class=scrolls><span style='margin-left: 900px'>X</span></div>",
    "<div class=collapsed><p>One</p><p>Two</p><p>Three</p><p>X</p></div>",
    "<div class=box><p>X</p><div class=glass></div></div>",
    "<div class=later style='margin-top: 3000px'>X</div>",
    "<p class=print>X</p>",
    "<p class=small>X</p>",
    "<div class=no-height><p>X</p><p>It was the best of times, it was the worst of times, it was the \
     age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of \
     incredulity, it was the season of Light.</p></div>",
    "<p class=dark>X</p>",
    "<p style='text-indent: -2em; padding-left: 2em'>X</p>",
    "<table style='width: 2000px'><tr><td style='width: 1900px'>1</td><td>X</td></tr></table>",
    "<div style='display: contents'>X</div>",
    "<p>E = <math><mi>X</mi></math></p>",
    "<div class=sr><math><mi>X</mi></math></div>",
];

#[test]
#[ignore = "needs chromium"]
fn what_readers_see() {
    let mut page = format!("<!doctype html><style>{STYLE}</style><body>");
    let hidden = HIDDEN.iter().map(|&(part, sight)| (part, sight));
    let cases: Vec<_> = hidden.chain(SEEN.iter().map(|&part| (part, Sight::Seen))).collect();
    for (number, (part, _)) in cases.iter().enumerate() {
        let text = format!("Text number {number}.");
        let _ = write!(page, "<section>{}</section>", part.replace('X', &text));
        let _ = write!(page, "<p>{}</p>", "What everybody sees. ".repeat(4));
    }
    page.push_str("<div class=fixed-cover></div>");
    let drawn = SITE.drawn("/sight", &page);
    let mut wrong = String::new();
    for (number, (part, expected)) in cases.iter().enumerate() {
        let text = format!("Text number {number}.");
        let texts = drawn.layout.texts().iter();
        let mut found = texts.filter(|shown| drawn.html[shown.source.clone()].contains(&text));
        let sight = found.next().map(|shown| shown.sight);
        if sight != Some(*expected) {
            let _ = writeln!(wrong, "{part}: {sight:?}, not {expected:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What one reason would hide of more than half of a page is not hidden.
#[test]
#[ignore = "needs chromium"]
fn pages_that_nobody_would_see_are_seen() {
    for style in ["opacity: 0", "color: white", "text-indent: -9999px"] {
        let page =
            format!("<!doctype html><p>Few words.<div style='{style}'>{}", "Many. ".repeat(9));
        let drawn = SITE.drawn("/unseen", &page);
        let sights = drawn.layout.texts().iter().map(|text| text.sight);
        assert_eq!(sights.collect::<Vec<_>>(), [Sight::Seen; 2], "{style}");
    }
}
