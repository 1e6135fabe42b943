"""trafilatura's drop-in module: the behaviour that the reference's own tests check."""

from __future__ import annotations

import configparser
import csv
import datetime
import gzip
import io
import json
import logging
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import compat_corpora
import pytest

import tamis
from tamis.compat.trafilatura import (
    Document,
    bare_extraction,
    baseline,
    deduplication,
    external,
    extract,
    extract_metadata,
    extract_with_metadata,
    html2txt,
    json_metadata,
    metadata,
    settings,
    utils,
)

URL = "https://crumb.example/bread"
SENTENCE = "Bread, they say, rises slowly in the morning, and nobody minds waiting for it. "
HEAD = f"""<title>My bread | The Crumb</title><meta name=author content="Ann Lee">
<meta property="article:published_time" content="2024-03-05T10:00:00Z">
<meta property="og:site_name" content="The Crumb"><link rel=canonical href="{URL}">
<meta name=description content="About &quot;bread&quot;">
<meta name=keywords content="flour, dough">"""
CONTENT = f"""<h1>My bread</h1><p>{SENTENCE * 3}It is <b>very</b> good, see
<a href="/more">more</a> &amp; taste.</p>
<figure><img src="/loaf.jpg" alt="A loaf"></figure><h2>Second</h2><p>{SENTENCE * 4}</p>
<ul><li>Boil it well</li><li>Bake it soon</li></ul><p>{SENTENCE * 3}</p>
<table><tr><th>Flour</th><th>Water</th></tr><tr><td>one pound</td><td>one pint</td></tr></table>
<p>{SENTENCE * 2}</p>"""
COMMENT = "I liked the bread, and so did the cat, thanks for it."
PAGE = f"""<html lang="en"><head>{HEAD}</head><body><nav><a href="/">Home</a></nav>
<article>{CONTENT}</article><section id="comments" class="comments"><h3>Comments</h3>
<div class="comment"><p>{COMMENT}</p></div></section><footer>Imprint</footer></body></html>"""


def text_of(page: Any = PAGE, **given: Any) -> str:
    text = extract(page, **given)
    assert text is not None
    return text


# Formats


def test_text_has_a_line_for_each_block() -> None:
    lines = text_of().split("\n")
    assert lines[0] == "My bread"
    assert lines[1].endswith("It is very good, see more & taste.")
    assert lines[2] == "Second"
    assert "- Boil it well" in lines
    bars = lines.index("| one pound | one pint | ")
    assert lines[bars - 2 : bars] == ["| Flour | Water | ", "|---|---|"]
    assert lines[-1] == COMMENT
    assert all(lines)
    assert "Home" not in lines
    assert "Imprint" not in lines


@pytest.mark.parametrize("page", [PAGE.encode(), SimpleNamespace(data=PAGE.encode())])
def test_bytes_and_answers_are_pages(page: object) -> None:
    assert extract(page) == extract(PAGE)


def test_text_with_marks_is_markdown() -> None:
    marked = text_of(include_formatting=True)
    assert marked.startswith("# My bread\n\n")
    assert "**very**" in marked
    assert "see more & taste" in marked
    linked = text_of(include_links=True, url=URL)
    assert linked.startswith("My bread\nBread, they say")
    assert "[more](https://crumb.example/more)" in linked
    assert "**" not in linked
    pictured = text_of(include_images=True, url=URL)
    assert "![A loaf](https://crumb.example/loaf.jpg)" in pictured
    assert "https://crumb.example/more" not in pictured


def test_markdown_is_formatted_by_default() -> None:
    markdown = text_of(output_format="markdown")
    assert markdown.startswith("# My bread\n\n")
    assert "| one pound | one pint |" in markdown
    assert "![" not in markdown
    assert "](" not in markdown
    assert markdown.endswith(f"\n\n{COMMENT}")
    assert text_of(output_format="markdown", include_formatting=False).startswith("My bread\n")


