"""The text of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal

from tamis import _native
from tamis._extract import extract_changed
from tamis.compat import _input

__all__ = ["extract_plain_text"]

# No-break spaces are a part of words.
_WORD = re.compile(r"[^\t-\r ]+")
# The classes that hide elements from the reference's main content, by trial.
_HIDDEN_CLASSES = (
    ".hidden, .invisible, .visually-hidden, .collapsed, .display-none, .is-hidden, .h-0, "
    "[class^='hidden-'], [class*=' hidden-']"
)


def extract_plain_text(
    html: Any,
    preserve_formatting: bool | Literal["minimal_html"] = True,
    main_content: bool = False,
    list_bullets: bool = True,
    alt_texts: bool = True,
    links: bool = False,
    form_fields: bool = False,
    noscript: bool = False,
    comments: bool = True,
    post_meta: bool = True,
    hidden_elements: bool = False,
    skip_elements: Iterable[str] | None = None,
) -> str:
    """Returns the text of a page: all that is visible, or the main content alone.

    ``html`` is a text or a tree of Resiliparse or lxml. ``skip_elements`` are CSS selectors.
    """
    as_html = preserve_formatting == "minimal_html"
    if isinstance(preserve_formatting, str) and preserve_formatting and not as_html:
        raise TypeError(f"preserve_formatting is a bool or 'minimal_html': {preserve_formatting!r}")
    if main_content and not post_meta:
        raise NotImplementedError("post_meta=False: bylines cannot be told from the main content.")
    selectors = [] if noscript else ["noscript"]
    if main_content and not hidden_elements:
        selectors.append(_HIDDEN_CLASSES)
    page = _page(html)
    selectors += skip_elements or ()
    layout: _native.Layout = {
        "bullets": list_bullets and bool(preserve_formatting),
        "alt_texts": alt_texts,
        "links": links,
        "form_fields": form_fields,
        "markup": as_html,
    }
    text = _text(page, selectors, main_content, comments, layout)
    return text if preserve_formatting else " ".join(_WORD.findall(text))


def _page(html: Any) -> str:
    """Returns the HTML of a text or a tree."""
    document = getattr(html, "document", None)
    markup = html if document is None else document.html
    if not isinstance(markup, str):
        markup = _input.page(html) if _input.is_tree(html) else None
    if not isinstance(markup, str):
        raise TypeError(f"html is a text (str) or a tree, not {type(html).__name__}.")
    return markup


def _text(
    page: str, selectors: list[str], main_content: bool, comments: bool, layout: _native.Layout
) -> str:
    if not main_content:
        return _native.laid_out(page, changes={"selectors": selectors}, **layout)
    changes: _native.Changes = {"selectors": selectors, "form_fields": layout["form_fields"]}
    # Its HTML ends with the comments.
    html = extract_changed(page, changes, comments=comments).html(fragment=True, embeds="omitted")
    return _native.laid_out(html, **layout)
