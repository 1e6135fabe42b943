"""jusText's functions on trees of lxml, for callers that have such trees."""

from __future__ import annotations

from typing import Any

from tamis.compat import _input
from tamis.compat.justext._path import PathInfo
from tamis.compat.justext.paragraph import Paragraph
from tamis.compat.justext.utils import is_blank

# Elements that begin and end a paragraph.
_BLOCKS = set(
    "body blockquote caption center col colgroup dd div dl dt fieldset form legend optgroup option "
    "p pre table td textarea tfoot th thead tr ul li h1 h2 h3 h4 h5 h6".split()
)
# Elements that are no text, with what is in them.
_NO_TEXT = set(
    "head script style applet embed object param iframe layer button input select textarea".split()
)


def parsed(html: str) -> Any:
    """Returns the tree of a page."""
    lxml = _input.lxml("html_to_dom")
    try:
        return lxml.html.fromstring(html, parser=lxml.html.HTMLParser())
    except ValueError:
        # lxml takes no text that declares an encoding, only bytes.
        parser = lxml.html.HTMLParser(encoding="utf-8")
        return lxml.html.fromstring(html.encode(), parser=parser)


def preprocessor(dom: Any) -> Any:
    """Removes from a tree of lxml what is no text: comments, the head, scripts, styles and fields.

    A form stays as its content. Returns the tree, which is changed.
    """
    for node in list(dom.iter()):
        if node is dom:
            continue
        if not isinstance(node.tag, str) or node.tag in _NO_TEXT:
            if node.getparent() is not None:
                _remove(node)
        elif node.tag == "form":
            node.drop_tag()
    return dom


def _remove(node: Any) -> None:
    """Removes a node and keeps the text after it."""
    parent, before = node.getparent(), node.getprevious()
    if node.tail:
        if before is None:
            parent.text = (parent.text or "") + node.tail
        else:
            before.tail = (before.tail or "") + node.tail
    parent.remove(node)


class ParagraphMaker:
    """Splits a tree of lxml into paragraphs: the text between block-level tags.

    Two line breaks, with nothing but white space between them, end a paragraph too.
    """

    @classmethod
    def make_paragraphs(cls, root: Any) -> list[Paragraph]:
        """Returns the paragraphs below an element."""
        etree = _input.lxml("ParagraphMaker").etree
        maker = cls()
        for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
            if event == "start":
                maker._start(node.tag)
                maker._text(node.text)
            else:
                if event == "end":
                    maker._end(node.tag)
                if node is not root:
                    maker._text(node.tail)
        maker._begin_paragraph()
        return maker.paragraphs

    def __init__(self) -> None:
        self.path = PathInfo()
        self.paragraphs: list[Paragraph] = []
        self.paragraph = Paragraph(self.path)
        self._links = 0
        self._after_break = False

    def _begin_paragraph(self) -> None:
        if self.paragraph.contains_text():
            self.paragraphs.append(self.paragraph)
        self.paragraph = Paragraph(self.path)

    def _start(self, name: str) -> None:
        self.path.append(name)
        if name in _BLOCKS or (name == "br" and self._after_break):
            self._begin_paragraph()
            self._after_break = False
        elif name == "br":
            self._after_break = True
            # It keeps the words around it apart.
            self.paragraph.append_text(" ")
        else:
            self._after_break = False
            self._links += name == "a"
            self.paragraph.tags_count += 1

    def _end(self, name: str) -> None:
        self.path.pop()
        if name in _BLOCKS:
            self._begin_paragraph()
        self._links -= name == "a"

    def _text(self, text: str | None) -> None:
        if is_blank(text):
            return
        assert text is not None, "a text that is not blank"
        added = self.paragraph.append_text(text)
        if self._links:
            self.paragraph.chars_count_in_links += len(added)
        self._after_break = False
