"""The metadata of a page."""

from __future__ import annotations

from typing import Any

from tamis import _native
from tamis.compat import _input
from tamis.compat.trafilatura._document import Document, document_of
from tamis.compat.trafilatura._page import has_tag

__all__ = ["Document", "extract_metadata"]


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """Returns the metadata of a page, without its content."""
    page = _input.page(filecontent)
    if not has_tag(page):
        return Document()
    facts = _native.metadata(page, url=default_url)
    dates = date_config or {"original_date": True, "extensive_search": extensive}
    document = document_of(page, facts, default_url, author_blacklist or (), dates)
    document.language = facts["page_language"]
    return document
