"""Tables in which each row has a cell for each column, as trafilatura writes them."""

from __future__ import annotations

from typing import Any

from tamis.compat import _etree

# A larger table is left as it is, because a page of many short rows and a long one would grow.
_MOST_CELLS = 100_000


def fill_up(table: Any) -> None:
    """Adds empty cells where cells span columns or rows, and drops rows without content.

    For example a cell over two columns has an empty one after it.
    """
    rows = [row for row in table if row.tag == "row"]
    width = max((sum(map(_columns, row)) for row in rows), default=0)
    if width * len(rows) > _MOST_CELLS:
        return
    spanned: dict[int, int] = {}
    filled = [_filled(row, spanned) for row in rows]
    width = max(map(len, filled), default=0)
    for row, cells in zip(rows, filled, strict=True):
        if not _has_content(row):
            table.remove(row)
            continue
        role = cells[0].get("role") if cells else None
        for cell in list(row):
            row.remove(cell)
        row.extend(cells + [_empty(role) for _ in range(width - len(cells))])


def _filled(row: Any, spanned: dict[int, int]) -> list[Any]:
    """Returns the cells of a row. ``spanned`` has the rows that cells above still take."""
    cells: list[Any] = []

    def take_spanned() -> None:
        while spanned.get(len(cells), 0) > 0:
            spanned[len(cells)] -= 1
            cells.append(_empty(None))

    for cell in row:
        take_spanned()
        rows = _number(cell, "rows")
        for extra in range(_columns(cell)):
            if rows > 1:
                spanned[len(cells)] = rows - 1
            cells.append(_empty(cell.get("role")) if extra else cell)
        for name in ("cols", "rows"):
            cell.attrib.pop(name, None)
    take_spanned()
    for column, left in spanned.items():
        if column >= len(cells) and left > 0:
            spanned[column] = left - 1
    return cells


def _columns(cell: Any) -> int:
    return _number(cell, "cols")


def _number(cell: Any, name: str) -> int:
    stated = cell.get(name, "")
    return max(int(stated), 1) if stated.isdecimal() else 1


def _empty(role: str | None) -> Any:
    return _etree.Element("cell", {"role": role} if role else {})


def _has_content(row: Any) -> bool:
    has_text = any(text.strip() for text in row.itertext())
    return has_text or next(row.iter("graphic"), None) is not None
