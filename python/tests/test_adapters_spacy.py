"""The adapter for spaCy."""

from __future__ import annotations

from typing import Any

import archives
import pytest

import tamis

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")

PARAGRAPH = "Bread rises slowly in a cold kitchen, and a good loaf takes a whole day to bake. "
PAGE = (
    "<html lang=en><head><title>Bread</title><meta name=author content='Ann Lee'></head><body>"
    f"<nav><a href=/>Home</a></nav><article><p>{PARAGRAPH * 3}</p><h2>Rye</h2>"
    f"<p>{PARAGRAPH * 4}</p><ul><li>Flour of rye, freshly ground<li>Water</ul>"
    f"<table><tr><td>Salt<td>9 g<tr><td>Honey<td>1 g</table><p>{PARAGRAPH * 2}</p></article>"
)
ADDRESS = "https://example.org/bread"


def lines(doc: Any) -> list[tuple[str, str]]:
    """Returns the paragraphs of a document with their labels."""
    return [(span.label_, span.text) for span in doc.spans["paragraphs"]]


def test_documents_have_paragraphs_and_metadata() -> None:
    from tamis.spacy import docs

    extraction = tamis.extract(PAGE, url=ADDRESS)
    doc, plain = docs(spacy.blank("en"), [(PAGE, ADDRESS), PAGE])
    assert doc.text == plain.text == extraction.text
    expected = [line for line in extraction.text.split("\n") if line.strip()]
    assert [text for _, text in lines(doc)] == expected
    assert [text for label, text in lines(doc) if label == "heading"] == ["Rye"]
    assert ("paragraph", "Salt\t9 g") in lines(doc)
    assert (doc._.tamis["title"], doc._.tamis["authors"]) == ("Bread", "Ann Lee")
    assert doc._.tamis["source"] == ADDRESS
    assert "source" not in plain._.tamis


def test_lines_begin_and_end_at_any_letter() -> None:
    from tamis.spacy import docs

    text = "\u4f60\u597d\uff0c\u4e16\u754c\u3002" * 9
    page = f"<html lang=zh><article><h2>\u6807\u9898</h2><p>{text}</p><p>{text}\U0001f600</p>"
    for language in ["zh", "xx"]:
        [doc] = docs(spacy.blank(language), [page], strategy="density")
        kept = [
            ("heading", "\u6807\u9898"),
            ("paragraph", text),
            ("paragraph", text + "\U0001f600"),
        ]
        assert lines(doc) == kept


def test_components_find_the_paragraphs() -> None:
    from spacy.language import Language

    from tamis.spacy import docs

    @Language.component("paragraphs_begin_sentences")
    def begin(doc: Any) -> Any:
        for span in doc.spans["paragraphs"]:
            span[0].is_sent_start = True
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("paragraphs_begin_sentences")
    nlp.add_pipe("sentencizer", config={"overwrite": False})
    [doc] = docs(nlp, [PAGE])
    starts = {sentence.start for sentence in doc.sents}
    assert {span.start for span in doc.spans["paragraphs"]} <= starts


def test_many_pages_keep_their_order_in_several_processes() -> None:
    from spacy.tokens import DocBin

    from tamis.spacy import docs

    pages = [(archives.page(number), f"https://site.example/{number}") for number in range(30)]
    nlp = spacy.blank("en")
    alone = list(docs(nlp, pages))
    assert [doc._.tamis["title"] for doc in alone] == [f"Page {n}" for n in range(30)]
    assert [doc._.tamis["source"] for doc in alone] == [url for _, url in pages]
    several = docs(nlp, iter(pages), threads=2, n_process=2, batch_size=7)
    assert [(lines(of), of._.tamis) for of in several] == [(lines(of), of._.tamis) for of in alone]
    saved = DocBin(docs=alone, store_user_data=True).to_bytes()
    again = list(DocBin().from_bytes(saved).get_docs(nlp.vocab))
    assert [(lines(of), of._.tamis) for of in again] == [(lines(of), of._.tamis) for of in alone]


def test_pages_without_content_and_errors() -> None:
    from tamis.spacy import doc, docs

    nlp = spacy.blank("en")
    [empty] = docs(nlp, [""])
    assert (len(empty), lines(empty)) == (0, [])
    assert empty._.tamis["outcome"] != "found"
    with pytest.raises(tamis.ConfigError, match="langage"):
        docs(nlp, [PAGE], langage="en")  # type: ignore[call-arg]  # what is tested
    with pytest.raises(TypeError, match="page 0"):
        next(docs(nlp, [7]))  # type: ignore[list-item]  # what is tested
    nlp.max_length = 10
    with pytest.raises(ValueError, match="E088"):
        doc(nlp, tamis.extract(PAGE))
