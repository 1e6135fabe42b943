"""`tamis.daft`."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("daft", reason="Daft is not installed")

import daft
import engines

import tamis
import tamis.daft


def test_archives(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    df = tamis.daft.read_warc(tmp_path, columns=engines.COLUMNS)
    assert df.column_names == engines.COLUMNS
    engines.check_archives(df.to_pylist(), paths)
    # A plan that needs some columns and rows alone.
    chosen = df.where("status = 'broken_record'").select("warc_file")
    assert len(chosen.to_pylist()) == 2


def test_written_files(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    output = str(tmp_path / "output")
    tamis.daft.read_warc(tmp_path, columns=engines.COLUMNS).write_parquet(output)
    engines.check_archives(daft.read_parquet(output).to_pylist(), paths)


def test_pages() -> None:
    pages = daft.from_pylist(engines.pages())
    made = tamis.daft.extract(pages, columns=["title", "text"])
    assert made.column_names == ["html", "url", "number", "title", "text"]
    engines.check_pages(made.to_pylist())
    raw = pages.with_column("page", daft.col("html").cast(daft.DataType.binary())).exclude("html")
    made = tamis.daft.extract(raw, html="page", url=None, strategies=["auto", "justext"])
    engines.check_pages(made.to_pylist())
    # The column `url` of the pages is replaced by the one that is made.
    assert made.column_names.count("url") == 1
    assert all(row["text_justext"] for row in made.to_pylist())


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no archive: .*/other"):
        tamis.daft.read_warc(tmp_path / "other")
    with pytest.raises(tamis.ConfigError, match="unknown option `langage`"):
        tamis.daft.read_warc(tmp_path, langage="de")  # type: ignore[call-arg]  # what is tested
