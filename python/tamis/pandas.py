"""pandas: the namespaces ``tamis`` of data frames and series, which importing this adds."""

# Where pandas is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false, reportInvalidTypeForm=false
from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from tamis._batch import BatchOptions
from tamis._frames import extracted
from tamis._options import Options
from tamis._typing import Unpack


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
        keep: Sequence[str] = (),
        **options: Unpack[BatchOptions],
    ) -> pd.DataFrame:
        """Returns a row for each page, with the index of the data frame.

        The keywords are those of :func:`tamis.extract_batch`. The columns have Arrow's types.
        """
        return extracted(self._df, keep, {"html": html, "url": url, **options})


@pd.api.extensions.register_series_accessor("tamis")
class SeriesAccessor:
    """``series.tamis``, for series of pages."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def extract(
        self, url: pd.Series | None = None, **options: Unpack[BatchOptions]
    ) -> pd.DataFrame:
        """Returns a row for each page, with the index of the series. ``url`` are the addresses."""
        pages = pd.DataFrame({"html": self._series})
        if url is not None:
            pages["url"] = url
        return extracted(pages, (), {"html": "html", "url": "url", **options})

    def text(self, url: pd.Series | None = None, **options: Unpack[Options]) -> pd.Series:
        """Returns the main content of each page as text."""
        return self.extract(url, columns=["text"], **options)["text"]

    def markdown(self, url: pd.Series | None = None, **options: Unpack[Options]) -> pd.Series:
        """Returns the main content of each page as Markdown."""
        return self.extract(url, columns=["markdown"], **options)["markdown"]
