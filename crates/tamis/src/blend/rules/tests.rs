//! Tests of all rules together, and of their order.

use tamis_dom::Parser;

use super::*;

/// Applies all rules for texts but the last, which drops pages as short as those of these tests.
fn apply_all(page: &Page, verdict: &mut Verdict, probabilities: &[f64], leads: &[usize]) {
    let favor = Favor::Recall;
    let of = Estimate { probabilities, page_types: None, leads, favor };
    apply(page, verdict, of, RuleSet::default());
}

/// `kept` has a character per paragraph: `+` for kept, `?` for one in doubt, `.` for surely
/// boilerplate.
fn check(html: &str, kept: &str, expected: &str) {
    let page = Page::measure(Parser::default().parse(html));
    let mut verdict = Verdict::nothing("test", &page);
    assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
    verdict.kept = kept.chars().map(|c| c == '+').collect();
    let probability = |c: char| match c {
        '.' => 0.05,
        '?' => 0.45,
        '+' => 0.9,
        _ => 0.3,
    };
    let probabilities: Vec<f64> = kept.chars().map(probability).collect();
    apply_all(&page, &mut verdict, &probabilities, &[]);
    let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn the_lead_goes_with_its_text() {
    let html = "<h1>Title</h1><p>Lead<p>One<p>Two";
    let page = Page::measure(Parser::default().parse(html));
    let with_lead = |kept: [bool; 4]| {
        let mut verdict = Verdict::nothing("test", &page);
        verdict.kept = kept.to_vec();
        apply_all(&page, &mut verdict, &[0.5; 4], &[1, 2]);
        verdict.kept
    };
    assert_eq!(with_lead([true, false, false, true]), [true; 4]);
    assert_eq!(with_lead([false, false, true, false]), [false, true, true, false]);
    assert_eq!(with_lead([true, false, false, false]), [true, false, false, false]);
}

#[test]
fn a_heading_goes_with_its_text() {
    check("<p>One<h2>Two</h2><p>Three", "+-+", "+++");
    check("<p>One<h2>Two</h2><h3>Three</h3><p>Four", "+--+", "++++");
    check("<p>One<h2>Two</h2><p>Three", "+--", "+--");
    check("<p>One<h2>Two</h2><p>Three", "--+", "--+");
    check("<p>One<p>Two<h2>Three</h2><p>Four", "+--+", "+-++");
    check("<p>One<p>Two<h2>Three</h2><p>Four", "+-.+", "+--+");
    let link = "<h2 id=two>Two</h2><a href=#two>Section titled Two</a>";
    check(&format!("<p>One{link}<p>Three"), "+--+", "++-+");
    check(&format!("<p>One{link}<p>Three"), "++++", "++-+");
    let itself = "<p>One<h2 id=two><a href=#two>Two</a></h2><p>Three";
    check(itself, "+.+", "+++");
    check(&itself.replace("#two", "#one"), "+.+", "+-+");
    check(&format!("<p>One{}<p>Three", link.replace("#two", "#one")), "+--+", "+--+");
    check("<p>One<p>Two<p>Three", "+-+", "+-+");
    check("<p>One<h2>Two</h2>", "+-", "+-");
    check("<p>One<h2>Read on</h2><p>Three", "+.+", "+-+");
}

#[test]
fn a_heading_that_is_boilerplate_does_not_hide_the_next_one() {
    check("<p>One<h2>Read on</h2><h2>Two</h2><p>Three", "+.-+", "+-++");
}

#[test]
fn terms_and_questions_go_with_their_answers() {
    check("<dl><dt>Flour<dd>500 g<dt>Salt<dd>10 g</dl>", "-+-+", "++++");
    check("<dl><div><dt>Flour</dt><dd>500 g</dd></div></dl>", "-+", "++");
    check("<details><summary>Why?</summary><p>Because.</details>", "-+", "++");
    check("<details><summary>Why?</summary><p>Because.</details>", "--", "--");
    check("<dl><dt>Flour</dl><p>One", "-+", "-+");
}

#[test]
fn the_title_of_a_link_card_goes_with_its_description() {
    let card = "<p>One<aside class=onebox><header>a.example</header><h3><a href=/>Two</a></h3>\
        <p>Three</aside>";
    check(card, "+--+", "+-++");
    check(card, "+---", "+---");
}

#[test]
fn a_table_in_doubt_goes_with_the_text_around() {
    let table = "<table><tr><td>Flour<td>Water<tr><td>500 g<td>350 g</table>";
    let page = format!("<p>One{table}<p>Two");
    for (kept, expected) in [
        ("+????+", "++++++"),
        ("+--??+", "++++++"),
        ("+----+", "+----+"),
        ("-????+", "-----+"),
        ("+?????", "+-----"),
    ] {
        check(&page, kept, expected);
    }
    let layout = "<table><tr><td>Ann<br>Posts: 9<td><p>One<tr><td>Bob<td><p>Two</table>";
    check(layout, "?+?+", "-+-+");
    let post = "<td><p>A post";
    let member = "<td><table><tr><td>Bob<td>Posts: 9</table>";
    check(&format!("<table><tr>{post}<tr>{member}{post}</table>"), "+??+", "+--+");
    let inner = "<table><tr><td><p>A post</table>";
    check(&format!("<table><tr><td>{inner}<tr><td>Bob<td>{inner}</table>"), "+?+", "+-+");
}

#[test]
fn tables_and_code_are_whole() {
    let table = "<table><tr><th>A<td>one<tr><th>B<td>two</table>";
    check(table, "+++-", "++++");
    check(table, "+---", "+---");
    check(table, "-+--", "++++");
    check("<pre>one<p>two</pre>", "+-", "++");
    check("<div><table><tr><td>one<td>two</table>three</div>", "++-", "++-");
    let layout = "<table><tr><td>One<td><table><tr><td>two</table></table>";
    check(layout, "+-", "+-");
    let post = "<table><tr><td>Ann<br>Posts: 9<td><p>by Ann, on Monday<p>A post</table>";
    check(post, "-+-", "-+-");
}

#[test]
fn short_parts_of_items_and_lists_are_kept() {
    check("<ul><li><div>2</div><div>cups of flour</div></ul>", "-+", "++");
    check("<ul><li><div>2</div><div>cups of flour</div></ul>", "+-", "+-");
    let more = "A part of an item of more than forty characters";
    check(&format!("<ul><li><div>{more}</div><div>{more} here</div></ul>"), "-+", "-+");
    check("<ul><li>one<li>two<li>three</ul>", "-++", "+++");
    let long = "A text of forty characters and then more.".repeat(9);
    check(&format!("<ul><li>one<li>{long}</ul>"), "-+", "-+");
}

#[test]
fn long_definition_lists_and_figures_are_whole() {
    let long = "Words of a definition. ".repeat(15);
    check(&format!("<dl><dt>Term<dd>{long}<dt>Other<dd>One</dl>"), "-+--", "++++");
    check("<dl><dt>Joined<dd>2019, in the spring<dt>Posts<dd>3</dl>", "-+--", "++--");
    check("<figure><p>A picture of a harbour<figcaption>By me</figure>", "+-", "++");
}

#[test]
fn a_quote_goes_with_its_source() {
    let sentence = "<p>The boat was ours, and so was the river.";
    for source in ["<footer>— Ann</footer>", "<cite>Ann</cite>", "<p>— Ann, 1912"] {
        let html = format!("<blockquote>{sentence}</p>{source}</blockquote>");
        check(&html, "+-", "++");
        check(&html, "-+", "-+");
    }
    let long = "A text of forty characters and then more.".repeat(3);
    let html = format!("<blockquote>{}<p>{long}</blockquote>", sentence.repeat(4));
    check(&html, "++++-", "++++-");
}

#[test]
fn code_goes_with_its_text() {
    check("<p>One<pre>two</pre><p>Three", "+-+", "+++");
    check("<p>One<pre>two</pre><p>Three", "+--", "++-");
    check("<p>One<div class=code><pre>two</pre></div>", "+-", "++");
    check("<p>One<pre>two</pre>", "+.", "+-");
    check("<p>One<pre>two</pre><p>Three", "--+", "--+");
    check("<div><p>One</div><pre>two</pre><p>Three", "+--", "+--");
}

#[test]
fn code_after_a_text_is_whole() {
    let line = "<tr><td class=blob-num data-line-number=1><td class=blob-code>two";
    let table = format!("<table class=highlight>{}</table>", line.repeat(3));
    check(&format!("<div><p>One{table}</div>"), "+---", "++++");
    check(&format!("<div><p>One{table}</div>"), "+.-.", "++++");
    check(&format!("<div><p>One{table}</div>"), "+...", "+---");
    let name = "<div>wall.py</div>";
    check(&format!("<div><p>One{name}<pre>two</pre></div>"), "+.-", "+-+");
    let names = name.repeat(3);
    check(&format!("<div><p>One{names}<pre>two</pre></div>"), "+...-", "+----");
}

#[test]
fn a_formula_goes_with_its_text() {
    let formula = "<div class=math data-math='a^2'>a2</div>";
    check(&format!("<p>One{formula}<p>Three"), "+--", "++-");
    check(&format!("<p>One{formula}"), "+.", "+-");
    check("<p>One<p><span class=math data-math='a^2'>a<sup>2</sup></span>", "+-", "++");
    check("<p>One<p><span class=math data-math='a^2'>a2</span> two", "+-", "+-");
    check("<p>One<div class=math>two</div>", "+-", "+-");
}

#[test]
fn notes_go_with_their_references() {
    let text = "<p>Tea<sup><a href=#n1 id=r1>1</a></sup><p>Cups";
    let note = "<ol><li id=n1><p>From China.<a href=#r1>↩</a><p>By ship.</ol><p>More";
    check(&format!("{text}{note}"), "++---", "++++-");
    check(&format!("{text}{note}"), "-+---", "-+---");
}

#[test]
fn introductions_go_with_their_lists() {
    check("<p>Take:<ul><li>one<li>two</ul>", "-++", "+++");
    check("<p>Take<ul><li>one<li>two</ul>", "-++", "-++");
    check("<p>Take:<p>one", "-+", "-+");
    check("<ul><li>Take:<li>one</ul>", "-+", "-+");
}

const TEXT: &str = "The bread stays in the oven until it is done, and nobody opens the door. Then it \
    rests on a rack for an hour, and only then is it cut. The rack may be of wood or of iron, as \
    long as air comes from below, and a cloth over it keeps the crust soft.";

/// A page for each rule of texts, what is kept before, and what is kept after all rules, which is
/// something else without this one. `TEXT` stands for a long text.
const CASES: [(&str, &str, &str, &str); 29] = [
    ("lead", "<h1>Title</h1><p>Lead<p>One", "+-+", "+++"),
    (
        "stated",
        "<script type=application/ld+json>{\"@type\": \"Recipe\", \"recipeInstructions\": \
         \"Boil the red lentils.\"}</script><p>TEXT<p>Boil the red lentils.",
        "+.",
        "++",
    ),
    ("tables", "<p>One<table><tr><td>Flour<td>Water</table><p>Two", "+!!+", "++++"),
    ("blocks", "<blockquote><p>TEXT<p>— Ann</blockquote>", "+.", "++"),
    ("introductions", "<p>You need:<ul><li>a<li>b</ul>", ".++", "+++"),
    ("names", "<dl><dt>Flour<dd>500 g</dl>", ".+", "++"),
    (
        "card-titles",
        "<aside class=onebox><header>a</header><h3><a href=/>T</a></h3><p>D</aside>",
        "..+",
        "-++",
    ),
    ("code", "<p>TEXT<div><pre>two</pre><div>from wall.py</div></div><p>TEXT Two.", "+..+", "++-+"),
    ("code-after", "<p>One<pre>two</pre>", "+?", "++"),
    ("formulas", "<p>One<p><span class=math data-math=x>x<sup>2</sup></span>", "+?", "++"),
    ("announced", "<p>You need:<ul><li>a<li>b</ul>", "+??", "+++"),
    (
        "before-title",
        "<title>The ferry that stopped - News</title><div><div><b>Orchards</b><p>Nobody.</div></div>\
         <div><h1>The ferry that stopped</h1><p>TEXT</div>",
        "++++",
        "--++",
    ),
    (
        "appended",
        "<title>Bread in winter</title><link rel=canonical href='https://a.example/bread'>\
         <article><h1>Bread in winter</h1><p>TEXT<p>TEXT</article>\
         <article><h1><a href=/tea>Tea</a></h1><p>TEXT Tea.</article>",
        "+++++",
        "++---",
    ),
    (
        "permalinks",
        "<link rel=canonical href=https://ex.org/n/2><p class=a><a href=/n/1>1</a><br><br>TEXT\
         <p class=a><a href=/n/2>2</a><br><br>TEXT<p class=a><a href=/n/3>3</a><br><br>TEXT",
        "-+-+-+",
        "---+--",
    ),
    (
        "facts",
        "<main><h1>Choir</h1><div class=event-info><div>12 May</div><p>Hall</div><p>TEXT</main>",
        "+??+",
        "++++",
    ),
    (
        "rows",
        "<p>TEXT<div><div class=row><b>Ann</b><p>Good.</div><div class=row><b>Bob</b><p>Yes.</div>\
         <div class=row><b>Eve</b><p>No.</div></div>",
        "+++++~+",
        "+++++++",
    ),
    ("groups", "<p>TEXT<div><div>Pros</div><div>light</div><div>small</div></div>", "+?++", "++++"),
    (
        "headed",
        "<div><div class=panel><h2>Text</h2><p>TEXT</div><div class=panel><h2>Data</h2><table><tr>\
         <th>a<td>1<tr><th>b<td>2<tr><th>c<td>3</table></div></div>",
        "+++,,,,,,",
        "+++++++++",
    ),
    ("asides", "<article><p>TEXT<aside>Keep it dry.</aside><p>TEXT Two.</article>", "+?+", "+++"),
    ("parts", "<article><p>TEXT<p>That is all.</article>", "+?", "++"),
    ("headings", "<p>One<h2>Two</h2><p>Three", "+?+", "+++"),
    (
        "notes",
        "<p>TEXT<sup id=r1><a href=#n1>1</a></sup><p>More<p>TEXT Two.<ol><li id=n1>See below. \
         <a href=#r1>^</a></ol>",
        "+.+.",
        "+-++",
    ),
    ("repeats", "<p>TEXT<p>One<p>TEXT", "+++", "++-"),
    (
        "labelled",
        "<p>TEXT<p>Read also:<p><a href=/a>Why bread rises, and why not</a>",
        "+++",
        "+--",
    ),
    ("sign-ups", "<p>TEXT<div><p>Every morning.<input type=email></div><p>TEXT Two.", "+++", "+-+"),
    (
        "tickers",
        "<p>TEXT TEXT TEXT TEXT TEXT TEXT<div><div>10:17 <a href=/1>A new town</a> is near.</div>\
         <div>10:18 <a href=/2>An old town</a> is far.</div><div>10:19 <a href=/3>The last town</a> is \
         it.</div><div>10:20 <a href=/4>All towns</a> are.</div></div>",
        "+++++",
        "+----",
    ),
    (
        "bare-headings",
        "<p>One<h3>Newsletter</h3><form><p>Address</form><h2>Two</h2><p>Three",
        "++.++",
        "+--++",
    ),
    (
        "questions",
        "<h3 aria-expanded=true>Why?</h3><div>So.</div><h3 aria-expanded=true>Who?</h3><div>I.</div>",
        "?+??",
        "++++",
    ),
    ("shells", "<div id=root></div><p>Loading, please wait", "+", "-"),
];

#[test]
fn every_rule_has_a_case_that_it_decides() {
    let result = |id: &str, html: &str, kept: &str, rules: RuleSet| {
        let page = Page::measure(Parser::default().parse(&html.replace("TEXT", TEXT)));
        let mut verdict = Verdict::nothing("test", &page);
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        let probability = |c: char| match c {
            '.' => 0.01,
            '!' => 0.45,
            '?' => 0.3,
            '~' => 0.22,
            ',' => 0.17,
            _ => 0.9,
        };
        let probabilities: Vec<f64> = kept.chars().map(probability).collect();
        let page_types = Some(PageTypes::certain(PageType::Article));
        let favor = Favor::default();
        let leads: &[usize] = if id == "lead" { &[1] } else { &[] };
        let of = Estimate { probabilities: &probabilities, page_types, leads, favor };
        apply(&page, &mut verdict, of, rules);
        verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect::<String>()
    };
    let rules: Vec<&str> =
        RULES.iter().filter(|rule| rule.stage == Stage::Text).map(|rule| rule.id).collect();
    assert_eq!(rules, CASES.map(|case| case.0));
    let mut wrong = Vec::new();
    for (id, html, kept, expected) in CASES {
        let all = result(id, html, kept, RuleSet::default());
        let without = result(id, html, kept, RuleSet::default().without(id).unwrap());
        if all != expected || without == expected {
            wrong.push(format!("{id}: {all} and without it {without}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn posts_are_whole_and_without_chrome() {
    let post = |text: &str| {
        format!(
            "<article class='message message--post'><h3>Ann</h3><div class=message-body><p>{text}\
             </div><div class=message-signature>Me</div></article>"
        )
    };
    let html = ["One", "Two", "Three"].map(post).concat();
    let page = Page::measure(Parser::default().parse(&html));
    let result = |kept: &str, rules: RuleSet| {
        let mut verdict = Verdict::nothing("test", &page);
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        let posts = FoundPosts::of(&page, true, &verdict.kept);
        apply_to_thread(&page, &mut verdict, &posts, rules);
        verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect::<String>()
    };
    let without = |id| RuleSet::default().without(id).unwrap();
    assert_eq!(result("-++---+++", RuleSet::default()), "-+--+-++-");
    assert_eq!(result("-++---+++", without("posts")), "-+----++-");
    assert_eq!(result("-++---+++", without("post-chrome")), "-++-+-+++");
}

#[test]
fn rules_have_names_and_know_what_they_changed() {
    let names: std::collections::BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(names.len(), RULES.len());
    let page = Page::measure(Parser::default().parse("<p>One<h2>Two</h2><p>Three"));
    let mut verdict = Verdict::nothing("test", &page);
    verdict.kept = vec![true, false, true];
    apply_all(&page, &mut verdict, &[0.9, 0.3, 0.9], &[]);
    let by = [0, 1, 2].map(|at| rule_of(&verdict, at).map(|rule| rule.id));
    assert_eq!(by, [None, Some("headings"), None]);
}
