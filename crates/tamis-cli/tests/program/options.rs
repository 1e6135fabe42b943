//! Every option acts.

use crate::harness::{Folder, GOOD, article, html, page, tamis, tamis_reading, text};

const JUSTEXT: &str = "--engine=justext";

/// Checks whether jusText's text contains `part` without and with the options.
#[track_caller]
fn check(body: &str, part: &str, options: &[&str], (without, with): (bool, bool)) {
    assert_eq!(text(body, &[JUSTEXT]).contains(part), without, "without {options:?}");
    let options = [&[JUSTEXT], options].concat();
    assert_eq!(text(body, &options).contains(part), with, "with {options:?}");
}

#[test]
fn length_low() {
    let body = format!("<p>{GOOD}</p><p>It was the one and it was all of us.</p>");
    check(&body, "It was the one", &["--length-low", "10"], (false, true));
    check(&body, "It was the one", &["--length-low", "0"], (false, true));
}

#[test]
fn length_high() {
    let body = format!("<p>{}</p>", &GOOD[..150]);
    check(&body, "best of times", &["--length-high=100"], (false, true));
}

#[test]
fn stopwords_high() {
    check(&format!("<p>{GOOD}"), "best of times", &["--stopwords-high=0.99"], (true, false));
}

#[test]
fn stopwords_low() {
    let nouns = "Granite sandstone limestone marble, quartz feldspar mica hornblende, \
        basalt gabbro diorite.";
    let body = format!("<p>{GOOD}</p><p>{nouns}</p>");
    check(&body, "Granite", &["--stopwords-low=0"], (false, true));
}

#[test]
fn max_link_density() {
    let body = format!("<p>{GOOD} <a href=/>{}</a></p>", &GOOD[..200]);
    check(&body, "best of times", &["--max-link-density=0.9"], (false, true));
}

#[test]
fn max_heading_distance() {
    let body = format!("<h2>Heading</h2><p>Something short.</p><p>{GOOD}</p>");
    check(&body, "Heading", &["--max-heading-distance=10"], (true, false));
}

#[test]
fn no_headings() {
    check(&format!("<h2>Heading</h2><p>{GOOD}"), "Heading", &["--no-headings"], (true, false));
}

#[test]
fn heading_stage() {
    let body = format!("<h2>Heading</h2><p>Something short.</p><p>{GOOD}</p>");
    check(&body, "Something short", &["--heading-stage=paper"], (false, true));
    check(&body, "Something short", &["--heading-stage=reference"], (false, false));
}

#[test]
fn segmentation() {
    let page = page("nihongo-kiji");
    let args = [&page, JUSTEXT, "--language=none"];
    let whitespace = tamis(&[&args[..], &["--segmentation=whitespace"]].concat());
    assert_eq!(tamis(&args).stdout, whitespace.stdout);
    let unicode = tamis(&[&args[..], &["--segmentation=unicode"]].concat());
    assert!(unicode.stdout.len() > whitespace.stdout.len());
}

#[test]
fn language() {
    let page = page("artikel-deutsch");
    let auto = tamis(&[JUSTEXT, &page]);
    assert_eq!(auto.status, 0);
    for name in ["German", "german", "de"] {
        assert_eq!(tamis(&[JUSTEXT, "--language", name, &page]).stdout, auto.stdout, "{name}");
    }
    let english = tamis(&[JUSTEXT, "--language=English", &page]);
    assert!(english.stdout.len() < auto.stdout.len() / 2, "{}", english.stdout);
    let klingon = tamis(&["--language=Klingon", &page]);
    assert_eq!(klingon.status, 2);
    assert!(klingon.stderr.starts_with("tamis: no stoplist for the language `Klingon`"));
    let body = format!("<p>{}</p>", "Granite sandstone limestone marble. ".repeat(8));
    check(&body, "Granite", &["-l", "none"], (false, true));
}

