"""LangChain: a loader of pages, and a splitter for documents that are HTML."""

# pyright: reportMissingImports=false
from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document

from tamis._documents import Format, check, content, load, metadata, page, pieces
from tamis._errors import Error
from tamis._extract import Extractor, Html
from tamis._fetch import Client
from tamis._options import Options
from tamis._typing import Unpack

_log = logging.getLogger(__name__)


class TamisLoader(BaseLoader):
    """Loads the main content of pages, a document for each.

    ``sources`` are addresses and files. The metadata of a document have the source, the title and
    what else is known. A page without content is an empty document whose ``outcome`` says why.

    ``format`` is ``markdown``, ``text`` or ``html``. ``client`` fetches the pages, by default as
    :func:`tamis.fetch` does. With ``continue_on_failure``, a page that cannot be read is logged and
    left out. The other keywords are those of :class:`tamis.Options`.
    """

    def __init__(
        self,
        sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        format: Format = "markdown",
        client: Client | None = None,
        continue_on_failure: bool = False,
        **options: Unpack[Options],
    ) -> None:
        check(format)
        Extractor(**options)
        if isinstance(sources, (str, os.PathLike)):
            sources = [sources]
        self.sources = list(sources)
        self.format: Format = format
        self.client = client
        self.continue_on_failure = continue_on_failure
        self.options = options

    def lazy_load(self) -> Iterator[Document]:
        """Yields the documents, and reads a page when its document is asked for."""
        for source in self.sources:
            try:
                extraction = load(source, self.client, self.options)
            except (Error, OSError) as error:
                if not self.continue_on_failure:
                    raise
                _log.warning("%s is left out: %s", source, error)
                continue
            text = content(extraction, self.format)
            yield Document(page_content=text, metadata=metadata(extraction, source))


class TamisTransformer(BaseDocumentTransformer):
    """Replaces documents that are HTML by their main content.

    The metadata are kept, and those of the page are added where a document has none of that name.
    ``source`` is the page's address, if it is one. The keywords are those of :class:`TamisLoader`.
    """

    def __init__(self, *, format: Format = "markdown", **options: Unpack[Options]) -> None:
        check(format)
        Extractor(**options)
        self.format: Format = format
        self.options = options

    def transform_documents(self, documents: Sequence[Document], **unused: Any) -> list[Document]:
        """Returns a document for each document."""
        made = []
        for document in documents:
            extraction = page(document.page_content, document.metadata.get("source"), self.options)
            known = metadata(extraction) | document.metadata
            text = content(extraction, self.format)
            made.append(Document(page_content=text, metadata=known, id=document.id))
        return made


class TamisSplitter(BaseDocumentTransformer):
    """Splits the main content of pages at headings and paragraphs, into Markdown.

    No chunk has more than ``max_chars`` characters, but for a table row, a line of code and the
    like that are longer. Its metadata have the ``headings`` above it, such as ``Baking > Rye``.
    """

    def __init__(self, max_chars: int | None = 1000, **options: Unpack[Options]) -> None:
        check("markdown", max_chars)
        Extractor(**options)
        self.max_chars = max_chars
        self.options = options

    def split_text(self, html: Html, *, url: str | None = None) -> list[Document]:
        """Returns the chunks of a page."""
        extraction = page(html, url, self.options)
        known = metadata(extraction, url)
        return [
            Document(page_content=text, metadata=known | of)
            for text, of in pieces(extraction, self.max_chars)
        ]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Returns the chunks of documents that are HTML, with the metadata of each document."""
        return [
            Document(page_content=chunk.page_content, metadata=chunk.metadata | document.metadata)
            for document in documents
            for chunk in self.split_text(document.page_content, url=document.metadata.get("source"))
        ]

    def transform_documents(self, documents: Sequence[Document], **unused: Any) -> list[Document]:
        """Does what :meth:`split_documents` does."""
        return self.split_documents(documents)
