"""What counts as a page."""

from __future__ import annotations

import re

_TAG = (re.compile(r"<[!?/]?[A-Za-z]"), re.compile(rb"<[!?/]?[A-Za-z]"))
_START_TAG = (re.compile(r"<[A-Za-z]"), re.compile(rb"<[A-Za-z]"))


def has_tag(page: str | bytes) -> bool:
    """Returns true if there is any sign of HTML."""
    text, data = _TAG
    return bool(text.search(page) if isinstance(page, str) else data.search(page))


def elements(page: str | bytes) -> int:
    """Returns the number of start tags."""
    text, data = _START_TAG
    return len(text.findall(page) if isinstance(page, str) else data.findall(page))


_FORUM = r'"@type"\s*:\s*(?:\[[^\]]*)?"DiscussionForumPosting"'
_FORUM_TYPE = (re.compile(_FORUM), re.compile(_FORUM.encode()))

_COMMENTS = r"""comments["' >-]|comment-?list|disqus_thread"""
_COMMENTS_MARK = (re.compile(_COMMENTS), re.compile(_COMMENTS.encode()))


def has_comments(page: str | bytes) -> bool:
    """Returns true for a page that may have an element of readers' comments."""
    text, data = _COMMENTS_MARK
    return bool(text.search(page) if isinstance(page, str) else data.search(page))


def is_forum(page: str | bytes) -> bool:
    """Returns true for a page of posts, as its data for search engines says."""
    text, data = _FORUM_TYPE
    return bool(text.search(page) if isinstance(page, str) else data.search(page))
