"""Single pages, and many."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Literal, overload

from tamis import _native
from tamis._errors import ConfigError
from tamis._native import Drawn, Extraction, Extractions
from tamis._options import Options, number, prepare
from tamis._typing import Self, Unpack

Html = str | bytes | bytearray | memoryview
"""A page: decoded, or bytes in any encoding."""

_local = threading.local()


class Extractor(_native.Extractor):
    """Extracts from one page after another, and keeps its buffers.

    Use one for each thread: two calls at the same time wait for each other. The keywords are those
    of :class:`Options`.

    >>> extractor = Extractor(strategy="justext", language="English")
    >>> extractor.extract("<p>Too short.").text
    ''

    Raises :class:`ConfigError` if a keyword is unknown or its value is not valid.
    """

    def __new__(cls, **options: Unpack[Options]) -> Self:
        return super().__new__(cls, **prepare(options))


def extract(
    html: Html | Drawn,
    *,
    url: str | None = None,
    charset: str | None = None,
    **options: Unpack[Options],
) -> Extraction:
    """Extracts the main content of a page: of HTML, or of what :meth:`Browser.draw` returns.

    ``url`` is the address of the page, against which its links are resolved. ``charset`` is that of
    the HTTP response; without it, bytes are decoded as the page and its bytes say. The other
    keywords are those of :class:`Options`.

    Never fails because of the page: any bytes give an extraction, whose text may be empty.

    >>> extract("<p>Bread rises.", strategy="density").outcome
    'found'
    """
    return _extractor(options).extract(html, url=url, charset=charset)


def extract_many(
    pages: Iterable[Html | tuple[Html, str | None]],
    *,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Unpack[Options],
) -> Extractions:
    """Extracts from many pages with several threads, in the order of the pages.

    A page is HTML alone, or a pair of HTML and address. ``threads`` is the number of threads, by
    default one for each core; they work while Python does other things. ``progress`` is called with
    the number of finished pages. Reads no further ahead than four pages for each thread.

    >>> [extraction.title for extraction in extract_many(["<title>One", "<title>Two"])]
    ['One', 'Two']
    """
    extractor = Extractor(**options)
    threads = number("threads", threads)
    return extractor.extract_many(pages, threads=threads, progress=progress)


@overload
def explain(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    format: Literal["values"] = "values",
    **options: Unpack[Options],
) -> dict[str, Any]: ...
@overload
def explain(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    format: Literal["html"],
    **options: Unpack[Options],
) -> str: ...
def explain(
    html: Html,
    *,
    url: str | None = None,
    charset: str | None = None,
    format: Literal["values", "html"] = "values",
    **options: Unpack[Options],
) -> dict[str, Any] | str:
    """Says why each paragraph of a page is kept or dropped.

    With the format ``values``, returns dictionaries: the answer of each engine, how far they agree,
    and the paragraphs with each engine's decision and the features that made the model decide. With
    ``html``, returns a page for the browser that shows the same. The other keywords are those of
    :func:`extract`.

    >>> reasons = explain("<nav>Home</nav><p>Bread rises slowly.", strategy="density")
    >>> [(paragraph["text"], paragraph["kept"]) for paragraph in reasons["paragraphs"]]
    [('Home', False), ('Bread rises slowly.', True)]

    Raises :class:`ConfigError` if a value is not valid.
    """
    if format not in ("values", "html"):
        raise ConfigError(f"`format`: expected values or html, not {format!r}")
    extraction = extract(html, url=url, charset=charset, **options)
    return extraction.explain_html() if format == "html" else extraction.explain()


def extract_changed(
    html: Html, changes: _native.Changes, *, url: str | None = None, **options: Unpack[Options]
) -> Extraction:
    """Extracts the main content of a page after changes, from one parse."""
    return _extractor(options)._extract_changed(html, changes=changes, url=url)


def _extractor(options: Options) -> Extractor:
    """Returns the last extractor of this thread, if it has these options."""
    known: tuple[Any, Extractor] | None = getattr(_local, "extractor", None)
    if known is not None and known[0] == options:
        return known[1]
    extractor = Extractor(**options)
    _local.extractor = (dict(options), extractor)
    return extractor


def extract_again(page: tuple[Html, str | None, str | None], options: dict[str, Any]) -> Extraction:
    """Extracts from the page of a pickled extraction. The options are prepared."""
    html, url, charset = page
    known: tuple[Any, _native.Extractor] | None = getattr(_local, "again", None)
    if known is None or known[0] != options:
        known = (options, _native.Extractor(**options))
        _local.again = known
    return known[1].extract(html, url=url, charset=charset)
