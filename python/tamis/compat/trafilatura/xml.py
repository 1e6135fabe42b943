r"""Trees of trafilatura's elements as text and Markdown, as the reference writes them.

A tree has paragraphs (``p``), headings (``head``), lists with items, quotes, tables with rows and
cells, code, and in them marked texts (``hi``, ``del``), links (``ref``), images (``graphic``) and
line breaks (``lb``). It is one of lxml or of Python's ``xml.etree``, and is not changed.

>>> from xml.etree.ElementTree import fromstring
>>> xmltotxt(fromstring("<main><p>Bread <hi rend='#b'>rises</hi>.</p></main>"), True)
'Bread **rises**.\n'

Text has a line for each of them; Markdown has empty lines between them. Source: the spelling is
that of trafilatura 2.3.1, `xml.py`, because programs compare texts with those that they stored.
"""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from tamis.compat.trafilatura import _tei_schema
from tamis.compat.trafilatura._document import FIELDS, Document

__all__ = [
    "TEI_SCHEMA",
    "build_json_output",
    "replace_element_text",
    "validate_tei",
    "xmltocsv",
    "xmltotxt",
]

TEI_SCHEMA = _tei_schema.shipped()
"""The path of the DTD of TEI, or ``None`` if trafilatura, which ships it, is not installed.

A program can set it to another one, such as those at https://tei-c.org/release/xml/tei/.
"""

_LOGGER = logging.getLogger(__name__)

_BLOCKS = {"graphic", "head", "lb", "list", "p", "quote", "row", "table"}
# What is written whole, with its children, and what may be in it.
_WHOLE = {"del", "hi", "ref"}
_INLINE = {*_WHOLE, "code", "graphic"}
_NO_SPACE_AFTER = {"cell", "code", "del", "head", "hi", "item", "ref"}

_SIGNS = {"#b": "**", "#i": "*", "#t": "`"}
# Markdown has no signs for these.
_TAGS = {"#sub": "sub", "#sup": "sup", "#u": "u"}
_MERGED = {*_SIGNS, "#u"}

# After these, nothing need be put between.
_SEPARATORS = (" ", "\n", "|", "")
# Stands for an empty line, because others are dropped.
_GAP = "\u2424"
# Deeper trees are written as their text, so that no page exhausts Python's stack.
_DEEPEST = 150

_SPECIAL = re.compile(r"(\\*)([*_`~\[\]<])")
_BLOCK_START = re.compile(r"\A( {0,3})((?:#{1,6}|[-+]|\d{1,9}(?=[.)]))(?:[.)])?(?=[ \t]|$)|>)")
_MATH = re.compile(r"((?<!\S)\\\[(?:.|\n)+?\\\]|\\\(.+?\\\))")
_BRACKET = re.compile(r"((?<![\\`])(`+)(?!`).+?(?<!`)\2(?!`))|(?<!\\)([\[\]])", re.DOTALL)
_TICKS = re.compile("`+")

_RENAMED = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}


@dataclass(frozen=True)
class _Place:
    """Where an element is: its neighbours, and what it is in."""

    before: Any = None
    after: Any = None
    in_cell: bool = False
    in_item: bool = False
    lists: int = 0
    """The number of lists around it."""
    number: int | None = None
    """The number of an item in an ordered list."""
    indent: int = 0
    """The width of the marker of the item around it."""
    opens_item: bool = False
    """True if nothing of the item is written yet."""
    ends_cell: bool = False
    """True if nothing follows in the cell but its text."""
    depth: int = 0


def xmltotxt(xmloutput: Any, include_formatting: bool) -> str:
    """Returns a tree as text, or as Markdown if ``include_formatting`` is true."""
    if xmloutput is None:
        return ""
    tree = _prepared(deepcopy(xmloutput)) if include_formatting else xmloutput
    writer = _Writer(include_formatting)
    writer.element(tree, _Place())
    return _lines("".join(writer.out))


def _lines(text: str) -> str:
    """Returns a text without empty lines, but with those that were put in."""
    return "\n".join(filter(None, text.splitlines())).replace(_GAP, "")


