"""The output formats of trafilatura."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from copy import deepcopy
from html import escape
from typing import Any
from unicodedata import normalize

import tamis
from tamis.compat import _etree
from tamis.compat._etree import Element, SubElement
from tamis.compat.trafilatura._document import Document, clean_text
from tamis.compat.trafilatura._tables import fill_up
from tamis.compat.trafilatura.settings import Extractor
from tamis.compat.trafilatura.xml import (
    build_json_output,
    validate_tei,
    xmltocsv,
    xmltotxt,
)

_LOGGER = logging.getLogger(__name__)

_META_FIELDS = (
    "sitename title author date url hostname description categories tags license id fingerprint "
    "language"
).split()
_HEADER_FIELDS = (
    "title author url hostname description sitename date categories tags fingerprint id license"
).split()
# Texts that YAML takes for something else.
_NO_YAML_TEXT = set("true false yes no on off y n null none".split())
_YAML_SIGNS = re.compile(r": |:$| #|[\x00-\x1f\x7f]")
_TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"
# Elements whose white space is part of a text.
_IN_LINES = {"code", "del", "graphic", "head", "hi", "lb", "p", "ref"}


def written(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    """Returns the content of a page, whose trees the document has, in the settings' format."""
    marks = bool(settings.formatting)
    if settings.format == "xml":
        return _xml(document, settings)
    if settings.format == "xmltei":
        tei = _tei(document, found, settings)
        if settings.tei_validation:
            is_valid = validate_tei(_etree.parsed(tei))
            _LOGGER.debug("valid TEI: %s %s", is_valid, settings.source)
        return tei
    if settings.format == "html":
        return _html(document, found, settings)
    if settings.format == "csv":
        return normalize("NFC", xmltocsv(document, marks))
    if settings.format == "json":
        return normalize("NFC", build_json_output(document, settings.with_metadata))
    header = _header(document) if settings.with_metadata else ""
    text = f"{xmltotxt(document.body, marks)}\n{xmltotxt(document.commentsbody, marks)}"
    return normalize("NFC", (header + text.lstrip("\n")).strip())


def trees(found: tamis.Extraction, settings: Extractor) -> tuple[Any, Any]:
    """Returns the content and the comments in trafilatura's elements."""
    links, images = settings.links, settings.images
    xml = found.xml(links=links, images=images, embeds=links, emphasis=bool(settings.formatting))
    try:
        root = _etree.parsed(clean_text(xml))
    except ValueError:
        # Deeper than the parser allows.
        root = Element("doc")
        main = SubElement(root, "main")
        for line in filter(str.strip, clean_text(found.text).split("\n")):
            SubElement(main, "p").text = line
    body, comments_body = (_part(root, tag) for tag in ("main", "comments"))
    return body, comments_body


def _part(root: Any, tag: str) -> Any:
    """Takes a part out of a document, without white space between its elements."""
    part = root.find(tag)
    if part is None:
        return Element("body")
    root.remove(part)
    part.tag, part.tail = "body", None
    _without_indents(part)
    for marked in part.iter("hi"):
        _on_one_line(marked)
    for table in part.iter("table"):
        fill_up(table)
    return part


def _on_one_line(marked: Any) -> None:
    """Replaces line breaks in a marked text by spaces, because Markdown has none there."""
    last = None
    for child in list(marked):
        if child.tag != "lb":
            last = child
            continue
        text = f" {child.tail or ''}"
        child.tail = None
        marked.remove(child)
        if last is None:
            marked.text = (marked.text or "") + text
        else:
            last.tail = (last.tail or "") + text


def _without_indents(root: Any) -> None:
    """Drops white space that only puts elements on lines of their own."""
    for element in root.iter():
        if element.tag not in _IN_LINES and not _has_text(element):
            element.text = None
            for child in element:
                child.tail = None


def _has_text(element: Any) -> bool:
    """Returns true if an element has text between its children."""
    return any(text and text.strip() for text in (element.text, *(of.tail for of in element)))


