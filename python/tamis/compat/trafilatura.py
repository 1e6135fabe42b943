r"""trafilatura's functions, with the names and signatures of trafilatura 2.3.1.

>>> from tamis.compat.trafilatura import extract
>>> page = "<html><nav>Home</nav><p>" + "Bread, they say, rises slowly. " * 20 + "</p></html>"
>>> extract(page)[:30]
'Bread, they say, rises slowly.'
>>> extract(page, output_format="xml", include_comments=False)[:27]
'<doc>\n  <main>\n    <p>Bread'

Differences:

- The text is what ``tamis.extract`` finds, with the title if the content shows it. ``fast`` runs
  the blend without Readability; ``favor_precision`` and ``favor_recall`` are its measures.
- ``baseline`` is the fast blend that favours recall, and all visible text if that finds little.
- Tables are lines with tabs in text, and Markdown in Markdown. ``include_formatting``,
  ``include_links`` or ``include_images`` make Markdown of a text, also of those in CSV and JSON.
  JSON has no formatting, as in the reference.
- HTML has readers' comments below the content.
- Texts in the header of Markdown are always in quotation marks; lists are those of YAML.
- Trees are those of Python's ``xml.etree``: ``Document.body``, ``Document.commentsbody`` and the
  element that ``baseline`` returns.
- ``fingerprint`` is always ``None``, and the header of TEI has no day of download.
- ``Document.language`` is the declared or detected language. ``target_language`` drops pages in
  another one; pages whose language is not known stay.
- ``prune_xpath`` takes XPath 1.0 without the extensions of libxml2, such as ``re:test``. One that
  is not valid raises ``ValueError``.
- ``html2txt`` never gives scripts and styles. Its ``clean`` drops what the reference drops.
- Bytes that are compressed are not unpacked. ``MAX_FILE_SIZE`` is the largest page.
- ``deduplicate``, ``tei_validation``, and other values of ``MIN_EXTRACTED_SIZE`` and
  ``MAX_TREE_SIZE`` in settings raise ``NotImplementedError``.
- ``options`` is an object with the attributes of ``trafilatura.settings.Extractor``.
- Functions that fetch, ``load_html``, and those on trees of lxml are missing.
"""

from __future__ import annotations

import logging
import re
from configparser import ConfigParser
from typing import Any, Literal
from xml.etree.ElementTree import Element, SubElement

import tamis
from tamis import _native
from tamis._extract import extract_changed
from tamis._options import Options
from tamis.compat import _formats, _input
from tamis.compat._document import Document, document_of
from tamis.compat._settings import DEFAULT_CONFIG, Settings, check_deprecated, read_config

__all__ = [
    "Document",
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "html2txt",
]

_LOGGER = logging.getLogger(__name__)
_TAG = (re.compile(r"<[!?/]?[A-Za-z]"), re.compile(rb"<[!?/]?[A-Za-z]"))

# What `html2txt` drops: the elements beside the content, and those that ask for consent. Source:
# trafilatura 2.3.1, `settings.py`, `BASIC_CLEAN_XPATH`.
_GAPS = ("", "-", "_")
_CONSENT = (
    *(
        f"cookie{gap}{word}"
        for gap in _GAPS
        for word in ("banner", "bar", "consent", "law", "notice", "policy", "description")
    ),
    *(f"consent{gap}{word}" for gap in _GAPS for word in ("banner", "manager", "sdk")),
    *(f"notice{first}{second}cookie" for first in _GAPS for second in _GAPS),
    *(f"moove{gap}gdpr" for gap in _GAPS),
    *("borlabs", "cookiebot", "cmplz", "onetrust"),
)
_BESIDE = [
    "aside, footer, fencedframe, svg, div[class*=footer], div[id*=footer]",
    ", ".join(f"[{name}*='{word}' i]" for name in ("class", "id") for word in _CONSENT),
]