class _Writer:
    def __init__(self, marks: bool) -> None:
        self.marks = marks
        self.out: list[str] = []

    def element(self, element: Any, place: _Place) -> None:
        """Writes an element with its text, its children and the text after it."""
        if not isinstance(element.tag, str):
            self._tail(element, place)
            return
        place = replace(
            place,
            in_cell=place.in_cell or element.tag == "cell",
            in_item=place.in_item or element.tag == "item",
        )
        self._begin(element, place)
        has_text = self._text(element, place)
        if not _is_whole(element):
            self._children(element, place)
        if element.tag == "graphic" and not has_text:
            # What follows an image is in its line.
            text = (element.tail or "").strip()
            self._put(f"{_image(element, self.marks)} {text}".rstrip(), place)
        elif not has_text and not self._line(element, place):
            if place.in_cell:
                self._tail(element, place)
            return
        self._end(element, place)
        if element.tag != "graphic":
            self._tail(element, place)
        if element.tag == "item" and not place.in_cell:
            self._new_line()

    def _begin(self, element: Any, place: _Place) -> None:
        """Parts an element from what is before it."""
        tag, last = element.tag, self._last()
        if tag == "cell" and place.before is None:
            self.out.append("| ")
        elif tag == "list" and place.in_item and not place.in_cell:
            self._new_line()
        elif tag in _BLOCKS and not place.in_cell and not place.in_item:
            if last not in _SEPARATORS:
                self.out.append("\n")
        elif tag in ("head", "p", "quote", "table") and last not in _SEPARATORS:
            begins_line = not element.text and len(element) and element[0].tag == "lb"
            if not begins_line:
                self.out.append(" ")
        if tag == "item" and not place.in_cell and _has_content(element):
            self.out.append(self._marker(place))

    def _text(self, element: Any, place: _Place) -> bool:
        """Writes the text of an element. Returns true if it has any."""
        is_whole = _is_whole(element)
        has_text = bool(element.text) or is_whole
        if has_text and (element.tag != "item" or is_whole or _is_text(element.text)):
            self._put(_marked(element, self.marks, place.in_cell), place)
        elif self.marks and element.tag == "head" and not place.in_cell and len(element):
            self.out.append(f"{_hashes(element)} ")
        return has_text

    def _children(self, element: Any, place: _Place) -> None:
        if place.depth >= _DEEPEST:
            self._put(" ".join("".join(_texts_of(element)).split()), place)
            return
        children = list(element)
        number = 0
        begun = _is_text(element.text)
        for index, child in enumerate(children):
            number += child.tag == "item"
            after = children[index + 1] if index + 1 < len(children) else None
            inner = replace(
                place,
                before=children[index - 1] if index else None,
                after=after,
                lists=place.lists + (element.tag == "list"),
                number=number if element.get("rend") == "ol" else None,
                indent=len(self._marker(place)) if element.tag == "item" else place.indent,
                opens_item=(element.tag == "item" or place.opens_item) and not index and not begun,
                ends_cell=after is None and (element.tag == "cell" or place.ends_cell),
                depth=place.depth + 1,
            )
            self.element(child, inner)

    def _line(self, element: Any, place: _Place) -> bool:
        """Ends the line of an element without text. Returns false for one that has no line."""
        if element.tag == "row":
            cells = [of for of in element if of.tag == "cell"]
            has_head = any(of.get("role") == "head" for of in cells)
            self.out.append(f"\n|{'---|' * len(cells)}\n" if has_head else "\n")
            return True
        if element.tag in _BLOCKS:
            if not place.in_cell and not (element.tag == "lb" and place.opens_item):
                self.out.append("\n")
            return True
        return element.tag in ("cell", "item")

    def _end(self, element: Any, place: _Place) -> None:
        """Parts an element from what is after it."""
        tag = element.tag
        if tag in _BLOCKS and not place.in_cell and not place.in_item:
            self.out.append(f"\n{_GAP}\n" if self.marks and tag != "row" else "\n")
        elif tag == "cell":
            self.out.append(" | ")
        elif tag in ("head", "item") and place.in_cell:
            if not place.ends_cell:
                self._put_apart(" ")
        elif tag not in _NO_SPACE_AFTER and place.after is not None:
            self._put_apart(" ")

    def _tail(self, element: Any, place: _Place) -> None:
        tail = element.tail
        if not tail:
            return
        is_list = element.tag == "list"
        if self.marks and is_list and place.in_item and not place.in_cell and tail.strip():
            # The text is the item's, not the last one's of the list in it.
            self._new_line()
            self.out.append(f"{_GAP}\n{' ' * place.indent}{tail.strip()}")
        elif place.in_cell or place.in_item or is_list:
            text = tail.strip()
            if text and (tail[0].isspace() or element.tag not in _INLINE):
                text = f" {text}"
            if tail[-1].isspace() and place.after is not None and place.after.tag in _INLINE:
                text += " "
            self._put_apart(_escaped(text) if place.in_cell else text)
        else:
            self.out.append(tail.lstrip() if element.tag in _BLOCKS else tail)

    def _marker(self, place: _Place) -> str:
        """Returns what an item begins with. Text has no numbers: they are no words of the page."""
        indent = "  " * max(place.lists - 1, 0)
        return f"{indent}{place.number}. " if self.marks and place.number else f"{indent}- "

    def _put(self, text: str, place: _Place) -> None:
        self.out.append(_escaped(text) if place.in_cell else text)

    def _put_apart(self, text: str) -> None:
        """Writes a text, whose first space is left out after what parts already."""
        if text.startswith(" ") and self._last() in _SEPARATORS:
            text = text[1:]
        if text:
            self.out.append(text)

    def _new_line(self) -> None:
        if self._last() not in ("\n", ""):
            self.out.append("\n")

    def _last(self) -> str:
        return next((of[-1] for of in reversed(self.out) if of), "")


