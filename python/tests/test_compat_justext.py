"""jusText's drop-in module: the behaviour that the reference's own tests check."""

from __future__ import annotations

from typing import Any

import compat_corpora
import pytest

from tamis.compat import justext
from tamis.compat.justext import Paragraph, PathInfo

WORDS = frozenset("the of and was it had in all".split())
GOOD = "The sea was as calm as it had been in all of the days before. "


def paragraph(
    text: str, path: str = "body.p", links: int = 0, class_type: str = "", cf_class: str = ""
) -> Paragraph:
    place = PathInfo()
    for name in path.split("."):
        place.append(name)
    made = Paragraph(place)
    made.append_text(text)
    made.chars_count_in_links = links
    made.class_type = class_type
    made.cf_class = cf_class
    made.heading = made.is_heading
    return made


def texts(html: str) -> list[str]:
    return [found.text for found in justext.justext(html, WORDS)]


# Paragraphs


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One<p>Two", ["One", "Two"]),
        ("<div>One<p>Two</p>three</div>", ["One", "Two", "three"]),
        ("One<br>two", ["One two"]),
        ("One<br><br>two", ["One", "two"]),
        ("One<br>\n<br> <br>two", ["One", "two"]),
        ("<p>a<b>b</b>c<i> d</i>", ["abc d"]),
        ("<p>  One \n  two\t\tthree  ", ["One\ntwo three"]),
        ("<p> \n\t<p>&nbsp;", []),
        ("<ul><li>One<li>Two</ul>", ["One", "Two"]),
        ("<table><tr><td>a<td>b<tr><th>c</table>", ["a", "b", "c"]),
        ("<p>One<!-- no --> two", ["One two"]),
        ("<title>no</title><script>no</script><style>no</style><p>One", ["One"]),
        ("<form><p>One<select><option>no</select><textarea>no</textarea></form>", ["One"]),
        ("<button>no</button><object>One</object>", ["One"]),
        ("<p>One<template>no</template>", ["One"]),
        ("", []),
    ],
)
def test_a_page_is_split_into_paragraphs(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


def test_a_paragraph_has_its_place_and_its_counts() -> None:
    html = "<div>x</div><div><p>See <a href=/a>the <b>tea</b></a> now</p></div>"
    found = justext.justext(html, WORDS)[1]
    assert (found.dom_path, found.xpath) == ("html.body.div.p", "/html[1]/body[1]/div[2]/p[1]")
    assert found.text_nodes == ["See ", "the ", "tea", " now"]
    assert (found.tags_count, found.chars_count_in_links) == (2, 7)
    assert (found.words_count, len(found), found.links_density()) == (4, 15, 7 / 15)
    assert found.contains_text()
    assert repr(found) == "<Paragraph bad 'See the tea now'>"


def test_two_line_breaks_subtract_a_tag() -> None:
    first, second = justext.justext("a<br><br>b", WORDS)
    assert (first.tags_count, second.tags_count) == (0, 0)


def test_a_paragraph_is_built_by_hand() -> None:
    made = Paragraph(PathInfo().append("body").append("h3"))
    assert not made.contains_text()
    assert (made.text, len(made), made.words_count) == ("", 0, 0)
    assert (made.links_density(), made.stopwords_density(WORDS)) == (0, 0)
    assert made.append_text("  The \n sea ") == " The\nsea "
    assert (made.text, made.words_count) == ("The\nsea", 2)
    assert (made.is_heading, made.is_boilerplate, made.class_type) == (True, True, "")
    assert made.stopwords_count(["the"]) == made.stopwords_count({"the"}) == 1
    assert made.stopwords_density(WORDS) == 0.5
    assert not hasattr(made, "cf_class")
    made.class_type = "good"
    assert not made.is_boilerplate


@pytest.mark.parametrize(
    ("path", "expected"),
    [("body.h1", True), ("body.h2.a", True), ("body.th", False), ("body.h10", False)],
)
def test_headings_are_told_by_the_path(path: str, expected: bool) -> None:
    assert paragraph("x", path).is_heading is expected


def test_paths_count_siblings_of_the_same_name() -> None:
    path = PathInfo()
    assert (path.dom, path.xpath) == ("", "/")
    path.append("html").append("body").append("p").pop().append("p").append("b")
    assert (path.dom, path.xpath) == ("html.body.p.b", "/html[1]/body[1]/p[2]/b[1]")
    path.pop().pop().append("div").append("p")
    assert path.xpath == "/html[1]/body[1]/div[1]/p[1]"
    with pytest.raises(IndexError):
        PathInfo().pop()


# Classes


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (paragraph("0123456789" * 2, links=20), "bad"),
        (paragraph("0123456789" * 10, links=20), "bad"),
        (paragraph(GOOD * 4, links=60), "bad"),
        (paragraph("Copyright © The Crumb"), "bad"),
        (paragraph(GOOD * 4 + "&copy"), "bad"),
        (paragraph(GOOD * 4, "body.select.option"), "bad"),
        (paragraph("Short, and no link"), "short"),
        (paragraph("Short, with a link in it", links=1), "bad"),
        (paragraph(GOOD * 4), "good"),
        (paragraph(GOOD * 2), "neargood"),
        (paragraph("Nothing but nouns stands here " * 4), "bad"),
    ],
)
def test_a_paragraph_alone_has_a_class(made: Paragraph, expected: str) -> None:
    justext.classify_paragraphs([made], WORDS)
    assert made.cf_class == expected
    assert made.class_type == ""