def _indent(root: Any) -> None:
    """Puts the children of elements without text of their own on lines of their own."""
    rest = [(root, 0)]
    while rest:
        element, depth = rest.pop()
        rest += [(child, depth + 1) for child in element]
        if len(element) and not any([element.text, *(of.tail for of in element)]):
            element.text = "\n" + "  " * (depth + 1)
            for child in element:
                child.tail = element.text
            element[-1].tail = "\n" + "  " * depth


def _meta(document: Document) -> Iterator[tuple[str, str]]:
    for name in _META_FIELDS:
        value = getattr(document, name)
        if value:
            yield name, value if isinstance(value, str) else ";".join(value)


def _xml(document: Document, settings: Extractor) -> str:
    root = Element("doc")
    for name, value in _meta(document):
        if settings.with_metadata or name in ("id", "fingerprint"):
            root.set(name, value)
    for tag, part in (("main", document.body), ("comments", document.commentsbody)):
        root.append(deepcopy(part))
        root[-1].tag = tag
    _indent(root)
    return _etree.written(root)


def _tei(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    links, images = settings.links, settings.images
    marks = bool(settings.formatting)
    xml = found.tei(links=links, images=images, embeds=links, emphasis=marks)
    # Names without a namespace need no prefix when they are written again.
    root = _etree.parsed(clean_text(xml).replace(f' xmlns="{_TEI_NAMESPACE}"', "", 1))
    _without_indents(root)
    for table in root.iter("table"):
        fill_up(table)
    header = root.find("teiHeader")
    assert header is not None, "TEI has a header"
    kept = document.author.split("; ") if document.author else []
    for statement in header.iter("titleStmt"):
        for author in statement.findall("author"):
            if author.text not in kept:
                statement.remove(author)
    _set_source(header, document)
    file_description = header.find("fileDesc")
    if file_description is not None:
        notes = Element("notesStmt")
        for name in ("id", "fingerprint"):
            if value := getattr(document, name):
                SubElement(notes, "note", type=name).text = value
        if len(notes):
            file_description.insert(2, notes)
    _indent(root)
    return _etree.written(root).replace("<TEI", f'<TEI xmlns="{_TEI_NAMESPACE}"', 1)


def _set_source(header: Any, document: Document) -> None:
    """Sets what a header of TEI says about the source to the fields of the document."""
    cited = [document.title, document.sitename, document.date]
    for citation, parts in zip(
        header.findall(".//sourceDesc/bibl"), (cited, cited[1:]), strict=True
    ):
        citation.text = ", ".join(filter(None, parts))
    date = header.find(".//biblFull/publicationStmt/date")
    address = header.find(".//biblFull/publicationStmt/ptr")
    if date is not None:
        date.text = document.date
    if address is not None and document.url:
        address.set("target", document.url)


def _html(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    links, images = settings.links, settings.images
    body = found.html(
        fragment=True,
        links=links,
        images=images,
        embeds="link" if links else "omitted",
        emphasis=bool(settings.formatting),
    )
    head = ""
    if settings.with_metadata:
        meta = (f'<meta name="{name}" content="{escape(of)}"/>' for name, of in _meta(document))
        head = f"<head>{''.join(meta)}</head>"
    return clean_text(f"<html>{head}<body>\n{body}</body></html>")


def _header(document: Document) -> str:
    """Returns the metadata in YAML."""
    lines = [
        f"{name}: {_yaml_scalar(value) if isinstance(value, str) else value}\n"
        for name in _HEADER_FIELDS
        if (value := getattr(document, name))
    ]
    return f"---\n{''.join(lines)}---\n"


def _yaml_scalar(value: str) -> str:
    """Returns a text as YAML has it: in quotation marks if it could be anything else.

    A text of JSON is one of YAML.

    >>> [_yaml_scalar(text) for text in ("Bread", "Bread: a guide", "2026")]
    ['Bread', '"Bread: a guide"', '"2026"']
    """
    is_plain = value[:1].isalpha() and value == value.strip() and not _YAML_SIGNS.search(value)
    if is_plain and value.lower() not in _NO_YAML_TEXT:
        return value
    return json.dumps(value, ensure_ascii=False)
