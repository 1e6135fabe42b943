"""polars: the namespaces ``tamis`` of frames and expressions, which importing this adds."""

# Where polars is not installed, pyright takes this very file for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportCallIssue=false, reportGeneralTypeIssues=false, reportInvalidTypeForm=false
from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from tamis._batch import BatchOptions, extract_batch
from tamis._options import Options
from tamis._typing import Unpack


def _schema(options: BatchOptions) -> pl.Schema:
    """Returns the columns that are made, or raises the error about an option that is wrong."""
    no_pages = pl.DataFrame(schema={"html": pl.String})
    return DataFrameNamespace(no_pages).extract(**options).schema


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
        keep: Sequence[str] = (),
        **options: Unpack[BatchOptions],
    ) -> pl.DataFrame:
        """Returns a row for each page. The keywords are those of :func:`tamis.extract_batch`."""
        return pl.DataFrame(extract_batch(self._df, html=html, url=url, keep=keep, **options))


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
        keep: Sequence[str] = (),
        **options: Unpack[BatchOptions],
    ) -> pl.LazyFrame:
        """Does what the data frame's does, when the frame is collected. Works in streams."""
        kept = self._lf.select(keep).collect_schema() if keep else pl.Schema()
        schema = pl.Schema({**kept, **_schema(options)})

        def made(frame: pl.DataFrame) -> pl.DataFrame:
            return DataFrameNamespace(frame).extract(html, url=url, keep=keep, **options)

        return self._lf.map_batches(made, schema=schema, streamable=True)


@pl.api.register_expr_namespace("tamis")
class ExprNamespace:
    """``pl.col("html").tamis``, for expressions of pages."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def extract(self, url: pl.Expr | str | None = None, **options: Unpack[BatchOptions]) -> pl.Expr:
        """Returns a struct for each page, with the columns as fields.

        ``url`` is an expression of the addresses, or the name of their column.
        """
        fields = pl.Struct(_schema(options))
        inputs = [self._expr.alias("html")]
        if url is not None:
            inputs.append((pl.col(url) if isinstance(url, str) else url).alias("url"))

        def made(series: Sequence[pl.Series]) -> pl.Series:
            return DataFrameNamespace(pl.DataFrame(list(series))).extract(**options).to_struct()

        return pl.map_batches(inputs, made, return_dtype=fields, is_elementwise=True)

    def text(self, url: pl.Expr | str | None = None, **options: Unpack[Options]) -> pl.Expr:
        """Returns the main content of each page as text."""
        return self.extract(url, columns=["text"], **options).struct.field("text")

    def markdown(self, url: pl.Expr | str | None = None, **options: Unpack[Options]) -> pl.Expr:
        """Returns the main content of each page as Markdown."""
        return self.extract(url, columns=["markdown"], **options).struct.field("markdown")
