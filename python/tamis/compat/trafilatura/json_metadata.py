"""Facts in the data that a page has for search engines, as trafilatura reads them.

``tamis`` reads more of the data. This fills in what it leaves open, for programs that want the
fields of trafilatura's documents. Source: the types and their precedence are those of trafilatura
2.3.1, `json_metadata.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

from tamis.compat.trafilatura._document import Document
from tamis.compat.trafilatura._facts import normalized_authors

__all__ = [
    "extract_json",
    "extract_json_parse_error",
    "normalize_authors",
    "normalize_json",
    "process_parent",
]

_ARTICLES = {
    *(f"{kind}article" for kind in ("", "backgroundnews", "medicalscholarly", "news")),
    *(f"{kind}article" for kind in ("opinionnews", "reportagenews", "scholarly")),
    *("blogposting", "liveblogposting", "socialmediaposting"),
}
_PAGES = {
    *(_ARTICLES),
    *(f"{kind}page" for kind in ("about", "checkout", "collection", "contact", "faq", "item")),
    *(f"{kind}page" for kind in ("medicalweb", "profile", "qa", "searchresults", "web")),
    *(f"{kind}article" for kind in ("advertisercontent", "analysisnews", "askpublicnews")),
    *(f"{kind}article" for kind in ("reviewnews", "satirical", "tech")),
    *("blog", "discussionforumposting", "jobposting", "realestatelisting", "report", "website"),
}
_PUBLISHERS = {"newsmediaorganization", "organization", "webpage", "website"}
_TYPES = _PAGES | _PUBLISHERS | {"person"}

_CONTEXT = re.compile(r"https?://schema\.org", re.IGNORECASE)
_MARKUP = re.compile(r"<!--.*?-->|<[^>]*>")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_SURROGATES = re.compile("[\ud800-\udfff]")
_EMAIL = re.compile(r"[\w.%+-]+@[\w.-]+\.[A-Za-z]{2,}\b")
_LONGEST_WORD_CHARS = 50

# Facts in data that is damaged. No object may end between a field and its value.
_TEXT = r'\s*:\s*\\?"([^"\\]+)'
_AUTHOR = re.compile(r'"author"\s*:(?:(?!"Organization")[^}])*?"name"' + _TEXT)
_PERSON = re.compile(r'"[Pp]erson"[^}]*?"name"' + _TEXT)
_PUBLISHER = re.compile(r'"publisher"\s*:[^}]*?"name"' + _TEXT)
_TYPE = re.compile(r'"@type"\s*:\s*"([^"]*)"')
_SECTION = re.compile(r'"articleSection"' + _TEXT)
_NAME = re.compile(r'"@type"\s*:\s*"[Aa]rticle"\s*,\s*"name"' + _TEXT)
_HEADLINE = re.compile(r'"headline"' + _TEXT)


def extract_json(schema: Any, metadata: Document) -> Document:
    """Adds to a document what JSON-LD says: an object, or a list of objects."""
    items: list[Any] = []
    for item in _listed(schema):
        context = item.get("@context", "https://schema.org")
        if not (isinstance(context, str) and _CONTEXT.match(context)):
            continue
        kind = item.get("@type")
        is_live = isinstance(kind, str) and "liveblogposting" in kind.lower()
        if "@graph" in item:
            items += _listed(item["@graph"])
        elif is_live and "liveBlogUpdate" in item:
            items += _listed(item["liveBlogUpdate"])
        else:
            items.append(item)
    return process_parent(items, metadata)


def process_parent(parent: Iterable[Any], metadata: Document) -> Document:
    """Adds to a document what objects of JSON-LD say."""
    for item in filter(None, parent):
        publisher = item.get("publisher")
        if isinstance(publisher, dict):
            _set_site(metadata, publisher.get("name"), None)
        kind = _type_of(item)
        if kind is not None:
            _read(item, kind, metadata)
    return metadata


def _type_of(item: dict[str, Any]) -> str | None:
    """Returns the first type that is known, else the first one."""
    stated = [of for of in _listed(item.get("@type")) if isinstance(of, str) and of]
    known = (of for of in stated if of.lower() in _TYPES)
    return next(known, stated[0] if stated else "").lower() or None


def _read(item: dict[str, Any], kind: str, metadata: Document) -> None:
    if kind in _PAGES and not metadata.pagetype:
        metadata.pagetype = kind
    if kind in _PUBLISHERS:
        names = (item.get(name) for name in ("name", "legalName", "alternateName"))
        _set_site(metadata, next(filter(None, names), None), kind)
    elif kind == "person":
        name = item.get("name")
        if isinstance(name, str) and not name.startswith("http"):
            metadata.author = normalize_authors(metadata.author, name)
    elif kind in _ARTICLES:
        for name in _authors(item.get("author")):
            metadata.author = normalize_authors(metadata.author, name)
        if not metadata.categories and "articleSection" in item:
            sections = _listed(item["articleSection"])
            metadata.categories = [of for of in sections if of and isinstance(of, str)]
        title = item.get("name" if kind == "article" and "name" in item else "headline")
        if not metadata.title and isinstance(title, str):
            metadata.title = title


def _set_site(metadata: Document, name: Any, kind: str | None) -> None:
    """Takes a name for the site if it says more than the one that is known."""
    known = metadata.sitename
    if not name or not isinstance(name, str):
        return
    is_longer = not known or (len(known) < len(name) and kind != "webpage")
    is_address = bool(known and known.startswith("http")) and not name.startswith("http")
    if is_longer or is_address:
        metadata.sitename = name


def _authors(stated: Any) -> Iterator[str]:
    """Returns the names of persons, but not those of organizations."""
    if isinstance(stated, str):
        try:
            parsed = json.loads(stated)
        except ValueError:
            parsed = None
        stated = parsed if isinstance(parsed, (dict, list)) else stated
    for author in _listed(stated):
        if isinstance(author, str):
            yield author
            continue
        if not isinstance(author, dict):
            continue
        if "@type" in author and "Person" not in _listed(author["@type"]):
            continue
        name = author.get("name")
        if isinstance(name, dict):
            name = name.get("name")
        if name is None and "givenName" in author and "familyName" in author:
            parts = ("givenName", "additionalName", "familyName")
            name = " ".join(str(author[part]) for part in parts if author.get(part))
        yield from (of for of in _listed(name) if isinstance(of, str))


def extract_json_parse_error(elem: str, metadata: Document) -> Document:
    """Adds to a document what damaged JSON-LD says, as far as it can be read.

    >>> extract_json_parse_error('{"headline": "Bread",} and more', Document()).title
    'Bread'
    """
    for found in _AUTHOR.finditer(elem) if _AUTHOR.search(elem) else _PERSON.finditer(elem):
        if " " in found[1]:
            metadata.author = normalize_authors(metadata.author, found[1])
    kind = _TYPE.search(elem)
    if kind and kind[1].lower() in _PAGES:
        metadata.pagetype = kind[1].lower()
    publisher = _PUBLISHER.search(elem)
    if publisher and "," not in publisher[1]:
        _set_site(metadata, normalize_json(publisher[1]), None)
    section = _SECTION.search(elem)
    if section:
        metadata.categories = [normalize_json(section[1])]
    title = _NAME.search(elem) or _HEADLINE.search(elem)
    if title and not metadata.title:
        metadata.title = normalize_json(title[1])
    return metadata


def normalize_json(string: str) -> str:
    r"""Returns a text without escapes of JSON and without markup.

    >>> normalize_json("<b>Bread</b>\\n is\\u0020good")
    'Bread is good'
    """
    if "\\" in string:
        for escape in ("\\n", "\\r", "\\t"):
            string = string.replace(escape, "")
        string = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), string)
        string = unescape(_SURROGATES.sub("", string))
    return " ".join(_MARKUP.sub("", string).split())


def normalize_authors(current_authors: str | None, author_string: str) -> str | None:
    """Returns known names and those in a byline, between semicolons, the full forms alone.

    >>> normalize_authors("Smith; Ann Lee", "by John Smith")
    'Ann Lee; John Smith'
    """
    if author_string.lower().startswith("http") or _EMAIL.match(author_string):
        return current_authors
    names = current_authors.split("; ") if current_authors else []
    text = unescape(_ESCAPE.sub(lambda found: chr(int(found[1], 16)), author_string))
    for name in normalized_authors(text):
        is_word = " " not in name and "-" not in name
        if not (is_word and len(name) >= _LONGEST_WORD_CHARS):
            names.append(name if name[0].isupper() else name.title())
    names = list(dict.fromkeys(names))
    full = [name for name in names if not any(name != of and name in of for of in names)]
    return "; ".join(full) or current_authors


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
