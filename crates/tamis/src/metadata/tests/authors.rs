//! Authors of whole pages: what labels, jobs and places say.

use super::check_list;

/// The text of an article.
const TEXT: &str = "<p>The reading room closed at noon because a pipe under the stairs had frozen, \
    and the three people who were inside carried the newspapers to the upper floor before the \
    water could reach the shelves.<p>The plumber came at four, and the floor has to dry for a week.";

fn check(cases: &[(String, &[&str])]) {
    for (html, expected) in cases {
        check_list(|metadata| metadata.authors, &[(html, *expected)]);
    }
}

#[test]
fn labels_at_the_heading_or_the_end_need_no_date() {
    let mut cases: Vec<(String, &[&str])> = vec![
        (format!("<h1>Rohr</h1><p>Autor: Anna Huber{TEXT}"), &["Anna Huber"]),
        (format!("<h1>Rör</h1><div><i>Text: Karin Ek</i></div>{TEXT}"), &["Karin Ek"]),
        (format!("<h1>Труба</h1><p><span>Автор：Анна Мельник</span>{TEXT}"), &["Анна Мельник"]),
        (format!("<h1>أنبوب</h1><p>بقلم: منى حداد{TEXT}"), &["منى حداد"]),
        (format!("<h1>Tuyau</h1><p>Texte : Anne Lis{TEXT}"), &["Anne Lis"]),
        (format!("<h1>配管</h1><p>著者：田村直子{TEXT}"), &["田村直子"]),
        (format!("<h1>水管</h1>{TEXT}<p>作者：王小明"), &["王小明"]),
        (format!("<h1>水管</h1><div>{TEXT}<p>作者：王小明</div>"), &["王小明"]),
        (format!("<p>By Ann Lee<h1>Pipe</h1>{TEXT}"), &["Ann Lee"]),
        (format!("<h1>Pipe</h1><h2>A cold night</h2><p>Words by Ann Lee{TEXT}"), &["Ann Lee"]),
        (format!("<h1>Pipe</h1><p>By<p>Ann Lee{TEXT}"), &["Ann Lee"]),
        (format!("<h1>Pipe<p>By Ann Lee</p></h1>{TEXT}"), &["Ann Lee"]),
        // Lists, and labels of other things.
        (format!("<h1>News</h1><p><a href=/a>A pipe froze in town</a><p>By Ann Lee{TEXT}"), &[]),
        (format!("<h1>News</h1><p>Pipe<p>By Ann Lee<p>Stairs<p>By Bob Ray{TEXT}"), &[]),
        (format!("<h1>Shelves</h1><p>By Location{TEXT}"), &[]),
        (format!("<h1>Pipe</h1>{TEXT}{TEXT}<p>By Ann Lee{TEXT}{TEXT}"), &[]),
        (format!("<h1>Pipe</h1>{TEXT}{TEXT}<div class=comments><p>Author: Ann Lee</div>"), &[]),
    ];
    let long = TEXT.repeat(6);
    cases.push((format!("<h1>Rohr</h1><div>{long}<p>Text: Anna Huber</div>"), &["Anna Huber"]));
    cases.push((format!("<h1>Pipe</h1><div>{long}<p>By Ann Lee</div>"), &[]));
    cases.push((format!("<h1>Pipe</h1><div>{long}<p>Text: Ann Lee</div>{long}"), &["Ann Lee"]));
    cases.push((format!("<h1>Pipe</h1><div>{long}<p>Text: Ann Lee{long}</div>"), &[]));
    check(&cases);
}

#[test]
fn lines_below_a_title_that_is_no_heading() {
    let title = "<title>Frozen pipe shuts the room</title>";
    let page = |html: &str| format!("{title}{html}{TEXT}");
    let day = "<p>3 May 2024";
    let mut cases: Vec<(String, &[&str])> = Vec::new();
    for line in ["<p>By Ann Lee", "<p>by Ann Lee, Staff Writer", "<p>Geschrieben von Ann Lee"] {
        for shown in [
            "<div class=t>Frozen pipe shuts the room</div>",
            "<table><tr><td><font size=5><b>Frozen pipe shuts the room</b></font><br>",
        ] {
            cases.push((page(&format!("{shown}{line}{day}")), &["Ann Lee"]));
        }
    }
    check(&cases);
}

