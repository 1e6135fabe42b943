//! Pages that a browser has drawn: what no reader sees is left out.

use tamis::{Area, Config, Input, Layout, ShownText, Sight};

/// Returns a layout in which texts that begin with `Absent` or `Concealed` are that.
fn layout(html: &str) -> Layout {
    let mut texts = Vec::new();
    for (at, _) in html.match_indices('>') {
        let start = at + 1;
        let end = html[start..].find('<').map_or(html.len(), |length| start + length);
        let sight = match &html[start..end] {
            text if text.trim().is_empty() => continue,
            text if text.starts_with("Absent") => Sight::Absent,
            text if text.starts_with("Concealed") => Sight::Concealed,
            _ => Sight::Seen,
        };
        let top = start as f32;
        let area = Area { left: 8.0, top, width: 100.0, height: 20.0 };
        texts.push(ShownText::new(start..end, area, sight));
    }
    Layout::new(texts)
}

/// Returns the Markdown of a part of a page with texts around it, as a browser shows it.
fn shown(part: &str) -> String {
    let text = "It was the best of times, it was the worst of times, it was the age of wisdom.";
    let html = format!("<body><h1>Times</h1><p>{text}</p>{part}<p>{text}</p></body>");
    let layout = layout(&html);
    let config = Config::default().select(["body"]);
    tamis::extract(Input::from(&html).layout(&layout), &config).unwrap().markdown()
}

#[test]
fn what_nobody_sees_is_left_out() {
    for part in [
        "<p>Concealed X</p>",
        "<p>Seen <span>Concealed X</span> seen</p>",
        "<div>Concealed X<p>Seen</p></div>",
        "<div><p>Seen</p>Concealed X<br>Concealed too<p>Seen</p></div>",
        "<div><div><p>Concealed X</p></div><p>Concealed too</p></div>",
        "<p>Absent X</p>",
        "<div><p>Absent X</p><ul><li>Absent too</li></ul></div>",
        "<div id=a><p>Absent X</p></div>",
        "<p>Before</p><p>Absent X</p>",
        "<a href=/menu>Menu</a><div>Absent X</div>",
        "<h2>A title</h2><p>Absent X</p>",
        "<details><summary>More</summary><p>Concealed X</p></details>",
    ] {
        let markdown = shown(part);
        assert!(!markdown.contains('X') && !markdown.contains("too"), "{part}: {markdown}");
        assert!(!part.contains("Seen") || markdown.contains("Seen"), "{part}: {markdown}");
    }
}

#[test]
fn what_opens_stays() {
    for part in [
        "<p>X</p>",
        "<details><summary>More</summary><p>Absent X</p></details>",
        "<details><summary>More</summary>Absent X</details>",
        "<button aria-controls=a>More</button><p>Between</p><p>them</p><div id=a><p>Absent X</p></div>",
        "<a data-target='#a'>More</a><p>Between</p><p>them</p><div id=a><p>Absent X</p></div>",
        "<ul><li><a href='#a'>One</a></li></ul><p>Between</p><p>them</p><div id=a>Absent X</div>",
        "<button>How long?</button><div><p>Absent X</p></div>",
        "<h3><button>How long?</button></h3><div><div>Absent X</div></div>",
        "<h3>How long?</h3><div>Absent X</div>",
        "<h3>Πόσο;</h3><div>Absent X</div>",
        "<dl><dt>How long</dt><dd>Absent X</dd></dl>",
        "<div role=button>More</div><div>Absent X</div>",
        "<label for=c>More</label><input type=checkbox id=c><div>Absent X</div>",
        "<div role=tabpanel>Absent X</div>",
        "<div class=accordion-body><p>Absent X</p></div>",
        "<p><b>Absent one</b>X</p>",
    ] {
        let markdown = shown(part);
        assert!(markdown.contains('X'), "{part}: {markdown}");
    }
}

/// A page whose own style hides most of it shows it by a script.
#[test]
fn most_of_a_page_is_not_hidden() {
    let text = "word ".repeat(200);
    let markdown = shown(&format!("<div><p>Absent {text}</p><p>Absent X</p></div>"));
    assert!(markdown.contains('X'), "{markdown}");
}

/// A layout of another encoding than the page's has no meaning, and none is used.
#[test]
fn pages_without_places_are_as_without_a_layout() {
    let html = b"<body><p>Concealed \xe9</p><p>Second paragraph of the page.</p>".as_slice();
    let layout = layout(&String::from_utf8_lossy(html));
    let config = Config::default().select(["body"]);
    let with = tamis::extract(Input::from(html).layout(&layout), &config).unwrap();
    let without = tamis::extract(html, &config).unwrap();
    assert_eq!(with.markdown(), without.markdown());
}

#[test]
fn explanations_say_where_paragraphs_are() {
    let html = "<body><p>One long text <b>and more</b></p><p>Concealed</p>";
    let layout = layout(html);
    let mut extractor = tamis::Extractor::new(Config::default()).unwrap();
    let extraction = extractor.extract(Input::from(html).layout(&layout));
    let explanation = extractor.explain(&extraction);
    let [first, second] = explanation.paragraphs.as_slice() else { panic!("two paragraphs") };
    let area = first.area.unwrap();
    assert_eq!((area.top, area.top + area.height), (9.0, 46.0));
    assert!(!first.hidden && second.hidden && second.area.is_some());
}
