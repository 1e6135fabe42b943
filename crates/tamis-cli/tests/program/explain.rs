//! The reasons for keeping and dropping paragraphs (`tamis explain`), and the page that shows them.

use jsonschema::Validator;
use serde_json::Value;

use crate::harness::{Folder, GOOD, article, html, page, tamis, tamis_reading};

/// A page of which only the story is content.
fn story() -> String {
    html(&format!(
        "<nav><a href=/>Home &amp; more</a></nav><article><h1>A title</h1><p>{GOOD}</p></article>"
    ))
}

fn explain(flags: &[&str], html: &str) -> String {
    let outcome = tamis_reading(&[&["explain", "-"], flags].concat(), html.as_bytes());
    assert!(outcome.status < 2 && outcome.stderr.is_empty(), "{flags:?}: {outcome:?}");
    outcome.stdout
}

fn validator() -> Validator {
    let schema = tamis(&["schema"]).stdout;
    jsonschema::draft202012::new(&serde_json::from_str(&schema).unwrap()).unwrap()
}

/// The JSON of an explanation, which follows the schema.
fn json(flags: &[&str], html: &str) -> Value {
    let json = explain(&[&["--format=json"], flags].concat(), html);
    let json = serde_json::from_str(&json).unwrap();
    let errors: Vec<_> = validator().iter_errors(&json).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{flags:?}: {errors:?}");
    json
}

fn column<'v>(list: &'v Value, name: &str) -> Vec<&'v Value> {
    list.as_array().unwrap().iter().map(|value| &value[name]).collect()
}

#[test]
fn text_has_a_block_for_each_paragraph() {
    let text = explain(&[], &story());
    let (summary, paragraphs) = text.split_once("\nparagraphs (+ kept, - dropped, by ").unwrap();
    assert!(summary.starts_with("-\ntitle: A title (from h1)\nlanguage: en\npage type: "));
    assert!(summary.contains(" %)\nmodel decides, "), "{summary}");
    assert!(summary.contains("\nreadability "), "{summary}");
    let blocks: Vec<_> = paragraphs.split("\n\n").skip(1).collect();
    assert_eq!(blocks.len(), 3, "{text}");
    assert!(blocks[0].starts_with("-----   ") && blocks[0].contains(" % Home & more\n"), "{text}");
    assert!(blocks[2].starts_with("+++++ "), "{text}");
    assert!(blocks[2].contains(" % It was the best of times") && blocks[2].contains(" …\n"));
    let features = |block: &str| block.lines().filter(|line| line.contains(": ")).count();
    assert!(blocks.iter().all(|block| (3..=7).contains(&features(block))), "{text}");
    assert!(blocks[2].contains("\n    model keeps it: surely content\n    "), "{text}");
    assert!(blocks[2].contains("\n    +") && blocks[0].contains("\n    -"), "{text}");
}

#[test]
fn json_is_a_row_with_reasons() {
    let row = json(&["--url=https://example.com/a"], &story());
    assert_eq!((&row["url"], &row["title"]), (&"https://example.com/a".into(), &"A title".into()));
    let engines = ["model", "justext", "readability", "density", "selectors"];
    assert_eq!(column(&row["engines"], "engine"), engines);
    assert_eq!(
        (&row["engine"], &row["confidence"]),
        (&engines[0].into(), &row["engines"][0]["confidence"])
    );
    let plain =
        tamis_reading(&["--format=json", "--url=https://example.com/a", "-"], story().as_bytes());
    let plain: Value = serde_json::from_str(&plain.stdout).unwrap();
    for (name, value) in plain.as_object().unwrap() {
        assert_eq!(&row[name], value, "{name}");
    }
    let paragraphs = row["paragraphs"].as_array().unwrap();
    assert_eq!(column(&row["paragraphs"], "kept").len(), 3);
    assert_eq!(paragraphs[1]["heading_level"], 1);
    for paragraph in paragraphs {
        assert_eq!(column(&paragraph["engines"], "engine"), engines);
        assert_eq!(paragraph["engines"][0]["kept"], paragraph["kept"]);
        let parts: f64 = column(&paragraph["features"], "log_odds")
            .into_iter()
            .chain([&row["base"], &paragraph["other_features"]])
            .map(|part| part.as_f64().unwrap())
            .sum();
        assert!((parts - paragraph["log_odds"].as_f64().unwrap()).abs() < 1e-9, "{paragraph}");
    }
    let probability = |index: usize| paragraphs[index]["probability"].as_f64().unwrap();
    assert!(probability(0) < 0.5 && probability(2) > 0.5);
}

#[test]
fn every_format_has_the_page_type() {
    let page = html(&format!("<h1>A title</h1><article><p>{GOOD}</p><p>{GOOD}</p></article>"));
    let row = json(&[], &page);
    let probability = 100.0 * row["page_type_probability"].as_f64().unwrap();
    let shown = format!("{} ({probability:.0} %)", row["page_type"].as_str().unwrap());
    assert!(explain(&[], &page).contains(&format!("\npage type: {shown}\n")), "{shown}");
    let html = explain(&["--format=html"], &page);
    assert!(html.contains(&format!("<p class=\"source\">Page type: {shown}</p>")), "{shown}");
    let unknown = "--strategy=density";
    assert!(json(&[unknown], &page).get("page_type").is_none());
    for format in ["--format=text", "--format=html"] {
        assert!(!explain(&[unknown, format], &page).to_lowercase().contains("page type"));
    }
}

