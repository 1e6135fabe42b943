"""Haystack: a converter from pages to documents."""

# Where Haystack is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false, reportInvalidTypeForm=false
from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

from tamis._documents import Format, check, content, metadata, page, pieces
from tamis._extract import Extractor

_log = logging.getLogger(__name__)


@component
class TamisConverter:
    """Converts pages to documents of their main content.

    With ``max_chars``, a document is a chunk of Markdown, with the ``headings`` above it in its
    metadata. ``options`` are those of :class:`tamis.Options`. A stream's metadata may name the
    page's address as ``url``, as Haystack's ``LinkContentFetcher`` does.
    """

    def __init__(
        self,
        format: Format = "markdown",
        max_chars: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        check(format, max_chars)
        self.format: Format = format
        self.max_chars = max_chars
        self.options: dict[str, Any] = {} if options is None else options
        Extractor(**self.options)

    def to_dict(self) -> dict[str, Any]:
        """Returns the component as a dictionary, for a pipeline in a file."""
        return default_to_dict(
            self, format=self.format, max_chars=self.max_chars, options=self.options
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TamisConverter:
        """Makes the component from a dictionary."""
        return default_from_dict(cls, data)

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Returns the documents of files and streams.

        ``meta`` are more metadata, for all or for each source. A source that cannot be read is
        logged and left out, as by Haystack's own converters.
        """
        documents = []
        for source, more in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            try:
                stream = get_bytestream_from_source(source)
            except Exception as error:
                _log.warning("%s is left out: %s", source, error)
                continue
            given = {**stream.meta, **more}
            extraction = page(stream.data, given.get("url"), self.options)
            known = metadata(extraction) | given
            if self.max_chars is None:
                documents.append(Document(content=content(extraction, self.format), meta=known))
                continue
            for text, of in pieces(extraction, self.max_chars):
                documents.append(Document(content=text, meta=known | of))
        return {"documents": documents}