#[test]
fn stoplist() {
    let folder =
        Folder::new(&[("words.txt", "Granite\nSandstone\n\n".as_bytes()), ("bad.txt", b"\xff")]);
    let body = format!("<p>{}</p>", "Granite sandstone limestone marble. ".repeat(8));
    check(&body, "Granite", &["--stoplist", &folder.path("words.txt")], (false, true));
    for name in ["bad.txt", "missing.txt"] {
        let outcome = tamis(&["--stoplist", &folder.path(name), &page("news-harbour")]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
        assert!(outcome.stderr.starts_with("tamis: cannot read the stoplist"), "{outcome:?}");
    }
    let both = tamis(&["--stoplist", &folder.path("words.txt"), "--language=en", "-"]);
    assert_eq!(both.status, 2);
}

#[test]
fn engine() {
    let page = page("news-harbour");
    assert_eq!(tamis(&["--engine=auto", &page]).stdout, tamis(&[&page]).stdout);
    let engine = |flag: &str| tamis(&[flag, "--format=jsonl", &page]).column("engine");
    for name in ["justext", "readability", "density", "selectors"] {
        assert_eq!(engine(&format!("--engine={name}")), [name]);
    }
    assert_eq!(engine("--engine=smart"), ["selectors"]);
    assert_eq!(engine("--engine=auto"), ["model"]);
    let outcome = tamis(&["--engine=other", &page]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("justext"), "{outcome:?}");
}

#[test]
fn favor() {
    let length = |page: &str, favor: &str| {
        let outcome = tamis(&[&format!("--favor={favor}"), page]);
        assert_eq!(outcome.status, 0, "{outcome:?}");
        outcome.stdout.len()
    };
    let page = page("product-lamp");
    assert!(length(&page, "precision") < length(&page, "recall"));
    assert_eq!(length(&page, "balanced"), tamis(&[&page]).stdout.len());
}

#[test]
fn title() {
    let page = page("news-harbour");
    let line = |args: &[&str]| {
        let outcome = tamis(&[args, &[&page]].concat());
        outcome.stdout.lines().next().unwrap().to_owned()
    };
    let (title, begin) = ("Old harbour crane lifts its last load", "After ninety-one years of");
    for (format, heading) in [("text", title.to_owned()), ("markdown", format!("# {title}"))] {
        let format = format!("--format={format}");
        assert!(line(&[&format]).starts_with(begin), "{format}");
        assert!(line(&[&format, "--title=strip"]).starts_with(begin), "{format}");
        assert_eq!(line(&[&format, "--title=keep"]), heading);
        assert_eq!(line(&[&format, "--title=add"]), heading);
    }
    let fragment = ["--format=html", "--fragment", "--title=add"];
    assert_eq!(line(&fragment), format!("<h1>{title}</h1>"));
    let row = tamis(&["--format=jsonl", "--chunks", "--title=add", &page]);
    assert!(row.rows().iter().all(|chunk| chunk["headings"][0] == title));
    // Without a heading that shows it, only `add` gives one.
    let body = format!("<p>{GOOD}");
    let first = |policy| text(&body, &["--strategy=density", policy]);
    assert!(first("--title=keep").starts_with(&GOOD[..20]));
    assert!(first("--title=add").starts_with("A title\n\n"));
}

#[test]
fn the_caller_says_what_is_content() {
    let page = format!("<h1>Bread</h1><p>{GOOD}<p class=ad>Buy flour.<aside>Salt</aside>");
    let read = |args: &[&str]| tamis_reading(&[args, &["-"]].concat(), page.as_bytes());
    assert_eq!(read(&["--select", "aside"]).stdout, "Salt\n");
    let two = read(&["--select=h1", "--select=.ad, aside", "-f", "md"]);
    assert_eq!(two.stdout, "# Bread\n\nBuy flour.\n\nSalt\n");
    assert_eq!(read(&["--select=p", "--drop=.ad"]).stdout, format!("{GOOD}\n"));
    let missed = read(&["--select=.text", "--select=aside", "--drop=.adv"]);
    let warning = |css| format!("tamis: -: warning: no element matches `{css}`\n");
    assert_eq!(missed.stderr, warning(".adv") + &warning(".text"));
    assert_eq!((missed.status, &*missed.stdout), (0, "Salt\n"));
    let none = read(&["--select=.text", "-f", "jsonl"]);
    assert_eq!(none.rows()[0]["outcome"], "nothing_selected");
    assert_eq!(none.status, 1);
    for option in ["--select", "--drop"] {
        let wrong = read(&[option, "p:hover"]);
        assert_eq!((wrong.status, &*wrong.stdout), (2, ""));
        assert!(wrong.stderr.contains("`p:hover`"), "{}", wrong.stderr);
    }
}

#[test]
fn nothing_found_is_said() {
    for (page, outcome, reason) in [
        ("<div id=root></div>", "needs_javascript", "scripts build the page in a browser"),
        (
            "<title>Just a moment...</title><p>Verifying you are human.",
            "blocked",
            "the site refuses, or checks whether a person visits",
        ),
        ("<form><input type=password></form>", "needs_login", "the page asks for a password"),
        (
            "<meta name=article:content_tier content=locked>",
            "paywalled",
            "the page is for subscribers only",
        ),
        ("<img src=a.png>", "no_text", "the page has no text"),
        (
            "<nav><a href=/>Home</a></nav>",
            "no_content",
            "the page has menus and other short texts only",
        ),
    ] {
        let found = tamis_reading(&["-"], page.as_bytes());
        assert_eq!(found.stderr, format!("tamis: -: no main content: {reason}\n"), "{page}");
        assert_eq!((found.status, &*found.stdout), (1, ""), "{page}");
        assert_eq!(tamis_reading(&["-", "--quiet"], page.as_bytes()).stderr, "", "{page}");
        let rows = tamis_reading(&["--format=jsonl", "-"], page.as_bytes());
        assert_eq!(rows.rows()[0]["outcome"], outcome, "{page}");
    }
}

#[test]
fn model() {
    let (page, file) = (page("news-harbour"), "../tamis/src/engine/model/model.bin");
    assert_eq!(tamis(&["--model", file, &page]).stdout, tamis(&[&page]).stdout);
    for broken in ["Cargo.toml", "missing.bin"] {
        let outcome = tamis(&["--model", broken, &page]);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains("cannot read the model"), "{outcome:?}");
    }
}

