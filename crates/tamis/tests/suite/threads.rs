//! The posts of threads: the markup of many systems in `testdata/threads`, and hostile pages.

use std::path::Path;

use serde::Deserialize;
use tamis::render::{HtmlOptions, XmlDialect, XmlOptions};
use tamis::{Config, Extraction, Input, Post, Strategy, Url, extract};

/// The texts of posts. They are long enough for engines to keep.
const TEXTS: [&str; 3] = [
    "I bake a loaf of bread every week, and it is always gone after four days, so I have never \
     known how long it would keep. Last week I baked two of them, and one is still in the kitchen, \
     wrapped in a cloth. How long can I wait before it is too old to be eaten by my guests?",
    "It depends on the flour and on the weather, but in a dry kitchen a loaf of rye bread will keep \
     for more than a week if the crust was baked long enough. Mine gets better on the second day, \
     and I would not throw it away before the tenth, when it is still good enough for toast.",
    "You can also put half of it in the freezer on the first day, which is what my mother did when \
     there were only two of us at home. It is as good as new after an hour at room temperature, and \
     you will not have to think about the weather or about what kind of flour you have used.",
];

#[derive(Deserialize)]
struct Case {
    system: String,
    html: String,
    posts: Vec<String>,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/threads/systems.toml");
    let cases: Cases = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    cases.case
}

fn with_texts(template: &str) -> String {
    let numbered = TEXTS.iter().zip(1..);
    numbered.fold(template.to_owned(), |html, (text, n)| html.replace(&format!("${n}"), text))
}

fn extraction_of(html: &str) -> Extraction {
    let url = Url::parse("https://example.com/t/1").unwrap();
    let html = format!("<!DOCTYPE html><html lang=en><title>Bread</title>{}", with_texts(html));
    extract(Input::from(&html).url(&url), &Config::default()).unwrap()
}

/// The post as a line of a case.
fn line(extraction: &Extraction, post: &Post) -> String {
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let page = extraction.page();
    let texts = post.paragraphs.iter().map(|&index| page.paragraph_text(&page.paragraphs()[index]));
    [
        or_dash(&post.author),
        or_dash(&post.date),
        or_dash(&post.url),
        post.depth.to_string(),
        post.score.map_or_else(|| "-".to_owned(), |score| score.to_string()),
        texts.collect::<Vec<_>>().join("\n\n"),
    ]
    .join(" | ")
}

