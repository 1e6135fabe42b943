"""The text of a page in lines, laid out as Resiliparse does.

Blocks begin a line, paragraphs and headings leave one empty, and the items of a list are indented
by two spaces for each list around them. For example ``<p>Tea<ul><li>Boil<li>Wait</ul>`` is::

    Tea

      • Boil
      • Wait
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from xml.etree.ElementTree import Element

# Blocks, with the line feeds between them and what is around them.
_MARGINS = {
    **dict.fromkeys("p h1 h2 h3 h4 h5 h6".split(), 2),
    **dict.fromkeys(
        "address article aside blockquote body center dd dialog dir div dl dt fieldset figcaption "
        "figure footer form header hgroup hr li main menu nav ol pre section table tbody tfoot "
        "thead tr ul".split(),
        1,
    ),
}
_NO_TEXT = set("head script style template iframe frame canvas svg math audio".split())
_ALTERNATIVES = {"object", "video", "embed", "area"}
_NO_FIELD = set("checkbox color file hidden image password radio range reset".split())
# What browsers ignore in front of and in the scheme of an address.
_IGNORED = re.compile("[\\x00-\\x20]")
_SCRIPTS = ("javascript:", "vbscript:", "data:")
_FIELDS = {"button", "input", "textarea"}


@dataclass(frozen=True)
class Options:
    """What is written beside the text."""

    bullets: bool = True
    alt_texts: bool = True
    links: bool = False
    form_fields: bool = False
    markup: bool = False


def laid_out(root: Element, options: Options) -> str:
    """Returns the text of a tree in lines."""
    layout = _Markup(options) if options.markup else _Layout(options)
    layout.read(root)
    return layout.text()


class _Layout:
    def __init__(self, options: Options) -> None:
        self._options = options
        self._lines: list[str] = []
        self._line = ""
        self._gap = False
        self._margin = 0
        self._breaks = 0
        # For each open list: true if it has numbers, and the number of the last item.
        self._lists: list[list[int]] = []
        # The marker of an item that has no text yet.
        self._marker: str | None = None
        self._in_item = False
        self._preformatted = 0

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines).strip("\n")

    def read(self, root: Element) -> None:
        """Reads a tree without recursion, because pages may be deep."""
        rest: list[tuple[str, Element]] = [("start", root)]
        while rest:
            what, element = rest.pop()
            if what == "tail":
                self._write(element.tail or "")
            elif what == "end":
                self._end(element)
            elif self._is_read(element):
                self._start(element)
                rest.append(("end", element))
                for child in reversed(element):
                    rest += [("tail", child), ("start", child)]
                if element.tag not in _FIELDS:
                    self._write(element.text or "")

    def _is_read(self, element: Element) -> bool:
        tag = element.tag
        if tag in _NO_TEXT or (tag in ("label", "select") and not self._options.form_fields):
            return False
        if tag in _FIELDS:
            if self._options.form_fields:
                self._field(element)
            return False
        return tag not in _ALTERNATIVES or self._options.alt_texts

    def _start(self, element: Element) -> None:
        tag = element.tag
        if tag == "br":
            self._end_line()
            self._breaks += 1
            return
        if tag == "img" and self._options.alt_texts:
            self._write(element.get("alt", ""))
        self._block(tag)
        self._preformatted += tag == "pre"
        if tag in ("td", "th") and self._line.strip():
            self._line = self._line.rstrip() + "\t\t"
            self._gap = False
        if tag in ("ul", "ol"):
            self._lists.append([tag == "ol", 0])
        elif tag == "li" and self._lists:
            numbered, last = self._lists[-1]
            self._lists[-1][1] = last + 1
            self._marker = f"{last + 1}. " if numbered else "\u2022 "

    def _end(self, element: Element) -> None:
        tag = element.tag
        if tag == "a" and self._options.links and element.get("href"):
            self._write(f" ({element.get('href')})")
        self._block(tag)
        self._preformatted -= tag == "pre"
        if tag in ("ul", "ol"):
            self._lists.pop()
        if tag == "li":
            self._marker = None

    def _block(self, tag: str) -> None:
        if margin := _MARGINS.get(tag, 0):
            self._end_line()
            self._margin = max(self._margin, margin)

    def _end_line(self) -> None:
        if self._line.strip():
            self._lines.append(self._line.rstrip())
        self._line, self._gap = "", False

    def _begin_line(self) -> None:
        """Writes the empty lines before a line, its indent, and the marker of its item."""
        if self._lines:
            self._lines += [""] * (max(self._margin, self._breaks, 1) - 1)
        self._margin = self._breaks = 0
        indent = "  " * len(self._lists)
        if not self._options.bullets:
            self._line = indent
        elif self._marker is not None:
            self._line = indent + self._marker
        else:
            self._line = indent + "  " * bool(self._lists)
        self._marker = None

    def _write(self, text: str) -> None:
        if self._preformatted:
            self._write_lines(text)
            return
        words = text.split()
        if not words:
            self._gap = self._gap or bool(text)
            return
        if not self._line:
            self._begin_line()
        elif self._gap or text[0].isspace():
            self._line += "" if self._line.endswith((" ", "\t")) else " "
        self._line += self._escaped(" ".join(words))
        self._gap = text[-1].isspace()

    def _write_lines(self, text: str) -> None:
        """Writes text whose white space counts."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self._lines.append(self._line.rstrip())
                self._line = ""
            elif line and not self._line:
                self._begin_line()
            self._line += self._escaped(line)

    def _escaped(self, text: str) -> str:
        return text

    def _field(self, element: Element) -> None:
        kind = element.get("type", "").lower()
        if element.tag != "input":
            value = "".join(element.itertext())
        elif kind in _NO_FIELD:
            value = ""
        else:
            value = element.get("value") or element.get("placeholder") or ""
        if value.strip():
            if not self._line:
                self._begin_line()
            elif not self._line.endswith(" "):
                self._line += " "
            closing = "]" if value[-1].isspace() else " ]"
            self._line += self._escaped(f"[ {value.lstrip()}{closing}")
            self._gap = True


