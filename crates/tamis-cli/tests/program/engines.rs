//! Several engines about one page (`--strategy all` and `tamis compare`), and signals of its type.

use serde_json::Value;

use crate::harness::{Folder, GOOD, article, html, page, tamis, tamis_reading};

/// A page of which selectors and density keep only the story, and jusText keeps nothing.
fn story() -> String {
    html("<nav><a href=/>Home</a></nav><article><p>Granite and gabbro are rocks.</p></article>")
}

/// A page of which all engines keep the same text.
fn plain() -> String {
    html(&format!("<article><p>{GOOD}</p></article>"))
}

fn all(flags: &[&str], html: &str) -> Value {
    let args = [&["--engine=all", "--format=jsonl", "-"], flags].concat();
    tamis_reading(&args, html.as_bytes()).rows().remove(0)
}

#[test]
fn all_engines_answer() {
    let row = all(&[], &plain());
    let answers = row["answers"].as_array().unwrap();
    let mut engines: Vec<_> =
        answers.iter().map(|answer| answer["engine"].as_str().unwrap()).collect();
    assert_eq!(row["engine"], engines[0]);
    assert_eq!(
        (&row["text"], &row["confidence"]),
        (&answers[0]["text"], &answers[0]["confidence"])
    );
    engines.sort_unstable();
    assert_eq!(engines, ["density", "justext", "model", "readability", "selectors"]);
    for answer in answers {
        assert_eq!(answer["text"], GOOD, "{answer}");
        let engine = answer["engine"].as_str().unwrap();
        let alone = format!("--engine={}", if engine == "model" { "auto" } else { engine });
        let alone = tamis_reading(&[&alone, "--format=jsonl", "-"], plain().as_bytes());
        assert_eq!(alone.column("text")[0], answer["text"]);
    }
    let justext = |row: &Value| {
        let answers = row["answers"].as_array().unwrap();
        answers.iter().find(|answer| answer["engine"] == "justext").unwrap()["text"].clone()
    };
    assert_eq!(justext(&all(&[], &story())), "");
    assert_ne!(
        justext(&all(&["--length-low=1", "--length-high=2", "--stopwords-high=0"], &story())),
        ""
    );
}

#[test]
fn all_as_text_has_headings() {
    let outcome = tamis_reading(&["--engine=all", "-"], plain().as_bytes());
    let headings: Vec<_> =
        outcome.stdout.lines().filter(|line| line.starts_with("===== ")).collect();
    assert_eq!(headings.len(), 5);
    assert!(headings[0].ends_with(", taken") && !headings[1].contains("taken"), "{headings:?}");
    assert_eq!(outcome.stdout.matches(GOOD).count(), 5);
    let folder =
        Folder::new(&[("1.html", article(1).as_bytes()), ("2.html", article(2).as_bytes())]);
    let several = tamis(&["--engine=all", &folder.path("")]).stdout;
    assert_eq!(several.matches("##### ").count(), 2);
}

#[test]
fn engine_all_rejects_options_of_one_answer() {
    for flags in [&["--format=html"][..], &["--follow-pages", "--site-rules=."]] {
        let args = [&["--engine=all", "-"], flags].concat();
        let outcome = tamis_reading(&args, article(1).as_bytes());
        assert_eq!(outcome.status, 2);
        assert!(outcome.stderr.contains("--strategy all"), "{outcome:?}");
    }
}

#[test]
fn all_with_a_site_rule() {
    let rules = Folder::new(&[("example.com.txt", b"body: //nav")]);
    let row = all(&["--site-rules", &rules.path(""), "--url=https://example.com/"], &story());
    let engines: Vec<_> = row["answers"].as_array().unwrap().iter().map(|a| &a["engine"]).collect();
    assert_eq!(engines, ["site-rules", "justext", "readability", "density", "selectors"]);
    assert_eq!(row["text"], "Home");
}

fn compare(flags: &[&str], html: &str) -> Value {
    let args = [&["compare", "--format=json", "-"], flags].concat();
    let outcome = tamis_reading(&args, html.as_bytes());
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"))
}

#[test]
fn compare_gives_agreement_and_differences() {
    let comparison = compare(&["--engines=selectors,justext,auto"], &story());
    let engines = comparison["engines"].as_array().unwrap();
    let column = |name: &str| engines.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("engine"), ["selectors", "justext", "auto"]);
    assert_eq!(column("chars"), [29, 0, 29]);
    assert_eq!(column("paragraphs"), [1, 0, 1]);
    assert_ne!(column("answer_of")[2], "auto");
    let agreement = serde_json::json!([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]);
    assert_eq!(comparison["agreement"], agreement);
    let differences = comparison["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0]["text"], "Granite and gabbro are rocks.");
    assert_eq!(differences[0]["engines"][0]["kept"], true);
    assert_eq!(differences[0]["engines"][1]["kept"], false);
    assert_eq!(compare(&[], &story())["engines"].as_array().unwrap().len(), 4);
}

