"""The output formats of trafilatura."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from copy import copy
from html import escape
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tamis
from tamis.compat.trafilatura._document import FIELDS, Document, clean_text
from tamis.compat.trafilatura.settings import Extractor

_META_FIELDS = (
    "sitename title author date url hostname description categories tags license id fingerprint "
    "language"
).split()
_HEADER_FIELDS = (
    "title author url hostname description sitename date categories tags fingerprint id license"
).split()
_RENAMED = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}

# The line of a table in Markdown below its first row.
_DASHES = re.compile(r"\|(?: :?-+:? \|)+")
_TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def written(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    """Returns the content of a page in the format of the settings."""
    if settings.format == "xml":
        return _xml(document, found, settings)
    if settings.format == "xmltei":
        return _tei(document, found, settings)
    if settings.format == "csv":
        return _csv(document, found, settings)
    if settings.format == "json":
        return _json(document, found, settings)
    if settings.format == "html":
        return _html(document, found, settings)
    header = _header(document) if settings.with_metadata else ""
    separator = "\n\n" if _has_marks(settings) else "\n"
    parts = [text(found, settings), comments(found, settings)]
    return header + separator.join(filter(None, parts))


def text(found: tamis.Extraction, settings: Extractor) -> str:
    """Returns the content as text: as Markdown if it has marks, links or images."""
    if _has_marks(settings):
        marks = bool(settings.formatting)
        markdown = found.markdown(
            headings=marks,
            emphasis=marks,
            links="inline" if settings.links else "omitted",
            embeds=settings.links,
            images=settings.images,
        )
        return clean_text(_with_bars(markdown.strip()).strip())
    return clean_text(_plain_text(found).strip())


def comments(found: tamis.Extraction, settings: Extractor) -> str:
    """Returns readers' comments as text, with empty lines between them in Markdown."""
    text = found.comments or ""
    return clean_text(text if _has_marks(settings) else _lines(text))


def _plain_text(found: tamis.Extraction) -> str:
    """Returns the content as lines without marks, apart from those of lists and tables.

    A table that the tree has is written as the reference does, with bars between its cells.
    """
    text = _lines(found.text_with(list_markers=True))
    if "\t" not in text:
        return text
    tables = _tables(found)
    lines: list[str] = []
    for has_tabs, run in groupby(text.split("\n"), key=lambda line: "\t" in line):
        kept = list(run)
        rows = [[cell.strip() for cell in line.split("\t")] for line in kept] if has_tabs else []
        first = tuple(filter(None, rows[0])) if rows else ()
        lines += _barred(rows, tables[first]) if first in tables else kept
    return "\n".join(lines)


def _tables(found: tamis.Extraction) -> dict[tuple[str, ...], bool]:
    """Returns the first row of each table, and true if it has a head. Tabs in code are none."""
    root = ElementTree.fromstring(clean_text(found.xml(links=False, images=False, emphasis=False)))
    tables = {}
    for table in root.iter("table"):
        rows = ([_inline(cell) for cell in row.iter("cell")] for row in table.iter("row"))
        first = next((row for row in rows if any(row)), [])
        has_head = table.find("row/cell[@role='head']") is not None
        tables[tuple(filter(None, first))] = has_head
    return tables


def _with_bars(markdown: str) -> str:
    """Writes the tables of Markdown as the reference does: a space after the last bar."""
    lines = markdown.split("\n")
    in_table = in_code = False
    for number, line in enumerate(lines):
        in_code ^= line.lstrip().startswith("```")
        if in_code or not line.startswith("|"):
            in_table = False
            continue
        dashes = lines[number + 1] if number + 1 < len(lines) else ""
        in_table = in_table or bool(_DASHES.fullmatch(dashes))
        if not in_table:
            continue
        if _DASHES.fullmatch(line):
            lines[number] = line.replace(" ", "")
        else:
            lines[number] = line.replace("| |", "|  |").replace("| |", "|  |") + " "
            lines[number] = lines[number].replace("<br>", " ")
    return "\n".join(lines)


def _inline(cell: Element) -> str:
    return " ".join("".join(cell.itertext()).split())


