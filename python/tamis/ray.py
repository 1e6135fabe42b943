"""Ray Data: classes for ``map_batches``.

>>> pages.map_batches(tamis.ray.Extract, batch_format="pyarrow", compute=actors)  # doctest: +SKIP
>>> tamis.ray.read_warc("crawl/*.warc.gz", columns=["url", "status", "text"])  # doctest: +SKIP
"""

# pyright: reportMissingImports=false
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa
import ray.data

from tamis._batch import Source
from tamis._extract import Extractor
from tamis._options import Options, Strategy
from tamis._tables import archive_batches, archive_schema, archives, page_table
from tamis._typing import Unpack


class Extract:
    """Makes a row for each page of a table. The keywords are those of `tamis.extract_batch`."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def __call__(self, table: pa.Table) -> pa.Table:
        """Returns the rows of the pages in a table."""
        return page_table(table, **self.options)


class ReadArchives:
    """Reads the archives in the column ``path``. The keywords are those of `tamis.warc_batches`."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        choice = options.get("columns"), options.get("strategies", ("auto",))
        self.schema = archive_schema(*choice)

    def __call__(self, table: pa.Table) -> Iterator[pa.Table]:
        """Yields the rows of the archives in a table."""
        yield self.schema.empty_table()  # An archive without pages has columns, too.
        for path in table["path"].to_pylist():
            for batch in archive_batches(path, **self.options):
                yield pa.Table.from_batches([batch])


def read_warc(
    source: Source | Iterable[Source],
    *,
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    concurrency: int | None = None,
    **options: Unpack[Options],
) -> ray.data.Dataset:
    """Returns a row for each HTML record of archives, each of which is a task of its own.

    ``source`` is a file, a folder, a pattern or a list of them, which this process must be able to
    see like the workers. ``concurrency`` limits the number of tasks at the same time.
    """
    Extractor(**options)
    paths = [{"path": path} for path in archives(source)]
    dataset = ray.data.from_items(paths, override_num_blocks=len(paths))
    keywords = {"columns": columns, "strategies": strategies, **options}

    def read(table: pa.Table) -> Iterator[pa.Table]:
        yield from ReadArchives(**keywords)(table)

    return dataset.map_batches(read, batch_size=1, batch_format="pyarrow", concurrency=concurrency)