/// A page of many short paragraphs, each of which takes a line in the comparison.
#[test]
fn compare_and_explain_are_bounded_by_the_page() {
    let html = "<p>x".repeat(8000);
    let max_bytes = 20 * html.len() + (64 << 10);
    let warning = format!(
        "-: warning: the output would be much longer than the page: it was cut at {max_bytes} bytes"
    );
    for command in ["compare", "explain"] {
        for format in ["text", "json", "html"] {
            let outcome = tamis_reading(&[command, "--format", format, "-"], html.as_bytes());
            let bytes = outcome.stdout.len();
            assert!(bytes > max_bytes / 8, "{command} {format}: {bytes}");
            assert!(bytes <= max_bytes, "{command} {format}: {bytes}");
            assert!(outcome.stderr.contains(&warning), "{command} {format}: {}", outcome.stderr);
        }
    }
    let short = tamis_reading(&["compare", "-"], &html.as_bytes()[..400]);
    assert_eq!(short.stderr, "");
}

#[test]
fn compare_prints_a_table() {
    let print = |flags: &[&str], html: &str| {
        tamis_reading(
            &[&["compare", "--engines=density,justext", "-"], flags].concat(),
            html.as_bytes(),
        )
    };
    let outcome = print(&[], &story());
    assert_eq!(outcome.status, 0);
    assert!(outcome.stdout.contains("\n+- Granite and gabbro are rocks.\n"), "{outcome:?}");
    assert!(outcome.stdout.contains("    justext drops it: "), "{outcome:?}");
    assert!(print(&[], &plain()).stdout.contains("the engines keep the same paragraphs"));
    assert_eq!(print(&[], "<p>").status, 1);
    let long = format!("<p>{}", "Granite sandstone limestone marble. ".repeat(8));
    let differs = |flags| print(flags, &long).stdout.contains("\n+- Granite");
    assert!(differs(&["--language=en"]) && !differs(&["--language=none"]));
}

#[test]
fn compare_reads_one_page() {
    let page = page("news-harbour");
    assert_eq!(tamis(&["compare", &page]).status, 0);
    let folder = Folder::new(&[("1.html", article(1).as_bytes())]);
    for (args, reason) in [
        (&["compare", &folder.path("")][..], "expected a single page"),
        (&["compare", "missing.html"], "there is no such file or folder"),
        (&["compare", "--engines=density", &page], "at least two engines"),
        (&["compare", "--engines=density,other", &page], "other"),
    ] {
        let outcome = tamis(args);
        assert_eq!(outcome.status, 2, "{args:?}");
        assert!(outcome.stderr.contains(reason), "{outcome:?}");
    }
    let latin = html("<p>caf\u{e9}").chars().map(|char| char as u8).collect::<Vec<_>>();
    let text = |flags: &[&str]| {
        let args =
            [&["compare", "--engines=density,justext", "--format=json", "-"], flags].concat();
        tamis_reading(&args, &latin).stdout
    };
    assert!(text(&["--encoding=windows-1252"]).contains("caf\u{e9}"));
    assert!(text(&["--encoding=windows-1251"]).contains("caf\u{439}"));
}

#[test]
fn signals_of_page_types() {
    let row =
        |html: &str| tamis_reading(&["--format=jsonl", "-"], html.as_bytes()).rows().remove(0);
    let plain = row(&article(1));
    for flag in ["needs_javascript", "is_listing", "paywalled"] {
        assert_eq!(plain[flag], false);
    }
    assert!(plain["signals"].is_null());
    let application = row("<div id=root></div>");
    assert_eq!(application["needs_javascript"], true);
    assert_eq!(application["signals"]["needs_javascript"][0], "an empty root element");
    // The learned model decides if it ran.
    let product = |number: u32| {
        let name = format!("<h3>Running shoe {number}</h3><span class=price>$ {number}9.00</span>");
        format!(
            "<div class=product><a href=/shoe{number}><img src=s.png>{name}</a><button>Add to cart</button></div>"
        )
    };
    let products: String = (0..12).map(product).collect();
    let shop = format!("<title>Shoes - Shop</title><h1>Shoes</h1><main>{products}</main>");
    let reason = |args: &[&str]| {
        let row = tamis_reading(args, shop.as_bytes()).rows().remove(0);
        assert_eq!(row["is_listing"], true);
        row["signals"]["is_listing"][0].as_str().unwrap().to_owned()
    };
    let of_model = "the learned model takes the page for a listing or collection";
    assert_eq!(reason(&["--format=jsonl", "-"]), of_model);
    let of_markup = "most of the text stands in like items with links";
    assert_eq!(reason(&["--format=jsonl", "--strategy=justext", "-"]), of_markup);
    let metered = row("<meta name=article:content_tier content=metered><p>The first sentence.");
    assert_eq!(metered["paywalled"], true);
}
