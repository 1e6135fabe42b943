"""`tamis.spark` on Spark itself, with two executors in processes of their own."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)
# The package of clients only, for Sail and Spark Connect, has no Spark in it.
pytest.importorskip("py4j", reason="pyspark-client is installed, not PySpark")

import engines
import pyarrow as pa
import spark_cases
from pyspark.sql import SparkSession


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    settings = {
        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def test_pages(spark: SparkSession) -> None:
    spark_cases.check_pages(spark)


def test_archives(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_archives(spark, tmp_path)


def test_list_of_archives(spark: SparkSession, tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    reader = spark_cases.read(spark, str(tmp_path)).sparkSession.read.format("tamis-warc")
    found = reader.option("columns", ",".join(engines.COLUMNS)).load([str(path) for path in paths])
    assert found.rdd.getNumPartitions() == len(paths)
    engines.check_archives(spark_cases.collect(found), paths)


def test_schema(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_schema(spark, tmp_path)


def test_records(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_records(spark, tmp_path)


def test_errors(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_errors(spark, tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="the executor is found by /proc")
def test_killed_executor(spark: SparkSession, tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    marker = tmp_path / "killed"

    def kill_once(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch
            try:
                marker.touch(exist_ok=False)
            except FileExistsError:
                continue
            # The worker's parent is PySpark's daemon, whose parent is the executor.
            stat = Path(f"/proc/{os.getppid()}/stat").read_text()
            executor = int(stat.rpartition(")")[2].split()[1])
            if b"CoarseGrainedExecutorBackend" in Path(f"/proc/{executor}/cmdline").read_bytes():
                marker.write_text(str(executor))
                os.kill(executor, signal.SIGKILL)

    df = spark_cases.read(spark, str(tmp_path), max_rows="5")
    output = tmp_path / "output"
    df.mapInArrow(kill_once, df.schema).write.parquet(str(output))
    assert marker.read_text().isdigit()
    engines.check_archives(spark_cases.collect(spark.read.parquet(str(output))), paths)
