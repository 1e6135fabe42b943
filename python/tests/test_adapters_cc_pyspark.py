"""`tamis.cc_pyspark`: a job of cc-pyspark, run as its users run it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cc_pyspark.sparkcc", reason="cc-pyspark is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)

import engines
import pyarrow.parquet as pq

JOB = """
from tamis.cc_pyspark import TamisJob

class Job(TamisJob):
    columns = ["title", "text", "authors"]
    options = {"favor": "recall"}

Job().run()
"""


def test_job(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)[:1]
    manifest = tmp_path / "input.txt"
    manifest.write_text(f"file:{paths[0]}\n")
    options = ["--num_input_partitions", "1", "--num_output_partitions", "1"]
    command = [sys.executable, "-c", JOB, *options, f"file:{manifest}", "texts"]
    master = "--master local[2] pyspark-shell"
    environment = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": master}
    subprocess.run(command, cwd=tmp_path, env=os.environ | environment, check=True, timeout=300)
    table = pq.read_table(tmp_path / "spark-warehouse" / "texts")
    assert table.schema.names == ["warc_record_id", "url", "date", "title", "text", "authors"]
    rows = table.to_pylist()
    assert len(rows) == engines.PAGES
    wanted = {row["url"]: row["title"] for row in engines.expected(paths)}
    assert {row["url"]: row["title"] for row in rows} == wanted
    assert sum(bool(row["text"]) for row in rows) >= engines.PAGES - 2
    assert [row["authors"] for row in rows if row["authors"]] == [["Ann Lee"]]
