"""`tamis.spark`, unchanged, on Sail: Spark's protocol without Java."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pysail", reason="pysail is not installed")
pytest.importorskip("pyspark.sql.connect.session", reason="pyspark-client is not installed")

import engines
import spark_cases
from pysail.spark import SparkConnectServer
from pyspark.sql import SparkSession


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    server = SparkConnectServer(port=0)
    server.start(background=True)
    host, port = server.listening_address
    session = SparkSession.builder.remote(f"sc://{host}:{port}").getOrCreate()
    try:
        session.range(1).count()
    except Exception as error:
        server.stop()
        if "unsupported PySpark version" in str(error):
            pytest.skip(f"this Sail and this PySpark do not work together: {error}")
        raise
    yield session
    session.stop()
    server.stop()


def test_pages(spark: SparkSession) -> None:
    spark_cases.check_pages(spark)


def test_archives(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_archives(spark, tmp_path)


def test_list_of_archives(spark: SparkSession, tmp_path: Path) -> None:
    # Sail does not hand on the list that `load` takes.
    paths = engines.write_archives(tmp_path)
    listed = json.dumps([str(path) for path in paths])
    found = spark_cases.read(spark, "", paths=listed)
    engines.check_archives(spark_cases.collect(found), paths)


def test_schema(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_schema(spark, tmp_path)


def test_records(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_records(spark, tmp_path)


def test_errors(spark: SparkSession, tmp_path: Path) -> None:
    spark_cases.check_errors(spark, tmp_path)


def test_written_files(spark: SparkSession, tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    output = str(tmp_path / "output")
    spark_cases.read(spark, str(tmp_path)).write.parquet(output)
    engines.check_archives(spark_cases.collect(spark.read.parquet(output)), paths)