# A text that is not longer than this does not count as content in `baseline`.
_LITTLE_TEXT = 100


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser = DEFAULT_CONFIG,
    options: Any = None,
) -> str | None:
    """Returns the main content of a page in an output format, or ``None`` if there is none."""
    check_deprecated(no_fallback, False, max_tree_size)
    settings = (
        Settings.of_options(options)
        if options
        else Settings(
            format=output_format,
            fast=fast or no_fallback,
            focus=_focus(favor_precision, favor_recall),
            comments=include_comments,
            formatting=include_formatting,
            links=include_links,
            images=include_images,
            tables=include_tables,
            dedup=deduplicate,
            lang=target_language,
            url=url,
            with_metadata=with_metadata,
            only_with_metadata=only_with_metadata,
            tei_validation=tei_validation,
            author_blacklist=author_blacklist,
            url_blacklist=url_blacklist,
            date_params=date_extraction_params,
            config=read_config(settingsfile, config),
        )
    )
    extracted = _written(filecontent, settings, prune_xpath, record_id)
    return None if extracted is None else extracted[0].text


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser = DEFAULT_CONFIG,
    options: Any = None,
) -> Document | None:
    """Returns the metadata of a page, with its content in an output format as ``text``."""
    settings = (
        Settings.of_options(options)
        if options
        else Settings(
            format=output_format,
            fast=fast,
            focus=_focus(favor_precision, favor_recall),
            comments=include_comments,
            formatting=include_formatting,
            links=include_links,
            images=include_images,
            tables=include_tables,
            dedup=deduplicate,
            lang=target_language,
            url=url,
            with_metadata=True,
            tei_validation=tei_validation,
            author_blacklist=author_blacklist,
            url_blacklist=url_blacklist,
            date_params=date_extraction_params,
            config=read_config(settingsfile, config),
        )
    )
    extracted = _written(filecontent, settings, prune_xpath, record_id)
    return None if extracted is None else _with_trees(*extracted, settings)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser = DEFAULT_CONFIG,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """Returns the main content of a page as an object, or ``None`` if there is none.

    With another format than ``python`` it has no ``text`` and no ``comments`` yet.
    """
    check_deprecated(no_fallback, as_dict, max_tree_size)
    settings = (
        Settings.of_options(options)
        if options
        else Settings(
            format=output_format,
            fast=fast or no_fallback,
            focus=_focus(favor_precision, favor_recall),
            comments=include_comments,
            formatting=include_formatting,
            links=include_links,
            images=include_images,
            tables=include_tables,
            dedup=deduplicate,
            lang=target_language,
            url=url,
            with_metadata=with_metadata,
            only_with_metadata=only_with_metadata,
            author_blacklist=author_blacklist,
            url_blacklist=url_blacklist,
            date_params=date_extraction_params,
            config=config,
        )
    )
    extracted = _extracted(filecontent, settings, prune_xpath)
    if extracted is None:
        return None
    document, found = extracted
    if settings.format == "python":
        document.text = document.raw_text = _formats.text(found, settings)
        document.comments = _formats.comments(found, settings) if settings.comments else None
    document = _with_trees(document, found, settings)
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """Returns the metadata of a page, without its content."""
    page = _input.page(filecontent)
    if not _has_tag(page):
        return Document()
    facts = _native.metadata(page, url=default_url)
    dates = date_config or {"original_date": True, "extensive_search": extensive}
    document = document_of(page, facts, default_url, author_blacklist or (), dates)
    document.language = facts["page_language"]
    return document


def html2txt(content: Any, clean: bool = True) -> str:
    """Returns all visible text of a page on one line.

    If ``clean`` is true, what is beside the content is left out, such as banners and footers.
    """
    page = _input.page(content)
    if not _has_tag(page):
        return ""
    text = _native.whole_text(page, changes={"selectors": _BESIDE} if clean else None)
    return " ".join(text.split())


def baseline(filecontent: Any) -> tuple[Element, str, int]:
    """Returns the text of a page as an element with paragraphs, as text, and its length.

    Gives rather too much text than too little.
    """
    page = _input.page(filecontent)
    body = Element("body")
    if not _has_tag(page):
        return body, "", 0
    text = tamis.extract(page, favor="recall", fast=True).text
    if len(text) <= _LITTLE_TEXT:
        text = _native.whole_text(page, changes={"selectors": _BESIDE})
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    for paragraph in filter(None, paragraphs):
        SubElement(body, "p").text = paragraph
    text = "\n".join(filter(None, paragraphs))
    return body, text, len(text)


