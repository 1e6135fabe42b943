"""Spark, and engines with Spark's protocol such as Sail: pages and archives as data frames.

The workers need Tamis and pyarrow; the pages stay in Arrow's memory on the way.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from tamis._batch import extract_batch, page_schema
from tamis._extract import Extractor
from tamis._options import Options, Strategy
from tamis._tables import archive_batches, archive_schema, archives
from tamis._typing import Unpack


def extract(
    df: DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    keep: Sequence[str] = (),
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> DataFrame:
    """Returns a row for each row of a data frame with pages, texts or bytes.

    The keywords are those of :func:`tamis.extract_batch`. Works with ``mapInArrow``: no shuffle.
    """
    Extractor(**options)  # An unknown option is an error here and not in a worker.
    made = pa.schema(page_schema(columns, strategies=strategies))
    schema = StructType([df.schema[name] for name in keep] + from_arrow_schema(made).fields)
    keywords: dict[str, Any] = {"html": html, "url": url, "columns": columns, "keep": keep}
    keywords |= {"strategies": strategies, **options}

    def pages(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield pa.record_batch(extract_batch(batch, **keywords))

    used: list[str] = [html, *([] if url is None else [url]), *keep]
    return df.select(list(dict.fromkeys(used))).mapInArrow(pages, schema)


INDEX = ("warc_filename", "warc_record_offset", "warc_record_length")
"""The columns of an index, by the names of Common Crawl."""


def records(
    index: DataFrame,
    *,
    root: str = "",
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> DataFrame:
    """Returns a row for each record that an index names.

    The index has Common Crawl's columns ``warc_filename``, ``warc_record_offset`` and
    ``warc_record_length``; ``root`` is put before the names. Only these cross the engine, the
    partitions are those of the index, and each worker reads its records alone. A row without one
    of the three raises ``ValueError``.
    """
    Extractor(**options)
    schema = from_arrow_schema(archive_schema(columns, strategies))
    keywords: dict[str, Any] = {"columns": columns, "strategies": strategies, **options}

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            ranges: dict[str, list[tuple[int, int]]] = {}
            for row in batch.to_pylist():
                name, offset, length = (row[column] for column in INDEX)
                if None in (name, offset, length):
                    raise ValueError(f"a row of the index has no {_first_null(row)}: {row}")
                ranges.setdefault(root + name, []).append((offset, length))
            for name, parts in ranges.items():
                yield from archive_batches(name, ranges=sorted(parts), **keywords)

    return index.select(*INDEX).mapInArrow(read, schema)


class WarcDataSource(DataSource):
    """The format ``tamis-warc``: a partition for each archive, a row for each HTML record.

    ``load`` takes a file, a folder or a pattern, or a list of them. The options ``columns`` and
    ``strategies`` are lists with commas, all others are the keywords of
    :func:`tamis.warc_batches`, in JSON if they are no text. A schema chooses columns, too.
    """

    @classmethod
    def name(cls) -> str:
        """Returns the name of the format."""
        return "tamis-warc"

    def schema(self) -> StructType:
        """Returns the schema of the columns that the options choose."""
        options = _options(self.options)
        return from_arrow_schema(archive_schema(options["columns"], options["strategies"]))

    def reader(self, schema: StructType) -> WarcReader:
        """Returns a reader of the columns of the schema."""
        return WarcReader(self.options, schema)


class WarcReader(DataSourceReader):
    """Reads archives, each in a partition of its own."""

    def __init__(self, options: Mapping[str, str], schema: StructType | pa.Schema) -> None:
        self.paths = _paths(options)
        self.options = {**_options(options), "columns": schema.names}
        self.schema = schema if isinstance(schema, pa.Schema) else None

    def partitions(self) -> list[InputPartition]:
        """Returns a partition for each archive. Raises for an option that is not valid."""
        made = ("columns", "strategies", "max_rows", "max_bytes", "threads")
        Extractor(**{key: value for key, value in self.options.items() if key not in made})
        return [InputPartition(path) for path in archives(self.paths)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Yields the batches of an archive."""
        for batch in archive_batches(partition.value, **self.options):
            # Sail gives an Arrow schema, and wants its names for the elements of lists, too.
            yield batch if self.schema is None else batch.cast(self.schema)


def _first_null(row: dict[str, Any]) -> str:
    return next(column for column in INDEX if row[column] is None)


def _paths(options: Mapping[str, str]) -> list[str]:
    if "paths" in options:
        paths: list[str] = json.loads(options["paths"])
        return paths
    if "path" in options:
        return [options["path"]]
    raise ValueError("tamis-warc reads one path or a list of paths: load(path)")


def _options(options: Mapping[str, str]) -> dict[str, Any]:
    """Returns the keywords of :func:`tamis.warc_batches` that the options of a source name."""
    made: dict[str, Any] = {"columns": None, "strategies": ["auto"]}
    for key, value in options.items():
        if key in made:
            made[key] = [name.strip() for name in value.split(",")]
        elif key not in ("path", "paths"):
            try:
                made[key] = json.loads(value)
            except ValueError:
                made[key] = value
    return made
