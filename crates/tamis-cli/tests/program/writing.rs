//! Options for writing the content.

use serde_json::json;

use crate::harness::{Folder, article, page, tamis, tamis_reading};

/// A page with a link, an image, a video of another site, bold text, and a table with a cell that
/// spans others.
const RICH: &str = "\
    <html lang=en><body><nav><a href=/>Home</a></nav><article><h1>Tea</h1><p>It was the best of \
    times, it was the <b>worst</b> of times, and we had <a href=https://example.com/all>all of \
    it</a> before us, and nothing of it, and so we sat down together and made a pot of tea for \
    everyone who was there.</p><p><img src=https://example.com/pot.png alt='A pot'> That is what \
    we did, and it was good, and it was warm, and nobody wanted to be anywhere else than in the \
    kitchen with the others, where the old clock was on the \
    wall.</p><iframe src=https://player.vimeo.com/video/1 title=Brewing></iframe><table><tr><th>Tea<th>Minutes<th>Cups<tr><td>green<td colspan=2>two and \
    one<tr><td>black<td>four<td>two</table><h2>Later</h2><p>And then it was late, and they went \
    home, all of them, and we washed the cups and the pot and put them back on the shelf, and \
    that was the end of the day that had been so long and so very good.</p></article>";

/// The strategy for the rich page: one that keeps its `h1`.
const STRATEGY: &str = "--strategy=density";

fn rich() -> Folder {
    Folder::new(&[("tea.html", RICH.as_bytes())])
}

/// The Markdown of the rich page with these options.
fn markdown(args: &[&str]) -> String {
    let folder = rich();
    let outcome =
        tamis(&[&["--format=markdown", STRATEGY, &folder.path("tea.html")], args].concat());
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{args:?}");
    outcome.stdout
}

#[test]
fn options_of_markdown() {
    let whole = markdown(&[]);
    for part in [
        "# Tea\n",
        "**worst**",
        "[all of it](https://example.com/all)",
        "![A pot](https://example.com/pot.png)",
        "<td colspan=\"2\">two and one</td>",
        "\n## Later\n",
    ] {
        assert!(whole.contains(part), "{part}: {whole}");
    }
    let references = markdown(&["--links=references"]);
    assert!(
        references.contains("[all of it][1]")
            && references.contains("[1]: https://example.com/all\n")
    );
    assert!(!markdown(&["--links=none"]).contains("](https://example.com/all)"));
    assert!(!markdown(&["--no-images"]).contains("!["));
    let video = "[Brewing](https://vimeo.com/1)";
    assert!(whole.contains(video) && !markdown(&["--embeds=none"]).contains(video));
    assert!(!markdown(&["--no-formatting"]).contains("**"));
    assert!(markdown(&["--plain-headings"]).contains("\n\nLater\n\n"));
    assert!(markdown(&["--tables=signs"]).contains("| green | two and one | |\n"));
    assert!(markdown(&["--tables=blocks"]).contains("\n\ngreen\n\ntwo and one\n\n"));
    let narrow = markdown(&["--line-width=40", "--no-images", "--links=none", "--tables=blocks"]);
    assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        words(&narrow),
        words(&markdown(&["--no-images", "--links=none", "--tables=blocks"]))
    );
}

#[test]
fn lines_of_text_are_wrapped() {
    let folder = rich();
    let path = folder.path("tea.html");
    let (whole, narrow) = (tamis(&[&path]).stdout, tamis(&["--line-width=30", &path]).stdout);
    let is_row = |line: &str| line.contains('\t');
    assert!(narrow.lines().all(|line| is_row(line) || line.chars().count() <= 30), "{narrow}");
    assert!(narrow.lines().count() > whole.lines().count() + 10);
    assert!(narrow.split_whitespace().eq(whole.split_whitespace()));
}

