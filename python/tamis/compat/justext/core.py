"""The paragraphs of a page and their classes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from tamis import _native
from tamis.compat.justext._dom import ParagraphMaker, parsed, preprocessor
from tamis.compat.justext._path import PathInfo
from tamis.compat.justext.paragraph import Paragraph

__all__ = [
    "JustextError",
    "JustextInvalidOptions",
    "Paragraph",
    "ParagraphMaker",
    "PathInfo",
    "classify_paragraphs",
    "decode_html",
    "define_stoplist",
    "get_next_neighbour",
    "get_prev_neighbour",
    "html_to_dom",
    "justext",
    "preprocessor",
    "revise_paragraph_classification",
]

MAX_LINK_DENSITY_DEFAULT = 0.2
LENGTH_LOW_DEFAULT = 70
LENGTH_HIGH_DEFAULT = 200
STOPWORDS_LOW_DEFAULT = 0.30
STOPWORDS_HIGH_DEFAULT = 0.32
NO_HEADINGS_DEFAULT = False
MAX_HEADING_DISTANCE_DEFAULT = 200
DEFAULT_ENCODING = "utf8"
DEFAULT_ENC_ERRORS = "replace"


_DECLARED_CHARSET = re.compile(rb"""<meta[^>]+charset=["']?([^'"/>\s]+)""", re.IGNORECASE)


class JustextError(Exception):
    """Base class of jusText's exceptions."""


class JustextInvalidOptions(JustextError):  # noqa: N818, the reference's name
    """An option is not valid. Nothing in this module raises it."""


def define_stoplist(stoplist: Iterable[str]) -> frozenset[str]:
    """Returns the set of the words in lower case."""
    return frozenset(word.lower() for word in stoplist)


@lru_cache(maxsize=128)
def _compiled(words: frozenset[str]) -> _native.Stoplist:
    return _native.Stoplist(words)


def _native_stoplist(words: Iterable[str]) -> _native.Stoplist:
    return _compiled(words if isinstance(words, frozenset) else frozenset(words))


def decode_html(
    html: str | bytes,
    default_encoding: str = DEFAULT_ENCODING,
    encoding: str | None = None,
    errors: str = DEFAULT_ENC_ERRORS,
) -> str:
    r"""Decodes a page by ``encoding``, else as it declares, else as UTF-8, else by the default.

    >>> decode_html(b"<meta charset=latin-1>caf\xe9")
    '<meta charset=latin-1>café'
    """
    if isinstance(html, str):
        return html
    if encoding:
        return html.decode(encoding, errors)
    declared = _DECLARED_CHARSET.search(html)
    if declared:
        try:
            return html.decode(declared.group(1).decode("ascii"), errors)
        except LookupError:
            pass
    try:
        return html.decode("utf8")
    except UnicodeDecodeError:
        pass
    try:
        return html.decode(default_encoding, errors)
    except UnicodeDecodeError as error:
        raise JustextError(f"The page cannot be decoded: {error}") from error


def html_to_dom(
    html: str | bytes,
    default_encoding: str = DEFAULT_ENCODING,
    encoding: str | None = None,
    errors: str = DEFAULT_ENC_ERRORS,
) -> Any:
    """Returns a page as a tree of lxml, which must be installed.

    :func:`justext` needs the tree only for a ``preprocessor`` of your own.
    """
    return parsed(decode_html(html, default_encoding, encoding, errors))


def classify_paragraphs(
    paragraphs: Iterable[Paragraph],
    stoplist: Iterable[str],
    length_low: float = LENGTH_LOW_DEFAULT,
    length_high: float = LENGTH_HIGH_DEFAULT,
    stopwords_low: float = STOPWORDS_LOW_DEFAULT,
    stopwords_high: float = STOPWORDS_HIGH_DEFAULT,
    max_link_density: float = MAX_LINK_DENSITY_DEFAULT,
    no_headings: bool = NO_HEADINGS_DEFAULT,
) -> None:
    """Sets the context-free class of each paragraph, and whether it counts as a heading."""
    paragraphs = list(paragraphs)
    rows = [(of.dom_path, of.text_nodes, of.chars_count_in_links) for of in paragraphs]
    thresholds = _thresholds(
        length_low, length_high, stopwords_low, stopwords_high, max_link_density, no_headings
    )
    classes = _native.justext_classify(rows, _native_stoplist(stoplist), **thresholds)
    for paragraph, (cf_class, heading) in zip(paragraphs, classes, strict=True):
        paragraph.cf_class, paragraph.heading = cf_class, heading