def replace_element_text(element: Any, include_formatting: bool, in_cell: bool = False) -> str:
    """Returns the text of an element with the marks of Markdown, without that after it."""
    return _marked(element, include_formatting, in_cell)


def _marked(element: Any, marks: bool, in_cell: bool, depth: int = 0) -> str:
    tag = element.tag
    text = _code(element) if tag == "code" else _inline(element, marks, depth)
    if marks and text:
        if tag in ("p", "quote", "item") and not in_cell:
            text = _BLOCK_START.sub(_with_backslash, text)
        elif tag == "head" and not in_cell:
            text = f"{_hashes(element)} {text}"
        elif tag == "code":
            text = _code_in_ticks(text)
        elif tag == "del":
            text = _wrapped(text, "~~", "~~")
        elif tag == "hi":
            text = _highlighted(text, element.get("rend") or "")
    if tag == "ref" and text.strip():
        return text.replace(text.strip(), _link(text.strip(), element.get("target") or None), 1)
    if tag == "cell":
        text = text.strip()
        return f"{text} " if text and len(element) else text
    return text


def _is_whole(element: Any) -> bool:
    return element.tag == "code" or (element.tag in _WHOLE and len(element) > 0)


def _inline(element: Any, marks: bool, depth: int) -> str:
    """Returns the text of an element, with that of its children if it is written whole."""
    parts = [element.text or ""]
    for child in element if _is_whole(element) else ():
        if child.tag == "graphic":
            parts.append(_image(child, marks))
        elif child.tag == "lb":
            parts.append("\n")
        elif child.tag in _INLINE and depth < _DEEPEST:
            parts.append(_marked(child, marks, False, depth + 1))
        elif isinstance(child.tag, str):
            parts.append(child.text or "")
        parts.append(child.tail or "")
    return "".join(parts)


def _code(element: Any) -> str:
    parts = [element.text or ""]
    for child in element:
        parts.append("\n" if child.tag == "lb" else "".join(_texts_of(child)))
        parts.append(child.tail or "")
    return "".join(parts)


def _texts_of(element: Any) -> list[str]:
    return [text for text in element.itertext() if isinstance(text, str)]


def _code_in_ticks(text: str) -> str:
    ticks = max((len(of) for of in _TICKS.findall(text)), default=0) + 1
    if "\n" in text:
        fence = "`" * max(ticks, 3)
        return f"{fence}\n{text}\n{fence}\n"
    return _ticked(text)


