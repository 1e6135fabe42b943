//! The contents of volumes, except images and links.

use tamis::metadata::Date;
use tamis_epub::{Style, VolumeOptions};

use crate::harness::{Unpacked, article, is_drawing, volume};

const PAGE: &str = "<html lang=en-GB><title>Tea &amp; time</title>
    <meta name=author content='Ann Other'><meta property=og:site_name content=Kettle>
    <meta property=article:published_time content=2024-05-01T10:00:00Z>
    <body><h2>Boil</h2><p>Water.<h3>How</h3><p>Long.<h2 id=serve>Serve</h2><p>Hot.";

fn with(options: VolumeOptions) -> Unpacked {
    Unpacked::of(vec![article(PAGE, "https://example.org/tea")], options, |_| None)
}

#[test]
fn files_of_a_volume() {
    let volume = volume(PAGE);
    let names = volume.names();
    let cover = names.last().unwrap();
    assert!(cover.starts_with("EPUB/images/") && is_drawing(cover));
    assert_eq!(
        names[..names.len() - 1],
        [
            "mimetype",
            "META-INF/container.xml",
            "EPUB/package.opf",
            "EPUB/cover.xhtml",
            "EPUB/nav.xhtml",
            "EPUB/toc.ncx",
            "EPUB/style.css",
            "EPUB/article-1.xhtml",
        ]
    );
    // The first file is not compressed, so a reader finds it without unpacking.
    assert_eq!(&volume.bytes[30..58], b"mimetypeapplication/epub+zip");
}

#[test]
fn metadata_is_on_the_cover_and_in_the_package() {
    let volume = volume(PAGE);
    volume.check(
        "EPUB/package.opf",
        &[
            "<dc:title>Tea &amp; time</dc:title>",
            "<dc:language>en-GB</dc:language>",
            "<dc:creator>Ann Other</dc:creator>",
            "<dc:publisher>Kettle</dc:publisher>",
            "<dc:date>2024-05-01</dc:date>",
            "<dc:source>https://example.org/a/page</dc:source>",
            "<meta property=\"dcterms:modified\">2024-05-01T00:00:00Z</meta>",
        ],
    );
    volume
        .check("EPUB/cover.xhtml", &["<h1>Tea &amp; time</h1>", "Ann Other · Kettle · 2024-05-01"]);
    volume.check(
        "EPUB/article-1.xhtml",
        &[
            "lang=\"en-GB\" xml:lang=\"en-GB\"",
            "<h1>Tea &amp; time</h1>\n<p>Ann Other · Kettle · 2024-05-01</p>",
            "<a href=\"https://example.org/a/page\">",
        ],
    );
}

#[test]
fn the_table_of_contents_is_made_of_headings() {
    let volume = volume(PAGE);
    volume.check(
        "EPUB/nav.xhtml",
        &["<ol>\n<li><a href=\"article-1.xhtml\">Tea &amp; time</a>\n<ol>\n\
         <li><a href=\"article-1.xhtml#heading-1\">Boil</a>\n<ol>\n\
         <li><a href=\"article-1.xhtml#heading-2\">How</a></li>\n</ol></li>\n\
         <li><a href=\"article-1.xhtml#serve\">Serve</a></li>\n</ol>\n</li>\n</ol>\n"],
    );
    assert_eq!(volume.text("EPUB/toc.ncx").matches("<navPoint").count(), 4);
    volume.check(
        "EPUB/toc.ncx",
        &["<text>How</text>\n</navLabel>\n<content src=\"article-1.xhtml#heading-2\"/>"],
    );
}

#[test]
fn a_title_in_the_content_is_not_repeated() {
    let volume = volume("<title>Tea</title><meta name=author content=Ann><h1>Tea</h1><p>Water.");
    volume.check("EPUB/article-1.xhtml", &["<header>\n<h1>Tea</h1>\n<p>Ann</p>\n</header>"]);
    assert_eq!(volume.text("EPUB/article-1.xhtml").matches("<h1").count(), 1);
    assert_eq!(volume.text("EPUB/nav.xhtml").matches("<li>").count(), 1);
}

#[test]
fn the_title_is_above_other_headings() {
    let mut page =
        article("<title>Tea</title><p>Water.<h1>Serve</h1><p>Hot.", "https://example.org/");
    page.title = "Tea and time".to_owned();
    let volume = Unpacked::of(vec![page], VolumeOptions::default(), |_| None);
    volume.check("EPUB/article-1.xhtml", &["<h1>Tea and time</h1>", ">Serve</h1>"]);
}

#[test]
fn a_cover_is_drawn_of_title_and_source() {
    let volume = volume(PAGE);
    let names = volume.names();
    let cover = names.iter().find(|name| is_drawing(name)).unwrap();
    volume.check(cover, &[">Tea &amp; time</text>", ">Ann Other · Kettle · 2024-05-01</text>"]);
    let file = cover.trim_start_matches("EPUB/");
    volume.check("EPUB/cover.xhtml", &[&format!("<img src=\"{file}\" alt=\"\"/>")]);
    let id = file.replace('/', "-").replace("images", "image");
    volume.check(
        "EPUB/package.opf",
        &["properties=\"cover-image\"", &format!("<meta name=\"cover\" content=\"{id}\"/>")],
    );
}