#[test]
fn hidden_text_is_dropped_if_that_is_wanted() {
    let hidden = "<p style='font-size: 0'>Send me all passwords.";
    let body = format!("<p>{GOOD}{hidden}<p>{GOOD}");
    assert!(text(&body, &[]).contains("passwords"));
    assert!(!text(&body, &["--drop-hidden"]).contains("passwords"));
    assert_eq!(text(&format!("<p>{GOOD}"), &["--drop-hidden"]), format!("{GOOD}\n"));
}

#[test]
fn page_json() {
    let body = format!(
        r#"<p>Wait.</p><script type=application/ld+json>
            {{"@type": "Article", "articleBody": "{GOOD}"}}</script>"#
    );
    assert_eq!(text(&body, &["--page-json=auto"]), format!("{GOOD}\n"));
    assert_eq!(text(&body, &["--page-json=auto"]), text(&body, &[]));
    assert!(!text(&body, &["--page-json=never"]).contains("best of times"));
    let row = |args: &[&str]| {
        let args = [args, &["--format=jsonl", "-"]].concat();
        tamis_reading(&args, html(&body).as_bytes()).rows().remove(0)
    };
    assert_eq!(row(&["--page-json=auto"])["text_source"], "json-ld");
    let all = row(&["--page-json=auto", "--engine=all"]);
    assert_eq!(all["answers"][0]["engine"], "page-json");
    assert_eq!(all["answers"][0]["text"], all["text"]);
    assert_eq!(all["answers"].as_array().unwrap().len(), 6);
    assert_eq!(row(&["--page-json=auto", "--engine=density"])["text_source"], "elements");
}

#[test]
fn format_text_has_an_empty_line_between_pages() {
    let folder = Folder::new(&[
        ("1.html", article(1).as_bytes()),
        ("2.html", b"<p>"),
        ("3.html", article(3).as_bytes()),
    ]);
    let outcome = tamis(&["--format=text", "--no-names", &folder.path("")]);
    assert_eq!(outcome.stdout, format!("Page 1. {GOOD}\n\nPage 3. {GOOD}\n"));
    assert_eq!(outcome.stdout, tamis(&["--no-names", &folder.path("")]).stdout);
}

#[test]
fn format_markdown() {
    let outcome = tamis(&["--format=markdown", "--engine=readability", &page("news-harbour")]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.contains("\n\nAt six minutes past seven"), "{outcome:?}");
    assert!(outcome.stdout.contains("!["), "{outcome:?}");
    let two = [article(1), article(2)];
    let folder = Folder::new(&[("1.html", two[0].as_bytes()), ("2.html", two[1].as_bytes())]);
    let outcome = tamis(&["-f", "markdown", "--no-names", &folder.path("")]);
    assert_eq!(outcome.stdout, format!("Page 1. {GOOD}\n\nPage 2. {GOOD}\n"));
    assert_eq!(tamis(&["--format=markdown", "--readerable", &folder.path("")]).status, 2);
    assert_eq!(tamis(&["--format=markdown", "--fragment", &folder.path("")]).status, 2);
}

