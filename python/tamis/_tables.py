"""What the adapters for engines have in common: pyarrow's view of pages and archives."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from tamis._batch import Source, extract_batch, page_schema, warc_batches, warc_schema
from tamis._native import find_archives


def archives(source: Source | Iterable[Source]) -> list[str]:
    """Returns the archives of files, folders and patterns such as ``crawl/*.warc.gz``.

    A folder is searched with its subfolders. Raises ``FileNotFoundError`` for a name or a pattern
    without any archive, so that no engine finishes with an empty table because of a typing error.
    """
    names = [source] if isinstance(source, (str, os.PathLike)) else source
    found: dict[str, None] = {}
    for name in [os.fspath(name) for name in names]:
        exists = os.path.exists(name)
        paths = find_archives([name]) if exists else sorted(glob.glob(name, recursive=True))
        if not paths:
            raise FileNotFoundError(f"no archive: {name}")
        found.update(dict.fromkeys(map(os.fspath, paths)))
    return list(found)


def archive_batches(source: Source, **options: Any) -> Iterator[pa.RecordBatch]:
    """Returns the batches of an archive. The keywords are those of :func:`tamis.warc_batches`."""
    yield from pa.RecordBatchReader.from_stream(warc_batches(source, **options))


def archive_schema(columns: Sequence[str] | None, strategies: Sequence[Any]) -> pa.Schema:
    """Returns the schema of the batches of an archive."""
    return pa.schema(warc_schema(columns, strategies=strategies))


def page_table(table: pa.Table, **options: Any) -> pa.Table:
    """Returns a row for each row of a table. The keywords are those of `extract_batch`."""
    keep = options.get("keep", ())
    made = page_schema(options.get("columns"), strategies=options.get("strategies", ("auto",)))
    schema = pa.schema([*(table.schema.field(name) for name in keep), *pa.schema(made)])
    batches = [pa.record_batch(extract_batch(batch, **options)) for batch in table.to_batches()]
    return pa.Table.from_batches(batches, schema)


def page_row(html: str | bytes, url: str | None, **options: Any) -> dict[str, Any]:
    """Returns the row of a single page. The keywords are those of `extract_batch`."""
    page = pa.record_batch({"html": [html], "url": pa.array([url], pa.string())})
    row: dict[str, Any] = pa.record_batch(extract_batch(page, **options)).to_pylist()[0]
    return row
