"""The language of a text."""

from __future__ import annotations

from html import escape

from tamis import _native


def language_of(text: str) -> str | None:
    """Returns the language of a text by its words alone, or ``None`` if they do not tell.

    A page can declare English because its template does, while its text is German.
    """
    found: str | None = _native.metadata(f"<p>{escape(text)}</p>")["page_language"]
    return found


def is_language(text: str, language: str, declared: str | None) -> bool:
    """Returns true if a text is in a language, or may be.

    Where the words do not tell, as in a short text, what the page declares counts.
    """
    found = language_of(text) or declared
    return found is None or _primary(found) == _primary(language)


def _primary(language: str) -> str:
    return language.replace("_", "-").split("-")[0].lower()