@pytest.mark.parametrize(
    ("thresholds", "expected"),
    [
        ({"length_low": 500}, "short"),
        ({"length_high": 248}, "neargood"),
        ({"length_high": 247.5}, "neargood"),
        ({"length_high": 246.5}, "good"),
        ({"stopwords_high": 0.9, "stopwords_low": 0.5}, "neargood"),
        ({"stopwords_high": 0.9, "stopwords_low": 0.8}, "bad"),
        ({"max_link_density": -1}, "bad"),
        ({"max_link_density": float("inf"), "length_low": float("-inf")}, "good"),
    ],
)
def test_every_threshold_acts(thresholds: dict[str, float], expected: str) -> None:
    made = paragraph(GOOD * 4)
    assert len(made) == 247
    justext.classify_paragraphs([made], WORDS, **thresholds)  # type: ignore[arg-type]
    assert made.cf_class == expected


def test_headings_can_be_ignored() -> None:
    made = paragraph("Title", "body.h1")
    justext.classify_paragraphs([made], WORDS)
    assert made.heading
    justext.classify_paragraphs([made], WORDS, no_headings=True)
    assert not made.heading


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        ("good short good", "good good good"),
        ("bad short bad", "bad bad bad"),
        ("short", "bad"),
        ("good short bad", "good bad bad"),
        ("good neargood bad", "good good bad"),
        ("bad neargood bad", "bad bad bad"),
        ("neargood", "bad"),
        ("good neargood short bad", "good good bad bad"),
        ("good short neargood bad", "good good good bad"),
        ("bad neargood short good", "bad good good good"),
    ],
)
def test_neighbours_decide(classes: str, expected: str) -> None:
    made = [paragraph("x", cf_class=name) for name in classes.split()]
    justext.revise_paragraph_classification(made)
    assert [of.class_type for of in made] == expected.split()


def test_a_heading_near_good_text_is_good() -> None:
    def revised(distance: float) -> list[str]:
        made = [
            paragraph("Title", "body.h1", cf_class="short"),
            paragraph("x" * 100, cf_class="bad"),
            paragraph("y", cf_class="good"),
        ]
        justext.revise_paragraph_classification(made, distance)
        return [of.class_type for of in made]

    assert revised(100) == ["good", "bad", "good"]
    assert revised(100.5) == ["good", "bad", "good"]
    assert revised(99.5) == ["bad", "bad", "good"]


def test_neighbours_that_do_not_decide_are_passed() -> None:
    names = ["bad", "neargood", "short", "short", "neargood", "good"]
    made = [paragraph("x", class_type=name) for name in names]
    assert justext.get_prev_neighbour(2, made, ignore_neargood=True) == "bad"
    assert justext.get_prev_neighbour(2, made, ignore_neargood=False) == "neargood"
    assert justext.get_next_neighbour(2, made, ignore_neargood=True) == "good"
    assert justext.get_next_neighbour(2, made, ignore_neargood=False) == "neargood"
    assert justext.get_prev_neighbour(0, made, ignore_neargood=False) == "bad"
    assert justext.get_next_neighbour(5, made, ignore_neargood=False) == "bad"


def test_a_class_that_is_none_raises() -> None:
    with pytest.raises(ValueError, match='no class of jusText is called "fine"'):
        justext.revise_paragraph_classification([paragraph("x", cf_class="fine")])


# Pages


