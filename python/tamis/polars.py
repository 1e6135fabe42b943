"""polars: the namespaces ``tamis`` of frames and expressions, which importing this adds."""

# Where polars is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false, reportInvalidTypeForm=false
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from tamis._batch import extract_batch, page_schema
from tamis._extract import Extractor
from tamis._options import Options, Strategy
from tamis._typing import Unpack


def _schema(keywords: dict[str, Any]) -> pl.Schema:
    """Returns the columns that are made."""
    made = page_schema(keywords["columns"], strategies=keywords["strategies"])
    return pl.Schema(made)


def _rows(frame: pl.DataFrame, **keywords: Any) -> pl.DataFrame:
    return pl.DataFrame(extract_batch(frame, **keywords))


@pl.api.register_dataframe_namespace("tamis")
class DataFrameNamespace:
    """``df.tamis``, for data frames with a column of pages."""

    def __init__(self, df: pl.DataFrame) -> None:
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
    ) -> pl.DataFrame:
        """Returns a row for each page. The keywords are those of :func:`tamis.extract_batch`."""
        return _rows(
            self._df,
            html=html,
            url=url,
            columns=columns,
            keep=keep,
            strategies=strategies,
            threads=threads,
            **options,
        )


@pl.api.register_lazyframe_namespace("tamis")
class LazyFrameNamespace:
    """``lf.tamis``, for lazy frames with a column of pages."""

    def __init__(self, lf: pl.LazyFrame) -> None:
        self._lf = lf

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
    ) -> pl.LazyFrame:
        """Does what the data frame's does, when the frame is collected. Works in streams."""
        Extractor(**options)
        keywords: dict[str, Any] = {"columns": columns, "strategies": strategies} | options
        keywords |= {"html": html, "url": url, "keep": keep, "threads": threads}
        kept = self._lf.select(keep).collect_schema() if keep else pl.Schema()
        schema = pl.Schema({**kept, **_schema(keywords)})
        return self._lf.map_batches(
            lambda frame: _rows(frame, **keywords), schema=schema, streamable=True
        )


@pl.api.register_expr_namespace("tamis")
class ExprNamespace:
    """``pl.col("html").tamis``, for expressions of pages."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def extract(
        self,
        url: pl.Expr | str | None = None,
        *,
        columns: Sequence[str] | None = None,
        strategies: Sequence[Strategy] = ("auto",),
        **options: Unpack[Options],
    ) -> pl.Expr:
        """Returns a struct for each page, with the columns as fields.

        ``url`` is an expression of the addresses, or the name of their column.
        """
        Extractor(**options)
        keywords: dict[str, Any] = {"columns": columns, "strategies": strategies} | options
        fields = pl.Struct(_schema(keywords))
        inputs = [self._expr.alias("html")]
        if url is not None:
            inputs.append((pl.col(url) if isinstance(url, str) else url).alias("url"))

        def made(series: Sequence[pl.Series]) -> pl.Series:
            return _rows(pl.DataFrame(list(series)), **keywords).to_struct()

        return pl.map_batches(inputs, made, return_dtype=fields)

    def text(self, url: pl.Expr | str | None = None, **options: Unpack[Options]) -> pl.Expr:
        """Returns the main content of each page as text."""
        return self.extract(url, columns=["text"], **options).struct.field("text")

    def markdown(self, url: pl.Expr | str | None = None, **options: Unpack[Options]) -> pl.Expr:
        """Returns the main content of each page as Markdown."""
        return self.extract(url, columns=["markdown"], **options).struct.field("markdown")