#[test]
fn posts_of_known_systems() {
    let cases = cases();
    assert!(cases.len() >= 15);
    let mut faults = Vec::new();
    for Case { system, html, posts } in cases {
        let extraction = extraction_of(&html);
        let found: Vec<_> = extraction.posts().iter().map(|post| line(&extraction, post)).collect();
        let expected: Vec<_> = posts.iter().map(|post| with_texts(post)).collect();
        if found != expected {
            let shown = |lines: &[String]| {
                let lines = lines.iter().map(|line| format!("  {line:.140}"));
                lines.collect::<Vec<_>>().join("\n")
            };
            faults.push(format!("{system}:\n{}\nexpected\n{}", shown(&found), shown(&expected)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

const KNOWN: &str = "<h1>Bread</h1><ul>\
    <li class='message' id=post-1 data-author='Ann *Lee*'><h3 class=userText><a class=username \
    href=/members/1>Ann *Lee*</a></h3><span class=DateTime title='May 1, 2024'>May 1</span>\
    <blockquote class=messageContent><p>$1</p></blockquote></li>\
    <li class='message' id=post-2 data-author=bob><h3 class=userText><a class=username \
    href=/members/2>bob</a></h3><span class=DateTime title='May 2, 2024'>May 2</span>\
    <blockquote class=messageContent><p>$2</p></blockquote></li></ul>";

#[test]
fn markdown_has_a_heading_for_each_post() {
    let markdown = extraction_of(KNOWN).markdown();
    let [one, two, _] = TEXTS;
    let posts = [
        format!("### Ann \\*Lee\\*, 2024-05-01\n\n{one}"),
        format!("### bob, 2024-05-02\n\n{two}"),
    ];
    assert!(markdown.ends_with(&format!("{}\n", posts.join("\n\n"))), "{markdown}");
}

/// vBulletin 4 has each post in a quote, in an element that may have a signature too.
#[test]
fn quotes_around_whole_posts_are_no_quotations() {
    let post = |id: usize, text: &str| {
        format!(
            "<li class=postcontainer id=post_{id}><a class=username href=/members/u{id}>u{id}</a>\
             <div class=content>\n<div id=post_message_{id}><blockquote class='postcontent restore'>\
             {text}</blockquote></div>\n</div></li>"
        )
    };
    let quote = "<blockquote>How long can I wait before it is too old?</blockquote>";
    let html = [post(1, "$1"), post(2, &format!("{quote}$2")), post(3, "$3")].concat();
    let extraction = extraction_of(&html);
    let markdown = extraction.markdown();
    let quoted: Vec<_> = markdown.lines().filter(|line| line.starts_with('>')).collect();
    assert_eq!(quoted, ["> How long can I wait before it is too old?"], "{markdown}");
    let html = extraction.html_with(&HtmlOptions::default().fragment(true));
    assert_eq!(html.matches("<blockquote>").count(), 1, "{html}");
    // One answer of three is nothing but a quotation.
    let post = |id: usize, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author=u{id}>\
             <div class=message-body>{text}</div></article>"
        )
    };
    let posts = [post(1, "$1"), post(2, "<blockquote>$2</blockquote>"), post(3, "$3")];
    let markdown = extraction_of(&posts.concat()).markdown();
    assert!(markdown.contains(&format!("> {}", TEXTS[1])), "{markdown}");
}

#[test]
fn headings_in_a_post_are_below_that_of_the_post() {
    let post = |id: usize, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author=u{id}>\
             <h2>Re: Bread</h2><div class=message-body>{text}</div></article>"
        )
    };
    let first = post(1, "<h1>Question</h1>$1<h3>Details</h3>$3");
    let extraction = extraction_of(&[first, post(2, "<h5>Answer</h5>$2")].concat());
    let markdown = extraction.markdown();
    let headings: Vec<_> = markdown.lines().filter(|line| line.starts_with('#')).collect();
    let expected =
        ["### u1", "#### Question", "###### Details", "### u2", "#### Re: Bread", "##### Answer"];
    assert_eq!(headings, expected);
    let html = extraction.html_with(&HtmlOptions::default().fragment(true));
    for heading in ["<h3>u1</h3>", "<h4>Question</h4>", "<h6>Details</h6>", "<h5>Answer</h5>"] {
        assert!(html.contains(heading), "{html}");
    }
}

#[test]
fn html_has_an_article_for_each_post() {
    let html = extraction_of(KNOWN).html_with(&HtmlOptions::default().fragment(true));
    let [one, two, _] = TEXTS;
    let ann = format!("<article><h3>Ann *Lee*, 2024-05-01</h3>\n<p>{one}</p>");
    assert!(html.contains(&ann), "{html}");
    assert!(html.contains("<article><h3>bob, 2024-05-02</h3>") && html.contains(two), "{html}");
    assert!(!html.contains("<li>") && !html.contains("<ul>"), "a post is no item: {html}");
    assert_eq!(html.matches("bob").count(), 1, "{html}");
}

#[test]
fn tei_has_a_division_for_each_post() {
    let extraction = extraction_of(KNOWN);
    let tei = extraction.xml_with(&XmlOptions::default().dialect(XmlDialect::Tei));
    assert_eq!(tei.matches(r#"<div type="post">"#).count(), 2, "{tei}");
    assert!(tei.contains(r#"<ab rend="h3" type="header">bob, 2024-05-02</ab>"#), "{tei}");
    let document = roxmltree::Document::parse(&tei).unwrap();
    let posts = document.descendants().filter(|node| node.attribute("type") == Some("post"));
    for post in posts {
        assert!(post.next_sibling_element().is_none_or(|next| next.has_tag_name(post.tag_name())));
    }
    let xml = extraction.xml();
    assert!(xml.contains(r#"<head rend="h3">bob, 2024-05-02</head>"#), "{xml}");
}

#[test]
fn text_has_the_words_of_the_selection() {
    let extraction = extraction_of(KNOWN);
    for text in &TEXTS[..2] {
        assert!(extraction.text().contains(text));
    }
    let texts: Vec<_> = extraction.paragraphs().filter(|of| of.kept).map(|of| of.text).collect();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(extraction.text()), words(&texts.join(" ")));
}

#[test]
fn json_has_posts_with_texts() {
    let json: serde_json::Value = serde_json::from_str(&extraction_of(KNOWN).json()).unwrap();
    let post = &json["posts"][1];
    assert_eq!(post["text"], TEXTS[1]);
    assert_eq!(post["author"], "bob");
    assert_eq!(post["date"], "2024-05-02");
    assert_eq!(post["url"], "https://example.com/t/1#post-2");
    assert!(post["paragraphs"].as_array().is_some_and(|of| of.len() == 1), "{post}");
}

#[test]
fn a_page_that_is_no_thread_has_no_posts() {
    let comment = |text| {
        format!("<li class='comment js-comment' id=c{text}><a class=comment-user>ann</a> {text}")
    };
    for html in [
        "<article><p>$1<p>$2<p>$3</article>".to_owned(),
        // The comments are not most of the text.
        format!("<article><p>$1<p>$2<p>$3</article><ul>{}{}</ul>", comment("Yes."), comment("No.")),
        // One post is no thread.
        "<article class='message message--post' data-author=ann><p>$1<p>$2</article>".to_owned(),
    ] {
        let extraction = extraction_of(&html);
        assert_eq!(extraction.posts(), [], "{html}");
        assert!(!extraction.json().contains("\"posts\""));
        assert!(!extraction.markdown().contains("###"));
    }
}

#[test]
fn a_short_answer_is_kept_with_its_thread() {
    let post = |id: usize, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author=u{id}>\
             <div class=message-body>{text}</div></article>"
        )
    };
    let html = [post(1, "$1"), post(2, "Four days."), post(3, "$2")].concat();
    let extraction = extraction_of(&html);
    let authors: Vec<_> = extraction.posts().iter().map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, [Some("u1"), Some("u2"), Some("u3")]);
}

#[test]
fn advertising_between_posts_is_no_content() {
    let post = |id: usize, author: &str, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author={author}>\
             <div class=message-body>{text}</div></article>"
        )
    };
    let html = [post(1, "ann", "$1"), post(2, "Advertisement", "$3"), post(3, "bob", "$2")];
    let extraction = extraction_of(&html.concat());
    let authors: Vec<_> = extraction.posts().iter().map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, [Some("ann"), Some("bob")]);
    assert_eq!(extraction.text(), [TEXTS[0], TEXTS[1]].join("\n\n"));
}

