"""Resiliparse's function for text, with the name and signature of Resiliparse 2.0.

>>> from tamis.compat.resiliparse import extract_plain_text
>>> page = "<h1>Tea</h1><ul><li>Boil <a href=/w>water</a><li>Wait</ul>"
>>> print(extract_plain_text(page, links=True))
Tea
<BLANKLINE>
- Boil water (/w)
- Wait

Differences:

- ``main_content=True`` gives what ``tamis.extract`` finds; the reference has heuristics of its own.
  ``comments=True`` adds readers' comments below it.
- Bullets are hyphens, the items of inner lists are indented by the width of their marker, and
  blocks are always separated by an empty line.
- White space, preformatted text, tables and ruby are written as for :attr:`tamis.Extraction.text`.
- Text hidden by ``hidden`` or a ``style`` is left out if it is short: long text that is hidden is
  usually shown by scripts.
- The strategy decides about bylines and dates in the main content. There, ``post_meta=False``
  raises ``NotImplementedError``.
- ``minimal_html`` is HTML that is safe to show, with the same elements and those of tables, code
  and quotations. List items are not indented, and preformatted text stays as it is.
- Alternative texts are those of images alone. Empty form fields, and those for passwords, boxes and
  buttons to choose, are left out.
- A selector that is not valid raises ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from tamis import _native
from tamis._extract import extract_changed
from tamis.compat import _input

__all__ = ["extract_plain_text"]

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
    if isinstance(preserve_formatting, str) and not as_html:
        raise TypeError(f"preserve_formatting is a bool or 'minimal_html': {preserve_formatting!r}")
    if main_content and not post_meta:
        raise NotImplementedError("post_meta=False: bylines cannot be told from the main content.")
    selectors = [] if noscript else ["noscript"]
    if main_content and not hidden_elements:
        selectors.append(_HIDDEN_CLASSES)
    page = _page(html)
    changes: _native.Changes = {
        "selectors": [*selectors, *(skip_elements or ())],
        "alt_texts": alt_texts,
        "links": links and not as_html,
        "form_fields": form_fields,
    }
    if as_html:
        return _html(page, changes, main_content, comments, links)
    text = _text(page, changes, main_content, comments, bool(preserve_formatting and list_bullets))
    return text if preserve_formatting else " ".join(text.split())


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
    page: str, changes: _native.Changes, main_content: bool, comments: bool, markers: bool
) -> str:
    if not main_content:
        return _native.whole_text(page, changes=changes, list_markers=markers)
    found = extract_changed(page, changes, comments=comments)
    parts = [found.text_with(list_markers=markers), found.comments]
    return "\n\n".join(filter(None, parts))


def _html(
    page: str, changes: _native.Changes, main_content: bool, comments: bool, links: bool
) -> str:
    plain: dict[str, Any] = {"fragment": True, "images": False, "emphasis": False, "links": links}
    if not main_content:
        return _native.whole_html(page, changes=changes, **plain)
    return extract_changed(page, changes, comments=comments).html(**plain)
