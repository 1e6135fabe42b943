"""readability-lxml's drop-in module: the behaviour that the reference's own tests check."""

from __future__ import annotations

import re
from typing import Any

import compat_corpora
import pytest

from tamis.compat.readability import Document, Unparseable

SENTENCE = "Bread, they say, rises slowly in the morning, and nobody minds, not even the baker. "
PAGE = f"""<!doctype html><html><head><title>How bread rises  in the morning | The Crumb</title>
<meta name="author" content="Ann Lee"></head>
<body><nav><a href="/">Home</a></nav><h1>How bread rises in the morning</h1>
<div class="content"><p>{SENTENCE * 5}</p><script>alert(1)</script>
<p onclick="x()" style="color: red">{SENTENCE} <a href="dough?a=1&amp;b=2">dough</a>
<a href="http://[oven">oven</a> <a href="javascript:x()">timer</a> {SENTENCE * 3}
<img src="loaf.jpg" alt="Loaf"></p><p style="display: none">Hidden words</p></div>
<div class="sidebar"><ul><li><a href="/a">Teaser</a></ul></div></body></html>"""


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@pytest.mark.parametrize("page", [PAGE, PAGE.encode()])
def test_titles_and_author(page: str | bytes) -> None:
    document = Document(page)
    assert document.title() == "How bread rises in the morning | The Crumb"
    assert document.short_title() == "How bread rises in the morning"
    assert document.author() == "Ann Lee"


def test_a_page_without_title_and_author_says_so() -> None:
    for page in ("<p>x", "<title></title><p>x", "<title> </title><meta name=author content=''>"):
        document = Document(page)
        titles = (document.title(), document.short_title(), document.author())
        assert titles == ("[no-title]", "", "[no-author]")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("A \u2013 B", "A - B"),
        ("\n A\u00a0B \t C", "A B C"),
        ("&laquo;A&raquo;", '"A"'),
        ("&lt;A&gt; &amp; B", "<A> & B"),
    ],
)
def test_titles_are_normalized(title: str, expected: str) -> None:
    assert Document(f"<title>{title}</title>").title() == expected


def test_the_summary_is_the_article() -> None:
    summary = Document(PAGE).summary()
    assert summary.startswith("<html><body><div>")
    assert summary.endswith("</div></body></html>")
    assert words(summary).count("nobody minds") == 9
    for absent in ("Home", "Teaser", "alert", "Hidden words", "onclick", "style=", "javascript:"):
        assert absent not in summary
    assert '<img src="loaf.jpg" alt="Loaf"' in summary


def test_the_summary_can_be_a_part() -> None:
    document = Document(PAGE)
    part = document.summary(html_partial=True)
    assert part.startswith("<div>")
    assert document.summary() == f"<html><body>{part}</body></html>"
    assert document.summary(True) == part


def test_the_order_of_calls_does_not_matter() -> None:
    first, second = Document(PAGE), Document(PAGE)
    summary = first.summary()
    title, content = second.title(), second.content()
    assert (first.title(), first.content()) == (title, content)
    assert second.summary() == summary == second.summary()


def test_the_content_is_the_whole_body() -> None:
    document = Document(PAGE)
    content = document.content()
    assert content.startswith("<body>")
    assert content.endswith("</body>")
    assert "Home" in content
    assert "Teaser" in content
    assert "alert" not in content
    assert document.get_clean_html() == content
    assert "<title>How bread" in document.html


def test_a_page_without_content_has_an_empty_summary() -> None:
    assert Document("").summary() == "<html><body><div></div></body></html>"
    assert Document("").summary(html_partial=True) == "<div></div>"


def test_links_become_absolute() -> None:
    summary = Document(PAGE, url="https://crumb.example/bread/").summary()
    assert '<a href="https://crumb.example/bread/dough?a=1&amp;b=2">dough</a>' in summary
    assert 'src="https://crumb.example/bread/loaf.jpg"' in summary
    assert '<a href="dough?a=1&amp;b=2">' in Document(PAGE).summary()


def test_links_that_are_no_addresses() -> None:
    url = "https://crumb.example/"
    assert "<a>oven</a>" in Document(PAGE, url=url).summary()
    assert "<a>oven</a>" in Document(PAGE, url=url).content()
    kept = '<a href="http://[oven">oven</a>'
    assert kept in Document(PAGE, url=url, handle_failures="ignore").summary()
    assert kept in Document(PAGE).summary()
    document = Document(PAGE, url=url, handle_failures=None)
    for method in (document.summary, document.content):
        with pytest.raises(Unparseable, match=r"http://\[oven is no address"):
            method()


