"""spaCy: the main content of pages as documents, with a span for each paragraph.

>>> import spacy
>>> page = "<title>Bread</title><h1>Dough</h1><p>Bread rises slowly, then it is baked."
>>> [doc] = docs(spacy.blank("en"), [page], strategy="density", title="keep")
>>> [(span.label_, span.text) for span in doc.spans["paragraphs"]]
[('heading', 'Dough'), ('paragraph', 'Bread rises slowly, then it is baked.')]
>>> doc._.tamis["title"]
'Bread'
"""

# Where spaCy is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span, SpanGroup

from tamis._documents import metadata
from tamis._extract import Html, extract_many
from tamis._native import Extraction
from tamis._options import Options
from tamis._typing import Unpack

if TYPE_CHECKING:
    from spacy.language import Language

PARAGRAPHS = "paragraphs"
"""The name of the group of spans."""

if not Doc.has_extension("tamis"):
    Doc.set_extension("tamis", default=None)


def docs(
    nlp: Language,
    pages: Iterable[Html | tuple[Html, str | None]],
    *,
    threads: int | None = None,
    batch_size: int | None = None,
    n_process: int = 1,
    **options: Unpack[Options],
) -> Iterator[Doc]:
    """Yields a document of the content of each page, in their order, after the pipeline ``nlp``.

    Pages and ``threads`` are those of :func:`tamis.extract_many`; ``batch_size`` and ``n_process``
    are those of ``nlp.pipe``. The components of the pipeline find what :func:`doc` has made. The
    other keywords are those of :class:`tamis.Options`.
    """
    addresses: deque[str | None] = deque()

    def noted() -> Iterator[Html | tuple[Html, str | None]]:
        for page in pages:
            addresses.append(page[1] if isinstance(page, tuple) and len(page) == 2 else None)
            yield page

    extractions = extract_many(noted(), threads=threads, **options)
    made = (doc(nlp, extraction, addresses.popleft()) for extraction in extractions)
    return iter(nlp.pipe(made, batch_size=batch_size, n_process=n_process))


def doc(nlp: Language, extraction: Extraction, source: str | None = None) -> Doc:
    """Returns the content of a page as a document, before any component of the pipeline.

    ``doc.text`` is ``extraction.text``. ``doc.spans["paragraphs"]`` has a span for each line of it,
    with the label ``heading`` or ``paragraph``; items of lists and rows of tables are lines.
    ``doc._.tamis`` is a dictionary of what is known of the page: ``title``, ``authors``,
    ``published``, ``language``, ``confidence`` and so on, and ``source``. Both are kept by
    ``to_bytes`` and ``DocBin(store_user_data=True)``.

    Raises ``ValueError`` for a text that is longer than ``nlp.max_length``.
    """
    made = nlp.make_doc(extraction.text)
    headings = {part.text for part in extraction.paragraphs if part.kept and part.in_heading}
    made.spans[PARAGRAPHS] = SpanGroup(made, name=PARAGRAPHS, spans=_lines(made, headings))
    known: dict[str, Any] = metadata(extraction, source)
    made._.tamis = known
    return made


def _lines(made: Doc, headings: set[str]) -> list[Span]:
    """Returns the lines of a document that have a text."""
    spans = []
    begin = 0
    for line in made.text.split("\n"):
        text = line.strip()
        if text:
            start = begin + line.index(text)
            label = "heading" if text in headings else "paragraph"
            end = start + len(text)
            span = made.char_span(start, end, label, alignment_mode="expand")
            # There is one where there are letters.
            if span is not None:
                spans.append(span)
        begin += len(line) + 1
    return spans