#[test]
fn options_of_html() {
    let folder = rich();
    let path = folder.path("tea.html");
    let html = |args: &[&str]| {
        tamis(&[&["--format=html", "--fragment", STRATEGY, &path], args].concat()).stdout
    };
    assert!(html(&[]).contains("<b>worst</b>"));
    assert!(!html(&["--no-formatting"]).contains("<b>"));
    assert!(html(&[]).contains("<img ") && !html(&["--no-images"]).contains("<img "));
    assert!(html(&[]).contains("<a ") && !html(&["--links=none"]).contains("<a "));
    assert!(html(&[]).contains("<a href=\"https://vimeo.com/1\">Brewing</a>"));
    assert!(!html(&["--embeds=none"]).contains("Brewing"));
    let frame = "<iframe title=\"Brewing\" allowfullscreen=\"\" src=\"https://player.vimeo.com/video/1\" \
        sandbox=";
    assert!(html(&["--embeds=frame"]).contains(frame), "{}", html(&["--embeds=frame"]));
    for (format, mark) in [("--format=xml", "<hi "), ("--format=tei", "<hi ")] {
        let xml = |args: &[&str]| tamis(&[&[format, STRATEGY, &path], args].concat()).stdout;
        assert!(xml(&[]).contains(mark) && !xml(&["--no-formatting"]).contains(mark));
        assert!(xml(&[]).contains("<graphic ") && !xml(&["--no-images"]).contains("<graphic "));
        assert!(xml(&[]).contains("Brewing") && !xml(&["--embeds=none"]).contains("Brewing"));
        assert!(xml(&[]).contains("<ref ") && !xml(&["--links=none"]).contains("<ref "));
    }
    let options = ["--format=jsonl", "--with=markdown,html", "--no-formatting", STRATEGY];
    let row = tamis(&[&options[..], &[&folder.path("")]].concat());
    let row = &row.rows()[0];
    let has = |field: &str, part: &str| row[field].as_str().unwrap().contains(part);
    assert!(!has("markdown", "**") && has("markdown", "# Tea") && !has("html", "<b>"));
}

#[test]
fn chunks() {
    let folder = rich();
    let path = folder.path("tea.html");
    let rows = tamis(&["--chunks", STRATEGY, &path, "--url=https://example.com/tea"]).rows();
    let headings: Vec<_> = rows.iter().map(|row| row["headings"].clone()).collect();
    assert_eq!(headings, [json!(["Tea"]), json!(["Tea", "Later"])]);
    assert_eq!((&rows[1]["chunk"], &rows[1]["title"]), (&json!(1), &json!("Tea")));
    assert_eq!(
        (&rows[0]["source"], &rows[0]["url"]),
        (&json!(path), &json!("https://example.com/tea"))
    );
    let whole: Vec<_> = rows.iter().map(|row| row["markdown"].as_str().unwrap()).collect();
    assert_eq!(whole.join("\n\n"), markdown(&[]).trim_end());
    let small = tamis(&["--chunks", "--max-chars=150", "--links=none", &path]).rows();
    assert!(small.len() > 4, "{small:?}");
    for row in &small {
        let markdown = row["markdown"].as_str().unwrap();
        assert_eq!(row["chars"], json!(markdown.chars().count()));
        assert!(markdown.chars().count() <= 150, "{markdown}");
    }
    let outcome = tamis(&["--chunks", "--format=jsonl", &path, "missing.html"]);
    assert_eq!((outcome.status, outcome.rows().len()), (2, 3));
    assert!(outcome.rows()[2]["error"].is_string());
}

/// A title as long as the rest of a page is not repeated whole in each of its chunks.
#[test]
fn chunks_repeat_the_begin_of_a_long_title() {
    let title = "word ".repeat(2000);
    let parts = "<h2>a</h2><p>b</p>".repeat(1000);
    let html = format!("<html lang=en><title>{title}</title><article>{parts}</article>");
    let chunks = tamis_reading(&["--chunks", "--strategy=selectors", "-"], html.as_bytes());
    let rows = chunks.rows();
    assert_eq!(rows.len(), 1000);
    assert!(rows.iter().all(|row| row["title"] == title[..200].trim_end()), "{}", rows[0]);
    assert!(chunks.stdout.len() < 20 * html.len(), "{}", chunks.stdout.len());
}

#[test]
fn all_parts_together_are_the_whole() {
    let path = page("docs-queue");
    for format in ["--format=text", "--format=markdown"] {
        let whole = tamis(&[format, &path]).stdout;
        // A part that begins or ends in code repeats the fences.
        let is_word = |word: &&str| !word.starts_with("```");
        let mut words = Vec::new();
        let mut cursor = Some("0".to_owned());
        while let Some(from) = cursor {
            let outcome = tamis(&[format, "--max-chars=300", "--cursor", &from, &path]);
            assert!(outcome.stdout.trim_end().chars().count() <= 300);
            words.extend(outcome.stdout.split_whitespace().filter(is_word).map(str::to_owned));
            let next = outcome.stderr.split("the content continues: --cursor ").nth(1);
            cursor = next.map(|next| next.trim().to_owned());
        }
        assert!(words.iter().eq(whole.split_whitespace().filter(is_word)), "{words:?}");
    }
    let whole = tamis(&["--format=jsonl", &path]).rows()[0]["text"].clone();
    let (mut pieces, mut cursor) = (String::new(), Some(0));
    while let Some(from) = cursor {
        let cursor_arg = format!("--cursor={from}");
        let row =
            tamis(&["--format=jsonl", "--max-chars=300", &cursor_arg, &path]).rows().remove(0);
        pieces.push_str(row["text"].as_str().unwrap());
        cursor = row.get("next_cursor").map(|next| next.as_u64().unwrap());
    }
    assert_eq!(pieces, whole.as_str().unwrap());
}

