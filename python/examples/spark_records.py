"""Texts of the records that an index names, with Spark.

python spark_records.py INDEX OUTPUT ROOT [PARTITIONS]

INDEX is a Parquet table with Common Crawl's columns `warc_filename`, `warc_record_offset` and
`warc_record_length`; the archives are below ROOT. Each worker reads its records alone.
"""

import sys

from pyspark.sql import SparkSession

import tamis.spark


def main(index: str, output: str, root: str, partitions: str = "8") -> None:
    """Writes the rows and prints how many there are of each status."""
    spark = SparkSession.builder.appName("tamis").getOrCreate()
    places = spark.read.parquet(index).repartition(int(partitions), "warc_filename")
    rows = tamis.spark.records(places, root=f"{root}/", columns=["url", "status", "text"])
    rows.write.parquet(output, compression="zstd")
    spark.read.parquet(output).groupBy("status").count().show()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