def _focus(precision: bool, recall: bool) -> Literal["balanced", "precision", "recall"]:
    """Returns the measure to favour. Recall wins, as in the reference."""
    return "recall" if recall else "precision" if precision else "balanced"


def _has_tag(page: str | bytes) -> bool:
    """Returns true if there is any sign of HTML."""
    text, data = _TAG
    return bool(text.search(page) if isinstance(page, str) else data.search(page))


def _with_trees(document: Document, found: tamis.Extraction, settings: Settings) -> Document:
    document.body, document.commentsbody = _formats.trees(found, settings)
    return document


def _written(
    filecontent: Any, settings: Settings, prune_xpath: str | list[str] | None, record_id: str | None
) -> tuple[Document, tamis.Extraction] | None:
    """Returns a document with its content in the format of the settings as ``text``."""
    if settings.format == "python":
        raise ValueError("The format python is for bare_extraction() alone.")
    extracted = _extracted(filecontent, settings, prune_xpath)
    if extracted is None:
        return None
    document, found = extracted
    document.id = record_id
    document.text = _formats.written(document, found, settings)
    return document, found


class _UnwantedError(Exception):
    """A page is not wanted."""


def _extracted(
    filecontent: Any, settings: Settings, prune_xpath: str | list[str] | None
) -> tuple[Document, tamis.Extraction] | None:
    """Returns the content of a page, or ``None`` if it is not wanted, with a line in the log."""
    try:
        return _wanted(_input.page(filecontent), settings, prune_xpath)
    except (TypeError, _UnwantedError) as error:
        _LOGGER.warning("The page %s is dropped: %s", settings.url or "", error)
        return None


def _wanted(
    page: str | bytes, settings: Settings, prune_xpath: str | list[str] | None
) -> tuple[Document, tamis.Extraction]:
    if not _has_tag(page):
        raise _UnwantedError("the page has no HTML")
    if len(page) > settings.number("MAX_FILE_SIZE"):
        raise _UnwantedError("the page is too large")
    found = _found(page, settings, prune_xpath)
    document = Document()
    if settings.with_metadata:
        document = document_of(
            page, found.metadata, settings.url, settings.author_blacklist or (), settings.dates()
        )
        if document.url in (settings.url_blacklist or ()):
            raise _UnwantedError("its address is on the list")
        if settings.only_with_metadata and not (document.date and document.title and document.url):
            raise _UnwantedError("date, title or address is missing")
    if _is_short(found, settings):
        raise _UnwantedError("text and comments are too short")
    document.language = found.language
    if settings.lang and found.language and _primary(found.language) != _primary(settings.lang):
        raise _UnwantedError(f"its language is {found.language}")
    document.raw_text = found.text
    return document, found


def _found(
    page: str | bytes, settings: Settings, prune_xpath: str | list[str] | None
) -> tamis.Extraction:
    paths = [prune_xpath] if isinstance(prune_xpath, str) else list(prune_xpath or ())
    tables = [] if settings.tables else ["table"]
    options: Options = {
        "favor": settings.focus,
        "fast": settings.fast,
        "comments": settings.comments,
        "title": "keep",
    }
    if paths or tables:
        changes: _native.Changes = {"selectors": tables, "paths": paths}
        return extract_changed(page, changes, url=settings.url, **options)
    return tamis.extract(page, url=settings.url, **options)


def _is_short(found: tamis.Extraction, settings: Settings) -> bool:
    comments = len(found.comments or "")
    is_short = len(found.text) < settings.number("MIN_OUTPUT_SIZE")
    return is_short and comments < settings.number("MIN_OUTPUT_COMM_SIZE")


def _primary(language: str) -> str:
    return language.replace("_", "-").split("-")[0].lower()