def _barred(rows: list[list[str]], has_head: bool) -> list[str]:
    width = max(map(len, rows))
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} | " for row in rows]
    if has_head:
        lines.insert(1, "|" + "---|" * width)
    return lines


def _lines(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line.strip())


def _has_marks(settings: Extractor) -> bool:
    return bool(settings.formatting or settings.links or settings.images)


def trees(found: tamis.Extraction, settings: Extractor) -> tuple[Element, Element]:
    """Returns the content and the comments in trafilatura's elements."""
    marks = bool(settings.formatting)
    links, images = settings.links, settings.images
    xml = found.xml(links=links, images=images, embeds=links, emphasis=marks)
    root = ElementTree.fromstring(clean_text(xml))
    parts = []
    for tag in ("main", "comments"):
        part = root.find(tag)
        part = Element(tag) if part is None else part
        part.tag, part.tail = "body", None
        parts.append(part)
    body, comments_body = parts
    return body, comments_body


def _meta(document: Document) -> Iterator[tuple[str, str]]:
    for name in _META_FIELDS:
        value = getattr(document, name)
        if value:
            yield name, value if isinstance(value, str) else ";".join(value)


def _xml(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    meta = dict(_meta(document))
    if not settings.with_metadata:
        meta = {name: value for name, value in meta.items() if name == "id"}
    root = Element("doc", meta)
    root.text = "\n  "
    body, comments_body = trees(found, settings)
    body.tag, body.tail = "main", "\n  "
    comments_body.tag, comments_body.tail = "comments", "\n"
    root.extend([body, comments_body])
    return _serialized(root)


def _tei(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    links, images = settings.links, settings.images
    marks = bool(settings.formatting)
    xml = found.tei(links=links, images=images, embeds=links, emphasis=marks)
    # Names without a namespace need no prefix when they are written again.
    root = ElementTree.fromstring(clean_text(xml).replace(f' xmlns="{_TEI_NAMESPACE}"', "", 1))
    root.set("xmlns", _TEI_NAMESPACE)
    header = root.find("teiHeader")
    assert header is not None, "TEI has a header"
    kept = document.author.split("; ") if document.author else []
    for statement in header.iter("titleStmt"):
        for author in statement.findall("author"):
            if author.text not in kept:
                statement.remove(author)
    _set_source(header, document)
    file_description = header.find("fileDesc")
    if document.id and file_description is not None:
        notes = Element("notesStmt")
        ElementTree.SubElement(notes, "note", type="id").text = document.id
        notes.tail = file_description.text
        file_description.insert(2, notes)
    return _serialized(root)


def _serialized(root: Element) -> str:
    """Returns XML with ``<lb/>`` as the reference writes it. In values, ``>`` is escaped."""
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")


def _set_source(header: Element, document: Document) -> None:
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


def _csv(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    fields = [
        document.url,
        document.id,
        document.fingerprint,
        document.hostname,
        document.title,
        document.image,
        document.date,
        text(found, settings),
        comments(found, settings),
        document.license,
        document.pagetype,
    ]
    output = io.StringIO()
    csv.writer(output, delimiter="\t", quoting=csv.QUOTE_MINIMAL).writerow(
        [field or "null" for field in fields]
    )
    return output.getvalue()


def _json(document: Document, found: tamis.Extraction, settings: Extractor) -> str:
    settings = copy(settings)
    settings.formatting = False
    content = {"text": text(found, settings), "comments": comments(found, settings)}
    if not settings.with_metadata:
        return json.dumps(content, ensure_ascii=False)
    fields = {name: getattr(document, name) for name in FIELDS}
    for name in ("body", "commentsbody"):
        del fields[name]
    for name in ("categories", "tags"):
        fields[name] = ";".join(fields[name] or [])
    for name, other in _RENAMED.items():
        fields[other] = fields.pop(name)
    return json.dumps({**fields, **content}, ensure_ascii=False)


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
    """Returns the metadata in YAML. A text of JSON is one of YAML."""
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}\n"
        for name in _HEADER_FIELDS
        if (value := getattr(document, name))
    ]
    return f"---\n{''.join(lines)}---\n"
