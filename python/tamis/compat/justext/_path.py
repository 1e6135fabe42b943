"""The path to an element."""

from __future__ import annotations


class PathInfo:
    """The path to an element, as jusText writes it.

    >>> path = PathInfo().append("body").append("p").pop().append("p")
    >>> path.dom, path.xpath
    ('body.p', '/body[1]/p[2]')
    """

    def __init__(self) -> None:
        self._steps: list[tuple[str, int, dict[str, int]]] = []

    @property
    def dom(self) -> str:
        """The names, separated by dots."""
        return ".".join(name for name, _, _ in self._steps)

    @property
    def xpath(self) -> str:
        """The names with their positions among siblings of the same name."""
        return "/" + "/".join(f"{name}[{order}]" for name, order, _ in self._steps)

    def append(self, tag_name: str) -> PathInfo:
        """Enters the next child of this name."""
        seen = self._steps[-1][2] if self._steps else {}
        seen[tag_name] = seen.get(tag_name, 0) + 1
        self._steps.append((tag_name, seen[tag_name], {}))
        return self

    def pop(self) -> PathInfo:
        """Returns to the parent."""
        self._steps.pop()
        return self
