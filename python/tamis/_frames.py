"""What the adapters for pandas and Dask share: pages in a data frame of pandas."""

# Where pandas is not installed, pyright takes `pandas.py` here for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

from tamis._tables import page_table


def extracted(pages: pd.DataFrame, keep: Sequence[str], keywords: dict[str, Any]) -> pd.DataFrame:
    """Returns the columns to keep and those that are made, with the index of the pages.

    The keywords are those of :func:`tamis.extract_batch`; the column ``url`` may be missing.
    """
    html, url = keywords["html"], keywords["url"]
    names = [html] if url not in pages.columns else [html, url]
    table = pa.Table.from_pandas(pages[names], preserve_index=False)
    made = to_pandas(page_table(table, **keywords)).set_index(pages.index)
    return pd.concat([pages[list(keep)], made], axis=1)


def to_pandas(table: pa.Table) -> pd.DataFrame:
    """Returns a table with Arrow's types."""
    return table.to_pandas(types_mapper=pd.ArrowDtype)
