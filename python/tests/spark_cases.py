"""What Spark and engines with its protocol must do alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import engines
from pyspark.sql import DataFrame, SparkSession

import tamis
import tamis.spark


def collect(df: DataFrame) -> list[dict[str, Any]]:
    return [row.asDict() for row in df.collect()]


def read(spark: SparkSession, path: str, **options: str) -> DataFrame:
    spark.dataSource.register(tamis.spark.WarcDataSource)
    reader = spark.read.format("tamis-warc").option("columns", ",".join(engines.COLUMNS))
    return reader.options(**options).load(path)


def check_pages(spark: SparkSession) -> None:
    rows = [tuple(page.values()) for page in engines.pages()]
    pages = spark.createDataFrame(rows, ["html", "url", "number"])
    made = tamis.spark.extract(pages, columns=["title", "text"], keep=["number"])
    assert made.columns == ["number", "title", "text"]
    engines.check_pages(collect(made))

    # Bytes, another name and no addresses; then all columns and two strategies.
    raw = pages.selectExpr("encode(html, 'UTF-8') AS page", "number")
    made = tamis.spark.extract(
        raw, html="page", url=None, columns=["title", "text"], keep=["number"]
    )
    engines.check_pages(collect(made))
    every = tamis.spark.extract(pages, strategies=["auto", "justext"])
    assert [row["text_justext"] != "" for row in collect(every)] == [True] * 20


def check_archives(spark: SparkSession, folder: Path) -> None:
    paths = engines.write_archives(folder)
    engines.check_archives(collect(read(spark, str(folder))), paths)
    # A pattern; and a small number of rows for each batch.
    found = collect(read(spark, str(folder / "w*.gz"), max_rows="7"))
    engines.check_rows(found, paths[:1], engines.PAGES)


def check_schema(spark: SparkSession, folder: Path) -> None:
    engines.write_archives(folder)
    spark.dataSource.register(tamis.spark.WarcDataSource)
    reader = spark.read.format("tamis-warc").schema("status STRING, words BIGINT")
    chosen = reader.load(str(folder / "whole.warc.gz"))
    assert chosen.columns == ["status", "words"]
    assert chosen.where("status = 'ok' AND words > 0").count() == engines.PAGES - 2
    reader = spark.read.format("tamis-warc").option("strategies", "auto,justext")
    every = reader.load(str(folder))
    assert every.columns == [
        column.name
        for column in tamis.columns(["auto", "justext"])
        if column.name not in ("markdown", "html", "rendered")
    ]
    assert every.where("text_justext IS NOT NULL").count() > 2 * engines.PAGES


def check_records(spark: SparkSession, folder: Path) -> None:
    paths = engines.write_archives(folder)
    rows = engines.expected(paths[:1])
    places = [(Path(row["warc_file"]).name, row["offset"], row["length"]) for row in rows]
    names = ["warc_filename", "warc_record_offset", "warc_record_length"]
    index = spark.createDataFrame(places, names).repartition(3)
    found = tamis.spark.records(index, root=f"{folder}/", columns=engines.COLUMNS)
    engines.check_rows(collect(found), paths[:1], engines.PAGES)
    lost = spark.createDataFrame([(*places[0][:2], None)], index.schema)
    with pytest.raises(Exception, match="a row of the index has no warc_record_length"):
        tamis.spark.records(lost, root=f"{folder}/", columns=engines.COLUMNS).collect()


def check_errors(spark: SparkSession, folder: Path) -> None:
    engines.write_archives(folder)
    pages = spark.createDataFrame([("<p>", "u")], ["html", "url"])
    with pytest.raises(tamis.ConfigError, match="unknown option `langage`"):
        tamis.spark.extract(pages, langage="de")  # type: ignore[call-arg]  # what is tested
    with pytest.raises(Exception, match="unknown option `langage`"):
        read(spark, str(folder), langage="de").collect()
    with pytest.raises(Exception, match=r"no archive: .*/other"):
        read(spark, str(folder / "other")).collect()
