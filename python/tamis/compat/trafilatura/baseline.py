"""The text of a page without much choice."""

from __future__ import annotations

from typing import Any

from tamis import _native
from tamis._extract import extract_changed
from tamis.compat import _input
from tamis.compat._etree import Element, SubElement
from tamis.compat.trafilatura import _structured as structured
from tamis.compat.trafilatura._document import clean_text
from tamis.compat.trafilatura._page import has_tag

__all__ = ["baseline", "html2txt"]

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


def html2txt(content: Any, clean: bool = True) -> str:
    """Returns all visible text of a page on one line.

    If ``clean`` is true, what is beside the content is left out, such as banners and footers.
    """
    page = _input.page(content)
    if not has_tag(page):
        return ""
    text = _native.whole_text(page, changes={"selectors": _BESIDE} if clean else None)
    return clean_text(" ".join(text.split()))


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """Returns the text of a page as an element with paragraphs, as text, and its length.

    Gives rather too much text than too little: the text in data for search engines, else what
    ``tamis`` finds, else all visible text, else a description in the data.
    """
    page = _input.page(filecontent)
    body = Element("body")
    if not has_tag(page):
        return body, "", 0
    stated = structured.texts(page)
    paragraphs = stated.bodies
    if sum(map(len, paragraphs)) <= _LITTLE_TEXT:
        paragraphs = _visible(page)
        if sum(map(len, paragraphs)) <= _LITTLE_TEXT:
            choices = (paragraphs, stated.descriptions)
            paragraphs = max(choices, key=lambda found: sum(map(len, found)))
    for paragraph in paragraphs:
        SubElement(body, "p").text = paragraph
    text = "\n".join(paragraphs)
    return body, text, len(text)


def _visible(page: str | bytes) -> list[str]:
    text = extract_changed(page, {"selectors": _BESIDE}, favor="recall", fast=True).text
    if len(text) <= _LITTLE_TEXT:
        text = _native.whole_text(page, changes={"selectors": _BESIDE})
    paragraphs = (clean_text(" ".join(of.split())) for of in text.split("\n\n"))
    return [of for of in paragraphs if of]
