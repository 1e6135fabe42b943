"""The article of a page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, Literal
from urllib.parse import urljoin

import tamis
from tamis import _native
from tamis._extract import extract_changed
from tamis.compat import _input, _tree

__all__ = ["Document", "Unparseable"]

_MIN_TEXT_LENGTH = 25
# Values of attributes are in quotation marks, and those in them are escaped.
_TAG = re.compile(r'<\w+(?: [\w:-]+="[^"]*")+')
_LINK = re.compile(r' (?:href|src|poster)="([^"]*)"')
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_IMAGES_ALONE = "//div[.//img and not(normalize-space())]"
_ENTITIES = str.maketrans("\u2014\u2013\xa0\xab\xbb", '-- ""')


class Unparseable(ValueError):  # noqa: N818, the reference's name
    """A link is no address and ``handle_failures`` is None. Every page can be parsed."""


class Document:
    """A page, and the article in it."""

    input: Any
    """The page as it was given."""
    encoding: str | None
    """The encoding of a page of bytes, once a method was called; ``utf-8`` for a tree."""
    url: str | None
    """The address of the page."""

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = _MIN_TEXT_LENGTH,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: Literal["discard", "ignore"] | None = "discard",
    ) -> None:
        for name, keywords in (
            ("positive_keywords", positive_keywords),
            ("negative_keywords", negative_keywords),
        ):
            if keywords:
                raise NotImplementedError(f"{name}: the engine has words of its own.")
        if min_text_length != _MIN_TEXT_LENGTH:
            raise NotImplementedError("min_text_length: the engine's own threshold, 25, is fixed.")
        if xpath:
            raise NotImplementedError("xpath: the elements of the summary do not name their place.")
        if handle_failures not in ("discard", "ignore", None):
            raise ValueError(f"handle_failures is 'discard', 'ignore' or None: {handle_failures!r}")
        self.input = input
        self.encoding = "utf-8" if _input.is_tree(input) else None
        self.url = url
        self.retry_length = retry_length
        self.handle_failures = handle_failures
        self._page = _input.page(input)
        self._known: dict[str, Any] | None = None
        self._title: str | None = None
        self._articles: dict[bool, tamis.Extraction] = {}

    @property
    def html(self) -> str:
        """The page as HTML, as it was parsed."""
        return _native.rewrite(self._page)

    def title(self) -> str:
        """Returns the whole title of the page, or ``[no-title]``."""
        return self._title_element() or "[no-title]"

    def short_title(self) -> str:
        """Returns the title without the name of the site, or an empty text."""
        whole = self._title_element()
        title = self._facts().get("title")
        stated = _normalized(title["value"]) if title and whole else ""
        return stated if stated != whole else _without_site(whole)

    def author(self) -> str:
        """Returns the author that the page states in its head, or ``[no-author]``."""
        stated = self._first("author", "meta author")
        return stated or "[no-author]"

    def content(self) -> str:
        """Returns the body of the page as HTML that is safe to show."""
        body = _native.whole_html(self._page, url=self.url, fragment=True)
        return f"<body>{self._with_failures(body)}</body>"

    def get_clean_html(self) -> str:
        """Returns the same as :meth:`content`. A subclass can replace it."""
        return self.content()

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """Returns the article as HTML: a page, or its ``div`` alone if ``html_partial`` is true."""
        if keep_all_images not in self._articles:
            paths = [] if keep_all_images else [_IMAGES_ALONE]
            self._articles[keep_all_images] = extract_changed(
                self._page,
                {"paths": paths},
                url=self.url,
                strategy="readability",
                page_json="never",
                readability={"char_threshold": max(1, self.retry_length)},
            )
        found = self._articles[keep_all_images]
        article = f"<div>{self._with_failures(found.html(fragment=True))}</div>"
        return article if html_partial else f"<html><body>{article}</body></html>"

    def _with_failures(self, html: str) -> str:
        """Treats links that are no addresses as ``handle_failures`` says."""
        if self.url is None or self.handle_failures == "ignore":
            return html
        return _TAG.sub(lambda tag: _LINK.sub(self._link, tag.group()), html)

    def _link(self, attribute: re.Match[str]) -> str:
        try:
            urljoin(self.url or "", unescape(attribute.group(1)))
        except ValueError as error:
            if self.handle_failures is None:
                raise Unparseable(f"{attribute.group(1)} is no address: {error}") from error
            return ""
        return attribute.group()

    def _facts(self) -> dict[str, Any]:
        if self._known is None:
            self._known = _native.metadata(self._page, url=self.url)
            if isinstance(self._page, bytes):
                self.encoding = self._known["encoding"]
        return self._known

    def _first(self, field: str, source: str) -> str | None:
        for found in self._facts()["candidates"]:
            if (found["field"], found["source"]) == (field, source):
                value: str = found["value"]
                return value
        return None

    def _title_element(self) -> str:
        """Returns the text of the element, which the metadata have without the site's name."""
        if self._title is None:
            if isinstance(self._page, bytes):
                self._facts()  # Which tell the encoding.
            head = _tree.tree_of(self._page, selectors=["body"]).find(".//title")
            # Some pages have it in the body.
            found = head if head is not None else _tree.tree_of(self._page).find(".//title")
            self._title = "" if found is None else _normalized(_tree.text_of(found))
        return self._title


def _without_site(title: str) -> str:
    """Returns the first part of a title that reads like one, else the last one, else all.

    A part reads like a title if it has four words, or letters of a script without spaces. For
    example ``The Crumb | How to bake good bread`` has one such part.
    """
    for separator in (" | ", " - ", " :: ", " / "):
        parts = title.split(separator)
        if len(parts) > 1:
            return next((of for of in (parts[0], parts[-1]) if _reads_like_a_title(of)), title)
    before, _, after = title.rpartition(": ")
    return after if before and _reads_like_a_title(after) else title


def _reads_like_a_title(part: str) -> bool:
    return len(part.split()) >= 4 or len(_NO_SPACES.findall(part)) >= 4


def _normalized(title: str) -> str:
    return " ".join(title.split()).translate(_ENTITIES)
