"""The main content of a page."""

from __future__ import annotations

import logging
import re
from configparser import ConfigParser
from typing import Any

import tamis
from tamis import _native
from tamis._extract import extract_changed
from tamis._options import Options
from tamis.compat import _input
from tamis.compat.trafilatura import _formats
from tamis.compat.trafilatura._document import Document, clean_text
from tamis.compat.trafilatura._language import is_language
from tamis.compat.trafilatura._page import elements, has_comments, has_tag, is_forum
from tamis.compat.trafilatura.deduplication import content_fingerprint, is_duplicate
from tamis.compat.trafilatura.metadata import document_of
from tamis.compat.trafilatura.settings import (
    DEFAULT_CONFIG,
    Extractor,
    added_to_clean,
    check_deprecated,
    use_config,
)
from tamis.compat.trafilatura.utils import handle_compressed_file
from tamis.compat.trafilatura.xml import xmltotxt

__all__ = ["Extractor", "bare_extraction", "extract", "extract_with_metadata"]

_LOGGER = logging.getLogger(__name__)

# Readers' comments, where they are not wanted. Without this, a short page could be them alone.
# Words such as `commentary` and `commenting` are no such mark.
_COMMENT_WORDS = (
    *("comments", "comments-area", "comments-list", "comments-section", "comment-list"),
    *("commentlist", "article-comments", "post-comments", "dsq-comments", "disqus_thread"),
)
_COMMENTS = [
    ", ".join(f"{tag}{sign}{word}" for word in _COMMENT_WORDS for sign in "#.")
    for tag in ("div", "section", "details", "ol", "ul")
]