def test_markdown_has_a_header_with_metadata() -> None:
    markdown = text_of(output_format="markdown", with_metadata=True, record_id="7")
    header, _, rest = markdown.removeprefix("---\n").partition("---\n")
    fields = dict(line.split(": ", 1) for line in header.splitlines())
    assert len(fields.pop("fingerprint").strip('"')) in (15, 16)
    assert fields == {
        "title": "My bread",
        "author": "Ann Lee",
        "url": URL,
        "hostname": "crumb.example",
        "description": 'About "bread"',
        "sitename": "The Crumb",
        "date": '"2024-03-05"',
        "tags": "['flour, dough']",
        "id": '"7"',
    }
    assert rest == extract(PAGE, output_format="markdown")


def test_json_has_text_or_all_fields() -> None:
    plain = json.loads(text_of(output_format="json"))
    assert plain == {"text": extract(PAGE, include_comments=False), "comments": COMMENT}
    linked = json.loads(text_of(output_format="json", include_links=True, include_formatting=True))
    # By the address that the page states, as the reference does with metadata.
    assert "very good, see [more](https://crumb.example/more) & taste" in linked["text"]
    fields = json.loads(text_of(output_format="json", with_metadata=True, record_id="7"))
    assert fields["source"] == URL
    assert fields["source-hostname"] == "The Crumb"
    assert fields["excerpt"] == 'About "bread"'
    assert fields["tags"] == "flour, dough"
    assert (fields["id"], fields["date"], fields["language"]) == ("7", "2024-03-05", "en")
    assert fields["text"] == plain["text"]
    assert fields["filedate"] == datetime.date.today().isoformat()


def test_csv_is_one_row() -> None:
    written = text_of(output_format="csv", with_metadata=True)
    (row,) = csv.reader(io.StringIO(written, newline=""), delimiter="\t")
    assert row[:2] == [URL, "null"]
    assert row[2] == extract_with_metadata(PAGE).fingerprint  # type: ignore[union-attr]
    assert row[3:7] == ["crumb.example", "My bread", "null", "2024-03-05"]
    assert row[7:] == [extract(PAGE, include_comments=False), COMMENT, "null", "null"]


def test_html_has_metadata_on_request() -> None:
    html = text_of(output_format="html", url=URL, include_links=True)
    assert html.startswith("<html><body>\n<h1>My bread</h1>")
    assert '<a href="https://crumb.example/more">more</a>' in html
    assert "<b>" not in html
    assert "<img" not in html
    html = text_of(output_format="html", with_metadata=True, include_images=True, url=URL)
    assert '<meta name="description" content="About &quot;bread&quot;"/>' in html
    assert 'src="https://crumb.example/loaf.jpg"' in html
    assert "<a href" not in html
    assert "<b>very</b>" in text_of(output_format="html", include_formatting=True)


def test_xml_has_trafilatura_s_elements() -> None:
    root = ElementTree.fromstring(text_of(output_format="xml"))
    assert (root.tag, list(root.attrib)) == ("doc", ["fingerprint"])
    assert [part.tag for part in root] == ["main", "comments"]
    numbered = ElementTree.fromstring(text_of(output_format="xml", record_id="7"))
    assert next(iter(numbered.attrib.items())) == ("id", "7")
    assert root.findtext("main/head[@rend='h1']") == "My bread"
    assert [item.text for item in root.iter("item")] == ["Boil it well", "Bake it soon"]
    assert root.findtext("comments/p") == COMMENT
    assert {child.tag for child in root.iter()}.isdisjoint({"hi", "ref", "graphic"})
    rich = ElementTree.fromstring(
        text_of(
            output_format="xml",
            include_formatting=True,
            include_links=True,
            include_images=True,
            with_metadata=True,
            record_id="7",
            url=URL,
        )
    )
    assert rich.findtext(".//hi[@rend='#b']") == "very"
    assert rich.findtext(".//ref[@target='https://crumb.example/more']") == "more"
    assert rich.find(".//graphic[@src='https://crumb.example/loaf.jpg']") is not None
    assert (rich.get("id"), rich.get("tags"), rich.get("author")) == (
        "7",
        "flour, dough",
        "Ann Lee",
    )
    plain, marked = ("".join(tree.find("main").itertext()) for tree in (root, rich))  # type: ignore[union-attr]
    assert plain.split() == marked.split()


