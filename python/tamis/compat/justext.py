"""jusText's functions and classes, with the names and signatures of jusText 3.0.2.

>>> from tamis.compat import justext
>>> page = "<p>" + "The sea was as calm as it had been in all of the days before. " * 4
>>> for paragraph in justext.justext(page, justext.get_stoplist("English")):
...     print(paragraph.class_type, paragraph.dom_path, paragraph.words_count)
good html.body.p 60

On the same tree, every field of every paragraph is the reference's. Differences:

- Pages are parsed by the HTML standard; the reference uses libxml2. So some paragraphs begin
  elsewhere, paths always start at ``html``, also for a part of a page such as ``<p>Text``, and
  neither an empty page nor one with characters that XML lacks is an error. The texts of the good
  paragraphs are the reference's on 1,469 of the 1,497 pages of wcxb-dev.
- Contents of ``template`` are no text. ``<iframe/>`` in a ``noscript`` ends at once, as browsers
  with scripts show the page.
- The functions on lxml's trees are missing: ``html_to_dom`` and ``ParagraphMaker``. A
  ``preprocessor`` of your own raises ``NotImplementedError``.
- A stoplist can be any iterable of words; the reference wants one that has a hash.
- Letters have the case of the Unicode version that the package was built with.
- Very large pages are cut, see the limits of :class:`tamis.Options`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from tamis import _native

__all__ = [
    "JustextError",
    "JustextInvalidOptions",
    "Paragraph",
    "PathInfo",
    "classify_paragraphs",
    "decode_html",
    "define_stoplist",
    "get_next_neighbour",
    "get_prev_neighbour",
    "get_stoplist",
    "get_stoplists",
    "is_blank",
    "justext",
    "normalize_whitespace",
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

_WHITE_SPACE = re.compile(r"\s+")
_HEADING = re.compile(r"\bh\d\b")
_DECLARED_CHARSET = re.compile(rb"""<meta[^>]+charset=["']?([^'"/>\s]+)""", re.IGNORECASE)


class JustextError(Exception):
    """Base class of jusText's exceptions."""


class JustextInvalidOptions(JustextError):  # noqa: N818, the reference's name
    """An option is not valid. Nothing in this module raises it."""


class PathInfo:
    """The path to an element, as jusText writes it.

    >>> path = PathInfo().append("body").append("p").pop().append("p")
    >>> path.dom, path.xpath
    ('body.p', '/body[1]/p[2]')
    """

    def __init__(self) -> None:
        self._steps: list[tuple[str, int, dict[str, int]]] = []

    @property
    def dom(self) -> str:
        """The names, separated by dots."""
        return ".".join(name for name, _, _ in self._steps)

    @property
    def xpath(self) -> str:
        """The names with their positions among siblings of the same name."""
        return "/" + "/".join(f"{name}[{order}]" for name, order, _ in self._steps)

    def append(self, tag_name: str) -> PathInfo:
        """Enters the next child of this name."""
        seen = self._steps[-1][2] if self._steps else {}
        seen[tag_name] = seen.get(tag_name, 0) + 1
        self._steps.append((tag_name, seen[tag_name], {}))
        return self

    def pop(self) -> PathInfo:
        """Returns to the parent."""
        self._steps.pop()
        return self


