"""The programs in `python/examples`, each run as a user runs it."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import engines
import pyarrow as pa
import pyarrow.parquet as pq

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: object, package: str) -> str:
    """Runs an example and returns what it prints."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    if package == "py4j" and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, which is not installed")
    settings = {"PYSPARK_PYTHON": sys.executable, "RAY_DATA_DISABLE_PROGRESS_BARS": "1"}
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *map(str, arguments)]
    done = subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, timeout=300, check=False
    )
    if "unsupported PySpark version" in done.stderr:
        pytest.skip("this Sail and this PySpark do not work together")
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(output: Path, paths: list[Path]) -> None:
    """Checks a folder of Parquet files with the rows of the archives."""
    columns = ["url", "status", "text"]
    found = pq.ParquetDataset(output).read(columns=columns).to_pylist()
    wanted = engines.expected(paths, columns)
    assert sorted(map(str, found)) == sorted(map(str, wanted))


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("spark_warc", "py4j"),
        ("ray_warc", "ray"),
        ("dask_warc", "distributed"),
        ("daft_warc", "daft"),
    ],
)
def test_engines(name: str, package: str, tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    printed = run(name, tmp_path / "output", *paths, package=package)
    check(tmp_path / "output", paths)
    assert "broken_record" in printed


def test_sail(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    run("sail_warc", tmp_path / "output", tmp_path / "*.warc.gz", package="pysail")
    check(tmp_path / "output", paths)


def test_records(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)[:1]
    rows = engines.expected(paths)
    places = {
        "warc_filename": [Path(row["warc_file"]).name for row in rows],
        "warc_record_offset": [row["offset"] for row in rows],
        "warc_record_length": [row["length"] for row in rows],
    }
    pq.write_table(pa.table(places), tmp_path / "index.parquet")
    output = tmp_path / "output"
    run("spark_records", tmp_path / "index.parquet", output, tmp_path, 2, package="py4j")
    check(output, paths)


def test_datatrove(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    run("datatrove_warc", tmp_path / "output", tmp_path, package="datatrove")
    texts = [
        json.loads(line)["text"]
        for path in (tmp_path / "output" / "texts").glob("*.jsonl.gz")
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    wanted = [row["text"] for row in engines.expected(paths) if (row["words"] or 0) >= 20]
    assert sorted(texts) == sorted(wanted)


def test_nemo_curator(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    output = tmp_path / "output.jsonl"
    run("nemo_curator_warc", output, *paths, package="nemo_curator")
    texts = [json.loads(line)["text"] for line in output.read_text().splitlines()]
    assert texts == [row["text"] for row in engines.expected(paths)]


def test_dolma(tmp_path: Path) -> None:
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(b"".join(map(gzip.compress, engines.records_with_digest(20))))
    run("dolma_warc", tmp_path / "output", archive, package="dolma")
    lines = [
        json.loads(line)
        for path in (tmp_path / "output").rglob("*.jsonl.gz")
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    assert sorted(line["text"] for line in lines) == sorted(
        row["text"] for row in engines.expected([archive])
    )
