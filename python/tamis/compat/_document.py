"""The document of trafilatura: the fields of a page and its content."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from tamis.compat.htmldate import find_date

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
        body: Element | None = None,
        comments: str | None = None,
        commentsbody: Element | None = None,
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


def document_of(
    page: str | bytes,
    metadata: dict[str, Any],
    url: str | None,
    author_blacklist: Collection[str] = (),
    date_params: dict[str, Any] | None = None,
) -> Document:
    """Returns a document with the metadata of a page, and without content."""
    today = datetime.date.today().isoformat()
    params = date_params or {"original_date": True, "max_date": today}
    address = _value(metadata, "canonical") or url
    return Document(
        title=_value(metadata, "title"),
        author="; ".join(_authors(metadata, author_blacklist)) or None,
        url=address,
        hostname=_value(metadata, "hostname") or _hostname(address),
        description=_value(metadata, "description"),
        sitename=_value(metadata, "site_name"),
        date=find_date(page, **{**params, "url": address}),
        categories=_values(metadata, "categories"),
        tags=_values(metadata, "tags"),
        license_val=_value(metadata, "license"),
        image=_value(metadata, "image"),
        pagetype=_value(metadata, "page_kind"),
        filedate=str(params.get("max_date") or today)[:10],
    )


def _authors(metadata: dict[str, Any], blacklist: Collection[str]) -> list[str]:
    unwanted = {name.lower() for name in blacklist}
    return [name for name in _values(metadata, "authors") if name.lower() not in unwanted]


def _value(metadata: dict[str, Any], name: str) -> str | None:
    found = metadata.get(name)
    return found["value"] if found else None


def _values(metadata: dict[str, Any], name: str) -> list[str]:
    return [found["value"] for found in metadata.get(name, ())]


def _hostname(address: str | None) -> str | None:
    try:
        return urlsplit(address or "").hostname
    except ValueError:
        return None