class Paragraph:
    """A block of text, its position, its counts and its classes.

    >>> paragraph = Paragraph(PathInfo().append("body").append("h2"))
    >>> paragraph.append_text("The  sea")
    'The sea'
    >>> paragraph.text, paragraph.is_heading, paragraph.stopwords_density({"the"})
    ('The sea', True, 0.5)
    """

    dom_path: str
    """The names of the elements around its beginning, such as ``html.body.div.p``."""
    xpath: str
    """The same with positions, such as ``/html[1]/body[1]/div[2]/p[1]``."""
    text_nodes: list[str]
    """The runs of text between inline tags, with white space collapsed."""
    chars_count_in_links: int
    """The characters of the runs that are in links."""
    tags_count: int
    """The inline tags."""
    class_type: str
    """``good``, ``bad``, or before the last step ``neargood`` or ``short``. At first empty."""
    cf_class: str
    """The context-free class, once it is set."""
    heading: bool
    """True if it counts as a heading, once it is set."""

    def __init__(self, path: PathInfo) -> None:
        self.dom_path = path.dom
        self.xpath = path.xpath
        self.text_nodes = []
        self.chars_count_in_links = 0
        self.tags_count = 0
        self.class_type = ""

    @property
    def is_heading(self) -> bool:
        """True if it is in a heading."""
        return bool(_HEADING.search(self.dom_path))

    @property
    def is_boilerplate(self) -> bool:
        """True unless its class is good."""
        return self.class_type != "good"

    @property
    def text(self) -> str:
        """The text, with white space collapsed and trimmed."""
        return normalize_whitespace("".join(self.text_nodes).strip())

    def __len__(self) -> int:
        """Returns the number of characters of the text."""
        return len(self.text)

    def __repr__(self) -> str:
        """Returns the class and the text."""
        return f"<Paragraph {self.class_type or 'unclassified'} {self.text!r}>"

    @property
    def words_count(self) -> int:
        """The number of words."""
        return len(self.text.split())

    def contains_text(self) -> bool:
        """Returns true if it has any run of text."""
        return bool(self.text_nodes)

    def append_text(self, text: str) -> str:
        """Adds a run of text, and returns it with white space collapsed."""
        text = normalize_whitespace(text)
        self.text_nodes.append(text)
        return text

    def stopwords_count(self, stopwords: Iterable[str]) -> int:
        """Returns the number of words that are in the list, which is in lower case."""
        words = stopwords if isinstance(stopwords, (set, frozenset)) else frozenset(stopwords)
        return sum(word.lower() in words for word in self.text.split())

    def stopwords_density(self, stopwords: Iterable[str]) -> float:
        """Returns the fraction of the words that are in the list."""
        words = self.words_count
        return self.stopwords_count(stopwords) / words if words else 0

    def links_density(self) -> float:
        """Returns the fraction of the characters that are in links."""
        length = len(self.text)
        return self.chars_count_in_links / length if length else 0


def normalize_whitespace(text: str) -> str:
    r"""Makes each run of white space a line feed if it breaks a line, else a space.

    >>> normalize_whitespace("a \t b \r\n c")
    'a b\nc'
    """
    return _WHITE_SPACE.sub(_one_space, text)


def _one_space(match: re.Match[str]) -> str:
    run = match.group()
    return "\n" if "\n" in run or "\r" in run else " "


def is_blank(string: str | None) -> bool:
    """Returns true if there is nothing but white space."""
    return not string or string.isspace()


def get_stoplists() -> frozenset[str]:
    """Returns the names of the built-in stoplists.

    >>> len(get_stoplists())
    100
    """
    return frozenset(_native.Stoplist.names())


def get_stoplist(language: str) -> frozenset[str]:
    """Returns the built-in stoplist of a language as a set of words.

    >>> "the" in get_stoplist("English")
    True

    Raises ``ValueError`` if there is none.
    """
    return _stoplist(language)


@lru_cache(maxsize=128)
def _stoplist(language: str) -> frozenset[str]:
    found = _native.Stoplist.named(language)
    if found is None:
        raise ValueError(
            f"There is no stoplist for the language {language!r}; "
            "get_stoplists() returns the languages that have one."
        )
    return frozenset(found.words())


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


def preprocessor(dom: Any) -> Any:
    """Stands for jusText's own cleaner, the only one that there is.

    It is built in. Calling it raises ``NotImplementedError``, because there is no lxml tree.
    """
    raise NotImplementedError("The cleaner is built in; it cannot be applied to a tree of lxml.")


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
    if preprocessor is not _PREPROCESSOR:
        raise NotImplementedError(
            "A preprocessor of your own changes lxml's tree, which is not made here."
        )
    thresholds = _thresholds(
        length_low, length_high, stopwords_low, stopwords_high, max_link_density, no_headings
    )
    thresholds["max_heading_distance"] = _whole(max_heading_distance, math.floor)
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
