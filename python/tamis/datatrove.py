"""datatrove: a reader of archives and an extractor for the text of pages."""

# pyright: reportMissingImports=false
from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from datatrove.data import Document
from datatrove.io import DataFolderLike
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader

from tamis._extract import extract
from tamis._options import Options, Strategy
from tamis._tables import archive_batches
from tamis._typing import Unpack


class TamisWarcReader(BaseDiskReader):
    """Reads archives: a document for each record with text, the other columns as its metadata.

    Takes the place of datatrove's ``WarcReader`` and its extractor. Counts the records of each
    status, as ``status_ok`` and so on, those without a document included. An archive that is not
    on a local disk is copied to a temporary file first. ``reader`` are the keywords of
    ``BaseDiskReader``, such as ``limit`` and ``glob_pattern``.
    """

    name = "🥣 Tamis WARC"

    def __init__(
        self,
        data_folder: DataFolderLike,
        *,
        columns: Sequence[str] | None = None,
        strategies: Sequence[Strategy] = ("auto",),
        options: Options | None = None,
        **reader: Any,
    ) -> None:
        super().__init__(data_folder, **reader)
        needed = ("id", "url", "date", "status", "text", "warc_file", "offset")
        self.made: dict[str, Any] = {"strategies": strategies, **(options or {})}
        self.made["columns"] = columns and list(dict.fromkeys([*needed, *columns]))

    def read_file(self, filepath: str) -> Iterator[Document]:
        """Yields the documents of an archive."""
        with tempfile.TemporaryDirectory() as folder:
            path = str(self.data_folder.resolve_paths(filepath))
            if not self.data_folder.is_local():
                path = os.path.join(folder, os.path.basename(filepath))
                self.data_folder.get_file(filepath, path)
            for batch in archive_batches(path, **self.made):
                for row in batch.to_pylist():
                    self.stat_update(f"status_{row['status']}")
                    if document := self._document(row, filepath):
                        yield document

    def _document(self, row: dict[str, Any], filepath: str) -> Document | None:
        offset = row["offset"]
        if not row["text"]:
            return None
        if row["id"] is None:
            del row["id"]
        document: Document | None = self.get_document_from_dict(row, filepath, offset)
        return document


class TamisExtractor(BaseExtractor):
    """Replaces the HTML of documents by the text of their main content.

    datatrove runs it in a process of its own, which it ends after ``timeout`` seconds; Tamis has
    limits of its own, which do not depend on the machine. The keywords are those of
    :class:`tamis.Options`.
    """

    name = "🥣 Tamis"

    def __init__(self, timeout: float = 10, **options: Unpack[Options]) -> None:
        super().__init__(timeout)
        self.options = options

    def extract(self, text: str) -> str:
        """Returns the text of a page."""
        return extract(text, **self.options).text