def test_all_parameters_act_on_pages() -> None:
    html = f"<h1>Title</h1><p>{GOOD * 4}<p>{GOOD * 2}<p>Short"

    def classes(**given: float) -> list[str]:
        found = justext.justext(html, WORDS, **given)  # type: ignore[arg-type]
        return [of.class_type for of in found]

    assert classes() == ["good", "good", "good", "bad"]
    assert classes(no_headings=True) == ["bad", "good", "good", "bad"]
    assert classes(max_heading_distance=-1) == ["bad", "good", "good", "bad"]
    assert classes(length_low=1000) == ["bad"] * 4
    assert classes(length_high=1000) == ["bad"] * 4
    assert classes(stopwords_low=1, stopwords_high=1) == ["bad"] * 4
    assert classes(max_link_density=-1) == ["bad"] * 4


def test_without_stopwords_nothing_is_good() -> None:
    assert {of.class_type for of in justext.justext(f"<p>{GOOD * 9}", frozenset())} == {"bad"}


@pytest.mark.parametrize("collection", [list, set, tuple, frozenset])
def test_stopwords_can_be_any_collection_in_any_case(collection: type) -> None:
    stoplist = collection(word.upper() for word in WORDS)
    assert justext.justext(f"<p>{GOOD * 4}", stoplist)[0].class_type == "good"


def test_a_preprocessor_of_ones_own_changes_the_tree() -> None:
    compat_corpora.reference("lxml.html")
    page = f"<p>{GOOD * 4}<p class=ad>{GOOD * 4}"

    def without_ads(tree: Any) -> Any:
        for advert in tree.xpath("//*[@class='ad']"):
            advert.drop_tree()
        return justext.preprocessor(tree)

    whole = justext.justext(page, WORDS)
    changed = justext.justext(page, WORDS, preprocessor=without_ads)
    assert (len(whole), len(changed)) == (2, 1)
    assert changed[0].class_type == whole[0].class_type == "good"


# Encodings


@pytest.mark.parametrize(
    ("html", "given", "expected"),
    [
        ("ů".encode(), {}, "ů"),
        (b"<meta charset=iso-8859-2>\xf9", {}, "ů"),
        (b"<META content='text/html; charset=iso-8859-2'>\xf9", {}, "ů"),
        (b"<meta charset='windows-1250'>\xf9", {"encoding": "iso-8859-1"}, "ù"),
        (b"<meta charset=unknown-1>\xc5\xaf", {}, "ů"),
        (b"\xf9", {"default_encoding": "iso-8859-2"}, "ů"),
        (b"\xf9", {}, "\ufffd"),
        (b"a\xf9", {"enc_errors": "ignore"}, "a"),
    ],
)
def test_bytes_are_decoded_as_declared(html: bytes, given: dict[str, str], expected: str) -> None:
    found = justext.justext(b"<p>" + html, WORDS, **given)  # type: ignore[arg-type]
    assert [of.text for of in found] == [expected]


def test_bytes_that_cannot_be_decoded_raise() -> None:
    with pytest.raises(justext.JustextError, match="cannot be decoded"):
        justext.decode_html(b"\xf9", errors="strict")
    with pytest.raises(UnicodeDecodeError):
        justext.decode_html(b"\xf9", encoding="utf-8", errors="strict")
    assert justext.decode_html("ů") == "ů"


# Stoplists


def test_stoplists_have_names_and_words() -> None:
    names = justext.get_stoplists()
    assert isinstance(names, frozenset)
    assert {"English", "German", "Norwegian_Nynorsk"} <= names
    english = justext.get_stoplist("English")
    assert isinstance(english, frozenset)
    assert "the" in english
    assert all(word == word.lower() for word in english)
    assert justext.define_stoplist(["The", "SEA"]) == frozenset({"the", "sea"})


@pytest.mark.parametrize("name", ["Klingon", "english", "", "Norwegian Nynorsk"])
def test_a_stoplist_that_is_missing_raises(name: str) -> None:
    with pytest.raises(ValueError, match="no stoplist"):
        justext.get_stoplist(name)


def test_white_space_is_collapsed() -> None:
    assert justext.normalize_whitespace(" a\t b\xa0\u3000c ") == " a b c "
    assert justext.normalize_whitespace("a \r b\n\n\nc") == "a\nb\nc"
    assert justext.is_blank("")
    assert justext.is_blank(" \n\t\xa0")
    assert justext.is_blank(None)
    assert not justext.is_blank(" a ")