def test_tei_has_a_header() -> None:
    tei = "{http://www.tei-c.org/ns/1.0}"
    root = ElementTree.fromstring(text_of(output_format="xmltei", record_id="7"))
    assert root.tag == f"{tei}TEI"
    assert root.findtext(f".//{tei}titleStmt/{tei}author") == "Ann Lee"
    assert root.findtext(f".//{tei}note[@type='id']") == "7"
    assert root.findtext(f".//{tei}biblFull//{tei}date") == "2024-03-05"
    assert [part.get("type") for part in root.iter(f"{tei}div")] == ["entry", "comments"]
    other = ElementTree.fromstring(
        text_of(
            output_format="xmltei",
            date_extraction_params={"outputformat": "%Y"},
            author_blacklist={"ann lee"},
        )
    )
    assert other.find(f".//{tei}author") is None
    assert other.findtext(f".//{tei}biblFull//{tei}date") == "2024"
    assert (other.findtext(f".//{tei}bibl") or "").endswith("The Crumb, 2024")


def test_tei_is_valid_by_the_reference() -> None:
    xml = compat_corpora.reference("trafilatura.xml")
    etree = compat_corpora.reference("lxml.etree")
    for given in ({"record_id": "7"}, {"include_formatting": True, "include_links": True}):
        tei = text_of(output_format="xmltei", **given)
        assert xml.validate_tei(etree.fromstring(tei))


def test_a_format_that_is_none_raises() -> None:
    with pytest.raises(AttributeError, match="pdf"):
        extract(PAGE, output_format="pdf")
    with pytest.raises(ValueError, match="bare_extraction"):
        extract(PAGE, output_format="python")


# Options


def test_comments_and_tables_can_be_left_out() -> None:
    assert COMMENT not in text_of(include_comments=False)
    assert "one pound" in text_of()
    assert "one pound" not in text_of(include_tables=False)


def test_elements_can_be_pruned() -> None:
    assert "Boil it well" not in text_of(prune_xpath="//ul")
    pruned = text_of(prune_xpath=[".//ul", "//h2[text()='Second']"])
    assert "Second" not in pruned
    with pytest.raises(ValueError, match="XPath"):
        extract(PAGE, prune_xpath="//[")


def test_the_blend_follows_the_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    def spy(*_: Any, **given: Any) -> Any:
        seen.append((given["favor"], given["fast"]))
        return original(*_, **given)

    original: Callable[..., Any] = tamis.extract
    monkeypatch.setattr(tamis, "extract", spy)
    extract(PAGE)
    extract(PAGE, favor_precision=True, fast=True)
    extract(PAGE, favor_recall=True, favor_precision=True)
    with pytest.deprecated_call(match="fast"):
        extract(PAGE, no_fallback=True)
    expected = [("balanced", False), ("precision", True), ("recall", False), ("balanced", True)]
    assert seen == expected


def test_pages_in_another_language_are_dropped() -> None:
    assert extract(PAGE, target_language="en") == extract(PAGE, target_language="en-GB") is not None
    assert extract(PAGE, target_language="de") is None


def test_pages_without_metadata_are_dropped() -> None:
    assert extract(PAGE, only_with_metadata=True) is not None
    assert extract(PAGE.replace(HEAD, ""), only_with_metadata=True) is None


def test_addresses_and_authors_can_be_unwanted() -> None:
    assert extract(PAGE, url_blacklist={URL}) is None
    assert extract(PAGE, url_blacklist={"https://other.example/"}) is not None
    document = bare_extraction(PAGE, author_blacklist={"ANN LEE"})
    assert isinstance(document, Document)
    assert (document.author, document.title) == (None, "My bread")


def test_dates_are_found_as_asked() -> None:
    fields = json.loads(
        text_of(
            output_format="json",
            with_metadata=True,
            date_extraction_params={"outputformat": "%d.%m.", "max_date": "2024-12-31"},
        )
    )
    assert (fields["date"], fields["filedate"]) == ("05.03.", "2024-12-31")