def revise_paragraph_classification(
    paragraphs: Sequence[Paragraph], max_heading_distance: float = MAX_HEADING_DISTANCE_DEFAULT
) -> None:
    """Sets the final class of each paragraph by its context-free class and its neighbours."""
    rows = [(of.cf_class, of.heading, of.text) for of in paragraphs]
    distance = _whole(max_heading_distance, math.floor)
    classes = _native.justext_revise(rows, max_heading_distance=distance)
    for paragraph, class_type in zip(paragraphs, classes, strict=True):
        paragraph.class_type = class_type


def get_prev_neighbour(i: int, paragraphs: Sequence[Paragraph], ignore_neargood: bool) -> str:
    """Returns the class of the nearest paragraph before ``i`` that decides, else ``bad``.

    Good and bad ones decide, and near-good ones unless they are to be ignored.
    """
    return _nearest((paragraphs[at] for at in range(i - 1, -1, -1)), ignore_neargood)


def get_next_neighbour(i: int, paragraphs: Sequence[Paragraph], ignore_neargood: bool) -> str:
    """Returns the class of the nearest paragraph after ``i`` that decides, else ``bad``."""
    return _nearest((paragraphs[at] for at in range(i + 1, len(paragraphs))), ignore_neargood)


def _nearest(paragraphs: Iterable[Paragraph], ignore_neargood: bool) -> str:
    deciding = {"good", "bad"} if ignore_neargood else {"good", "bad", "neargood"}
    classes = (paragraph.class_type for paragraph in paragraphs)
    return next((found for found in classes if found in deciding), "bad")


def justext(
    html_text: str | bytes,
    stoplist: Iterable[str],
    length_low: float = LENGTH_LOW_DEFAULT,
    length_high: float = LENGTH_HIGH_DEFAULT,
    stopwords_low: float = STOPWORDS_LOW_DEFAULT,
    stopwords_high: float = STOPWORDS_HIGH_DEFAULT,
    max_link_density: float = MAX_LINK_DENSITY_DEFAULT,
    max_heading_distance: float = MAX_HEADING_DISTANCE_DEFAULT,
    no_headings: bool = NO_HEADINGS_DEFAULT,
    encoding: str | None = None,
    default_encoding: str = DEFAULT_ENCODING,
    enc_errors: str = DEFAULT_ENC_ERRORS,
    preprocessor: Callable[[Any], Any] = preprocessor,
) -> list[Paragraph]:
    """Returns the classified paragraphs of a page."""
    thresholds = _thresholds(
        length_low, length_high, stopwords_low, stopwords_high, max_link_density, no_headings
    )
    thresholds["max_heading_distance"] = _whole(max_heading_distance, math.floor)
    if preprocessor is not _PREPROCESSOR:
        dom = preprocessor(html_to_dom(html_text, default_encoding, encoding, enc_errors))
        paragraphs = ParagraphMaker.make_paragraphs(dom)
        distance = thresholds.pop("max_heading_distance")
        classify_paragraphs(paragraphs, stoplist, **thresholds)
        revise_paragraph_classification(paragraphs, distance)
        return paragraphs
    html = decode_html(html_text, default_encoding, encoding, enc_errors)
    rows = _native.justext_paragraphs(html, _native_stoplist(stoplist), **thresholds)
    return [_paragraph(row) for row in rows]


_PREPROCESSOR = preprocessor


def _paragraph(row: _native.JustextRow) -> Paragraph:
    paragraph = Paragraph.__new__(Paragraph)
    (
        paragraph.dom_path,
        paragraph.xpath,
        paragraph.text_nodes,
        paragraph.chars_count_in_links,
        paragraph.tags_count,
        paragraph.cf_class,
        paragraph.heading,
        paragraph.class_type,
    ) = row
    return paragraph


_LARGEST = 2**62


def _thresholds(
    length_low: float,
    length_high: float,
    stopwords_low: float,
    stopwords_high: float,
    max_link_density: float,
    no_headings: bool,
) -> dict[str, Any]:
    return {
        "length_low": _whole(length_low, math.ceil),
        "length_high": _whole(length_high, math.floor),
        "stopwords_low": _finite(stopwords_low),
        "stopwords_high": _finite(stopwords_high),
        "max_link_density": _finite(max_link_density),
        "no_headings": bool(no_headings),
    }


def _whole(limit: float, rounded: Callable[[float], int]) -> int:
    """Returns the whole number that separates the same whole numbers as ``limit`` does."""
    return rounded(max(-_LARGEST, min(limit, _LARGEST)))


def _finite(limit: float) -> float:
    """Returns a number that JSON can hold. Densities are far below it."""
    return max(-1e300, min(limit, 1e300))
