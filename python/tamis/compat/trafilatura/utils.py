"""Texts, bytes and trees."""

from __future__ import annotations

import zlib
from typing import Any

from tamis.compat import _input
from tamis.compat.trafilatura._document import clean_text
from tamis.compat.trafilatura._page import has_tag

__all__ = ["decode_file", "handle_compressed_file", "load_html", "sanitize", "trim"]

_LARGEST = 100_000_000


def trim(string: str) -> str:
    r"""Returns a text with each run of white space as one space, and none at its ends.

    >>> trim("  a \t b  ")
    'a b'
    """
    return " ".join(string.split()) if isinstance(string, str) else ""


def sanitize(
    text: str | None, preserve_space: bool = False, trailing_space: bool = False
) -> str | None:
    """Returns a text line by line in the form NFC, without control characters and empty lines.

    With ``preserve_space``, the white space in lines stays. With ``trailing_space``, one space
    stays where a line begins or ends with white space. Returns ``None`` if nothing is left.
    """
    if not isinstance(text, str):
        return None
    text = clean_text(text)
    if trailing_space:
        front = " " if text[:1].isspace() else ""
        back = " " if text[-1:].isspace() else ""
        return f"{front}{' '.join(text.split())}{back}" if text.strip() else (" " if text else "")
    lines = (line.rstrip() if preserve_space else trim(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip()) or None


def handle_compressed_file(filecontent: bytes, max_size: int | None = None) -> bytes:
    """Returns bytes of gzip or zlib unpacked, and other bytes as they are.

    At most ``max_size`` bytes are unpacked, by default 100 MB.
    """
    try:
        if filecontent[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        elif filecontent[:1] == b"x":
            unpacker = zlib.decompressobj()
        else:
            return filecontent
        return unpacker.decompress(filecontent, max_size or _LARGEST)
    except zlib.error:
        return filecontent


def decode_file(filecontent: str | bytes, max_size: int | None = None) -> str:
    """Returns a page as text: unpacked, and decoded as it declares or as its bytes look."""
    if isinstance(filecontent, str):
        return filecontent
    return _input.decoded(handle_compressed_file(filecontent, max_size))


def load_html(htmlobject: Any, max_size: int | None = None) -> Any:
    """Returns a page as a tree of lxml, which must be installed, or ``None`` if it is none.

    The functions of this package take pages as they are; this is for programs that work on trees.
    """
    if _input.is_tree(htmlobject):
        return htmlobject
    try:
        page = _input.page(htmlobject)
    except TypeError as error:
        raise TypeError(f"The type is not compatible: {error}") from None
    text = decode_file(page, max_size)
    if not has_tag(text):
        return None
    return _input.tree(text, "load_html")
