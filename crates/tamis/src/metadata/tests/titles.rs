//! Titles of whole pages without a heading.

use tamis_dom::Parser;

use super::{check, metadata};
use crate::metadata::Metadata;
use crate::page::Page;

fn check_title(html: &str, expected: &str) {
    assert_eq!(metadata(html).title.as_deref(), Some(expected), "{html}");
}

#[test]
fn names_of_sites_without_a_heading() {
    let rest = "<a href=/>Larkmere Courier</a><div class=menu><a href=/n>News</a></div>\
                <p>© 2026 Larkmere Courier";
    for title in [
        "Frozen pipe shuts the room | Buildings | News | Larkmere Courier",
        "Frozen pipe shuts the room < Buildings < News < Larkmere Courier",
        "Frozen pipe shuts the room » News » Larkmere Courier",
        "Frozen pipe shuts the room ⋆ Larkmere Courier",
        "Frozen pipe shuts the room ؛ Larkmere Courier",
        "Frozen pipe shuts the room :: Larkmere Courier",
        "Frozen pipe shuts the room --- Larkmere Courier",
        "Frozen pipe shuts the room::Larkmere Courier",
        "Frozen pipe shuts the room——Larkmere Courier",
        "Frozen pipe shuts the room [Larkmere Courier]",
        "Frozen pipe shuts the room (Larkmere Courier)",
        "[Larkmere Courier] Frozen pipe shuts the room",
        "Frozen pipe shuts the room ㅣ Larkmere Courier",
        "Frozen pipe shuts the room丨Larkmere Courier",
    ] {
        check_title(&format!("<title>{title}</title>{rest}"), "Frozen pipe shuts the room");
    }
    for title in [
        "Bread | Butter",
        "Ann | Bob | Larkmere Courier",
        "Frozen pipe - Buildings - News - Larkmere Courier",
        "Frozen pipe [video]",
    ] {
        let kept = title.trim_end_matches(" - News - Larkmere Courier");
        let kept = kept.trim_end_matches(" | Larkmere Courier");
        check_title(&format!("<title>{title}</title>{rest}"), kept);
    }
}

#[test]
fn names_of_sites_in_scripts_without_spaces() {
    let korean = "<a href=/>채석신문</a>";
    for title in [
        "수도관에 열람실 문 닫아 &lt; 문화 &lt; 기사본문 - 채석신문",
        "수도관에 열람실 문 닫아::채석신문",
        "수도관에 열람실 문 닫아 ㅣ 채석신문",
        "수도관에 열람실 문 닫아ㅣ채석신문",
    ] {
        check_title(&format!("<title>{title}</title>{korean}"), "수도관에 열람실 문 닫아");
    }
    let japanese = "<a href=/>石切新聞</a>";
    for title in ["水道管が凍結【石切新聞】", "【石切新聞】水道管が凍結", "水道管が凍結――石切新聞"]
    {
        check_title(&format!("<title>{title}</title>{japanese}"), "水道管が凍結");
    }
    check_title(&format!("<title>水道管が凍結【動画】</title>{japanese}"), "水道管が凍結【動画】");
}

#[test]
fn sections_before_and_after_the_title() {
    let rest = "<a href=/>Larkmere Courier</a>\
                <div class=x1><a href=/n>News</a><a href=/g>Gardens</a><a href=/s>Sport</a>\
                <a href=/w>Weather</a></div><p>© 2026 Larkmere Courier";
    for title in [
        "Frozen pipe shuts the room - News - Larkmere Courier",
        "Frozen pipe shuts the room | Gardens | Larkmere Courier",
        "Frozen pipe shuts the room :: Buildings :: Larkmere Courier",
        "Frozen pipe shuts the room > Buildings > Larkmere Courier",
        "Larkmere Courier » Buildings » Frozen pipe shuts the room",
        "(3) Frozen pipe shuts the room | Larkmere Courier",
    ] {
        check_title(&format!("<title>{title}</title>{rest}"), "Frozen pipe shuts the room");
    }
    for title in ["Rye - the grain of the north", "Rye | bread of the poor", "(500) loaves of rye"]
    {
        check_title(&format!("<title>{title} - Larkmere Courier</title>{rest}"), title);
    }
    let chinese = "<a href=/>河谷日报</a>";
    for title in ["老磨坊将重新开放_财经频道_河谷日报", "老磨坊将重新开放--文化--河谷日报"]
    {
        check_title(&format!("<title>{title}</title>{chinese}"), "老磨坊将重新开放");
    }
    let japanese = "<a href=/>谷間新聞</a><nav><a href=/c>地域</a></nav>";
    check_title(
        &format!("<title>水道管が凍結、閉鎖：地域：谷間新聞</title>{japanese}"),
        "水道管が凍結、閉鎖",
    );
}

