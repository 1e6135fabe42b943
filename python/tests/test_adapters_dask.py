"""`tamis.dask`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("dask.dataframe", reason="Dask and pandas are not installed")

import dask.dataframe as dd
import engines
import pandas as pd

import tamis
import tamis.dask


def rows(frame: pd.DataFrame) -> list[dict[Any, Any]]:
    return [
        {name: None if value is pd.NA else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def test_archives(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    df = tamis.dask.read_warc(tmp_path, columns=engines.COLUMNS)
    assert df.npartitions == len(paths)
    frame = df.compute()
    assert dict(frame.dtypes) == dict(df.dtypes)
    engines.check_archives(rows(frame), paths)
    assert df[df.status == "ok"].words.min().compute() > 0


def test_lists_stay_lists(tmp_path: Path) -> None:
    engines.write_archives(tmp_path)
    df = tamis.dask.read_warc(tmp_path, columns=["url", "authors", "http_status"])
    df.to_parquet(str(tmp_path / "output"))
    frame = pd.read_parquet(tmp_path / "output", dtype_backend="pyarrow")
    assert sorted(map(list, frame.authors))[-4:] == [[], ["Ann Lee"], ["Ann Lee"], ["Ann Lee"]]


def test_pages() -> None:
    pages = pd.DataFrame(engines.pages(), index=range(100, 120))
    df = dd.from_pandas(pages, npartitions=3)
    made = tamis.dask.extract(df, columns=["title", "text"], keep=["number"])
    frame = made.compute()
    assert list(frame.columns) == list(made.columns) == ["number", "title", "text"]
    assert list(frame.index) == list(pages.index)
    engines.check_pages(rows(frame))
    raw = df.assign(html=df.html.map(str.encode, meta=("html", object)))
    every = tamis.dask.extract(raw[["html"]], url=None, strategies=["auto", "justext"])
    assert every.text_justext.str.len().min().compute() > 0


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no archive: .*/other"):
        tamis.dask.read_warc(tmp_path / "other")
    with pytest.raises(tamis.ConfigError, match="unknown option `langage`"):
        tamis.dask.read_warc(tmp_path, langage="de")  # type: ignore[call-arg]  # what is tested