#[test]
fn links_to_log_in_are_no_part_of_a_post() {
    let post = |id: usize, text: &str| {
        let link = "/user/login?to=/t/1%23comment-2";
        format!(
            "<div class='js-comment' id=comment-{id}><a href='{link}'>Log in</a>\
             <a href=/user/{id}>Member {id}</a><div class=comment-text>{text}</div>\
             <a class=comment-link href='{link}'>Quote</a></div>"
        )
    };
    let extraction = extraction_of(&[post(1, "$1"), post(2, "$2")].concat());
    let found: Vec<_> = extraction.posts().iter().map(|post| line(&extraction, post)).collect();
    let expected = [1, 2].map(|id| {
        format!(
            "Member {id} | - | https://example.com/t/1#comment-{id} | 0 | - | {}",
            TEXTS[id - 1]
        )
    });
    assert_eq!(found, expected);
}

#[test]
fn the_author_of_the_first_post_is_that_of_the_page() {
    let post = |id: usize, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author=u{id}>\
             <div class=message-body>{text}</div></article>"
        )
    };
    let thread = [post(1, ""), post(2, "$1"), post(3, "$2")].concat();
    let authors = |html: &str| {
        extraction_of(html).metadata().byline.clone().map(tamis::metadata::Value::into_string)
    };
    assert_eq!(authors(&thread).as_deref(), Some("u1"));
    let stated = format!("<meta name=author content='Ann Lee'>{thread}");
    assert_eq!(authors(&stated).as_deref(), Some("Ann Lee"));
}

