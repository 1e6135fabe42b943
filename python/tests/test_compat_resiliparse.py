"""Resiliparse's drop-in module: the behaviour that the reference's own tests check."""

from __future__ import annotations

from typing import Any

import compat_corpora
import pytest

from tamis.compat.resiliparse import extract_plain_text

PAGE = """<!doctype html><title>No</title><script>no()</script><style>p {}</style>
<nav><a href=/home>Home</a></nav><main><h1>Tea</h1>
<p>Boil  the <b>water</b>, see <a href="/kettle?a=1&amp;b=2">kettle</a>.
<img src=a.png alt="A cup">
<ol start=3><li>Boil<li>Wait<ul><li>Sip</ul></ol>
<pre>a
  b</pre><!-- no --><noscript>No scripts</noscript>
<form>Name <input name=a value=Ann> <input type=hidden value=no> <input type=checkbox value=no>
<button>Send</button> <select><option>One<option>Two</select> <textarea>Long</textarea></form>
</main>"""


def test_all_visible_text_is_given_in_blocks() -> None:
    expected = (
        "Home\n\nTea\n\nBoil the water, see kettle. A cup\n\n"
        "  1. Boil\n  2. Wait\n    \u2022 Sip\na\n  b\nName"
    )
    assert extract_plain_text(PAGE) == expected


def added(**options: Any) -> tuple[list[str], list[str]]:
    """Returns the words that options add to the text, and those that they take away."""
    before, after = extract_plain_text(PAGE).split(), extract_plain_text(PAGE, **options).split()
    return [w for w in after if w not in before], [w for w in before if w not in after]


def test_every_option_acts() -> None:
    assert added(list_bullets=False) == ([], ["1.", "2.", "\u2022"])
    assert added(alt_texts=False) == ([], ["A", "cup"])
    assert added(links=True) == (["(/home)", "kettle", "(/kettle?a=1&b=2)."], ["kettle."])
    assert added(noscript=True) == (["No", "scripts"], [])
    new, gone = added(form_fields=True)
    assert " ".join(new) == "[ Ann ] [ Send ] OneTwo [ Long ]"
    assert gone == []
    assert added(skip_elements=["nav", "ol > li:nth-child(2)"]) == (
        [],
        ["Home", "2.", "Wait", "\u2022", "Sip"],
    )


def test_without_formatting_the_text_is_one_line() -> None:
    expected = "Home Tea Boil the water, see kettle. A cup Boil Wait Sip a b Name"
    assert extract_plain_text(PAGE, preserve_formatting=False) == expected
    assert extract_plain_text(PAGE, False, list_bullets=True) == expected


def test_minimal_html_has_blocks_and_links() -> None:
    html = extract_plain_text(PAGE, preserve_formatting="minimal_html")
    assert "<h1>Tea</h1>" in html
    assert "<p>Boil the water, see kettle. A cup</p>" in html
    assert "<ol>\n  <li>Boil</li>\n  <li>Wait\n  <ul>" in html
    assert "<pre>a\n  b</pre>" in html
    linked = extract_plain_text(PAGE, preserve_formatting="minimal_html", links=True)
    assert '<a href="/kettle?a=1&amp;b=2">kettle</a>' in linked
    assert "(/kettle" not in linked
    script = "<p>A <a href=' java\nscript:no()'>link</a>"
    assert extract_plain_text(script, "minimal_html", links=True) == "<p>A link</p>"
    with pytest.raises(TypeError, match="minimal_html"):
        extract_plain_text(PAGE, preserve_formatting="html")  # type: ignore[arg-type]


SENTENCE = "Bread, they say, rises slowly in the morning, and nobody minds waiting for it. "
ARTICLE = (
    "<html lang=en><title>Bread</title><nav><a href=/>Home</a> <a href=/a>About</a></nav>"
    f"<article><h1>Bread</h1><p>{SENTENCE * 4}<p class='x is-hidden'>{SENTENCE * 4}Hidden!"
    f"<p>{SENTENCE * 4}</article><section id=comments class=comments><h2>Comments</h2>"
    "<div class=comment><p>I liked the bread, and so did the cat & the dog.</div></section>"
    "<footer>Imprint</footer></html>"
)