#[test]
fn authors_in_linked_data() {
    let page = |scripts: &[&str]| {
        let script = |json| format!("<script type=application/ld+json>{json}</script>");
        let scripts: Vec<String> = scripts.iter().map(script).collect();
        format!("<h1>Bread</h1>{}{TEXT}", scripts.concat())
    };
    let article = |author: &str| format!(r#"{{"@type":"NewsArticle","author":{author}}}"#);
    let people = r##"[{"@type":"Person","@id":"#a","name":"Ann Lee"},
        {"@type":"Person","@id":"#b","givenName":"Bob","familyName":"Ray"}]"##;
    check(&[
        // The people are in another script.
        (page(&[&article(r##"[{"@id":"#a"},{"@id":"#b"}]"##), people]), &["Ann Lee", "Bob Ray"]),
        (page(&[people, &article(r##"{"@id":"#b"}"##)]), &["Bob Ray"]),
        (
            page(&[&article(r#"{"@type":"Person","name":["Ann Lee","Bob Ray"]}"#)]),
            &["Ann Lee", "Bob Ray"],
        ),
        (page(&[&article(r#"{"givenName":"Ann","familyName":"Lee"}"#)]), &["Ann Lee"]),
    ]);
}

#[test]
fn reporters_in_korean() {
    let check = |line: &str, expected: &[&str]| {
        let html = format!("<p>2024-01-02<h1>열람실</h1>{line}<p>열람실이 문을 닫았다.");
        check_list(|metadata| metadata.authors, &[(&html, expected)]);
    };
    check("<div class=info><span>김민수 기자</span></div>", &["김민수"]);
    check("<p>김민수 기자 minsu@paper.example", &["김민수"]);
    check("<div class=byline>글 이서연 기자 minsu@paper.example</div>", &["이서연"]);
    check("<div class=author><b>김민수</b> <i>기자</i></div>", &["김민수"]);
    check("<p>글·사진 이서연 기자", &["이서연"]);
    check("<p>글=이서연 사진=박철수", &["이서연"]);
    check("<p>사진=박철수 기자", &[]);
    check("<p>김민수 기자는 열람실을 찾았다", &[]);
    check("<div class=related><h3>관련기사</h3><p>김민수 기자</div>", &[]);
}

#[test]
fn other_people_and_places_in_the_line() {
    let check = |line: &str, expected: &[&str]| {
        let html = format!("<p>2024-01-02<h1>Bread</h1>{line}<p>Text");
        check_list(|metadata| metadata.authors, &[(&html, expected)]);
    };
    for line in [
        "Text: Karin Ek Foto: Nils Ström",
        "Text: Karin Ek. Foto: Nils Ström",
        "Text: Karin Ek<br>Foto: Nils Ström",
        "Text: Karin Ek | Foto: Nils Ström",
        "Foto: Nils Ström Text: Karin Ek",
        "By Karin Ek Photos by Nils Ström",
        "By Karin Ek Photo : Nils Ström",
        "Autor: Karin Ek Fotos：Nils Ström",
        "Текст: Karin Ek Фото: Nils Ström",
        "By Karin Ek, London",
        "By Karin Ek, London. Photo: Nils Ström",
    ] {
        check(&format!("<div class=byline>{line}</div>"), &["Karin Ek"]);
        check(&format!("<p>{line}"), &["Karin Ek"]);
    }
    check(
        "<div class=autoren>Von Nadja Ulm und Jan Kehl, Hamburg</div>",
        &["Nadja Ulm", "Jan Kehl"],
    );
    check("<p>By Karin Ek, London, and Nils Ström, Oslo", &["Karin Ek", "Nils Ström"]);
    check("<p class=byline>By Karin Ek, Nils Ström and Cher", &["Karin Ek", "Nils Ström", "Cher"]);
    check("<p class=byline>By Karin Ek, Nils Ström, and Cher", &["Karin Ek", "Nils Ström", "Cher"]);
    check("<p class=byline>By Karin, Nils, Cher", &["Karin", "Nils", "Cher"]);
    check("<p class=credit>取材・文：田村直子　撮影：佐藤健一", &["田村直子"]);
    check("<p class=author>文：田村直子　写真：佐藤健一", &["田村直子"]);
}

#[test]
fn photographers_in_captions_are_no_authors() {
    let check = |body: &str, expected: &[&str]| {
        let html = format!("<p>2024-01-02<h1>Bread</h1>{body}<p>Text");
        check_list(|metadata| metadata.authors, &[(&html, expected)]);
    };
    let link = "<a rel=author class=photographer href=/p>Bob Ray</a>";
    check(&format!("<figure><img><figcaption>Stairs. By {link}</figcaption></figure>"), &[]);
    check("<figure><img><figcaption><p>By Bob Ray</figcaption></figure>", &[]);
    check("<div class=wp-caption><p>By <span class=author>Bob Ray</span></div>", &[]);
    check(&format!("<p>{link}"), &[]);
    let hero = "<p>2024-01-02<div class=hero-caption><h1>Bread</h1><p>By Ann Lee</div><p>Text";
    check_list(|metadata| metadata.authors, &[(hero, &["Ann Lee"])]);
    check("<figure class=author><img><figcaption>Ann Lee</figcaption></figure>", &["Ann Lee"]);
}

#[test]
fn authors_of_other_pages_below_the_text() {
    let check = |body: &str, expected: &[&str]| {
        let html = format!("<p>2024-01-02<article><h1>Bread</h1>{TEXT}{TEXT}{body}</article>");
        check_list(|metadata| metadata.authors, &[(&html, expected)]);
    };
    let author = "<span class=author>Bob Ray</span>";
    check(&format!("<ul><li><a href=/c>A week of rain</a> by {author}</ul>"), &[]);
    check(&format!("<div><h4><a href=/c>A week of rain</a></h4>{author}</div>"), &[]);
    check(&format!("<div><a href=/c><h4>A week of rain</h4></a><p>By {author}</div>"), &[]);
    check(&format!("<ol><li><a href=/c>一週間も雨が降り続く</a>{author}</ol>"), &[]);
    check(&format!("<p>Posted in <a href=/c>Food and drink</a> by {author}"), &["Bob Ray"]);
    check(&format!("<div><h4><a href=/bob>Bob Ray</a></h4>{author}</div>"), &["Bob Ray"]);
}

#[test]
fn a_site_is_the_author_if_nobody_else_is() {
    let ld = |author: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\
             \"datePublished\":\"2024-01-02\",\"author\":{author},\
             \"publisher\":{{\"@type\":\"Organization\",\"name\":\"Crumb\"}}}}</script>"
        )
    };
    let site = ld("\"Crumb\"");
    let page = |head: &str, line: &str| format!("{head}<h1>Bread</h1>{line}{TEXT}");
    let host = "<meta name=author content=crumb.com>";
    let mut cases: Vec<(String, &[&str])> = vec![
        (page(&site, ""), &["Crumb"]),
        (page(&format!("{site}<meta name=author content='Ann Lee'>"), ""), &["Ann Lee"]),
        (page(&site, "<a rel=author href=/ann>ann_l</a>"), &["ann_l"]),
        (page(&site, "<p class=byline>By Ann Lee and Bob Ray</p>"), &["Ann Lee", "Bob Ray"]),
        (page(&site, "<p>Von Anna Huber</p>"), &["Anna Huber"]),
        (page(&ld("[\"Ann Lee\",\"Crumb\"]"), ""), &["Ann Lee"]),
        (page(&ld("\"Crumb Staff\""), "<p>By Ann Lee</p>"), &["Ann Lee"]),
        (page(&ld("\"Crumb Staff\""), ""), &["Crumb Staff"]),
        (page(&format!("{host}<p>2024-01-02"), "<p>By Ann Lee</p>"), &["Ann Lee"]),
        (page(&format!("{host}<p>2024-01-02"), ""), &[]),
        (page(&ld("\"김민수 기자\""), ""), &["김민수"]),
    ];
    // Guessed from a class, a text must be a whole name.
    for other in ["International", "Senior Editor", "4 mins", "read more"] {
        cases.push((page(&site, &format!("<p class=author>{other}</p>")), &["Crumb"]));
    }
    check(&cases);
}

#[test]
fn links_to_the_pages_of_people_name_authors() {
    let line = |href: &str, name: &str| {
        format!("<p>2024-01-02<h1>Bread</h1><p><a href='{href}'>{name}</a></p>{TEXT}")
    };
    check(&[
        (line("/editors/ann-lee/", "Ann Lee"), &["Ann Lee"]),
        (line("https://crumb.example/people/ann_lee?from=top", "Ann Lee"), &["Ann Lee"]),
        (line("/profile/ann-lee", "Ann Lee"), &[]),
        (
            format!(
                "<p>2024-01-02<h1>Bread</h1><p><a href=/staff/ann-lee>Ann Lee</a>, {}</p>{TEXT}",
                "who bakes it, ".repeat(30)
            ),
            &[],
        ),
        (line("/autoren/anna-huber-12.html", "Anna Huber"), &["Anna Huber"]),
        (line("/staff/josé-ruiz", "José Ruiz"), &["José Ruiz"]),
        (line("/topics/rye-bread", "Rye Bread"), &[]),
        (line("/people/all", "All People"), &[]),
        (line("/editors/ann-lee/", "More by her"), &[]),
    ]);
}

#[test]
fn links_to_all_articles_jobs_and_newsrooms() {
    let by = |line: &str| format!("<h1>Pipe</h1><p class=byline>{line}</p>{TEXT}");
    let link = |text: &str| format!("<h1>Pipe</h1>{TEXT}<p><a rel=author href=/a>{text}</a>");
    check(&[
        (link("Alle Beiträge von Anna Huber anzeigen"), &["Anna Huber"]),
        (link("View all posts by Ann Lee"), &["Ann Lee"]),
        (link("Voir tous les articles de Anne Lis"), &["Anne Lis"]),
        (by("By Ann Lee for the Quarry Post"), &["Ann Lee"]),
        (by("Por Ana Ruiz, corresponsal en Teruel"), &["Ana Ruiz"]),
        (by("Von Jan Dam, Redakteur, und Piet Ek"), &["Jan Dam", "Piet Ek"]),
        (by("By <a href=/staff>Newsroom</a>"), &[]),
        (link("See all stories by Ann Lee →"), &["Ann Lee"]),
        (by("Por <a href=/staff>La Redacción</a>"), &[]),
    ]);
}

#[test]
fn owners_of_the_rights_give_way() {
    let page =
        |head: &str| format!("{head}<h1>Pipe</h1>{TEXT}<footer>© 2026 Larkmere Media</footer>");
    let owner = "<meta name=author content='Larkmere Media'>";
    let person = "<meta property=article:author content='Ann Lee'>";
    check(&[
        (page(&format!("{owner}{person}")), &["Ann Lee"]),
        (page(owner), &["Larkmere Media"]),
        (page(&format!("<meta name=author content='Bob Ray'>{person}")), &["Bob Ray"]),
    ]);
}

#[test]
fn companies_and_labels_after_names() {
    let stated = |name: &str| format!("<meta name=author content='{name}'><h1>Pipe</h1>{TEXT}");
    let by = |line: &str| format!("<h1>Pipe</h1><p class=byline>{line}</p>{TEXT}");
    check(&[
        (stated("INTERIA.PL S.A."), &[]),
        (stated("AWR Wprost Sp. z o.o."), &[]),
        (stated("Larkmere Media GmbH"), &[]),
        (stated("Steinbruch Verlag AG"), &[]),
        (stated("ООО «Каменоломня»"), &[]),
        (stated("Crumb Publishing Ltd"), &[]),
        (stated("石切新聞株式会社"), &[]),
        (stated("株式会社 石切"), &[]),
        (stated("(주)채석장"), &[]),
        (stated("Agnes Ag"), &["Agnes Ag"]),
        (stated("Tomasz Borejza Źródło: Onet"), &["Tomasz Borejza"]),
        (by("Autor: Tomasz Borejza Źródło: Onet"), &["Tomasz Borejza"]),
        (by("By Ann Lee Photographs: Bob Ray"), &["Ann Lee"]),
        (stated("Web architecture: Dasha Volkova"), &[]),
        (stated("Design: Max Koch; Programming: Ivan Ek"), &[]),
        (by("Foto: Nils Ström Text: Karin Ek"), &["Karin Ek"]),
        (format!("<meta name=author content=larkmere.gr>{}", by("By Ann Lee")), &["Ann Lee"]),
    ]);
}