#[test]
fn signatures_and_buttons_of_posts_are_no_content() {
    let post = |id: usize, text: &str| {
        format!(
            "<article class='message message--post' id=js-post-{id} data-author=u{id}>\
             <div class=message-body>{text}</div>\
             <div class=message-signature><p>{}</p></div></article>",
            TEXTS[2]
        )
    };
    let extraction = extraction_of(&[post(1, "$1"), post(2, "$2")].concat());
    assert_eq!(extraction.text(), [TEXTS[0], TEXTS[1]].join("\n\n"));
}

/// A thread of Mastodon: a status with a gallery, and an answer with a link card.
fn statuses() -> String {
    let status = |id: usize, user: &str, rest: &str| {
        format!(
            "<div class='status status-public' data-id={id}><div class=status__info>\
             <a href=/@{user}/{id} class=status__relative-time><time \
             datetime=2026-05-0{id}T10:20:30Z>May {id}</time></a><a href=/@{user} \
             class=status__display-name><div class=account__avatar><img src=/{user}.png></div>\
             <span class=display-name><strong>{user}</strong></span></a></div>\
             <div class=status__content><p>${id}</p></div>{rest}\
             <div class=status__action-bar><button>Reply</button> 3 <button>Boost</button> \
             12</div></div>"
        )
    };
    let gallery = "<div class=media-gallery><div class=media-gallery__item>\
         <a class=media-gallery__item-thumbnail href=/media/original/loaf.jpg>\
         <img src=/media/small/loaf.jpg alt='A loaf'></a></div></div>";
    let card = "<a class=status-card href=https://oven.example/rye><div class=status-card__image>\
         <img src=/cards/rye.jpg alt=''></div><div class=status-card__content>\
         <span class=status-card__host><span>oven.example</span></span>\
         <strong class=status-card__title>All about rye</strong>\
         <span class=status-card__description>How to keep it</span></div></a>";
    [status(1, "ann", gallery), status(2, "bob", card), status(3, "cy", "")].concat()
}

#[test]
fn pictures_and_cards_of_a_status_belong_to_its_post() {
    let extraction = extraction_of(&statuses());
    let markdown = extraction.markdown();
    let (first, rest) = markdown.split_once("### bob").unwrap();
    let (second, third) = rest.split_once("### cy").unwrap();
    let gallery = "![A loaf](https://example.com/media/small/loaf.jpg)";
    assert!(first.contains(gallery), "{markdown}");
    assert!(second.contains("All about rye"), "{markdown}");
    assert!(second.contains("https://oven.example/rye"), "{markdown}");
    assert!(second.contains("https://example.com/cards/rye.jpg"), "{markdown}");
    assert!(!markdown.contains(".png") && !third.contains("!["), "{markdown}");
    let html = extraction.html_with(&HtmlOptions::default().fragment(true));
    assert!(html.contains("loaf.jpg") && html.contains("cards/rye.jpg"), "{html}");
    assert!(extraction.posts()[1].paragraphs.len() > 1);
    assert!(!extraction.text().contains("Boost"));
}

/// On pages made to be slow, the work of finding and writing posts grows with the page.
#[test]
fn hostile_threads_are_written_in_linear_size() {
    let pages: [fn(usize) -> String; 5] = [
        |n| {
            let post = "<div class=status data-id=1><b class=p-author>a</b>";
            format!("{post}<div class=media-gallery>b<img src=a.jpg>").repeat(n)
        },
        |n| "<article class='message message--post' data-author=a>b".repeat(n),
        |n| {
            "<div class='blockpost'><div class=author><a class=author href=/users/a>a</a>".repeat(n)
        },
        |n| "<ul><li class='js-comment comment' data-author=a>b".repeat(n),
        |n| format!("<table>{}", "<tr class=comtr><td class=ind indent=1><td>a".repeat(n)),
    ];
    let config = Config::default().strategy(Strategy::Density);
    for (index, page) in pages.iter().enumerate() {
        let length = |n| {
            let extraction = extract(&page(n), &config).unwrap();
            extraction.markdown().len() + extraction.html().len() + extraction.xml().len()
        };
        let (once, twice) = (length(2000), length(4000));
        assert!(twice < once * 5 / 2 + (1 << 17), "page {index}: {once}, {twice}");
    }
}