def config(**settings: str) -> configparser.ConfigParser:
    made = configparser.ConfigParser()
    made.read_dict({"DEFAULT": settings})
    return made


def test_settings_act_or_raise(tmp_path: Path) -> None:
    assert extract(PAGE, config=config(MIN_OUTPUT_SIZE="100")) is not None
    tiny = "<html><body><p>Tiny text.</p></body></html>"
    assert extract(tiny) == "Tiny text."
    assert extract(tiny, config=config(MIN_OUTPUT_SIZE="100")) is None
    assert extract(PAGE, config=config(MAX_FILE_SIZE="100")) is None
    large = config(MIN_OUTPUT_SIZE="100000", MIN_OUTPUT_COMM_SIZE="10")
    assert extract(PAGE, config=large) is not None
    large.set("DEFAULT", "MIN_OUTPUT_COMM_SIZE", "100")
    assert extract(PAGE, config=large) is None
    assert extract(PAGE, config=config(MAX_TREE_SIZE="10")) is None
    assert extract(PAGE, config=config(MAX_TREE_SIZE="100")) is not None
    file = tmp_path / "settings.cfg"
    file.write_text("[DEFAULT]\nMIN_OUTPUT_SIZE = 100\n")
    assert extract(tiny, settingsfile=str(file)) is None
    with pytest.raises(FileNotFoundError, match="settings"):
        extract(PAGE, settingsfile=str(tmp_path / "none.cfg"))


def test_dates_in_the_text_can_be_left_out_by_the_settings() -> None:
    page = f"<html><h1>Bread</h1><p>Posted on 5 March 2024</p><p>{SENTENCE * 5}</html>"

    def date(**given: str) -> str | None:
        document = bare_extraction(page, with_metadata=True, config=config(**given))
        assert isinstance(document, Document)
        return document.date

    assert (date(), date(EXTENSIVE_DATE_SEARCH="off")) == ("2024-03-05", None)


def test_short_texts_are_read_again_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def spy(*_: Any, **given: Any) -> Any:
        seen.append(given["favor"])
        return original(*_, **given)

    original: Callable[..., Any] = tamis.extract
    monkeypatch.setattr(tamis, "extract", spy)
    page = "<html><body><p>Tiny text.</p></body></html>"
    extract(page)
    extract(page, config=config(MIN_EXTRACTED_SIZE="5"))
    assert seen == ["balanced", "recall", "balanced"]


def test_the_language_is_that_of_the_text() -> None:
    german = "Das Brot geht langsam auf, und niemand hat etwas dagegen, auf das Brot zu warten. "
    page = f'<html lang="en"><body><article><p>{german * 8}</p></article></body></html>'
    assert extract(page, target_language="de") is not None
    assert extract(page, target_language="en") is None


def test_control_characters_are_left_out() -> None:
    page = f"<title>a\x01b</title><p>{SENTENCE * 4}\x02 e\u0301nd</p>"
    for output_format in ("xml", "xmltei"):
        xml = text_of(page, output_format=output_format, with_metadata=True)
        ElementTree.fromstring(xml)
    assert text_of(page).endswith(" \u00e9nd")


MARKUP = """<html><body><h1>My bread</h1>
<div class="postmeta"><a href="/category/baking/">Baking</a> <a href="/tag/flour/">Flour</a></div>
<p class="byline">By Ann Lee and Tom Ray</p><p>Text</p>
<footer><a href="https://creativecommons.org/licenses/by-sa/4.0/">Licence</a></footer>
<script type="application/ld+json">{"@type": "NewsArticle"}</script></body></html>"""


def test_metadata_are_in_the_markup_too() -> None:
    document = extract_metadata(MARKUP, default_url="https://www.crumb.example/bread")
    assert (document.categories, document.tags) == (["Baking"], ["Flour"])
    assert document.author == "Ann Lee; Tom Ray"
    assert document.license == "CC BY-SA 4.0"
    assert document.sitename == "crumb.example"
    assert document.pagetype == "newsarticle"


