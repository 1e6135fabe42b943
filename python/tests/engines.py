"""Archives and pages that the tests of all engines share, and the rows they must give."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import archives
import pyarrow as pa

import tamis

PAGES = 60
"""The number of HTML records in each archive before it is damaged."""

COLUMNS = ["url", "status", "title", "authors", "text", "words", "warc_file", "offset", "length"]
"""Columns of all types that Arrow has here."""

Row = Mapping[str, Any]


def write_archives(folder: Path) -> list[Path]:
    """Writes three archives: a whole one, one with 50 zeroed bytes, and the first half of one.

    Between the pages are records that are no HTML, an empty page and the page of an error.
    """
    text = _members()
    middle = len(text) // 2
    texts = {
        "whole": text,
        "zeroed": text[:middle] + bytes(50) + text[middle + 50 :],
        "half": text[:middle],
    }
    for name, content in texts.items():
        (folder / f"{name}.warc.gz").write_bytes(content)
    return [folder / f"{name}.warc.gz" for name in texts]


def _members() -> bytes:
    html = "Content-Type: text/html"
    records = [archives.page_record(number) for number in range(PAGES - 2)]
    written = archives.page(5).replace("<title>", "<meta name=author content='Ann Lee'><title>")
    records[5] = archives.record(5, f"200 OK\r\n{html}", written.encode())
    records.insert(10, archives.record(1000, f"200 OK\r\n{html}", b""))
    records.insert(50, archives.record(1001, f"404 Not Found\r\n{html}", b"<p>Not found"))
    for number in range(1, len(records), 7):
        image = archives.record(2000 + number, "200 OK\r\nContent-Type: image/png", b"\x89PNG")
        records.insert(number, image)
    return b"".join(gzip.compress(record, mtime=0) for record in records)


def records_with_digest(count: int) -> list[bytes]:
    """Returns records of pages with the media type and the digest that Common Crawl's have."""
    fields = "Content-Type: application/http\r\nWARC-Payload-Digest: sha1:{}\r\nWARC-Date"
    return [
        archives.page_record(number).replace(b"WARC-Date", fields.format(number).encode())
        for number in range(count)
    ]


def expected(paths: Iterable[Path], columns: list[str] = COLUMNS) -> list[dict[str, Any]]:
    """Returns the rows of archives, read without any engine."""
    stream = tamis.warc_batches(paths, columns=columns)
    return pa.RecordBatchReader.from_stream(stream).read_all().to_pylist()


def check_rows(found: Iterable[Row], paths: Iterable[Path], count: int) -> None:
    """Checks that the rows are those of the archives, in any order, and that many."""
    rows = [dict(row) for row in found]
    for row in rows:
        row["authors"] = list(row["authors"])
    rows.sort(key=lambda row: (row["warc_file"], row["offset"]))
    wanted = expected(paths)
    wanted.sort(key=lambda row: (row["warc_file"], row["offset"]))
    assert rows == wanted
    assert sum(Counter(row["status"] for row in rows).values()) == count


def check_archives(found: Iterable[Row], paths: Iterable[Path]) -> None:
    """Checks the rows of :func:`write_archives`, which are reconciled with its records."""
    rows = list(found)
    statuses = {
        name: Counter(
            row["status"] for row in rows if Path(row["warc_file"]).stem == f"{name}.warc"
        )
        for name in ("whole", "zeroed", "half")
    }
    good = {"ok": PAGES - 2, "empty": 1, "http_error": 1}
    assert statuses["whole"] == good
    assert statuses["zeroed"] == good | {"ok": PAGES - 3, "broken_record": 1}
    assert statuses["half"]["broken_record"] == 1
    assert PAGES // 2 - 1 <= statuses["half"].total() <= PAGES // 2 + 2
    check_rows(rows, paths, sum(counter.total() for counter in statuses.values()))


def pages(count: int = 20) -> list[dict[str, Any]]:
    """Returns pages with their addresses and numbers."""
    return [
        {"html": archives.page(number), "url": f"https://site.example/{number}", "number": number}
        for number in range(count)
    ]


def check_pages(found: Iterable[Row], count: int = 20) -> None:
    """Checks that these are number, title and text of all pages."""
    rows = sorted(found, key=lambda row: int(row["number"]))
    assert [row["number"] for row in rows] == list(range(count))
    for row in rows:
        page = tamis.extract(archives.page(row["number"]))
        assert (row["title"], row["text"]) == (page.title, page.text)
        assert page.text
