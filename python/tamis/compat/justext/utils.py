"""Texts and stoplists."""

from __future__ import annotations

import re
from functools import lru_cache

from tamis import _native

__all__ = ["get_stoplist", "get_stoplists", "is_blank", "normalize_whitespace"]

_WHITE_SPACE = re.compile(r"\s+")


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
