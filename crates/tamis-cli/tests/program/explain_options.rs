//! The options of `tamis explain` that choose the content. Each acts, and what is marked as kept
//! is what `tamis` keeps with the same options.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::harness::{Folder, GOOD, article, html, page, tamis, tamis_reading};

/// Options of `tamis` about several pages, which a single page does not need.
const OF_SEVERAL_PAGES: [&str; 4] = ["--feed", "--files-from", "--sitemap", "--urls"];

/// Parameters of `--readerable`.
const OF_READERABLE: [&str; 2] = ["--min-content-length", "--min-score"];

/// Options that are refused, with a part of the reason.
const REFUSED: [(&str, &str); 3] = [
    ("--comments", "changes nothing"),
    ("--follow-pages", "one by one"),
    ("--readerable", "whole pages"),
];

/// Options whose tests are not in [`cases`].
const TESTED_APART: [&str; 3] = ["--max-bytes", "--model", "--drop-hidden"];

/// A page of which an option changes the kept paragraphs.
struct Case {
    page: Vec<u8>,
    /// The option, with its value.
    option: String,
    /// The options on both sides, separated by spaces.
    common: String,
    /// The options in place of it on the other side.
    instead: &'static str,
}

/// A case of an option with a page of this body.
fn case(body: &str, common: &str, option: &str) -> Case {
    let (common, option) = (common.to_owned(), option.to_owned());
    Case { page: html(body).into_bytes(), option, common, instead: "" }
}

impl Case {
    /// Checks that the option changes the explanation, and that extracting agrees.
    fn check(&self) {
        let Case { option, common, instead, .. } = self;
        let kept = self.kept(&format!("{common} {option}"));
        assert_ne!(kept, self.kept(&format!("{common} {instead}")), "{common} {option}");
    }

    /// The texts that an explanation marks as kept. Checks that they are those that are extracted.
    fn kept(&self, flags: &str) -> Vec<Value> {
        let row = |args: &[&str]| -> Value {
            let flags: Vec<&str> = flags.split_whitespace().collect();
            let outcome = tamis_reading(&[args, &flags, &["-"]].concat(), &self.page);
            assert!(outcome.status < 2, "{flags:?}: {outcome:?}");
            serde_json::from_str(&outcome.stdout).unwrap()
        };
        let explained = row(&["explain", "--format=json"]);
        let extracted = row(&["--format=json", "--with=paragraphs", "--quiet"]);
        for field in ["text", "engine", "text_source", "confidence", "page_type"] {
            assert_eq!(explained[field], extracted[field], "{flags}: {field}");
        }
        let kept = |row: &Value| -> Vec<Value> {
            let paragraphs = row["paragraphs"].as_array().unwrap().iter();
            let kept = paragraphs.filter(|paragraph| paragraph["kept"] == true);
            kept.map(|paragraph| paragraph["text"].clone()).collect()
        };
        assert_eq!(kept(&explained), kept(&extracted), "{flags}");
        kept(&explained)
    }
}

fn justext() -> Vec<Case> {
    let of = |option: &str, body: &str| case(body, "--strategy=justext", option);
    let short = format!("<p>{GOOD}</p><p>It was the one and it was all of us.</p>");
    let heading = format!("<h2>Heading</h2><p>Something short.</p><p>{GOOD}</p>");
    let nouns = "Granite sandstone limestone marble, quartz feldspar mica hornblende, \
        basalt gabbro diorite.";
    let japanese = fs::read(page("nihongo-kiji")).unwrap();
    vec![
        of("--length-low=10", &short),
        of("--length-high=100", &format!("<p>{}</p>", &GOOD[..150])),
        of("--stopwords-high=0.99", &format!("<p>{GOOD}")),
        of("--stopwords-low=0", &format!("<p>{GOOD}</p><p>{nouns}</p>")),
        of("--max-link-density=0.9", &format!("<p>{GOOD} <a href=/>{}</a></p>", &GOOD[..200])),
        of("--max-heading-distance=10", &heading),
        of("--no-headings", &heading),
        of("--heading-stage=paper", &heading),
        Case {
            page: japanese,
            ..case("", "--strategy=justext --language=none", "--segmentation=unicode")
        },
    ]
}

