//! Tests of dialogues that ask for consent.

use tamis_dom::Parser;

use super::*;

const OWN: &str = "<main><h1>Contact</h1><p>Write to us: Dock Street 4.</p></main>";

/// Returns the texts of the dialogues of a page.
fn found(html: &str) -> Vec<String> {
    let page = Page::measure(Parser::default().parse(html));
    let all = vec![true; page.paragraphs().len()];
    let dialogues = consent_dialogues(&page);
    assert!(dialogues.is_empty() || may_keep_consent(&page, &all), "{html}");
    let text = |&id: &NodeId| page.document().text(id).trim().to_owned();
    dialogues.iter().map(text).collect()
}

#[track_caller]
fn check(dialogue: &str, is_found: bool) {
    for html in [format!("{OWN}{dialogue}"), format!("{dialogue}{OWN}")] {
        assert_eq!(found(&html).len(), usize::from(is_found), "{html}");
    }
}

#[test]
fn dialogues_of_systems_have_names() {
    for start in [
        "div id=onetrust-banner-sdk",
        "div id=CybotCookiebotDialog",
        "div class=eu-cookie-compliance-content",
        "div id=cookie-notice role=dialog",
        "div class='qc-cmp2-container'",
        "div id=didomi-host",
        "div id=usercentrics-root",
        "div id=truste-consent-track",
        "div class='klaro cookie-modal'",
        "div class='cmplz-cookiebanner banner-1'",
        "div id=BorlabsCookieBox",
        "div class=osano-cm-window",
        "section class=CookieBanner",
        "aside id=gdprPopup",
        "div data-x=1 class='fixed bottom consent-overlay'",
        "cookie-banner",
        "form aria-label='Cookie banner'",
        "div class=cookie-message",
    ] {
        let end = start.split(' ').next().unwrap();
        check(&format!("<{start}><p>Please accept our cookies.</p></{end}>"), true);
    }
}

#[test]
fn other_names_are_no_dialogues() {
    for start in [
        "div id=ot-sdk-cookie-policy",
        "div class='CookieDeclaration'",
        "div class='post-12 post tag-cookie-banner category-consent-popup'",
        "div class=cookie-container",
        "div class=recipe-cookies",
        "div class=consent-form",
        "div class=cmp-container",
        "div class=cookie-bars",
        "div class=consent",
    ] {
        check(&format!("<{start}><p>A text with words of its own.</p></div>"), false);
    }
}

#[test]
fn dialogues_say_what_they_ask() {
    for (text, button) in [
        ("We use cookies on this site.", "Accept all"),
        ("Wir verwenden Cookies.", "Alle akzeptieren"),
        ("Nous utilisons des cookies.", "Tout refuser"),
        ("Utilizamos cookies propias.", "Aceptar"),
        ("Questo sito utilizza i cookie.", "Accetta tutto"),
        ("Usamos cookies neste site.", "Aceitar tudo"),
        ("Wij gebruiken cookies.", "Alles weigeren"),
        ("Ta strona używa plików cookie.", "Zgadzam się"),
        ("Мы используем файлы cookie.", "Принять все"),
        ("Ми використовуємо файли cookie.", "Погоджуюсь"),
        ("Používáme soubory cookies.", "Přijmout vše"),
        ("Weboldalunk sütiket használ.", "Elfogadom"),
        ("Käytämme evästeitä.", "Hyväksy kaikki"),
        ("Vi använder kakor.", "Godkänn alla"),
        ("Vi bruker informasjonskapsler.", "Godta alle"),
        ("Vi bruger cookies.", "Tillad alle"),
        ("Χρησιμοποιούμε cookies.", "Αποδοχή όλων"),
        ("Bu site çerez kullanır.", "Kabul et"),
        ("نستخدم ملفات تعريف الارتباط.", "قبول الكل"),
        ("אנו משתמשים בעוגיות.", "אישור"),
        ("当サイトではクッキーを使用しています。", "同意する"),
        ("이 사이트는 쿠키를 사용합니다.", "모두 허용"),
        ("我们使用 Cookie。", "接受"),
        ("เราใช้คุกกี้", "ยอมรับทั้งหมด"),
        ("Chúng tôi sử dụng cookie.", "Đồng ý"),
        ("Folosim cookie-uri.", "Accept"),
        ("Mes naudojame slapukus.", "Sutinku"),
        ("We use cookies.", "OK"),
    ] {
        check(&format!("<div><p>{text}</p><button>{button}</button></div>"), true);
        check(&format!("<div>{text} <a href='#'>{button}</a></div>"), true);
        check(
            &format!("<div><div><p>{text}</p></div><input type=button value='{button}'></div>"),
            true,
        );
        check(&format!("<div><p>{text}</p></div>"), false);
        check(&format!("<div><p>A text.</p><button>{button}</button></div>"), false);
    }
}

#[test]
fn dialogues_need_no_button() {
    check("<div><p>If you go on, you consent to our use of cookies.</p></div>", true);
    check("<div style='position: fixed; top: 0'>This site uses cookies.</div>", true);
    check("<div role=dialog>This site uses cookies.</div>", true);
    check("<div role=dialog>This site is new.</div>", false);
}

#[test]
fn pages_about_cookies_have_none() {
    let text = "<p>We use cookies.</p><button>Reject all</button>";
    let section = format!("<h2>Cookies</h2>{text}");
    assert_eq!(found(&format!("<main><h1>Cookie policy</h1><div>{section}</div></main>")), [""; 0]);
    let title = format!("<title>How cookie banners work</title><div>{section}</div>");
    assert_eq!(found(&title), [""; 0]);
    // Their own dialogue is one.
    let banner = "<div id=onetrust-banner-sdk>We use cookies.</div>";
    assert_eq!(found(&format!("{title}{banner}")), ["We use cookies."]);
    // So is one next to the main part.
    let recipe = "<main><h1>Ginger cookies</h1><p>Bake the cookies.</p></main>";
    assert_eq!(found(&format!("{recipe}<div>{text}</div>")), ["We use cookies.Reject all"]);
    // The title is in it.
    assert_eq!(found(&format!("<div class=cookie-banner><h1>Bread</h1>{text}</div>")), [""; 0]);
    // Too long for a dialogue.
    let long = "<p>A page about many things.".repeat(90);
    assert_eq!(found(&format!("<div>{section}{long}</div>")), [""; 0]);
}

#[test]
fn dialogues_are_found_once() {
    let dialogue = "<div id=onetrust-consent-sdk><div id=onetrust-banner-sdk><p>We use cookies.</p>\
        <button>Accept</button></div></div>";
    assert_eq!(found(&format!("{OWN}{dialogue}")).len(), 1);
    assert_eq!(found(&format!("{dialogue}{OWN}{dialogue}")).len(), 2);
}

#[test]
fn only_what_is_kept_counts() {
    let html = format!("{OWN}<div><p>We use cookies.</p><button>Accept</button></div>");
    let page = Page::measure(Parser::default().parse(&html));
    assert!(may_keep_consent(&page, &[false, false, true]));
    assert!(!may_keep_consent(&page, &[true, true, false]));
}
