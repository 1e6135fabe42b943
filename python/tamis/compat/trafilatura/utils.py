"""Texts, bytes and trees."""

from __future__ import annotations

import functools
import logging
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from tamis.compat import _input
from tamis.compat.htmldate.utils import detect_encoding
from tamis.compat.trafilatura import _unpack
from tamis.compat.trafilatura._document import clean_text
from tamis.compat.trafilatura._language import language_of
from tamis.compat.trafilatura._page import has_tag
from tamis.compat.trafilatura._unpack import HAS_BROTLI, HAS_ZSTD, MAX_MEMBERS

__all__ = [
    "HAS_BROTLI",
    "HAS_ZSTD",
    "LANGID_FLAG",
    "MAX_MEMBERS",
    "Response",
    "decode_file",
    "detect_encoding",
    "handle_compressed_file",
    "is_image_file",
    "language_classifier",
    "load_html",
    "normalize_unicode",
    "remove_control_characters",
    "sanitize",
    "trim",
]

_LOGGER = logging.getLogger(__name__)

LANGID_FLAG = True
"""True because languages are always detected."""

# Source of the endings and the length: trafilatura 2.3.1, `utils.py`.
_IMAGE = re.compile(r"[^\s]+\.(?:avif|bmp|gif|hei[cf]|jpe?g|png|webp)\b", re.IGNORECASE)
_LONGEST_ADDRESS = 8192

# `MAX_FILE_SIZE` of the default settings.
_LARGEST = 20_000_000


@functools.lru_cache(1024)
def trim(string: str) -> str:
    r"""Returns a text with each run of white space as one space, and none at its ends.

    >>> trim("  a \t b  ")
    'a b'
    """
    return " ".join(string.split()) if isinstance(string, str) else ""


def normalize_unicode(
    string: str, unicodeform: Literal["NFC", "NFD", "NFKC", "NFKD"] = "NFC"
) -> str:
    """Returns a text in a normal form of Unicode."""
    return unicodedata.normalize(unicodeform, string)


def remove_control_characters(string: str) -> str:
    """Returns a text without characters that are neither printed nor white space."""
    return "".join(of for of in string if of.isprintable() or of.isspace())


def is_image_file(imagesrc: str | None) -> bool:
    """Returns true for an address of a picture, by its ending."""
    if imagesrc is None or len(imagesrc) > _LONGEST_ADDRESS:
        return False
    return bool(_IMAGE.search(imagesrc))


def language_classifier(temp_text: str, temp_comments: str) -> str | None:
    """Returns the language of the longer text, or ``None`` if its words do not tell."""
    return language_of(max(temp_text, temp_comments, key=len))


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
    """Returns bytes of gzip, zlib, Zstandard or Brotli unpacked, and other bytes as they are.

    So are bytes that are damaged, or more than ``max_size`` when unpacked, by default 20 MB.
    Zstandard and Brotli need the packages `backports.zstd`, before Python 3.14, and `brotli`.
    """
    if not isinstance(filecontent, bytes):
        return filecontent
    largest = _LARGEST if max_size is None else max_size
    for unpack in _ways(filecontent):
        try:
            return unpack(filecontent, largest)
        except ValueError as error:
            _LOGGER.debug("cannot be unpacked: %s", error)
    return filecontent


def _ways(data: bytes) -> Iterator[Callable[[bytes, int], bytes]]:
    if data.startswith(b"\x1f\x8b\x08"):
        yield _unpack.gzip
    elif data.startswith(b"\x28\xb5\x2f\xfd"):
        if HAS_ZSTD:
            yield _unpack.zstd
    # These two do not say what they are. No page begins as they can.
    elif not data.lstrip().startswith(b"<"):
        if HAS_BROTLI:
            yield _unpack.brotli
        yield _unpack.deflate


def decode_file(filecontent: str | bytes, max_size: int | None = None) -> str:
    """Returns a page as text: unpacked, and decoded as it declares or as its bytes look."""
    if isinstance(filecontent, str):
        return filecontent
    return _input.decoded(handle_compressed_file(filecontent, max_size))


class Response:
    """A response: its bytes, its status and the address after redirects.

    >>> response = Response(b"<p>Bread", 200, "https://example.org/")
    >>> response.decode_data(True)
    >>> response.html
    '<p>Bread'
    """

    __slots__ = ["data", "headers", "html", "status", "url"]

    def __init__(self, data: bytes, status: int, url: str) -> None:
        self.data = data
        self.headers: dict[str, str] | None = None
        self.html: str | None = None
        self.status = status
        self.url = url

    def __bool__(self) -> bool:
        """Returns true unless the bytes are missing."""
        return self.data is not None

    def __repr__(self) -> str:
        """Returns the page as text."""
        return self.html or decode_file(self.data)

    def store_headers(self, headerdict: Mapping[str, str]) -> None:
        """Keeps headers with names in small letters."""
        self.headers = {name.lower(): value for name, value in headerdict.items()}

    def decode_data(self, decode: bool, max_size: int | None = None) -> None:
        """Sets ``html`` if ``decode`` is true and there are bytes.

        At most ``max_size`` bytes are unpacked, by default 20 MB.
        """
        if decode and self.data:
            self.html = decode_file(self.data, max_size)

    def as_dict(self) -> dict[str, Any]:
        """Returns the attributes by their names."""
        return {name: getattr(self, name) for name in self.__slots__}


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
