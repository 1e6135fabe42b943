"""NeMo Curator: an algorithm for its Common Crawl stage, and an iterator of whole archives."""

# pyright: reportMissingImports=false
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from nemo_curator.stages.text.download import DocumentExtractor, DocumentIterator
from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm

from tamis._extract import Extractor, extract
from tamis._options import Options, Strategy
from tamis._tables import archive_batches, archive_schema, page_row
from tamis._typing import Unpack


class TamisAlgorithm(HTMLExtractorAlgorithm):
    """An algorithm for ``CommonCrawlHTMLExtractor``. The keywords are those of `tamis.Options`.

    Uses the stop words that NeMo Curator gives, but not for languages without spaces, for which it
    uses its own.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        Extractor(**options)  # An unknown option is an error here and not in a worker.
        self.options = options

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str]:
        """Returns the paragraphs of the main content."""
        options: dict[str, Any] = dict(self.options)
        if language not in self.NON_SPACED_LANGUAGES:
            options.setdefault("stopwords", sorted(stop_words))
        text = extract(html, **options).text
        return [paragraph for paragraph in text.split("\n\n") if paragraph]


class TamisDocumentExtractor(DocumentExtractor):
    """Extracts from the records of ``CommonCrawlWarcIterator``: bytes in any encoding.

    Languages without a stop list are extracted, too. As in NeMo Curator, a page without text is no
    record, nor is an image or another file that is no HTML. The keywords are
    those of :class:`tamis.Options`.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        Extractor(**options)
        self.options = options

    def extract(self, record: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the record with text, title and language instead of HTML."""
        columns = ["language", "title", "text"]
        page = page_row(record["content"] or b"", record["url"], columns=columns, **self.options)
        if not page["text"]:
            return None
        return {name: record[name] for name in ("url", "warc_id", "source_id")} | page

    def input_columns(self) -> list[str]:
        """Returns the columns that are read."""
        return ["url", "warc_id", "source_id", "content"]

    def output_columns(self) -> list[str]:
        """Returns the columns that are made."""
        return ["url", "warc_id", "source_id", "language", "title", "text"]


class TamisWarcIterator(DocumentIterator):
    """Yields a record for each HTML record of an archive, and goes on behind damage.

    Needs no extractor: the records are the rows of :func:`tamis.warc_batches`.
    """

    def __init__(
        self,
        *,
        columns: Sequence[str] | None = None,
        strategies: Sequence[Strategy] = ("auto",),
        **options: Unpack[Options],
    ) -> None:
        Extractor(**options)
        self.made: dict[str, Any] = {"columns": columns, "strategies": strategies, **options}

    def iterate(self, file_path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
        """Yields the records of an archive."""
        for batch in archive_batches(file_path, **self.made):
            yield from batch.to_pylist()

    def output_columns(self) -> list[str]:
        """Returns the columns that are made."""
        schema = archive_schema(self.made["columns"], self.made["strategies"])
        names: list[str] = schema.names
        return names