def test_the_main_content_leaves_out_what_is_beside_it() -> None:
    text = extract_plain_text(ARTICLE, main_content=True)
    assert text.startswith("Bread, they say")
    assert "Home" not in text
    assert "Imprint" not in text
    assert "Home" in extract_plain_text(ARTICLE)


def test_comments_are_main_content_on_request() -> None:
    comment = "I liked the bread, and so did the cat & the dog."
    assert extract_plain_text(ARTICLE, main_content=True).endswith("\n\n" + comment)
    assert comment not in extract_plain_text(ARTICLE, main_content=True, comments=False)
    html = extract_plain_text(ARTICLE, "minimal_html", main_content=True)
    assert html.count("the cat &amp; the dog.") == 1
    assert "the cat" not in extract_plain_text(ARTICLE, "minimal_html", True, comments=False)


def test_hidden_classes_are_left_out_of_the_main_content_alone() -> None:
    assert "Hidden!" not in extract_plain_text(ARTICLE, main_content=True)
    assert "Hidden!" in extract_plain_text(ARTICLE, main_content=True, hidden_elements=True)
    assert "Hidden!" in extract_plain_text(ARTICLE)


def test_what_cannot_be_honoured_raises() -> None:
    with pytest.raises(NotImplementedError, match="post_meta"):
        extract_plain_text(ARTICLE, main_content=True, post_meta=False)
    assert extract_plain_text("<p>x", post_meta=False) == "x"
    with pytest.raises(ValueError, match="selector"):
        extract_plain_text("<p>x", skip_elements=["!"])
    with pytest.raises(TypeError, match="not bytes"):
        extract_plain_text(b"<p>x")
    with pytest.raises(TypeError, match="not NoneType"):
        extract_plain_text(None)


def test_an_empty_page_has_no_text() -> None:
    assert extract_plain_text("") == ""
    assert extract_plain_text("<body></body>", main_content=True) == ""


def test_trees_are_pages() -> None:
    tree = compat_corpora.reference("resiliparse.parse.html").HTMLTree.parse(PAGE)
    assert extract_plain_text(tree) == extract_plain_text(PAGE)
    lxml_html = compat_corpora.reference("lxml.html")
    assert extract_plain_text(lxml_html.fromstring("<p>a<b>b</b></p>")) == "ab"


@pytest.mark.parametrize("options", [{}, {"form_fields": True}, {"links": True}])
def test_the_lines_are_those_of_the_reference(options: dict[str, Any]) -> None:
    reference = compat_corpora.reference("resiliparse.extract.html2text").extract_plain_text
    table = (
        "<table><tr><td>a<td>b<tr><th>c<td>d</table><blockquote>q<p>w</blockquote><dl><dt>t<dd>d"
    )
    spaces = "<p>a&nbsp;b \u3000 c&#28;d<p>&nbsp;<div>e\u2008</div>"
    begins = ["<body> <a href=/x> Skip </a><p> x", "<a href=/x> Skip</a>"]
    items = "<li>a<li>b<ul><li>c</ul>"
    drawn = "<svg><title>x</title></svg><math><mi>y</mi></math>z"
    links = "<p><a>a</a> <a href=''>b</a> <a href=' /c '> c </a> d<a href=javascript:x()>e</a>"
    pages = [PAGE, table, "<p>a<br>b<br><br><p>c<div>x <span> y </span>z</div>"]
    for page in [*pages, *begins, spaces, items, drawn, links]:
        assert extract_plain_text(page, **options) == reference(page, **options)


@pytest.mark.parametrize("page", ["a&nbsp; \u2003b", "<p> a\tb &nbsp;", "\u3000<div>c", "a&#28;b"])
def test_words_end_at_the_white_space_of_the_reference(page: str) -> None:
    reference = compat_corpora.reference("resiliparse.extract.html2text").extract_plain_text
    assert extract_plain_text(page, False) == reference(page, False)


def test_the_words_are_those_of_the_reference() -> None:
    reference = compat_corpora.reference("resiliparse.extract.html2text").extract_plain_text
    ours = extract_plain_text(PAGE, False, links=True, noscript=True)
    assert ours == reference(PAGE, preserve_formatting=False, links=True, noscript=True)