#[test]
fn a_single_engine_has_no_model() {
    let row = json(&["--strategy=density"], &story());
    assert_eq!(column(&row["engines"], "engine"), ["density"]);
    assert!(row.get("base").is_none());
    assert!(row["paragraphs"].as_array().unwrap().iter().all(|of| of.get("probability").is_none()));
    let text = explain(&["--strategy=density"], &story());
    assert!(text.contains("\n- Home & more\n    density drops it: "), "{text}");
    assert_eq!(column(&json(&["--strategy=smart"], &story())["engines"], "engine").len(), 2);
}

#[test]
fn a_rule_for_the_site_comes_before_the_engines() {
    let rules = Folder::new(&[("example.com.txt", b"body: //nav")]);
    let rules = rules.path("");
    let flags = ["--site-rules", &rules, "--url=https://example.com/"];
    let row = json(&flags, &story());
    let engines = ["site-rules", "justext", "readability", "density", "selectors"];
    assert_eq!(column(&row["engines"], "engine"), engines);
    assert_eq!(column(&row["paragraphs"], "kept"), [true, false, false]);
    assert!(row["paragraphs"][2]["probability"].as_f64().unwrap() > 0.5);
}

#[test]
fn one_page_is_read_and_one_file_written() {
    let folder = Folder::new(&[("1.html", article(1).as_bytes())]);
    let (page, out) = (folder.path("1.html"), folder.path("") + "/out.txt");
    assert_eq!(tamis(&["explain", &page, "-o", &out]).stdout, "");
    assert!(folder.read("out.txt").starts_with(&page));
    for (args, reason) in [
        (&["explain", &page, "-o", &page][..], "is one of the inputs"),
        (&["explain", &folder.path("")], "expected a single page"),
        (&["explain", &page, "--encoding=none-such"], "unknown encoding"),
        (&["explain", "missing.html"], "there is no such file or folder"),
    ] {
        let outcome = tamis(args);
        assert_eq!(outcome.status, 2, "{args:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    assert_eq!(folder.read("1.html"), article(1));
}

#[test]
fn pages_without_text_are_explained() {
    for format in ["text", "json", "html"] {
        let outcome = tamis_reading(&["explain", "-", "-f", format], b"<p>");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""), "{format}");
    }
}

/// The value of the `data` element of a page.
fn data(html: &str) -> Value {
    let (_, after) = html.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn the_page_can_be_read_without_its_script() {
    let html = explain(&["--format=html"], &story());
    assert_eq!(html.matches("<details class=\"paragraph").count(), 3);
    let paragraphs = data(&html)["paragraphs"].clone();
    let kept = column(&paragraphs, "kept").into_iter().filter(|kept| kept.as_str() >= Some("1"));
    assert_eq!(html.matches("<details class=\"paragraph kept").count(), kept.count());
    assert!(html.contains(">Home &amp; more</span>"));
    assert!(html.contains("<li class=\"no\">readability drops it: "), "{html}");
    assert!(html.contains("<dd><span dir=\"auto\">A title</span> <span class=\"from\">h1</span>"));
    assert!(html.contains("<main id=\"paragraphs\" lang=\"en\">"));
    assert!(
        html.contains("a number is the model's probability") && html.contains("press Enter on")
    );
}

#[test]
fn the_outline_begins_at_the_highest_heading() {
    let page = format!("<main><h2>One</h2><p>{GOOD}</p><h4>Two</h4><p>{GOOD}</p></main>");
    let page = explain(&["--format=html", "--strategy=selectors"], &html(&page));
    assert!(page.contains("<li class=\"in0\"><a href=\"#p0\" dir=\"auto\">One</a>"), "{page}");
    assert!(page.contains("<li class=\"in2\"><a href=\"#p2\" dir=\"auto\">Two</a>"), "{page}");
    assert!(!page.contains("a number is"), "there is no model");
}

#[test]
fn the_page_loads_nothing() {
    let html = explain(&["--format=html"], &story());
    let (head, _) = html.split_once("<title>").unwrap();
    assert!(head.contains("content=\"default-src 'none'; script-src 'sha256-"), "{head}");
    for outside in ["src=", "href=\"h", "url(", "@import", "<link", "<base", "fetch("] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html, explain(&["--format=html"], &story()), "the same for the same page");
}

#[test]
fn the_text_of_a_page_stays_text() {
    let attack = "</script><script>fire()</script><!--{{script}}";
    let shown = attack.replace('<', "&lt;");
    let page = html(&format!("<h1>{shown}</h1><p title='{shown}'>{shown} {GOOD}"))
        .replace("A title", &shown);
    let html = explain(&["--format=html"], &page);
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
    assert!(!html.contains("<!--") && !html.contains("</script><script>fire"));
    assert!(html.contains("&lt;!--{{script}}"));
    let named = Folder::new(&[("<b>'.html", page.as_bytes())]);
    let html = tamis(&["explain", "-f", "html", &named.path("<b>'.html")]).stdout;
    assert!(!html.contains("<b>'") && html.contains("&lt;b&gt;&#39;.html"), "{html}");
    assert_eq!(data(&html)["file"], "page.json");
}

#[test]
fn compared_engines_are_shown_in_the_same_page() {
    let args = ["compare", "--format=html", "--engines=density,auto", &page("news-harbour")];
    let html = tamis(&args).stdout;
    let data = data(&html);
    assert_eq!(column(&data["engines"], "name"), ["density", "auto (model)"]);
    assert!(data["base"].is_null());
    assert!(html.contains("<button type=\"button\" aria-pressed=\"false\">auto (model)</button>"));
    let folder = Folder::new(&[("1.html", article(1).as_bytes())]);
    let out = folder.path("") + "/out.html";
    assert_eq!(tamis(&["compare", &folder.path("1.html"), "-f", "html", "-o", &out]).status, 0);
    assert!(folder.read("out.html").starts_with("<!DOCTYPE html>"));
}