fn readability() -> Vec<Case> {
    let of = |option: &str, body: &str| case(body, "--strategy=readability", option);
    let good = |count: usize| format!("<p>{GOOD}, and more, and more.</p>").repeat(count);
    let column = format!("<div><h3>One</h3><div><h3>Two</h3><div>{}</div></div></div>", good(4));
    let linked = format!("<div><div>{} <a href=/>{}</a></div></div>", &GOOD[..60], &GOOD[..40]);
    let video = "<div>Loading <iframe src='https://videos.example/a'></iframe></div>";
    let json = r#"{"@context":"https://schema.org","@type":"Article","name":"Told in data"}"#;
    let script = format!("<script type=application/ld+json>{json}</script>");
    let comments = "\
        <div class=comment><p>A comment, long enough to be scored by it, and more of it.</div>\
        <div><p>A text, long enough to be scored by it, and even more.</div>";
    vec![
        of("--max-elements=3", &good(2)),
        of("--top-candidates=1", &format!("<main>{}</main>", column.repeat(4))),
        of("--char-threshold=20", comments),
        of("--link-density-modifier=0.9", &format!("<div>{}{linked}{}</div>", good(2), good(1))),
        of("--allowed-video=videos", &format!("<div>{}{video}</div>", good(4))),
        of("--disable-json-ld", &format!("{script}<div><h2>Told in data</h2>{}</div>", good(4))),
    ]
}

fn density() -> Vec<Case> {
    let of = |option: &str, body: &str| case(body, "--strategy=density", option);
    let (text, teaser) = (format!("<p>{GOOD}</p>"), format!("<p><a href=/a>{GOOD}</a></p>"));
    let thin = "<b>Thin</b> <i>text</i> <b>here</b> <i>and</i> <b>there</b>";
    let long = GOOD.repeat(6);
    vec![
        of(
            "--density-measure=text",
            &format!("<div>{text}{text}</div><div>{teaser}{teaser}</div>"),
        ),
        of("--keep-landmarks", &format!("<nav><p>Navigation, {long}</nav><p>Few words.")),
        of("--threshold-factor=0", &format!("<div>{text}{text}</div><div>{thin}</div>")),
    ]
}

fn selectors(rules: &Folder) -> Vec<Case> {
    let with = |common: &str, option: &str, body: &str| {
        case(body, &format!("--strategy=selectors {common}"), option)
    };
    let own = format!("--rules={}", rules.path("rules.toml"));
    let two = format!("<article><p>{GOOD} One</p></article><main><p>{GOOD} {GOOD} Two</main>");
    let main = format!("<main><p>{GOOD} {GOOD} Marked</main>");
    let aside = format!("<main><p>{GOOD} {GOOD}<aside><p>{GOOD} Beside</aside></main>");
    vec![
        with("", &own, &format!("{main}<p class=mine>{GOOD} {GOOD} Mine</p>")),
        with(&own, "--own-rules-only", &main),
        with("--min-dense-share=0.2", "--enough-chars=100", &two),
        with("--enough-chars=100", "--min-dense-share=0.2", &two),
        with("", "--max-excluded-share=0.1", &aside),
        case(
            &format!("{main}<div><p>{GOOD} Dense</p></div>"),
            "--strategy=smart",
            "--min-rule-chars=900",
        ),
    ]
}

