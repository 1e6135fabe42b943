"""The document of trafilatura: the fields of a page and its content."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

from tamis.compat._etree import Element

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

FIELDS = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "fingerprint",
    "id",
    "license",
    "body",
    "comments",
    "commentsbody",
    "raw_text",
    "text",
    "language",
    "image",
    "pagetype",
    "filedate",
)
"""The fields of a document, in the order of the reference."""


class Document:
    """The fields of a page and its content, as trafilatura has them.

    >>> document = Document(title="Bread", idval="7")
    >>> document.title, document.id, document.as_dict()["author"]
    ('Bread', '7', None)
    """

    __slots__ = FIELDS

    def __init__(
        self,
        *,
        title: str | None = None,
        author: str | None = None,
        url: str | None = None,
        hostname: str | None = None,
        description: str | None = None,
        sitename: str | None = None,
        date: str | None = None,
        categories: list[str] | None = None,
        tags: list[str] | None = None,
        fingerprint: str | None = None,
        idval: str | None = None,
        license_val: str | None = None,
        body: Any = None,
        comments: str | None = None,
        commentsbody: Any = None,
        raw_text: str | None = None,
        text: str | None = None,
        language: str | None = None,
        image: str | None = None,
        pagetype: str | None = None,
        filedate: str | None = None,
    ) -> None:
        self.title = title
        self.author = author
        self.url = url
        self.hostname = hostname
        self.description = description
        self.sitename = sitename
        self.date = date
        self.categories = categories
        self.tags = tags
        self.fingerprint = fingerprint
        self.id = idval
        self.license = license_val
        self.body = Element("body") if body is None else body
        self.comments = comments
        self.commentsbody = Element("body") if commentsbody is None else commentsbody
        self.raw_text = raw_text
        self.text = text
        self.language = language
        self.image = image
        self.pagetype = pagetype
        self.filedate = filedate

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Document:
        """Returns a document with these fields."""
        document = cls()
        for name, value in data.items():
            if name not in FIELDS:
                raise AttributeError(f"A document has no field {name!r}.")
            setattr(document, name, value)
        return document

    def as_dict(self) -> dict[str, Any]:
        """Returns all fields."""
        return {name: getattr(self, name) for name in FIELDS}

    def __repr__(self) -> str:
        return f"<Document {self.title!r}, {self.url!r}>"


def clean_text(text: str) -> str:
    """Returns a text in the form NFC, without the characters that XML lacks."""
    return normalize("NFC", _NO_XML.sub("", text))
