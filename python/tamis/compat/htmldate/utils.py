"""Pages from the network, and trees."""

from __future__ import annotations

import logging
from typing import Any

from tamis import _native
from tamis._errors import FetchError
from tamis._fetch import default_client
from tamis.compat import _input

__all__ = ["decode_file", "detect_encoding", "fetch_url", "load_html"]

_LOGGER = logging.getLogger(__name__)


def fetch_url(url: str) -> str | None:
    """Fetches a page as text. ``None`` if it cannot be fetched, with a line in the log."""
    try:
        return decode_file(default_client().get(url).body)
    except FetchError as error:
        _LOGGER.error("%s", error)
        return None


def detect_encoding(bytesobject: bytes) -> list[str]:
    """Returns the encoding that bytes look like, in small letters."""
    try:
        bytesobject.decode("utf-8")
    except UnicodeDecodeError:
        return [_native.metadata(bytesobject)["encoding"].lower()]
    return ["utf-8"]


def decode_file(filecontent: str | bytes) -> str:
    """Returns a page as text: decoded as it declares or as its bytes look."""
    if isinstance(filecontent, str):
        return filecontent
    try:
        return filecontent.decode("utf-8")
    except UnicodeDecodeError:
        pass
    for encoding in detect_encoding(filecontent):
        try:
            return filecontent.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            _LOGGER.warning("wrong encoding: %s", encoding)
    return filecontent.decode("utf-8", "replace")


def fetched(page: Any) -> Any:
    """Returns the page at an address, and anything else as it is.

    Raises ``ValueError`` if the page cannot be fetched.
    """
    if not (isinstance(page, str) and page.startswith("http") and " " not in page):
        return page
    text = fetch_url(page)
    if text is None:
        raise ValueError(f"URL couldn't be processed: {page}")
    return text


def load_html(htmlobject: Any) -> Any:
    """Returns a page, or the page at an address, as a tree of lxml, which must be installed.

    ``None`` if it is none. Raises ``ValueError`` if the page cannot be fetched.
    """
    if _input.is_tree(htmlobject):
        return htmlobject
    page = _input.page(fetched(htmlobject))
    text = page if isinstance(page, str) else _input.decoded(page)
    if "<" not in text:
        return None
    return _input.tree(text, "load_html")