def test_bytes_that_are_packed_are_unpacked() -> None:
    assert extract(gzip.compress(PAGE.encode())) == extract(PAGE)
    assert extract(zlib.compress(PAGE.encode())) == extract(PAGE)
    packed = gzip.compress(b"x" * 1000)
    assert utils.handle_compressed_file(packed + packed) == b"x" * 2000
    assert utils.handle_compressed_file(packed, max_size=10) == packed
    assert utils.handle_compressed_file(packed[:-9]) == packed[:-9]
    assert utils.sanitize(" a\x01  b \n\n c ") == "a b\nc"


def test_baseline_reads_data_for_search_engines() -> None:
    data = json.dumps({"@type": "Article", "articleBody": SENTENCE * 3})
    page = f'<script type="application/ld+json">{data}</script><body><p>Loading</p></body>'
    _, text, length = baseline(page)
    assert text == (SENTENCE * 3).strip()
    assert length == len(text)


def test_options_of_the_reference_are_read() -> None:
    settings = compat_corpora.reference("trafilatura.settings")
    options = settings.Extractor(output_format="markdown", comments=False, links=True, url=URL)
    expected = extract(
        PAGE, output_format="markdown", include_comments=False, include_links=True, url=URL
    )
    assert extract(PAGE, options=options) == expected
    assert extract(PAGE, config=settings.DEFAULT_CONFIG) == extract(PAGE)
    document = extract_with_metadata(PAGE, options=settings.Extractor(with_metadata=True))
    assert document is not None
    assert (document.title, document.date) == ("My bread", "2024-03-05")


def test_duplicates_are_dropped() -> None:
    seen = deduplication.LRUCache()
    results = [extract(PAGE, deduplicate=seen) for _ in range(5)]
    assert results[0] == results[1] == results[2] == extract(PAGE)
    # The fourth time, no long paragraph is left, so it is another text.
    assert results[3] is not None
    assert SENTENCE.strip() not in results[3]
    assert "Boil it well" in results[3]
    other = PAGE.replace("It is <b>very</b> good", "This 'is' \"new\"")
    assert "This 'is' \"new\"" in (extract(other, deduplicate=seen) or "")
    assert extract(PAGE, deduplicate=True) == extract(PAGE)


def test_texts_are_hashed_as_the_reference_does() -> None:
    """The figures are those of trafilatura 2.3.1."""
    assert deduplication.content_fingerprint("abcde ijk l, " * 10) == "528497a1d07b66d6"
    mixed = "Hello\u4e16\u754c\u3002This is\u6df7\u5408\u6587\u672c!"
    assert deduplication.content_fingerprint(mixed) == "24979dc6c8a26a5"
    one, other = (deduplication.Simhash(f"Bread rises {of} here.") for of in ("well", "soon"))
    assert 0.5 < one.similarity(other) < 1
    assert deduplication.Simhash(existing_hash=one.to_hex()).hash == one.hash


def test_arguments_of_the_past_raise_or_warn() -> None:
    with pytest.raises(ValueError, match="max_tree_size"):
        extract(PAGE, max_tree_size=500)
    with pytest.deprecated_call(match="as_dict"):
        fields = bare_extraction(PAGE, as_dict=True)
    assert isinstance(fields, dict)


