"""How the pages of archives are read: in processes of their own, by a browser, within limits."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from archives import SENTENCE, page, page_record, record, write

import tamis

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

RULES = {"site.example.txt": "body: //p[2]"}


def table(stream: tamis.RecordBatchStream) -> Any:
    """Returns all rows."""
    return pa.RecordBatchReader.from_stream(stream).read_all()


def test_isolated_pages_have_the_same_rows(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 6)
    choices: list[dict[str, Any]] = [
        {},
        {"strategies": ["auto", "justext"], "columns": ["text_justext", "markdown"]},
        {"site_rules": RULES, "stopwords": ["the", "of"], "limits": {"depth": 99}},
        {"drop": "p:nth-of-type(1)", "latest_date": "2026-01-01"},
    ]
    for options in choices:
        alone = table(tamis.warc_batches(archive, isolate=True, threads=2, **options))
        assert alone.equals(table(tamis.warc_batches(archive, **options)))
    # The rules, not the strategy, have chosen this text.
    by_rules = table(tamis.warc_batches(archive, isolate=True, site_rules=RULES))
    assert by_rules["text"][3].as_py() == f"Number 3. {SENTENCE.strip()}"


def test_isolated_runs_write_the_same_files(tmp_path: Path) -> None:
    write(tmp_path / "a.warc.gz", 6)
    files = {}
    for isolate in [False, True]:
        folder = tmp_path / f"rows-{isolate}"
        summary = tamis.batch(
            tmp_path / "a.warc.gz", folder, isolate=isolate, threads=2, format="jsonl"
        )
        assert summary["rows"] == {"ok": 6}
        files[isolate] = [path.read_bytes() for path in sorted(folder.rglob("*.jsonl"))]
    assert files[True] == files[False]
    assert len(files[True]) == 1


def test_a_process_finds_this_package_and_no_other(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 1)
    (tmp_path / "tamis.py").write_text("raise SystemExit('another package')", "utf-8")
    code = (
        "import tamis, os; os.chdir(os.environ['FOLDER']);"
        "print([len(b) for b in tamis.warc_batches('a.warc.gz', isolate=True)])"
    )
    environment = {**os.environ, "FOLDER": str(archive.parent)}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
    )
    assert (ran.stdout, ran.stderr) == ("[1]\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux counts it")
def test_a_page_without_memory_is_one_row(tmp_path: Path) -> None:
    # Each of its elements takes far more memory than its four bytes.
    large = page(1).replace("<article>", "<b>" * 100 + "<i>x" * 3_000_000 + "<article>")
    hostile = record(1, "200 OK\r\nContent-Type: text/html", large.encode())
    archive = tmp_path / "a.warc.gz"
    members = [gzip.compress(of) for of in (page_record(0), hostile, page_record(2))]
    archive.write_bytes(b"".join(members))
    summary = tamis.batch(archive, tmp_path / "rows", isolate=True, max_memory=250_000_000)
    assert summary["rows"] == {"ok": 2, "panic": 1}
    assert summary["complete"]
    rows = table(tamis.warc_batches(archive, isolate=True, max_memory=250_000_000))
    assert rows["status"].to_pylist() == ["ok", "panic", "ok"]
    assert "process of this page ended" in rows["error"][1].as_py()
    # As the program: too little for any page is an error, not a folder of empty rows.
    with pytest.raises(tamis.ConfigError, match="perhaps for want of memory"):
        tamis.batch(archive, tmp_path / "none", isolate=True, max_memory=30_000_000)
    assert not (tmp_path / "none").exists()


def test_options_that_go_together(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 1)
    for wrong, message in [
        ({"max_memory": 1 << 30}, "`max_memory` goes with `isolate=True`"),
        ({"browser": tamis.Browser()}, "`browser` goes with `render`"),
        ({"render": "sometimes"}, "`render`: unknown variant `sometimes`, expected one of `auto`"),
    ]:
        with pytest.raises(tamis.ConfigError, match=message):
            tamis.warc_batches(archive, **wrong)  # type: ignore[arg-type]
        with pytest.raises(tamis.ConfigError, match=message):
            tamis.batch(archive, tmp_path / "rows", **wrong)  # type: ignore[arg-type]
    with pytest.raises(tamis.ConfigError, match="`render_jobs` goes with"):
        tamis.batch(archive, tmp_path / "rows", render_jobs=2)
    with pytest.raises(tamis.ConfigError, match="`render_jobs`: expected at least 1, not 0"):
        tamis.batch(archive, tmp_path / "rows", render="always", render_jobs=0)
    assert not (tmp_path / "rows").exists()


def test_stopwords_belong_to_the_configuration_of_a_folder(tmp_path: Path) -> None:
    archive, rows = write(tmp_path / "a.warc.gz", 2), tmp_path / "rows"
    tamis.batch(archive, rows, stopwords=["the", "of"])
    assert tamis.batch(archive, rows, stopwords=["of", "the"])["complete"]
    with pytest.raises(tamis.Error, match="another configuration"):
        tamis.batch(archive, rows, stopwords=["the"])
    with pytest.raises(tamis.Error, match="another configuration"):
        tamis.batch(archive, rows, stopwords=["the", "of"], fast=True)


def test_a_mistyped_keyword_is_named(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 1)
    for wrong, meant in [("isloate", "isolate"), ("max_memry", "max_memory"), ("favour", "favor")]:
        for read in (
            lambda **options: tamis.warc_batches(archive, **options),
            lambda **options: tamis.batch(archive, tmp_path / "rows", **options),
        ):
            with pytest.raises(tamis.ConfigError, match=f"`{wrong}`, did you mean `{meant}`"):
                read(**{wrong: True})
    with pytest.raises(tamis.ConfigError, match="`colums`, did you mean `columns`"):
        tamis.extract_batch(pa.record_batch({"html": [""]}), colums=["text"])  # type: ignore[call-arg]


def test_large_pages_and_small_files(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 6)
    limit = len(page(3))
    rows = table(tamis.warc_batches(archive, max_page_bytes=limit))
    expected = ["too_large" if len(page(number)) > limit else "ok" for number in range(6)]
    assert rows["status"].to_pylist() == expected
    assert set(expected) == {"ok", "too_large"}
    summary = tamis.batch(archive, tmp_path / "rows", max_page_bytes=limit)
    assert summary["rows"] == {"ok": 5, "too_large": 1}
    tamis.batch(archive, tmp_path / "parts", unit_bytes=archive.stat().st_size // 3 + 1)
    files = sorted((tmp_path / "parts").rglob("*.parquet"))
    assert len(files) == 3
    whole = pq.read_table(next((tmp_path / "rows").rglob("*.parquet")))
    parts = pa.concat_tables([pq.read_table(file) for file in files])
    assert parts["url"].to_pylist() == whole["url"].to_pylist()