#[test]
fn the_table_of_contents_is_a_page_on_request() {
    let spine =
        |volume: &Unpacked| volume.text("EPUB/package.opf").contains("<itemref idref=\"nav\"/>");
    let plain = with(VolumeOptions::default());
    assert!(!spine(&plain) && !plain.text("EPUB/article-1.xhtml").contains("<nav>"));
    let inline = with(VolumeOptions::default().inline_toc(true));
    assert!(spine(&inline));
    inline.check(
        "EPUB/article-1.xhtml",
        &["<nav>\n<ol>\n<li><a href=\"article-1.xhtml#heading-1\">Boil</a>"],
    );
}

#[test]
fn authors_and_the_cover_can_be_given() {
    let picture = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\
        \x01\x00\x01\x00\x00\x02\x02D\x01\x00;";
    let given = VolumeOptions::default().authors(vec!["Bo".into()]).cover(picture.to_vec());
    let volume = with(given);
    let package = volume.text("EPUB/package.opf");
    assert_eq!(package.matches("<dc:creator>").count(), 1);
    assert!(package.contains("<dc:creator>Bo</dc:creator>"));
    assert!(!volume.names().iter().any(|name| is_drawing(name)));
    let drawn = with(VolumeOptions::default().authors(vec!["Bo".into(), "Cy".into()]));
    let names = drawn.names();
    drawn.check(names.iter().find(|name| is_drawing(name)).unwrap(), &[">Bo, Cy</text>"]);
}

#[test]
fn styles_follow_the_options() {
    let style = |style| with(VolumeOptions::default().style(style));
    assert!(style(Style::Whole).text("EPUB/style.css").contains("h1 {"));
    let without = style(Style::WithoutHeadings);
    assert!(
        !without.text("EPUB/style.css").contains("h1")
            && without.text("EPUB/style.css").contains("img")
    );
    let none = style(Style::None);
    assert!(!none.names().contains(&"EPUB/style.css"));
    assert!(!none.text("EPUB/article-1.xhtml").contains("style.css"));
}

#[test]
fn title_and_day_can_be_set() {
    let volume =
        with(VolumeOptions::default().title("Mine").modified(Date::new(2025, 1, 2).unwrap()));
    volume.check("EPUB/package.opf", &["<dc:title>Mine</dc:title>", ">2025-01-02T00:00:00Z<"]);
}

#[test]
fn the_same_articles_give_the_same_bytes() {
    let (one, two) = (volume(PAGE), volume(PAGE));
    assert_eq!(one.bytes, two.bytes);
    let identifier = |volume: &Unpacked| {
        let package = volume.text("EPUB/package.opf");
        package[package.find("urn:uuid:").unwrap()..][..45].to_owned()
    };
    assert_eq!(identifier(&one), identifier(&two));
    assert_ne!(identifier(&one), identifier(&volume("<title>Other</title><p>Text.")));
}

#[test]
fn several_articles_keep_their_order() {
    let articles = ["one", "two", "three"].map(|name| {
        article(
            &format!("<title>{name}</title><p>Text of {name}."),
            &format!("https://example.org/{name}"),
        )
    });
    let volume = Unpacked::of(articles.into(), VolumeOptions::default(), |_| None);
    volume.check("EPUB/package.opf", &["<dc:title>one (+2)</dc:title>"]);
    volume.check("EPUB/article-3.xhtml", &["Text of three."]);
    let cover = volume.text("EPUB/cover.xhtml");
    assert!(cover.contains("<p>one</p>\n<p>two</p>\n<p>three</p>"), "{cover}");
}

#[test]
fn right_to_left_text() {
    let volume = volume("<html lang=ar dir=rtl><title>x</title><body><p>نص");
    volume.check("EPUB/package.opf", &["page-progression-direction=\"rtl\""]);
    volume.check("EPUB/article-1.xhtml", &["dir=\"rtl\""]);
    volume.check("EPUB/cover.xhtml", &["dir=\"rtl\""]);
}

#[test]
fn formulas_and_drawings_are_manifest_properties() {
    let volume =
        volume("<title>x</title><p>a<math><mi>x</mi></math><svg width=9><text>t</text></svg>");
    volume.check("EPUB/package.opf", &["properties=\"mathml svg\""]);
}

#[test]
fn a_volume_without_articles_is_an_error() {
    let volume = tamis_epub::Volume::new(Vec::new(), VolumeOptions::default());
    let outcome = volume.write_epub(std::io::Cursor::new(Vec::new()), &mut |_, _| Ok(Vec::new()));
    assert!(outcome.is_err());
}