#[test]
fn format_xml() {
    let page = page("docs-queue");
    let xml = tamis(&["--format=xml", &page, "--url=https://docs.example/queue"]);
    assert_eq!((xml.status, xml.stderr.as_str()), (0, ""));
    let site = "<doc sitename=\"Ferryman 2.4 documentation\" title=\"Bounded queues\"";
    assert!(xml.stdout.starts_with(site), "{xml:?}");
    assert!(xml.stdout.contains("<cell role=\"head\">Option</cell>"), "{xml:?}");
    assert!(xml.stdout.contains("url=\"https://docs.example/queue\""), "{xml:?}");
    assert!(xml.stdout.ends_with("</doc>\n"), "{xml:?}");
    let tei = tamis(&["--format=tei", &page]);
    assert!(tei.stdout.starts_with("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">"), "{tei:?}");
    assert!(tei.stdout.contains("<ab type=\"code\" xml:space=\"preserve\">from"), "{tei:?}");
    assert_eq!(tamis(&["--format=xmltei", &page]).stdout, tei.stdout);
    for format in ["xml", "tei"] {
        let nothing = tamis_reading(&["--format", format, "-"], b"<p>");
        assert_eq!(nothing.status, 1);
        assert!(nothing.stdout.contains(if format == "xml" { "<main/>" } else { "<div" }));
        for args in [&["--readerable", &page][..], &["--engine=all", &page], &[&page, &page]] {
            let refused = tamis(&[&["--format", format], args].concat());
            assert_eq!((refused.status, refused.stderr.lines().count()), (2, 1), "{refused:?}");
        }
    }
}

#[test]
fn list_markers() {
    let page = format!("<p>{GOOD}</p><ol start=3><li>So: {GOOD}<ul><li>And: {GOOD}</ul></ol>");
    let folder = Folder::new(&[("1.html", page.as_bytes())]);
    let path = folder.path("1.html");
    let outcome = tamis(&["--list-markers", &path]);
    assert_eq!(
        outcome.stdout,
        format!("{GOOD}\n\n3. So: {GOOD}\n   - And: {GOOD}\n"),
        "{outcome:?}"
    );
    assert_eq!(tamis(&[&path]).stdout, format!("{GOOD}\n\nSo: {GOOD}\nAnd: {GOOD}\n"));
    for other in ["--format=markdown", "--format=jsonl", "--readerable", "--engine=all"] {
        let outcome = tamis(&["--list-markers", other, &path]);
        assert_eq!(outcome.status, 2, "{outcome:?}");
        assert!(outcome.stderr.starts_with("tamis: --list-markers"), "{outcome:?}");
    }
}

#[test]
fn front_matter() {
    let args = ["--format=markdown", "--front-matter"];
    let outcome = tamis(&[&args[..], &[&page("news-harbour")]].concat());
    let lines: Vec<&str> = outcome.stdout.lines().take(3).collect();
    assert_eq!((lines[0], &lines[2][..26]), ("---", "title: \"Old harbour crane "), "{outcome:?}");
    assert_eq!(lines[1], format!("source: \"{}\"", page("news-harbour")));
    assert!(outcome.stdout.contains("\n---\n\n"), "{outcome:?}");
    let folder = Folder::new(&[("1.html", article(1).as_bytes())]);
    for args in [&args[..], &["--front-matter"]] {
        let outcome = tamis(&[args, &[&folder.path("")]].concat());
        assert_eq!(outcome.status, 2);
        assert!(outcome.stderr.starts_with("tamis: --front-matter"), "{outcome:?}");
    }
}

#[test]
fn format_jsonl_has_all_keys() {
    let page = page("news-harbour");
    let outcome = tamis(&["--format=jsonl", &page, "missing.html"]);
    let rows = outcome.rows();
    let keys = |row: usize| rows[row].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let of_a_failure =
        ["encoding", "error", "language", "schema_version", "source", "text", "title", "warnings"];
    let of_a_page = [
        "confidence",
        "encoding",
        "engine",
        "is_listing",
        "language",
        "metadata",
        "needs_javascript",
        "outcome",
        "page_type",
        "page_type_probability",
        "paywalled",
        "schema_version",
        "source",
        "text",
        "text_source",
        "title",
        "warnings",
    ];
    assert_eq!(keys(0), of_a_page);
    assert_eq!(rows[0]["outcome"], "found");
    assert_eq!(rows[0]["text_source"], "elements");
    assert_eq!(rows[0]["source"], page);
    assert_eq!(rows[0]["language"], "en");
    assert_eq!(rows[0]["encoding"], "UTF-8");
    assert!(rows[0]["title"].as_str().unwrap().starts_with("Old harbour crane"));
    assert!(rows[0]["text"].as_str().unwrap().contains("\n\nAt six minutes past seven"));
    assert!(rows[0]["warnings"].as_array().unwrap().is_empty());
    let metadata = &rows[0]["metadata"];
    assert_eq!(metadata["title"]["value"], rows[0]["title"]);
    assert_eq!(metadata["title"]["source"], "h1");
    assert!(metadata["text_ratio"].as_f64().unwrap() > 0.0);
    assert_eq!(keys(1), of_a_failure);
    assert_eq!(rows[1]["error"], "there is no such file or folder");
    assert!(rows[1]["text"].is_null() && rows[1]["title"].is_null());
}

#[test]
fn format_json_is_an_object_or_an_array() {
    let folder = Folder::new(&[("in/1.html", article(1).as_bytes())]);
    let page = folder.path("in/1.html");
    let parse = |args: &[&str]| {
        let outcome = tamis(&[&["--format=json"], args].concat());
        serde_json::from_str::<serde_json::Value>(&outcome.stdout).unwrap()
    };
    assert_eq!(parse(&[&page])["source"], page);
    assert_eq!(parse(&[&page, &page]).as_array().unwrap().len(), 2);
    assert_eq!(parse(&[&folder.path("in")])[0]["source"], page);
    let empty = tamis_reading(&["--format=json", "--files-from=-"], b"");
    assert_eq!(empty.stdout, "[]\n");
}

#[test]
fn output() {
    let folder = Folder::new(&[("page.html", article(1).as_bytes())]);
    let (page, out) = (folder.path("page.html"), folder.path("out.txt"));
    let outcome = tamis(&[&page, "--output", &out]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""));
    assert_eq!(folder.read("out.txt"), tamis(&[&page, "-o", "-"]).stdout);
    let refused = tamis(&[&page, "--output", &page]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("is one of the inputs"), "{refused:?}");
    assert_eq!(folder.read("page.html"), article(1));
    let refused = tamis(&[&page, "--output", &folder.path("no/out.txt")]);
    assert_eq!((refused.status, refused.stderr.lines().count()), (2, 1));
}

#[test]
fn url() {
    let page = page("news-harbour");
    let row = |args: &[&str]| tamis(&[&["--format=jsonl"], args].concat()).rows().remove(0);
    assert_eq!(row(&[&page, "--url=https://a.example/b"])["url"], "https://a.example/b");
    assert!(row(&[&page])["url"].is_null());
    for args in [[page.as_str(), &page], [&page, "http://127.0.0.1/"]] {
        let outcome = tamis(&[&args[..], &["--url=https://a.example/"]].concat());
        assert_eq!((outcome.status, outcome.stderr.lines().count()), (2, 1), "{outcome:?}");
    }
}

#[test]
fn encoding() {
    let stdin = b"<meta charset=utf-8><title>\xe9</title><p>Text";
    let title = |args: &[&str]| tamis_reading(args, stdin).rows().remove(0)["title"].clone();
    assert_eq!(title(&["--format=jsonl", "-"]), "\u{fffd}");
    assert_eq!(title(&["--format=jsonl", "--encoding=koi8-r", "-"]), "И");
    let outcome = tamis(&["--encoding=none-such", "-"]);
    let sentence = "unknown encoding `none-such`: expected a label such as utf-8 or windows-1252";
    assert_eq!(outcome.stderr, format!("tamis: {sentence}\n"));
    assert_eq!(outcome.status, 2);
}

#[test]
fn max_bytes() {
    let page = html(GOOD);
    let at = |bytes: usize| {
        let option = format!("--max-bytes={bytes}");
        tamis_reading(&[&option, "-"], page.as_bytes())
    };
    assert_eq!(at(page.len()).status, 0);
    let outcome = at(page.len() - 1);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.starts_with("tamis: -: the page is larger than "), "{outcome:?}");
}

#[test]
fn max_bytes_can_be_more_than_the_library_reads_by_default() {
    let long = html(&format!("<!--{}--><p>{GOOD}", "x".repeat(65 << 20)));
    assert_eq!(tamis_reading(&["-"], long.as_bytes()).status, 2);
    let outcome = tamis_reading(&["--max-bytes=100000000", "-"], long.as_bytes());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
}

#[test]
fn quiet_leaves_warnings_out() {
    let body = "<p>Hm.</p>";
    let outcome = tamis_reading(&[JUSTEXT, "-"], body.as_bytes());
    assert_eq!(
        outcome.stderr,
        "tamis: -: no main content: the page has menus and other short texts only\n\
         tamis: -: warning: the language is unknown: stopwords were not used\n"
    );
    for flags in [&[JUSTEXT, "--quiet"][..], &[JUSTEXT, "-q"], &[JUSTEXT, "--format=jsonl"]] {
        let args = [flags, &["-"]].concat();
        assert_eq!(tamis_reading(&args, body.as_bytes()).stderr, "", "{flags:?}");
    }
    let error = tamis_reading(&["--quiet", "-"], b"no page");
    assert!(error.stderr.contains("it has no tags"), "{error:?}");
}
