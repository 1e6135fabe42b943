"""Daft: archives as a data source, and pages with a batch function."""

# Where Daft is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false
from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from daft import DataFrame, DataType, Schema, Series, col, func
from daft.io.source import DataSource, DataSourceTask
from daft.recordbatch import RecordBatch

from tamis._batch import Source, extract_batch, page_schema
from tamis._extract import Extractor
from tamis._options import Options, Strategy
from tamis._tables import archive_batches, archive_schema, archives
from tamis._typing import Unpack

if TYPE_CHECKING:
    from daft.io.pushdowns import Pushdowns


def read_warc(
    source: Source | Iterable[Source],
    *,
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> DataFrame:
    """Returns a row for each HTML record of archives, each of which is a task of its own.

    ``source`` is a file, a folder, a pattern or a list of them.
    """
    Extractor(**options)
    keywords = {"columns": columns, "strategies": strategies, **options}
    return WarcSource(archives(source), keywords).read()


def extract(
    df: DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> DataFrame:
    """Returns the data frame with the columns of :func:`tamis.extract_batch` at its end.

    A column of the same name is replaced.
    """
    Extractor(**options)
    schema = pa.schema(page_schema(columns, strategies=strategies))
    fields = {field.name: DataType.from_arrow_type(field.type) for field in schema}

    @func.batch(return_dtype=DataType.struct(fields), unnest=True, batch_size=256)
    def made(*series: Series) -> pa.Array:
        pages = pa.record_batch([one.to_arrow() for one in series], ["html", "url"][: len(series)])
        address = None if url is None else "url"
        keywords: dict[str, Any] = {"url": address, "columns": columns, "strategies": strategies}
        keywords |= options
        return pa.record_batch(extract_batch(pages, **keywords)).to_struct_array()

    rest = [name for name in df.column_names if name not in fields]
    inputs = [col(name) for name in (html, url) if name is not None]
    return df.select(*rest, made(*inputs))


class WarcSource(DataSource):
    """Archives, each of which is a task."""

    def __init__(self, paths: Sequence[str], keywords: dict[str, Any]) -> None:
        self.paths = paths
        self.keywords = keywords

    @property
    def name(self) -> str:
        """The name of the source."""
        return "tamis-warc"

    @property
    def schema(self) -> Schema:
        """The schema of the batches."""
        schema = archive_schema(self.keywords["columns"], self.keywords["strategies"])
        return Schema.from_pyarrow_schema(schema)

    async def get_tasks(self, pushdowns: Pushdowns) -> AsyncIterator[DataSourceTask]:
        """Yields a task for each archive."""
        for path in self.paths:
            yield WarcTask(path, self)


class WarcTask(DataSourceTask):
    """The records of an archive."""

    def __init__(self, path: str, source: WarcSource) -> None:
        self.path = path
        self.source = source

    @property
    def schema(self) -> Schema:
        """The schema of the batches."""
        return self.source.schema

    async def read(self) -> AsyncIterator[RecordBatch]:
        """Yields the batches of the archive."""
        for batch in archive_batches(self.path, **self.source.keywords):
            yield RecordBatch.from_arrow_record_batches([batch], batch.schema)