def _ticked(text: str) -> str:
    core = text.strip()
    if not core:
        return text
    lengths = {len(of) for of in _TICKS.findall(core)}
    ticks = "`" * (max(lengths) + 1 if lengths else 1)
    is_apart = core.startswith("`") or core.endswith("`")
    return text.replace(core, f"{ticks} {core} {ticks}" if is_apart else f"{ticks}{core}{ticks}", 1)


def _highlighted(text: str, rend: str) -> str:
    if rend in _TAGS:
        return _wrapped(text, f"<{_TAGS[rend]}>", f"</{_TAGS[rend]}>")
    sign = _SIGNS.get(rend)
    if sign == "`":
        return _ticked(text)
    return _wrapped(text, sign, sign) if sign else text


def _wrapped(text: str, before: str, after: str) -> str:
    """Puts signs around a text, with the white space at its ends outside."""
    core = text.strip()
    return text.replace(core, f"{before}{core}{after}", 1) if core else text


def _link(text: str, address: str | None, sign: str = "") -> str:
    text = _BRACKET.sub(lambda of: of[1] or f"\\{of[3]}", text)
    if address is None:
        return f"{sign}[{text}]"
    if any(of in " <>()" for of in address):
        address = re.sub(r"([\\<>])", r"\\\1", address)
        address = f"<{address}>"
    return f"{sign}[{text}]({address})"


def _image(element: Any, marks: bool) -> str:
    text = f"{element.get('title', '')} {element.get('alt', '')}".strip()
    return _link(_without_signs(text) if marks else text, element.get("src", ""), "!")


def _hashes(element: Any) -> str:
    level = (element.get("rend") or "")[1:2]
    return "#" * (int(level) if level in ("1", "2", "3", "4", "5", "6") else 2)


def _with_backslash(found: re.Match[str]) -> str:
    """Escapes the sign that makes a block of a line: ``#``, ``-``, ``>`` or the dot of ``1.``."""
    indent, sign = found.groups()
    digits = len(sign) - len(sign.lstrip("0123456789"))
    return f"{indent}{sign[:digits]}\\{sign[digits:]}"


def _escaped(text: str) -> str:
    """Returns a text as a cell of a table can have it: on one line, without its bars."""
    return text.replace("|", "\\|").replace("\n", " ")


def _is_text(text: str | None) -> bool:
    return bool(text and not text.isspace())


def _has_content(item: Any) -> bool:
    """Returns true for an item with something before a list in it, whose items have markers."""
    if _is_text(item.text):
        return True
    for child in item:
        if child.tag == "list":
            return False
        has_image = any(True for _ in child.iter("graphic"))
        if has_image or _is_text("".join(_texts_of(child))) or _is_text(child.tail):
            return True
    return False


# Markdown


def _prepared(tree: Any) -> Any:
    """Makes texts such that Markdown means what they say, and joins marks. Changes the tree."""
    _escape(tree)
    _unite(tree)
    for element in tree.iter("p", "quote", "head") if hasattr(tree, "getparent") else tree.iter():
        if element.tag in ("p", "quote", "head"):
            _strip(element)
    return tree


def _strip(element: Any) -> None:
    if element.text:
        element.text = element.text.lstrip() if len(element) else element.text.strip()
    if len(element) and element[-1].tail:
        element[-1].tail = element[-1].tail.rstrip()


def _is_code(element: Any) -> bool:
    return element.tag == "code" or (element.tag, element.get("rend")) == ("hi", "#t")


def _escape(tree: Any) -> None:
    """Escapes signs in texts, but not in code, and writes formulas as Markdown does."""
    rest = [tree]
    while rest:
        element = rest.pop()
        if element is not tree and element.tail:
            element.tail = _readable(element.tail)
        if not _is_code(element):
            if element.text and isinstance(element.tag, str):
                element.text = _readable(element.text)
            rest += element


def _readable(text: str) -> str:
    r"""Returns prose with its signs escaped, and formulas between dollars.

    >>> print(_readable(r"file_one has \(n_1\) rows"))
    file\_one has $n_1$ rows
    """
    parts = _MATH.split(text)
    parts[::2] = map(_without_signs, parts[::2])
    parts[1::2] = map(_formula, parts[1::2])
    return "".join(parts)


