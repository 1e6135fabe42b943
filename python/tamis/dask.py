"""Dask: archives and pages as data frames, a partition for each archive."""

# Where pandas is not installed, pyright takes `pandas.py` here for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa

from tamis._batch import Source, page_schema
from tamis._extract import Extractor
from tamis._frames import extracted, to_pandas
from tamis._options import Options, Strategy
from tamis._tables import archive_batches, archive_schema, archives
from tamis._typing import Unpack


def read_warc(
    source: Source | Iterable[Source],
    *,
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> dd.DataFrame:
    """Returns a row for each HTML record of archives, each of which is a partition.

    ``source`` is a file, a folder, a pattern or a list of them. The columns have Arrow's types;
    pandas and Dask read Parquet files with lists of them by ``dtype_backend="pyarrow"``.
    """
    Extractor(**options)
    schema = archive_schema(columns, strategies)
    keywords = {"columns": columns, "strategies": strategies, **options}
    meta = to_pandas(schema.empty_table())
    return dd.from_map(_read, archives(source), meta=meta, label="tamis", keywords=keywords)


def extract(
    df: dd.DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    keep: Sequence[str] = (),
    strategies: Sequence[Strategy] = ("auto",),
    **options: Unpack[Options],
) -> dd.DataFrame:
    """Returns a row for each row of a data frame with pages, with the index of that row.

    The keywords are those of :func:`tamis.extract_batch`.
    """
    Extractor(**options)
    made = to_pandas(pa.schema(page_schema(columns, strategies=strategies)).empty_table())
    meta = pd.concat([df._meta[list(keep)], made.set_index(df._meta.index)], axis=1)
    keywords = {"html": html, "url": url, "columns": columns, "strategies": strategies, **options}
    return df.map_partitions(extracted, list(keep), keywords, meta=meta)


def _read(path: str, keywords: dict[str, Any]) -> pd.DataFrame:
    schema = archive_schema(keywords["columns"], keywords["strategies"])
    return to_pandas(pa.Table.from_batches(archive_batches(path, **keywords), schema))
