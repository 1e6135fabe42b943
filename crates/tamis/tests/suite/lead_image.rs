//! The lead image: in formats with images, at its place before the text.

use tamis::render::{HtmlOptions, MarkdownOptions};
use tamis::{Config, Extraction, Input, Strategy, Url, extract};

const IMAGE: &str = "<img src=/2025/loaf-1024x577.jpg alt='A loaf'>";

/// An article with this between its title and its text.
fn article(lead: &str) -> String {
    let text = "It was the best of times, it was the worst of times, and so on. ".repeat(12);
    format!(
        "<html lang=en><title>Times</title>\
         <meta property=og:image content=https://example.com/2025/loaf.jpg>\
         <nav><a href=/>Home</a></nav><div><h1>Times</h1><nav><a href=/ann>Ann Lee</a> <a href=/share>Share</a></nav>{lead}\
         <p>{text}</p><p>{text}</p></div>"
    )
}

fn extraction(html: &str, strategy: Strategy) -> Extraction {
    let url = Url::parse("https://example.com/times").unwrap();
    extract(Input::from(html).url(&url), &Config::default().strategy(strategy)).unwrap()
}

#[test]
fn formats_with_images_begin_with_it() {
    let found = extraction(&article(&format!("<div>{IMAGE}</div>")), Strategy::Auto);
    let markdown = "![A loaf](https://example.com/2025/loaf-1024x577.jpg)\n\nIt was";
    assert!(found.markdown().starts_with(markdown), "{}", found.markdown());
    let html = found.html_with(&HtmlOptions::default().fragment(true));
    let tag = "<img src=\"https://example.com/2025/loaf-1024x577.jpg\" alt=\"A loaf\"";
    assert!(html.find(tag) < html.find("It was") && html.contains(tag), "{html}");
    assert!(found.xml().contains("loaf-1024x577.jpg"), "{}", found.xml());
    let chunks = found.chunks(&MarkdownOptions::default(), None);
    assert!(chunks[0].markdown.starts_with("![A loaf]"));
}

#[test]
fn text_and_single_engines_do_not_change() {
    let with = article(&format!("<div>{IMAGE}</div>"));
    let without = extraction(&article(""), Strategy::Auto);
    let found = extraction(&with, Strategy::Auto);
    assert_eq!(found.text(), without.text());
    let plain = MarkdownOptions::default().images(false);
    assert_eq!(found.markdown_with(&plain), without.markdown());
    assert_eq!(found.without_added_title().markdown(), without.markdown());
    let justext = extraction(&with, Strategy::Justext);
    assert!(!justext.markdown().contains("!["), "{}", justext.markdown());
}

#[test]
fn a_preview_is_not_shown_in_the_place_of_its_image() {
    let preview = format!("<img src='data:image/jpeg;base64,{}' alt=''>", "A".repeat(600));
    let blank = "<img src='data:image/svg+xml;base64,PHN2ZyB3aWR0aD0iNDMwIj48L3N2Zz4='>";
    let lead = format!("<div>{blank}{preview}<noscript>{IMAGE}</noscript></div>");
    let markdown = extraction(&article(&lead), Strategy::Auto).markdown();
    assert!(markdown.starts_with("![A loaf](https://example.com/2025/"), "{markdown}");
    assert!(!markdown.contains("data:") && markdown.matches("![").count() == 1, "{markdown}");
}

#[test]
fn captions_go_with_their_images() {
    let texts = ["morning", "day", "night", "year"].map(|time| {
        let text = "was the best of times, the worst of times, and so on. It was a long one, and ";
        format!("<p>That {time} {}it ended.", text.repeat(4))
    });
    let [one, two, three, four] = texts;
    for picture in [
        "<figure><img src=/oven.jpg><figcaption>An oven</figcaption></figure>",
        "<div class=image><img src=/oven.jpg><div class=caption>An oven</div></div>",
        "<table class=tr-caption-container><tr><td><img src=/oven.jpg><tr>\
         <td class=tr-caption>An oven</table>",
    ] {
        for body in [format!("{one}{two}{picture}{three}{four}"), format!("{picture}{one}{two}")] {
            let html = format!("<title>Times</title><article><h1>Times</h1>{body}</article>");
            let found = extraction(&html, Strategy::Auto);
            let markdown = found.markdown();
            let caption = markdown.find("An oven");
            assert!(
                markdown.find("![](https://example.com/oven.jpg)") < caption,
                "{html}\n{markdown}"
            );
            assert!(caption.is_some(), "{html}\n{markdown}");
            let plain = found.markdown_with(&MarkdownOptions::default().images(false));
            assert_eq!(plain.contains("An oven"), found.text().contains("An oven"), "{plain}");
        }
    }
}