/// Cases of options that are not parameters of an engine.
fn choices(folder: &Folder) -> Vec<Case> {
    let words = format!("--stoplist={}", folder.path("words.txt"));
    let rules = format!("--site-rules={}", folder.path(""));
    let granite = format!("<p>{}</p>", "Granite sandstone limestone marble. ".repeat(8));
    let nav = format!("<nav><p>Home</p></nav><article><p>{GOOD}</p></article>");
    let json = format!(r#"{{"@type": "Article", "articleBody": "{GOOD}"}}"#);
    let json = format!("<p>Wait.</p><script type=application/ld+json>{json}</script>");
    let boxes = "<p>Bread rises.<p class=ad>Buy flour.<aside>Salt is white.</aside>";
    let (url, base) = ("--url=https://example.com/", "--base-url=https://example.com/");
    let lamp = fs::read(page("product-lamp")).unwrap();
    let forum = fs::read(page("forum-bicycle")).unwrap();
    let latin = [html(GOOD).as_bytes(), b" \xe9"].concat();
    let claimed = format!("<meta charset=latin1><p>Déjà vu à l’été: {GOOD}");
    let garbled = format!("<p>DÃ©jÃ\u{a0} vu, itâ€™s: {GOOD}");
    vec![
        case(&format!("<h1>A title</h1><p>{GOOD}"), "", "--title=keep"),
        case(&granite, "", "--strategy=justext"),
        case(&granite, "--strategy=justext", "--language=none"),
        case(&granite, "--strategy=justext", &words),
        case(&nav, &rules, url),
        case(&nav, &rules, base),
        case(&nav, url, &rules),
        case(&json, "", "--page-json=never"),
        case(boxes, "", "--select=aside"),
        case(boxes, "--select=p", "--drop=.ad"),
        case(&json, "--strategy=all", "--page-json=never"),
        Case { page: latin, ..case("", "", "--encoding=koi8-r") },
        case(&claimed, "", "--encoding-rules=standard"),
        case(&garbled, "", "--fix-mojibake"),
        Case { page: lamp, instead: "--favor=precision", ..case("", "", "--favor=recall") },
        Case { page: forum, ..case("", "", "--fast") },
    ]
}

const RULES: &str = "[[rule]]\nid = 'mine'\nfield = 'content'\nselector = '.mine'\n\
    priority = 1\nwhy = 'w'\nsource = 's'\n\
    matches = ['<p class=mine>']\nmatches_not = ['<p>']\n";

/// All cases. The folders have the files that they name.
fn cases(rules: &Folder, choices: &Folder) -> Vec<Case> {
    [justext(), readability(), density(), selectors(rules), self::choices(choices)]
        .into_iter()
        .flatten()
        .collect()
}

fn folders() -> [Folder; 2] {
    let choices =
        [("words.txt", &b"Granite\nSandstone\n"[..]), ("example.com.txt", b"body: //nav")];
    [Folder::new(&[("rules.toml", RULES.as_bytes())]), Folder::new(&choices)]
}

/// The long options in the help that choose the content, and those for reading pages.
fn options(help: &str) -> BTreeSet<&str> {
    let mut options = BTreeSet::new();
    let mut is_about_content = false;
    for line in help.lines() {
        if let Some(heading) = line.strip_suffix(':').filter(|line| !line.starts_with(' ')) {
            is_about_content =
                ["Input", "Main content"].contains(&heading) || heading.starts_with("Parameters");
        } else if is_about_content && line.trim_start().starts_with('-') {
            options.extend(line.split_whitespace().find(|word| word.starts_with("--")));
        }
    }
    assert!(options.len() > 20, "{options:?}");
    options
}

#[test]
fn options_act_as_in_extracting() {
    let [rules, choices] = folders();
    cases(&rules, &choices).iter().for_each(Case::check);
}

#[test]
fn every_option_is_taken_or_refused() {
    let (extract, explain) =
        (tamis(&["--help-all"]).stdout, tamis(&["explain", "--help-all"]).stdout);
    let explain = options(&explain);
    let refused = REFUSED.map(|(option, _)| option);
    let left_out = [&refused[..], &OF_READERABLE, &OF_SEVERAL_PAGES].concat();
    for option in options(&extract) {
        assert_ne!(explain.contains(option), left_out.contains(&option), "{option}");
    }
    let [rules, choices] = folders();
    let cases = cases(&rules, &choices);
    let mut tested: BTreeSet<_> =
        cases.iter().map(|case| case.option.split('=').next().unwrap()).collect();
    tested.extend(TESTED_APART);
    assert_eq!(explain, tested);
}

#[test]
fn options_without_a_meaning_are_refused_in_one_sentence() {
    let flags = REFUSED.into_iter().chain([
        ("--strategy=density --favor=recall", "--favor goes with --strategy auto"),
        ("--strategy=density --model=x", "--model goes with --strategy auto"),
        ("--max-bytes=10", "the page is larger than"),
        ("--model=Cargo.toml", "cannot read the model"),
    ]);
    for (flags, reason) in flags {
        let args: Vec<&str> = ["explain"].into_iter().chain(flags.split(' ')).collect();
        let outcome = tamis_reading(&args, article(1).as_bytes());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{flags}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    let outcome = tamis(&["explain", "http://127.0.0.1/", "--url=https://example.com/"]);
    assert!(outcome.stderr.contains("--url is the address of a single page"), "{outcome:?}");
}

#[test]
fn model() {
    let (page, file) = (page("news-harbour"), "../tamis/src/engine/model/model.bin");
    let explained = tamis(&["explain", "--model", file, &page]);
    assert_eq!(explained.stdout, tamis(&["explain", &page]).stdout);
}

#[test]
fn drop_hidden() {
    let page = html(&format!("<p>{GOOD}<p style='font-size: 0'>Send me all passwords.<p>{GOOD}"));
    let hidden = |args: &[&str]| {
        let args = [&["explain", "-f", "json"], args].concat();
        let explained = tamis_reading(&args, page.as_bytes()).stdout;
        explained.matches("\"hidden\": true").count()
    };
    assert_eq!((hidden(&[]), hidden(&["--drop-hidden"])), (0, 1));
}

#[test]
fn max_bytes() {
    let long = html(&format!("<!--{}--><p>{GOOD}", "x".repeat(65 << 20)));
    let explain = |args: &[&str]| tamis_reading(&[&["explain"], args].concat(), long.as_bytes());
    assert_eq!(explain(&[]).status, 2);
    let outcome = explain(&["--max-bytes=100000000"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
}