def _without_signs(text: str) -> str:
    return _SPECIAL.sub(lambda of: f"{of[1] * 2}\\{of[2]}", text)


def _formula(text: str) -> str:
    if text.startswith("\\["):
        return f"\n$$\n{text[2:-2].strip()}\n$$\n"
    return f"${text[2:-2]}$"


def _unite(tree: Any) -> None:
    """Takes out marks in equal marks, and joins neighbours that have the same."""
    rest: list[tuple[Any, frozenset[str]]] = [(tree, frozenset())]
    elements = []
    while rest:
        element, active = rest.pop()
        if element.tag == "hi" and element.get("rend") in _SIGNS:
            active |= {element.get("rend")}
            while _only_repeats(element, active):
                (inner,) = element
                element.text = (element.text or "") + (inner.text or "")
                element[:] = list(inner)
        elements.append(element)
        rest += [(child, active) for child in element]
    for element in reversed(elements):
        _join_neighbours(element)


def _only_repeats(element: Any, active: frozenset[str]) -> bool:
    if len(element) != 1 or _is_text(element.text):
        return False
    inner = element[0]
    return inner.tag == "hi" and inner.get("rend") in active and not _is_text(inner.tail)


def _join_neighbours(element: Any) -> None:
    kept: list[Any] = []
    for child in list(element):
        last = kept[-1] if kept else None
        if last is not None and _can_join(last, child):
            last.text = (last.text or "") + (last.tail or "") + (child.text or "")
            tail = child.tail
            child.tail = None
            element.remove(child)
            last.tail = tail
        else:
            kept.append(child)


def _can_join(first: Any, second: Any) -> bool:
    return (
        first.tag == second.tag == "hi"
        and first.get("rend") == second.get("rend")
        and first.get("rend") in _MERGED
        and len(first) == len(second) == 0
        and not _is_text(first.tail)
    )


# Documents


def xmltocsv(
    document: Document, include_formatting: bool, *, delim: str = "\t", null: str = "null"
) -> str:
    """Returns a document as a line of CSV."""
    fields = [
        document.url,
        document.id,
        document.fingerprint,
        document.hostname,
        document.title,
        document.image,
        document.date,
        xmltotxt(document.body, include_formatting),
        xmltotxt(document.commentsbody, include_formatting),
        document.license,
        document.pagetype,
    ]
    output = io.StringIO()
    writer = csv.writer(output, delimiter=delim, quoting=csv.QUOTE_MINIMAL)
    writer.writerow([field or null for field in fields])
    return output.getvalue()


def build_json_output(docmeta: Document, with_metadata: bool = True) -> str:
    """Returns a document as JSON, with its metadata or with its texts alone."""
    texts = {
        "text": xmltotxt(docmeta.body, include_formatting=False),
        "comments": xmltotxt(docmeta.commentsbody, include_formatting=False),
    }
    if not with_metadata:
        return json.dumps(texts, ensure_ascii=False)
    fields = {name: getattr(docmeta, name) for name in FIELDS}
    for name in ("body", "commentsbody"):
        del fields[name]
    for name in ("categories", "tags"):
        fields[name] = ";".join(fields[name] or [])
    for name, other in _RENAMED.items():
        fields[other] = fields.pop(name)
    return json.dumps({**fields, **texts}, ensure_ascii=False)


def validate_tei(xmldoc: Any) -> bool:
    """Returns true for a tree of lxml that is valid TEI. Logs the first fault of one that is not.

    Raises ``NotImplementedError`` if there is no :data:`TEI_SCHEMA`.
    """
    if TEI_SCHEMA is None:
        raise NotImplementedError(
            "tei_validation: the DTD of TEI comes with trafilatura, which is not installed; "
            "tamis.compat.trafilatura.xml.TEI_SCHEMA can name another file."
        )
    schema = _tei_schema.schema(TEI_SCHEMA)
    if schema.validate(xmldoc):
        return True
    _LOGGER.warning("not a valid TEI document: %s", schema.error_log.last_error)
    return False