#[test]
fn names_of_sites_that_are_titles_or_hosts() {
    let page = |name: &str| {
        format!(
            "<title>Frozen pipe shuts the room | Larkmere Courier</title>\
             <meta property=og:site_name content='{name}'><a href=/>Larkmere Courier</a>\
             <h1>Frozen pipe shuts the room</h1><p>Text.<p>© 2026 Larkmere Courier"
        )
    };
    for name in ["Frozen pipe shuts the room", "www.larkmere.com", "Larkmere Courier"] {
        let found = metadata(&page(name));
        assert_eq!(found.site_name.as_deref(), Some("Larkmere Courier"), "{name}");
        assert_eq!(found.title.as_deref(), Some("Frozen pipe shuts the room"), "{name}");
    }
    assert_eq!(metadata(&page("The Courier")).site_name.as_deref(), Some("The Courier"));
    let front = "<title>Larkmere Courier | News of the valley</title>\
                 <meta property=og:site_name content='Larkmere Courier'><h1>Larkmere Courier</h1>";
    assert_eq!(metadata(front).site_name.as_deref(), Some("Larkmere Courier"));
    // A part of the site is called "Shop" by a link to the front page.
    let front = "<title>The Barn Swallow - Shop</title><a href=/>Shop</a>\
                 <meta property=og:site_name content='The Barn Swallow'><h1>The Barn Swallow</h1>";
    let host = "<link rel=canonical href=https://www.thebarnswallow.com/>";
    for shown in [host, "<a href=/>The Barn Swallow</a>", "<p>© The Barn Swallow"] {
        let html = format!("{front}{shown}");
        let found = Metadata::of(&Page::measure(Parser::default().parse(&html)));
        assert_eq!(found.site_name.as_deref(), Some("The Barn Swallow"), "{html}");
    }
}

#[test]
fn damaged_headings_are_not_trusted() {
    let title = "<title>Une conduite gelée ferme la salle - Larkmere Courier</title>\
                 <a href=/>Larkmere Courier</a>";
    let expected = "Une conduite gelée ferme la salle";
    check_title(&format!("{title}<h1>Une conduite gelÃ©e ferme la salle</h1>"), expected);
    check_title(&format!("{title}<h1>Une conduite gel\u{fffd}e ferme la salle</h1>"), expected);
    check(
        |metadata| metadata.title,
        &[("<h1>Une conduite gelÃ©e</h1>", Some(("Une conduite gelÃ©e", "h1")))],
    );
}

#[test]
fn signs_and_kinds_of_pages_are_no_titles() {
    let heading = "<h1>Frozen pipe</h1><p>The pipe froze again.";
    for title in ["/", "|", "-", "Oppskrift", "Recipe", "Rezept"] {
        check_title(&format!("<title>{title}</title>{heading}"), "Frozen pipe");
    }
    for title in ["Frozen pipe - Oppskrift", "Frozen pipe | Recipe", "Recette : Frozen pipe"] {
        let found = metadata(&format!("<title>{title}</title>{heading}"));
        assert_eq!(found.title.as_deref(), Some("Frozen pipe"), "{title}");
        assert_eq!(found.site_name, None, "{title}");
    }
    for name in ["/", "Recipe", "Home"] {
        let stated = format!("<meta property=og:site_name content='{name}'>{heading}");
        assert_eq!(metadata(&stated).site_name, None, "{name}");
    }
}