def test_failures_are_handled_in_three_ways() -> None:
    with pytest.raises(ValueError, match="handle_failures"):
        Document(PAGE, handle_failures="keep")  # type: ignore[arg-type]


def test_words_that_look_like_links_stay() -> None:
    said = 'He wrote href="http://[oven" twice. '
    summary = Document(f"<p>{said * 20}", url="https://crumb.example/").summary()
    assert words(summary) == (said * 20).strip()


def test_short_articles_need_a_lower_limit() -> None:
    comment = f"<div class=comment><p>{SENTENCE * 2}</div>"
    page = f"<body><div><p>{SENTENCE * 4}</div>{comment}</body>"
    assert words(Document(page).summary()).count("Bread") == 4
    assert words(Document(page, retry_length=1000).summary()).count("Bread") == 6


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"positive_keywords": ["news"]}, "positive_keywords"),
        ({"positive_keywords": re.compile("news")}, "positive_keywords"),
        ({"negative_keywords": "ads,links"}, "negative_keywords"),
        ({"min_text_length": 5}, "min_text_length"),
        ({"xpath": True}, "xpath"),
    ],
)
def test_what_cannot_be_honoured_raises(given: dict[str, Any], named: str) -> None:
    with pytest.raises(NotImplementedError, match=named):
        Document(PAGE, **given)


def test_images_without_text_stay_on_request() -> None:
    text = "Bread, they say, rises slowly, and nobody minds. " * 8
    images = "<div><img src=/a.jpg><img src=/b.jpg></div>"
    document = Document(f"<article><p>{text}</p>{images}<p>{text}<img src=/c.jpg></p></article>")
    assert document.summary().count("<img") == 1
    assert document.summary(keep_all_images=True).count("<img") == 3


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("The Crumb | How to bake good bread", "How to bake good bread"),
        ("The Crumb: How to bake bread now", "How to bake bread now"),
        ("Short Part | \u3053\u308c\u306f\u9577\u3044", "\u3053\u308c\u306f\u9577\u3044"),
        ("Bread - The Crumb", "Bread - The Crumb"),
    ],
)
def test_the_short_title_is_the_part_that_reads_like_one(title: str, short: str) -> None:
    assert Document(f"<title>{title}</title><p>x").short_title() == short


def test_the_encoding_is_known_after_a_call() -> None:
    page = "<meta charset=windows-1251><title>Привет</title>".encode("windows-1251")
    document = Document(page)
    assert document.title() == "Привет"
    assert document.encoding == "windows-1251"
    text = Document("<title>x</title>")
    assert (text.title(), text.encoding) == ("x", None)
    assert (document.input, document.url) == (page, None)


def test_other_objects_are_no_pages() -> None:
    with pytest.raises(TypeError, match="not int"):
        Document(7)


def test_a_tree_of_lxml_is_a_page() -> None:
    lxml_html = compat_corpora.reference("lxml.html")
    document = Document(lxml_html.document_fromstring(PAGE))
    assert (document.title(), document.encoding) == (Document(PAGE).title(), "utf-8")
    assert words(document.summary()) == words(Document(PAGE).summary())


@pytest.mark.parametrize("name", ["", '<meta property="og:site_name" content="The Crumb">'])
@pytest.mark.parametrize("url", [None, "https://crumb.example/bread"])
def test_the_title_has_the_name_of_the_site(name: str, url: str | None) -> None:
    document = Document(f"<title>Bread - The Crumb</title>{name}<p>x", url=url)
    assert document.title() == "Bread - The Crumb"
    assert Document(f"<p>x<title>Bread - The Crumb</title>{name}", url=url).title() == (
        "Bread - The Crumb"
    )


def test_titles_are_those_of_the_reference() -> None:
    reference = compat_corpora.reference("readability").Document
    for page in (PAGE, "<p>x", "<title>A &ndash; B</title>", "<title>&laquo;A&raquo;</title><p>x"):
        ours, theirs = Document(page), reference(page)
        assert ours.title() == theirs.title()
        assert ours.author() == theirs.author()
    assert Document(PAGE).short_title() == reference(PAGE).short_title()
    assert words(Document(PAGE).summary()) == words(reference(PAGE).summary())
