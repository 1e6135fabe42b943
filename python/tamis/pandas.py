"""pandas: the namespaces ``tamis`` of data frames and series, which importing this adds."""

# Where pandas is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false, reportInvalidTypeForm=false
from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa

from tamis._options import Options, Strategy
from tamis._tables import page_table
from tamis._typing import Unpack


def to_pandas(table: pa.Table) -> pd.DataFrame:
    """Returns a table with Arrow's types."""
    return table.to_pandas(types_mapper=pd.ArrowDtype)


@pd.api.extensions.register_dataframe_accessor("tamis")
class DataFrameAccessor:
    """``df.tamis``, for data frames with a column of pages."""

    def __init__(self, df: pd.DataFrame) -> None:
        self._df = df

    def extract(
        self,
        html: str = "html",
        *,
        url: str | None = "url",
        columns: Sequence[str] | None = None,
        keep: Sequence[str] = (),
        strategies: Sequence[Strategy] = ("auto",),
        threads: int = 1,
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """Returns a row for each page, with the index of the data frame.

        The keywords are those of :func:`tamis.extract_batch`. The columns have Arrow's types.
        """
        names = dict.fromkeys(name for name in (html, url) if name in self._df.columns)
        if html not in names:
            raise KeyError(f"no column {html}")
        table = pa.Table.from_pandas(self._df[list(names)], preserve_index=False)
        made = page_table(
            table,
            html=html,
            url=url,
            columns=columns,
            strategies=strategies,
            threads=threads,
            **options,
        )
        made = to_pandas(made).set_index(self._df.index)
        return pd.concat([self._df[list(keep)], made], axis=1) if keep else made


@pd.api.extensions.register_series_accessor("tamis")
class SeriesAccessor:
    """``series.tamis``, for series of pages."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def extract(
        self,
        url: pd.Series | None = None,
        *,
        columns: Sequence[str] | None = None,
        strategies: Sequence[Strategy] = ("auto",),
        threads: int = 1,
        **options: Unpack[Options],
    ) -> pd.DataFrame:
        """Returns a row for each page, with the index of the series. ``url`` are the addresses."""
        pages = pd.DataFrame({"html": self._series})
        if url is not None:
            pages["url"] = url
        return pages.tamis.extract(
            columns=columns, strategies=strategies, threads=threads, **options
        )

    def text(self, url: pd.Series | None = None, **options: Unpack[Options]) -> pd.Series:
        """Returns the main content of each page as text."""
        return self.extract(url, columns=["text"], **options)["text"]

    def markdown(self, url: pd.Series | None = None, **options: Unpack[Options]) -> pd.Series:
        """Returns the main content of each page as Markdown."""
        return self.extract(url, columns=["markdown"], **options)["markdown"]
