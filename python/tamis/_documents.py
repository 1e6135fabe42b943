"""What the adapters for language models and crawlers share: a page's content and what is known."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from tamis._errors import ConfigError
from tamis._extract import Html, extract
from tamis._fetch import Client, fetch
from tamis._native import Extraction

Format = Literal["markdown", "text", "html"]
"""The format of a document's content."""

_METADATA = (
    "title",
    "authors",
    "published",
    "modified",
    "description",
    "site_name",
    "language",
    "page_type",
    "confidence",
    "outcome",
)


def is_address(source: str | os.PathLike[str]) -> bool:
    """Returns true for the address of a page on the web, false for a file."""
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


def load(
    source: str | os.PathLike[str],
    client: Client | None = None,
    options: Mapping[str, Any] | None = None,
) -> Extraction:
    """Extracts from the page at an address or in a file."""
    keywords: dict[str, Any] = dict(options or {})
    if is_address(source):
        return fetch(os.fspath(source), client=client, **keywords)
    return extract(Path(source).read_bytes(), **keywords)


def page(html: Html, url: object, options: Mapping[str, Any] | None = None) -> Extraction:
    """Extracts from a page. ``url`` is its address if it is one, else it is left out."""
    address = url if isinstance(url, str) and is_address(url) else None
    keywords: dict[str, Any] = dict(options or {})
    return extract(html, url=address, **keywords)


def check(format: Format, max_chars: int | None = None) -> None:
    """Raises an error for a format or a length that there is not."""
    if format not in ("markdown", "text", "html"):
        raise ConfigError(f"`format`: expected markdown, text or html, not {format!r}")
    if max_chars is not None and max_chars < 1:
        raise ConfigError(f"`max_chars`: expected at least 1, not {max_chars}")


def content(extraction: Extraction, format: Format) -> str:
    """Returns the content in a format. HTML is a fragment."""
    if format == "text":
        return extraction.text
    return extraction.markdown() if format == "markdown" else extraction.html(fragment=True)


def metadata(
    extraction: Extraction, source: str | os.PathLike[str] | None = None
) -> dict[str, Any]:
    """Returns what is known of a page. The authors are one text, since stores take no lists."""
    found: dict[str, Any] = {} if source is None else {"source": os.fspath(source)}
    for name in _METADATA:
        value = getattr(extraction, name)
        if value not in (None, [], ""):
            found[name] = ", ".join(value) if name == "authors" else value
    return found


def pieces(extraction: Extraction, max_chars: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the chunks of the content as Markdown, each with its headings and its number."""
    for number, chunk in enumerate(extraction.chunks(max_chars)):
        headings = " > ".join(chunk["headings"])
        yield chunk["markdown"], {"chunk": number} | ({"headings": headings} if headings else {})