@pytest.mark.parametrize("page", ["", "No tag < at all", b"\x89PNG\r\n", None, 7])
def test_what_is_no_page_has_no_content(page: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert extract(page) is None
    assert "is dropped" in caplog.text
    assert bare_extraction(page) is None
    assert extract_with_metadata(page) is None


def test_a_page_without_text_has_no_content() -> None:
    assert extract("<html><body></body></html>") is None


# Objects


def test_bare_extraction_returns_a_document() -> None:
    document = bare_extraction(PAGE, with_metadata=True)
    assert isinstance(document, Document)
    assert document.text == document.raw_text == extract(PAGE, include_comments=False)
    assert document.comments == COMMENT
    assert document.body.tag == document.commentsbody.tag == "body"
    assert document.body.findtext("head") == "My bread"
    assert (document.author, document.hostname) == ("Ann Lee", "crumb.example")
    assert repr(document) == f"<Document 'My bread', '{URL}'>"
    bare = bare_extraction(PAGE)
    assert isinstance(bare, Document)
    assert (bare.title, bare.date, bare.language) == (None, None, "en")
    other = bare_extraction(PAGE, output_format="xml", include_comments=False)
    assert isinstance(other, Document)
    assert (other.text, other.comments) == (None, None)
    assert (other.raw_text or "").startswith("My bread")


def test_a_document_is_made_of_a_dictionary() -> None:
    document = Document.from_dict({"title": "Bread", "tags": ["dough"]})
    assert document.as_dict()["tags"] == ["dough"]
    assert document.body.tag == "body"
    with pytest.raises(AttributeError, match="no field 'name'"):
        Document.from_dict({"name": "Bread"})


def test_extract_with_metadata_returns_both() -> None:
    document = extract_with_metadata(PAGE, output_format="xml", record_id="7")
    assert document is not None
    assert document.text == extract(PAGE, output_format="xml", with_metadata=True, record_id="7")
    assert (document.id, document.sitename) == ("7", "The Crumb")
    assert document.body.findtext("head") == "My bread"
    assert document.commentsbody.findtext("p") == COMMENT


def test_metadata_alone() -> None:
    document = extract_metadata(PAGE)
    assert document.as_dict() == {
        **Document().as_dict(),
        "title": "My bread",
        "author": "Ann Lee",
        "url": URL,
        "hostname": "crumb.example",
        "description": 'About "bread"',
        "sitename": "The Crumb",
        "date": "2024-03-05",
        "categories": [],
        "tags": ["flour, dough"],
        "language": "en",
        "filedate": datetime.date.today().isoformat(),
        "body": document.body,
        "commentsbody": document.commentsbody,
    }
    other = extract_metadata("<p>x", default_url="https://site.example/a")
    assert (other.url, other.hostname, other.title) == (
        "https://site.example/a",
        "site.example",
        None,
    )
    assert extract_metadata(PAGE, author_blacklist={"Ann Lee"}).author is None
    assert extract_metadata(PAGE, date_config={"outputformat": "%Y"}).date == "2024"
    text = "<h1>Bread</h1><p>Posted on 5 March 2024</p>"
    assert extract_metadata(text).date == "2024-03-05"
    assert extract_metadata(text, extensive=False).date is None
    assert extract_metadata("").as_dict()["title"] is None
    with pytest.raises(TypeError, match="not NoneType"):
        extract_metadata(None)


# All text


def test_html2txt_gives_all_text() -> None:
    page = (
        "<body><nav>Home</nav><p>Bread\n rises<p>slowly<aside>Aside</aside><div class=my-footer>"
        "Foot</div><div id=Cookie-Banner>Cookies</div><script>no</script><footer>End</footer>"
    )
    assert html2txt(page) == "Home Bread rises slowly"
    everything = "Home Bread rises slowly Aside Foot Cookies End"
    assert html2txt(page, clean=False) == everything
    assert html2txt("") == html2txt("no tag") == ""


def test_html2txt_is_the_reference_s() -> None:
    reference = compat_corpora.reference("trafilatura").html2txt
    assert html2txt(PAGE) == reference(PAGE)
    assert html2txt(PAGE, clean=False) == reference(PAGE, clean=False)


def test_baseline_gives_rather_too_much() -> None:
    body, text, length = baseline(PAGE)
    assert body.tag == "body"
    assert [child.tag for child in body] == ["p"] * len(body)
    assert "\n".join(child.text or "" for child in body) == text
    assert length == len(text)
    assert text.count("nobody minds") == 12
    assert baseline("<p>Short")[1:] == ("Short", 5)
    assert baseline("")[1:] == ("", 0)


def test_a_tree_of_lxml_is_a_page() -> None:
    lxml_html = compat_corpora.reference("lxml.html")
    assert extract(lxml_html.fromstring(PAGE)) == extract(PAGE)


def page_with(data: Any) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<html><head><script type="application/ld+json">{text}</script></head></html>'


def test_json_ld_fills_what_is_open() -> None:
    data = {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": ["Thing", "NewsArticle"], "articleSection": "Baking"},
            {"@type": "Person", "name": "Ann Lee"},
            {"@type": "Organization", "legalName": "The Crumb Inc."},
        ],
    }
    document = extract_metadata(page_with(data))
    assert (document.pagetype, document.categories) == ("newsarticle", ["Baking"])
    assert (document.author, document.sitename) == ("Ann Lee", "The Crumb Inc.")


