"""LlamaIndex: a reader of pages, and a node parser for documents that are HTML."""

# pyright: reportMissingImports=false
from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.bridge.pydantic import Field
from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import build_nodes_from_splits
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document, MetadataMode

from tamis._documents import Format, check, content, load, metadata, page, pieces
from tamis._extract import Extractor
from tamis._fetch import Client
from tamis._options import Options
from tamis._typing import Unpack


class TamisReader(BaseReader):
    """Reads the main content of pages, a document for each.

    ``SimpleDirectoryReader`` takes it in ``file_extractor={".html": TamisReader()}``. A page
    without content is an empty document, whose ``outcome`` in the metadata says why.

    ``format`` is ``markdown``, ``text`` or ``html``. ``client`` fetches the pages, by default as
    :func:`tamis.fetch` does. The other keywords are those of :class:`tamis.Options`.
    """

    def __init__(
        self,
        *,
        format: Format = "markdown",
        client: Client | None = None,
        **options: Unpack[Options],
    ) -> None:
        check(format)
        Extractor(**options)
        self.format: Format = format
        self.client = client
        self.options = options

    def lazy_load_data(
        self,
        sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        extra_info: dict[str, Any] | None = None,
    ) -> Iterable[Document]:
        """Yields the documents of addresses and files. ``extra_info`` are more metadata."""
        several = [sources] if isinstance(sources, (str, os.PathLike)) else sources
        for source in several:
            extraction = load(source, self.client, self.options)
            known = metadata(extraction, source) | (extra_info or {})
            yield Document(text=content(extraction, self.format), metadata=known)


class TamisNodeParser(NodeParser):
    """Splits the main content of documents that are HTML at headings and paragraphs.

    The nodes are Markdown. ``options`` are those of :class:`tamis.Options`. The metadata of a node
    have the ``headings`` above it, such as ``Baking > Rye``, besides those of its document.
    """

    max_chars: int = Field(default=1000, description="The most characters of a node.", gt=0)
    options: dict[str, Any] = Field(default_factory=dict, description="Options of Tamis.")

    def model_post_init(self, context: Any) -> None:
        """Raises the error about an option that is wrong."""
        super().model_post_init(context)
        Extractor(**self.options)

    @classmethod
    def class_name(cls) -> str:
        """The name in serialized indexes."""
        return "TamisNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **unused: Any
    ) -> list[BaseNode]:
        made: list[BaseNode] = []
        for node in nodes:
            html = node.get_content(metadata_mode=MetadataMode.NONE)
            extraction = page(html, node.metadata.get("source"), self.options)
            known = metadata(extraction)
            chunks = list(pieces(extraction, self.max_chars))
            parts = build_nodes_from_splits([text for text, _ in chunks], node)
            for part, (_, more) in zip(parts, chunks, strict=True):
                part.metadata = known | more | part.metadata
            made += parts
        return made