# The elements that `deduplicate` drops.
_PARAGRAPHS = ("p", "li", "blockquote", "dd", "dt", "pre", "h1", "h2", "h3", "h4", "h5", "h6")


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
    settings = options or Extractor(
        output_format=output_format,
        fast=fast or no_fallback,
        precision=favor_precision,
        recall=favor_recall,
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
        config=use_config(settingsfile) if settingsfile else config,
    )
    document = _written(filecontent, settings, prune_xpath, record_id)
    return None if document is None else document.text


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
    settings = options or Extractor(
        output_format=output_format,
        fast=fast,
        precision=favor_precision,
        recall=favor_recall,
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
        config=use_config(settingsfile) if settingsfile else config,
    )
    return _written(filecontent, settings, prune_xpath, record_id)


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
    settings = options or Extractor(
        output_format=output_format,
        fast=fast or no_fallback,
        precision=favor_precision,
        recall=favor_recall,
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
    extracted = _extracted(filecontent, settings, prune_xpath)
    if extracted is None:
        return None
    document, found = extracted
    document.body, document.commentsbody = _formats.trees(found, settings)
    if settings.format == "python":
        marks = bool(settings.formatting)
        document.text = document.raw_text = xmltotxt(document.body, marks)
        document.comments = xmltotxt(document.commentsbody, marks) if settings.comments else None
    return document.as_dict() if as_dict else document


def _written(
    filecontent: Any,
    settings: Extractor,
    prune_xpath: str | list[str] | None,
    record_id: str | None,
) -> Document | None:
    """Returns a document with its content in the format of the settings as ``text``."""
    if settings.format == "python":
        raise ValueError("The format python is for bare_extraction() alone.")
    extracted = _extracted(filecontent, settings, prune_xpath)
    if extracted is None:
        return None
    document, found = extracted
    document.id = clean_text(record_id) if isinstance(record_id, str) else record_id
    if settings.format not in ("markdown", "txt") or settings.with_metadata:
        document.fingerprint = content_fingerprint(f"{document.title} {document.raw_text}")
    document.body, document.commentsbody = _formats.trees(found, settings)
    document.text = _formats.written(document, found, settings)
    return document


class _UnwantedError(Exception):
    """A page is not wanted."""


def _extracted(
    filecontent: Any, settings: Extractor, prune_xpath: str | list[str] | None
) -> tuple[Document, tamis.Extraction] | None:
    """Returns the content of a page, or ``None`` if it is not wanted, with a line in the log."""
    try:
        return _wanted(_unpacked(_input.page(filecontent)), settings, prune_xpath)
    except (TypeError, _UnwantedError) as error:
        _LOGGER.warning("The page %s is dropped: %s", settings.url or "", error)
        return None


def _unpacked(page: str | bytes) -> str | bytes:
    return handle_compressed_file(page) if isinstance(page, bytes) else page


def _wanted(
    page: str | bytes, settings: Extractor, prune_xpath: str | list[str] | None
) -> tuple[Document, tamis.Extraction]:
    if not has_tag(page):
        raise _UnwantedError("the page has no HTML")
    if len(page) > settings.max_file_size:
        raise _UnwantedError("the page is too large")
    if settings.max_tree_size is not None and elements(page) > settings.max_tree_size:
        raise _UnwantedError("the page has too many elements")
    paths = [prune_xpath] if isinstance(prune_xpath, str) else list(prune_xpath or ())
    found = _found(page, settings, paths)
    if settings.dedup and (seen := _seen(found, settings)):
        found = _found(page, settings, [*paths, *seen])
    document = Document()
    if settings.with_metadata:
        document = document_of(
            page, found.metadata, settings.url, settings.author_blacklist, settings.date_params
        )
        if document.url in settings.url_blacklist:
            raise _UnwantedError("its address is on the list")
        if settings.only_with_metadata and not (document.date and document.title and document.url):
            raise _UnwantedError("date, title or address is missing")
    if _is_short(found, settings):
        raise _UnwantedError("text and comments are too short")
    document.language = found.language
    if settings.lang and not is_language(found.text, settings.lang, found.language):
        raise _UnwantedError(f"its text is not in the language {settings.lang}")
    if settings.dedup and is_duplicate(found.text, settings):
        raise _UnwantedError("its text was seen before")
    document.raw_text = found.text
    return document, found


def _seen(found: tamis.Extraction, settings: Extractor) -> list[str]:
    """Returns XPaths of the paragraphs that were seen too often. Counts all that are kept."""
    # White space as XPath knows it.
    texts = (re.sub("[ \t\r\n]+", " ", of.text).strip() for of in found.paragraphs if of.kept)
    kept = dict.fromkeys(texts)
    parts = [f"normalize-space()={_literal(of)}" for of in kept if is_duplicate(of, settings)]
    return [f"//{tag}[{' or '.join(parts)}]" for tag in _PARAGRAPHS] if parts else []


def _literal(text: str) -> str:
    """Returns a text as XPath writes it. No quotation mark can be escaped there."""
    if '"' not in text:
        return f'"{text}"'
    return "concat({})".format(", '\"', ".join(f'"{part}"' for part in text.split('"')))


def _found(page: str | bytes, settings: Extractor, paths: list[str]) -> tamis.Extraction:
    """Returns the content of a page.

    If it is shorter than ``MIN_EXTRACTED_SIZE``, the page is read again with more of its text. For
    example a page of two short sentences has no paragraph that looks like content.
    """
    dropped = [*([] if settings.tables else ["table"]), *added_to_clean()]
    if not settings.comments and has_comments(page) and not is_forum(page):
        dropped += _COMMENTS
    options: Options = {
        "favor": settings.focus,
        "fast": settings.fast,
        "comments": settings.comments,
        "title": "keep",
    }

    def extracted(options: Options) -> tamis.Extraction:
        if paths or dropped:
            changes: _native.Changes = {"selectors": dropped, "paths": paths}
            return extract_changed(page, changes, url=settings.url, **options)
        return tamis.extract(page, url=settings.url, **options)

    found = extracted(options)
    if len(found.text) < settings.min_extracted_size and settings.focus == "balanced":
        wider = extracted({**options, "favor": "recall"})
        if len(wider.text) > len(found.text):
            return wider
    return found


def _is_short(found: tamis.Extraction, settings: Extractor) -> bool:
    comments = len(found.comments or "")
    return len(found.text) < settings.min_output_size and comments < settings.min_output_comm_size
