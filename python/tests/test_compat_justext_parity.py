"""jusText's drop-in module against jusText itself, on every field of every paragraph."""

from __future__ import annotations

import json
import os
import random
import re
import warnings
from collections.abc import Iterator
from typing import Any

import compat_corpora

from tamis.compat import justext

SEED = 17
FULL = os.environ.get("TAMIS_FULL") == "1"
# The reference on html5lib's trees needs a third of a second for a page.
SAMPLE = 150 if FULL else 10
# Every so many of the pages with stored answers are compared. The library's own tests read all.
STEP = 1 if FULL else 4
SAMPLE_PARAGRAPHS = 60 * SAMPLE

NAMES_IN_XML = "html5lib replaces what the names of elements in XML lack."
FRAMES = "`<iframe/>` in a `noscript` ends at once here, as browsers with scripts show the page."
TEMPLATES = "A template in the head begins the body for html5lib."

# The pages of wcxb-dev on which the parsers differ, once the contents of templates are left out.
PARSED_OTHERWISE = {
    "0041": FRAMES,
    "0082": NAMES_IN_XML,
    "0677": TEMPLATES,
    "0698": TEMPLATES,
    "2838": FRAMES,
    "3034": NAMES_IN_XML,
    "4028": NAMES_IN_XML,
    "4223": TEMPLATES,
    "4251": TEMPLATES,
    "4649": NAMES_IN_XML,
    "4846": TEMPLATES,
    "4899": TEMPLATES,
}


def pages() -> Iterator[tuple[str, str]]:
    for name, content in compat_corpora.files("wcxb-dev", r"/html/\d+\.html$"):
        yield name[-9:-5], content.decode("utf-8", "replace")


def row(paragraph: Any) -> dict[str, Any]:
    """Returns what both corpus and paragraph have."""
    return {
        "text": paragraph.text,
        "class_type": paragraph.class_type,
        "cf_class": paragraph.cf_class,
        "heading": paragraph.heading,
        "dom_path": paragraph.dom_path,
        "xpath": paragraph.xpath,
        "words_count": paragraph.words_count,
        "tags_count": paragraph.tags_count,
        "chars_count_in_links": paragraph.chars_count_in_links,
    }


def everything(paragraph: Any, stoplist: frozenset[str]) -> dict[str, Any]:
    """Returns all attributes, properties and methods."""
    return {
        **row(paragraph),
        **vars(paragraph),
        "length": len(paragraph),
        "is_heading": paragraph.is_heading,
        "is_boilerplate": paragraph.is_boilerplate,
        "contains_text": paragraph.contains_text(),
        "stopwords_count": paragraph.stopwords_count(stoplist),
        "stopwords_density": paragraph.stopwords_density(stoplist),
        "links_density": paragraph.links_density(),
    }