class _Markup(_Layout):
    """Lines with the tags of paragraphs, headings, lists, preformatted text and links."""

    _TAGS = frozenset("p h1 h2 h3 h4 h5 h6 pre".split())
    _LISTS = frozenset({"ul", "ol"})

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._broken = False

    def _start(self, element: Element) -> None:
        tag = element.tag
        if tag == "br":
            self._line += "<br>"
            self._broken = True
        elif tag == "a" and self._has_address(element):
            self._open_line()
            self._space()
            href = escape(element.get("href", ""))
            self._line += f'<a href="{href}">'
            self._gap = False
        elif tag == "pre" and self._line.endswith("<li>"):
            self._preformatted += 1
            self._line += " " * self._gap + "<pre>"
        elif tag in self._TAGS and self._preformatted:
            self._line += f"<{tag}>"
        elif tag in self._TAGS:
            self._block(tag)
            self._preformatted += tag == "pre"
            self._tag(tag)
        elif tag in self._LISTS or tag == "li":
            self._block(tag)
            if self._options.bullets:
                self._tag(tag)
            if tag in self._LISTS and self._options.bullets:
                self._lists.append([0, 0])
        else:
            super()._start(element)

    def _tag(self, tag: str) -> None:
        self._begin_line()
        self._line = "  " * len(self._lists) + f"<{tag}>"
        self._gap = False

    def _begin_line(self) -> None:
        super()._begin_line()
        self._line = ""

    def _end(self, element: Element) -> None:
        tag = element.tag
        if tag == "a" and self._has_address(element):
            self._line += "</a>"
        elif self._preformatted and tag in self._TAGS and tag != "pre":
            self._line += f"</{tag}>"
        elif tag == "pre":
            self._preformatted -= 1
            self._line += "</pre>"
            self._block(tag)
        elif tag in self._TAGS:
            self._close(tag, "  " * len(self._lists))
        elif tag == "li" and self._options.bullets:
            self._close(tag, "")
        elif tag in self._LISTS and self._options.bullets:
            self._lists.pop()
            self._end_line()
            self._margin = 1
            self._begin_line()
            self._line = "  " * len(self._lists) + f"</{tag}>"
            self._block(tag)
        elif tag != "br":
            self._block(tag)

    def _has_address(self, link: Element) -> bool:
        """Returns true for a link to be written, unless it runs a script."""
        href = _IGNORED.sub("", link.get("href", "")).lower()
        return self._options.links and href != "" and not href.startswith(_SCRIPTS)

    def _close(self, tag: str, indent: str) -> None:
        """Writes an end tag on the last line that there is."""
        if not self._line and self._lines:
            self._line = self._lines.pop()
            self._margin = 0
        self._line += f"{indent}</{tag}>"
        self._broken = False
        self._block(tag)

    def _write(self, text: str) -> None:
        if self._broken and text.strip():
            self._end_line()
            self._broken = False
        if self._line.endswith(">") and not self._preformatted and not self._line.endswith("</a>"):
            text = text.lstrip() or " " * (text != "" and self._line.endswith("<li>"))
            self._gap = self._gap and not text.strip()
        super()._write(text)

    def _open_line(self) -> None:
        if self._broken:
            self._end_line()
            self._broken = False
        if not self._line:
            self._begin_line()

    def _space(self) -> None:
        if self._gap and self._line and not self._line.endswith((" ", ">")):
            self._line += " "

    def _escaped(self, text: str) -> str:
        return escape(text, quote=False)
