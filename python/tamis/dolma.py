"""dolma: the linearizer ``tamis`` for ``dolma warc``.

Import this module in your program, at its top, before dolma runs: its processes import it again.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

from dolma.warc.linearizers import BaseLinearizer, LinearizerRegistry

from tamis._extract import Extractor, extract
from tamis._options import Options
from tamis._typing import Unpack


class TamisLinearizer(BaseLinearizer):
    """Turns a page into the text of its main content. The keywords are those of `Options`.

    dolma itself makes linearizers without keywords: register a subclass to choose some.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        Extractor(**options)
        self.options = options

    def linearize(self, content: str | bytes) -> str:
        """Returns the text of a page, decoded or not."""
        return extract(content, **self.options).text


LinearizerRegistry.add("tamis")(TamisLinearizer)