def first_difference(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> str | None:
    for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if our != their:
            return f"paragraph {index}\n  ours:   {our}\n  theirs: {their}"
    return None if len(ours) == len(theirs) else f"{len(ours)} paragraphs, not {len(theirs)}"


# The reference on the tree of html5lib.


def html5lib_tree(html: str) -> Any:
    """Parses a page with html5lib and returns it as lxml's tree of HTML elements."""
    html5lib = compat_corpora.reference("html5lib")
    # lxml can hold no control characters.
    html = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", " ", html)
    with warnings.catch_warnings():
        # It says which names and comments it has changed for lxml.
        warnings.simplefilter("ignore")
        root = html5lib.parse(html, treebuilder="lxml", namespaceHTMLElements=False).getroot()
    lxml_html = compat_corpora.reference("lxml.html")
    make = lxml_html.HTMLParser().makeelement
    copy = make(root.tag)
    copies = [(root, copy)]
    while copies:
        source, target = copies.pop()
        # The contents of a template are no part of the page.
        if source.tag == "template":
            continue
        target.text = source.text
        for child in source:
            if not isinstance(child.tag, str):
                added = lxml_html.HtmlComment("")
            else:
                added = make(child.tag.rpartition("}")[2], dict(child.attrib))
                copies.append((child, added))
            added.tail = child.tail
            target.append(added)
    return copy


def reference_paragraphs(html: str, stoplist: frozenset[str]) -> list[Any]:
    core = compat_corpora.reference("justext.core")
    tree = core.preprocessor(html5lib_tree(html))
    paragraphs: list[Any] = core.ParagraphMaker.make_paragraphs(tree)
    core.classify_paragraphs(paragraphs, stoplist)
    core.revise_paragraph_classification(paragraphs)
    return paragraphs


def test_every_field_agrees_with_the_reference_on_a_sample() -> None:
    compat_corpora.reference("justext")
    stoplist = justext.get_stoplist("English")
    every = [identity for identity, _ in pages()]
    chosen = {*random.Random(SEED).sample(every, SAMPLE), *PARSED_OTHERWISE}
    compared, differences = 0, {}
    for identity, html in pages():
        if identity not in chosen:
            continue
        theirs = [everything(of, stoplist) for of in reference_paragraphs(html, stoplist)]
        html = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", " ", html)
        ours = [everything(of, stoplist) for of in justext.justext(html, stoplist)]
        compared += len(ours)
        if found := first_difference(ours, theirs):
            differences[identity] = found
    unlisted = {name: found for name, found in differences.items() if name not in PARSED_OTHERWISE}
    assert not unlisted, "\n".join(f"{name}: {found}" for name, found in unlisted.items())
    assert set(differences) == set(PARSED_OTHERWISE)
    assert compared > SAMPLE_PARAGRAPHS


# The stored answers of the reference.


def is_in_template(paragraph: dict[str, Any]) -> bool:
    return "template" in paragraph["dom_path"].split(".")


def with_templates(
    ours: list[justext.Paragraph], theirs: list[dict[str, Any]]
) -> list[justext.Paragraph]:
    """Inserts the reference's paragraphs in templates, and determines all final classes again."""
    rest = iter(ours)
    every = []
    for their in theirs:
        if is_in_template(their):
            inserted = justext.Paragraph(justext.PathInfo())
            inserted.append_text(their["text"])
            for name in ("dom_path", "xpath", "cf_class", "heading"):
                setattr(inserted, name, their[name])
            for name in ("tags_count", "chars_count_in_links"):
                setattr(inserted, name, their[name])
            every.append(inserted)
        elif (our := next(rest, None)) is not None:
            every.append(our)
    every.extend(rest)
    justext.revise_paragraph_classification(every)
    return every


def listed_pages() -> set[str]:
    """Returns the pages that the library's own comparison lists, each with a reason."""
    listed = compat_corpora.CHECKOUT / "crates/tamis/tests/divergences.toml"
    return set(re.findall(r'^id = "(\d+)"$', listed.read_text("utf-8"), re.MULTILINE))


def test_every_field_agrees_with_the_stored_answers() -> None:
    stoplist = justext.get_stoplist("English")
    listed = listed_pages()
    answers = compat_corpora.lines("justext-reference", "wcxb-dev.html5lib.jsonl")
    compared, differences, chosen = 0, {}, set()
    for number, ((identity, html), line) in enumerate(zip(pages(), answers, strict=True)):
        if number % STEP:
            continue
        chosen.add(identity)
        answer = json.loads(line)
        assert answer["id"] == identity
        theirs = answer["paragraphs"]
        paragraphs = justext.justext(html, stoplist)
        if any(map(is_in_template, theirs)):
            paragraphs = with_templates(paragraphs, theirs)
        ours = [row(paragraph) for paragraph in paragraphs]
        if found := first_difference(ours, theirs):
            differences[identity] = found
        compared += len(ours)
    unlisted = {name: found for name, found in differences.items() if name not in listed}
    assert not unlisted, "\n".join(f"{name}: {found}" for name, found in unlisted.items())
    assert set(differences) == listed & chosen
    assert len(chosen) == -(-1497 // STEP)
    assert compared > 100 * len(chosen)


# Lists, and the functions for each step.


def test_all_stoplists_are_the_reference_s() -> None:
    theirs = compat_corpora.reference("justext")
    assert justext.get_stoplists() == theirs.get_stoplists()
    differ = [
        name
        for name in sorted(theirs.get_stoplists())
        if justext.get_stoplist(name) != theirs.get_stoplist(name)
    ]
    assert not differ


def made_at_random(source: random.Random, of: Any, path: Any) -> Any:
    for name in source.choice(["body.p", "body.h2", "body.select.option", "body.th"]).split("."):
        path.append(name)
    made = of(path)
    words = ["the", "The", "sea", "of", "\u0130t", "\xa9", "&copy", "calm ", "\n", "\t ", ""]
    for _ in range(source.randrange(4)):
        made.append_text(" ".join(source.choices(words, k=source.randrange(60))))
    made.chars_count_in_links = source.choice([0, 0, 1, 20, 200])
    return made


def test_each_step_agrees_on_paragraphs_made_at_random() -> None:
    core = compat_corpora.reference("justext.core")
    theirs_of = compat_corpora.reference("justext.paragraph").Paragraph
    stoplist = frozenset(["THE", "of", "i\u0307t"])
    for seed in range(300):
        source, again = random.Random(seed), random.Random(seed)
        count = source.randrange(12)
        assert again.randrange(12) == count
        ours: list[Any] = [
            made_at_random(source, justext.Paragraph, justext.PathInfo()) for _ in range(count)
        ]
        theirs = [made_at_random(again, theirs_of, core.PathInfo()) for _ in range(count)]
        limits = [source.randrange(150), source.randrange(400), source.random(), source.random()]
        limits += [source.random(), source.random() < 0.3]
        distance = source.randrange(500) + source.choice([0, 0.5])
        justext.classify_paragraphs(ours, stoplist, *limits)  # type: ignore[arg-type]
        core.classify_paragraphs(theirs, stoplist, *limits)
        justext.revise_paragraph_classification(ours, distance)
        core.revise_paragraph_classification(theirs, distance)
        found = first_difference(
            [everything(of, stoplist) for of in ours], [everything(of, stoplist) for of in theirs]
        )
        assert found is None, f"seed {seed}: {found}"
        for index in range(count):
            for ignore in (True, False):
                assert justext.get_prev_neighbour(index, ours, ignore) == core.get_prev_neighbour(
                    index, theirs, ignore
                )
                assert justext.get_next_neighbour(index, ours, ignore) == core.get_next_neighbour(
                    index, theirs, ignore
                )