#[test]
fn comments_come_after_the_content() {
    let comments = "<ol class=comment-list><li class=comment><p>So <b>true</b>.</p>\
        <li class=comment><p>And how!</p></ol>";
    let with = RICH.replace("</article>", &format!("</article>{comments}"));
    let folder = Folder::new(&[("tea.html", with.as_bytes())]);
    let path = folder.path("tea.html");
    let run = |args: &[&str]| tamis(&[args, &[&path]].concat()).stdout;
    for (args, end) in [
        (&[][..], "\n\n---\n\nSo true.\nAnd how!\n"),
        (&["--line-width=60"], "\n\n---\n\nSo true.\nAnd how!\n"),
        (&["--format=markdown"], "\n\n---\n\n1. So **true**.\n\n2. And how!\n"),
        (&["--format=markdown", "--no-formatting"], "\n\n---\n\n1. So true.\n\n2. And how!\n"),
    ] {
        let (without, with) = (run(args), run(&[args, &["--comments"]].concat()));
        assert_eq!(with, format!("{}{end}", without.trim_end()), "{args:?}");
    }
    for (format, part) in [
        ("--format=html", "<section class=\"comments\">"),
        ("--format=xml", "<comments>\n"),
        ("--format=tei", "<div type=\"comments\">"),
    ] {
        let with = run(&[format, "--comments"]);
        assert!(with.contains(part) && with.contains("And how!"), "{with}");
        assert!(!run(&[format]).contains("And how!"));
    }
    let rows = tamis(&["--format=jsonl", "--comments", &path]).rows();
    assert_eq!(rows[0]["comments"], "So true.\nAnd how!");
    let chunks = tamis(&["--chunks", "--comments", &path]).rows();
    let plain = tamis(&["--chunks", &path]).rows();
    let (content, comments) = chunks.split_at(plain.len());
    assert_eq!(content, plain);
    assert_eq!(comments.len(), 1);
    assert_eq!((&comments[0]["comments"], &comments[0]["headings"]), (&json!(true), &json!([])));
    assert_eq!(comments[0]["markdown"], "1. So **true**.\n\n2. And how!");
    let cut = run(&["--comments", "--max-chars=100000"]);
    assert_eq!(cut, run(&["--comments"]));
}

#[test]
fn the_output_does_not_depend_on_jobs() {
    let pages: Vec<_> = (1..20).map(|n| (format!("{n:02}.html"), article(n))).collect();
    let files: Vec<_> = pages.iter().map(|(name, page)| (name.as_str(), page.as_bytes())).collect();
    let folder = Folder::new(&files);
    for args in [
        &["--format=markdown"][..],
        &["--format=jsonl", "--with=html,verdicts"],
        &["--chunks"],
        &[],
    ] {
        let printed = |jobs| tamis(&[args, &[jobs, &folder.path("")]].concat()).stdout;
        let alone = printed("--jobs=1");
        assert!(!alone.is_empty() && alone == printed("--jobs=1"), "{args:?}");
        assert_eq!(alone, printed("--jobs=4"), "{args:?}");
    }
}

#[test]
fn options_that_do_nothing_are_errors() {
    let folder =
        Folder::new(&[("1.html", article(1).as_bytes()), ("2.html", article(2).as_bytes())]);
    let path = folder.path("1.html");
    for args in [
        &["--links=none"][..],
        &["--no-images"],
        &["--no-formatting", "--format=jsonl"],
        &["--tables=signs", "--format=html"],
        &["--plain-headings"],
        &["--line-width=80", "--format=html"],
        &["--links=references", "--format=html"],
        &["--embeds=none"],
        &["--embeds=frame", "--format=markdown"],
        &["--max-chars=100", "--format=html"],
        &["--cursor=5"],
        &["--max-chars=100", "--format=jsonl", "--with=markdown"],
        &["--max-chars=0"],
        &["--chunks", "--format=markdown"],
        &["--chunks", "--with=html"],
        &["--chunks", "--readerable"],
        &["--favor=recall", "--engine=density"],
        &["--model=model.bin", "--engine=density"],
        &["--comments", "--readerable"],
        &["--comments", "--engine=all"],
        &["--comments", "--max-chars=100", "--format=jsonl"],
        &["--chunks", "--max-chars=9", "--cursor=5"],
    ] {
        let outcome = tamis(&[args, &[&path]].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{args:?}");
    }
    let outcome = tamis(&["--max-chars=9", "--cursor=5", &folder.path("")]);
    assert!(outcome.stderr.contains("single page"), "{}", outcome.stderr);
}
