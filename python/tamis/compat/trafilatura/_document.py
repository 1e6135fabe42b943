"""The document of trafilatura: the fields of a page and its content."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from html import unescape
from typing import Any
from unicodedata import normalize
from urllib.parse import urlsplit

from tamis import _native
from tamis.compat._etree import Element
from tamis.compat.htmldate import find_date
from tamis.compat.trafilatura._facts import Facts, is_domain, normalized_authors

_LONGEST_TITLE = 10_000
_LOOSE_ENTITY = re.compile(r"&(?:quot|amp|lt|gt)\b;?")
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
    if "candidates" not in metadata:
        metadata = {**metadata, "candidates": _native.metadata(page, url=url)["candidates"]}
    facts = Facts(page)
    address = facts.address() or url or _value(metadata, "canonical")
    found: dict[str, Any] = {
        "title": _title(metadata, facts),
        "author": "; ".join(_authors(metadata, facts, author_blacklist)),
        "url": address,
        "hostname": _value(metadata, "hostname") or _hostname(address),
        "description": " ".join(unescape(_value(metadata, "description") or "").split()),
        "sitename": _value(metadata, "site_name") or facts.site(address),
        "date": find_date(page, **{**params, "url": address}),
        "license_val": facts.license() or _stated_license(metadata),
        "image": _value(metadata, "image"),
        "pagetype": _page_type(metadata),
    }
    texts: dict[str, Any] = {
        name: clean_text(value).strip() or None for name, value in found.items() if value
    }
    return Document(
        **texts,
        categories=_texts(_values(metadata, "categories") or facts.categories()),
        tags=_texts(_tags(metadata) + facts.tags()),
        filedate=str(params.get("max_date") or today)[:10],
    )


def _stated_license(metadata: dict[str, Any]) -> str | None:
    """Returns the licence that the head or JSON-LD states, but not the address of a link."""
    found = metadata.get("license")
    value: str | None = found["value"] if found and found["source"] != "rel=license" else None
    return value


def _tags(metadata: dict[str, Any]) -> list[str]:
    """Returns the keywords as one text, as the reference has them, and then the tags."""
    keywords = [
        ", ".join(
            of.strip() for of in _LOOSE_ENTITY.sub("", found["value"]).split(",") if of.strip()
        )
        for found in metadata.get("candidates", ())
        if (found["field"], found["source"]) == ("tag", "meta keywords")
    ]
    tags = metadata.get("tags", ())
    return keywords + [found["value"] for found in tags if found["source"] != "meta keywords"]


def _title(metadata: dict[str, Any], facts: Facts) -> str | None:
    title = _value(metadata, "title")
    names = (
        found["value"]
        for found in metadata.get("candidates", ())
        if (found["field"], found["source"]) == ("title", "json-ld Article.name")
    )
    title = next(names, title)
    if title and metadata["title"]["source"] in ("title", "h1"):
        title = facts.only_heading() or title
    if not title or is_domain(title):
        title = facts.heading() or title
    if title and " \u00bb " in title:
        title = title.split(" \u00bb ")[0]
    if title and len(title) > _LONGEST_TITLE:
        title = title[: _LONGEST_TITLE - 1] + "\u2026"
    return title


def _page_type(metadata: dict[str, Any]) -> str | None:
    """Returns the type of the page. That of JSON-LD is in lower case, as ``article``."""
    found = metadata.get("page_kind")
    if not found:
        return None
    kind: str = found["value"]
    return kind.lower() if found["source"].startswith("json-ld") else kind


def _authors(metadata: dict[str, Any], facts: Facts, blacklist: Collection[str]) -> list[str]:
    unwanted = {name.lower() for name in blacklist}
    found = metadata.get("authors", ())
    names = [name for of in found for name in normalized_authors(of["value"])]
    names = facts.stated_authors() or names
    # One word in a head is more often the name of a program or a site.
    if all(of["source"].startswith("meta") for of in found) and all(" " not in of for of in names):
        names = []
    return [of for of in names or facts.authors() if of.lower() not in unwanted]


def _value(metadata: dict[str, Any], name: str) -> str | None:
    found = metadata.get(name)
    return found["value"] if found else None


def _values(metadata: dict[str, Any], name: str) -> list[str]:
    return [found["value"] for found in metadata.get(name, ())]


def _texts(values: list[str]) -> list[str]:
    cleaned = (clean_text(_LOOSE_ENTITY.sub("", of)).strip() for of in values)
    return list(dict.fromkeys(filter(None, cleaned)))


def clean_text(text: str) -> str:
    """Returns a text in the form NFC, without the characters that XML lacks."""
    return normalize("NFC", _NO_XML.sub("", text))


def _hostname(address: str | None) -> str | None:
    try:
        return urlsplit(address or "").hostname
    except ValueError:
        return None
