"""cc-pyspark: a job that writes a table of texts from Common Crawl's archives.

Reads archives as cc-pyspark does, with warcio: from S3, HTTP, HDFS and files.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pyarrow as pa
from cc_pyspark.sparkcc import CCSparkJob
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from tamis._batch import page_schema
from tamis._options import Options
from tamis._tables import page_row

KEPT = pa.schema([("warc_record_id", pa.string()), ("url", pa.string()), ("date", pa.string())])
"""The columns of a record that come before those of its page."""


class TamisJob(CCSparkJob):
    """Writes a row for each HTML response. Subclasses choose columns and options."""

    name = "Tamis"
    columns: ClassVar[list[str] | None] = None
    """The columns of `tamis.page_schema` to make. Default: all but ``markdown`` and ``html``."""
    options: ClassVar[Options] = {}
    """The keywords of the extraction."""

    def run_job(self, session: SparkSession) -> None:
        """Reads the archives and writes the table. Rows need no reducing."""
        args: Any = self.args
        paths = session.sparkContext.textFile(args.input, args.num_input_partitions)
        schema = from_arrow_schema(pa.schema([*KEPT, *pa.schema(page_schema(self.columns))]))
        rows = paths.mapPartitionsWithIndex(self.process_warcs)
        table = session.createDataFrame(rows, schema).coalesce(args.num_output_partitions)
        writer = table.write.format(args.output_format).options(**self.get_output_options())
        writer.option("compression", args.output_compression).saveAsTable(args.output)
        self.log_accumulators(session)

    def process_record(self, record: Any) -> Iterator[tuple[Any, ...]]:
        """Yields the row of an HTML response, and nothing for other records."""
        if not (self.is_response_record(record) and self.is_html(record)):
            return
        header = record.rec_headers.get_header
        names = ("WARC-Record-ID", "WARC-Target-URI", "WARC-Date")
        kept = [header(name) for name in names]
        html = self.get_payload_stream(record).read()
        yield (*kept, *page_row(html, kept[1], columns=self.columns, **self.options).values())
