"""The metadata of a page."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Collection, Iterable
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from tamis import _native
from tamis.compat import _input
from tamis.compat.htmldate import find_date
from tamis.compat.trafilatura._document import Document, clean_text
from tamis.compat.trafilatura._facts import Facts, is_domain, normalized_authors
from tamis.compat.trafilatura._page import has_tag
from tamis.compat.trafilatura.json_metadata import (
    extract_json,
    extract_json_parse_error,
    normalize_authors,
    normalize_json,
)

__all__ = [
    "Document",
    "check_authors",
    "extract_meta_json",
    "extract_metadata",
    "extract_title",
    "extract_url",
    "normalize_authors",
    "normalize_tags",
]

_LONGEST_TITLE = 10_000
_LOOSE_ENTITY = re.compile(r"&(?:quot|amp|lt|gt)\b;?")


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """Returns the metadata of a page, without its content."""
    page = _input.page(filecontent)
    if not has_tag(page):
        return Document()
    facts = _native.metadata(page, url=default_url)
    dates = date_config or {"original_date": True, "extensive_search": extensive}
    document = document_of(page, facts, default_url, author_blacklist or (), dates)
    document.language = facts["page_language"]
    return document


def extract_title(tree: Any) -> str | None:
    """Returns the title of a page: a tree of lxml, or a page as it is."""
    return extract_metadata(tree).title


def extract_url(tree: Any, default_url: str | None = None) -> str | None:
    """Returns the address that a page states for itself, else the one that is given."""
    return Facts(_input.page(tree)).address() or default_url


def extract_meta_json(tree: Any, metadata: Document) -> Document:
    """Adds to a document what the data for search engines in a page says."""
    return _add_data(Facts(_input.page(tree)).data(), metadata)


def check_authors(authors: str, author_blacklist: set[str]) -> str | None:
    """Returns names between semicolons without those that are not wanted."""
    unwanted = {name.lower() for name in author_blacklist}
    names = (name.strip() for name in authors.split(";"))
    return "; ".join(name for name in names if name.lower() not in unwanted) or None


def normalize_tags(tags: str) -> str:
    """Returns keywords between commas without loose entities.

    >>> normalize_tags("bread, &amp;quot, rye")
    'bread, rye'
    """
    parts = _LOOSE_ENTITY.sub("", " ".join(unescape(tags).split())).split(", ")
    return ", ".join(filter(None, map(str.strip, parts)))


def _add_data(texts: Iterable[str], metadata: Document) -> Document:
    for text in texts:
        # Some data has line breaks in texts, or is escaped once more.
        for attempt in (text, normalize_json(text)):
            try:
                schema = json.loads(attempt, strict=False)
            except json.JSONDecodeError:
                continue
            extract_json(schema, metadata)
            break
        else:
            extract_json_parse_error(normalize_json(text), metadata)
    return metadata


def _stated(texts: Iterable[str]) -> Document:
    """Returns what data for search engines says. Data of other forms than the usual say nothing."""
    try:
        return _add_data(texts, Document())
    except (AttributeError, RecursionError, TypeError, ValueError):
        return Document()


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
    stated = _stated(facts.data())
    address = facts.address() or url or _value(metadata, "canonical")
    found: dict[str, Any] = {
        "title": _title(metadata, facts) or stated.title,
        "author": _author(metadata, facts, stated, author_blacklist),
        "url": address,
        "hostname": _value(metadata, "hostname") or _hostname(address),
        "description": " ".join(unescape(_value(metadata, "description") or "").split()),
        "sitename": _value(metadata, "site_name") or stated.sitename or facts.site(address),
        "date": find_date(page, **{**params, "url": address}),
        "license_val": facts.license() or _stated_license(metadata),
        "image": _value(metadata, "image"),
        "pagetype": _page_type(metadata, stated),
    }
    texts: dict[str, Any] = {
        name: clean_text(value).strip() or None for name, value in found.items() if value
    }
    categories = _values(metadata, "categories") or stated.categories or facts.categories()
    return Document(
        **texts,
        categories=_texts(categories),
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


def _page_type(metadata: dict[str, Any], stated: Document) -> str | None:
    """Returns the type of the page: that in its head, else that of JSON-LD in lower case."""
    found = metadata.get("page_kind")
    if not found or found["source"].startswith("json-ld"):
        return stated.pagetype
    kind: str = found["value"]
    return kind


def _author(
    metadata: dict[str, Any], facts: Facts, stated: Document, blacklist: Collection[str]
) -> str | None:
    found = metadata.get("authors", ())
    names = [name for of in found for name in normalized_authors(of["value"])]
    if found and all(of["source"].startswith("json-ld") for of in found):
        # Persons alone: an organization is no author.
        names = stated.author.split("; ") if stated.author else []
    names = facts.stated_authors() or names
    # One word in a head is more often the name of a program or a site.
    if all(of["source"].startswith("meta") for of in found) and all(" " not in of for of in names):
        names = []
    choices = ("; ".join(names), stated.author, "; ".join(facts.authors()))
    author = next(filter(None, choices), None)
    return check_authors(author, set(blacklist)) if author else None


def _value(metadata: dict[str, Any], name: str) -> str | None:
    found = metadata.get(name)
    return found["value"] if found else None


def _values(metadata: dict[str, Any], name: str) -> list[str]:
    return [found["value"] for found in metadata.get(name, ())]


def _texts(values: list[str]) -> list[str]:
    cleaned = (clean_text(_LOOSE_ENTITY.sub("", of)).strip() for of in values)
    return list(dict.fromkeys(filter(None, cleaned)))


def _hostname(address: str | None) -> str | None:
    try:
        return urlsplit(address or "").hostname
    except ValueError:
        return None