def test_organizations_are_no_authors() -> None:
    article = {"@context": "https://schema.org", "@type": "Article"}
    company = {"@type": "Organization", "name": "Crumb News"}
    assert extract_metadata(page_with({**article, "author": company})).author is None
    both = [company, {"@type": ["Person"], "givenName": "Ann", "familyName": "Lee"}]
    assert extract_metadata(page_with({**article, "author": both})).author == "Ann Lee"


def test_damaged_json_ld_is_read_as_far_as_it_goes() -> None:
    text = '{"@type": "Article", "author": {"name": "Ann Lee"}, "headline": "Bread",} and more'
    document = json_metadata.extract_json_parse_error(text, Document())
    assert (document.author, document.title, document.pagetype) == ("Ann Lee", "Bread", "article")
    for odd in ("[123]", '{"@context": "https://schema.org", "@type": {"a": 1}}', "[[[["):
        assert extract_metadata(page_with(odd)).author is None
    nested = {"@context": "https://schema.org", "@type": "Article", "headline": {"a": ["b"]}}
    assert extract_metadata(page_with(nested)).title is None


def test_malformed_addresses_are_passed_over() -> None:
    head = '<link rel=canonical href="/p"><meta property="og:url" content="//[::1">'
    more = '<meta name="twitter:url" content="https://crumb.example">'
    assert metadata.extract_url(f"<html><head>{head}{more}</head></html>") == f"{URL[:21]}/p"
    assert metadata.extract_url(f"<html><head>{head}</head></html>", URL) == URL
    assert metadata.check_authors("Ann Lee; Bo", {"bo"}) == "Ann Lee"


def test_elements_that_a_program_adds_are_left_out() -> None:
    assert "Boil it well" in text_of()
    settings.MANUALLY_CLEANED.append("ul")
    try:
        assert "Boil it well" not in text_of()
        assert "one pound" in text_of()
    finally:
        settings.MANUALLY_CLEANED.remove("ul")


def test_other_engines_give_trees() -> None:
    etree = pytest.importorskip("lxml.etree")
    article = external.try_readability(PAGE)
    assert SENTENCE.strip() in "".join(article.itertext())
    body = external.try_justext(PAGE, URL, "en")
    assert body.tag == "body"
    assert SENTENCE.strip() in "".join(body.itertext())
    assert etree.tostring(external.try_justext(None, URL, None)) == b"<body/>"


def test_comments_that_are_not_wanted_are_never_the_text() -> None:
    remarks = "".join(f"<div>{SENTENCE}I am reader {number}.</div>" for number in range(8))
    page = f'<article><p>{SENTENCE}</p></article><div id="comments">{remarks}</div>'
    for fast in (False, True):
        assert extract(page, include_comments=False, fast=fast) == SENTENCE.strip()
    posts = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'
    assert "reader 7" in text_of(posts + page, include_comments=False)


@pytest.mark.parametrize("output_format", ["xml", "xmltei"])
def test_xml_is_always_well_formed(output_format: str) -> None:
    odd = "a\x01b\ud800\ufffe"
    page = (
        f"<title>{odd}</title><article><p>{odd} {SENTENCE}<a href='/{odd}'>{odd}</a></p></article>"
    )
    written = text_of(
        page,
        output_format=output_format,
        with_metadata=True,
        include_links=True,
        record_id=odd,
        url="https://crumb.example/a\x01b",
    )
    assert "ab" in "".join(ElementTree.fromstring(written).itertext())
