"""Texts of WARC archives as Parquet, with Spark.

python spark_warc.py OUTPUT ARCHIVE...     on this machine, with all its cores
spark-submit --master yarn spark_warc.py OUTPUT ARCHIVE...
"""

import sys

from pyspark.sql import SparkSession

import tamis.spark


def main(output: str, *archives: str) -> None:
    """Writes the rows and prints how many there are of each status."""
    spark = SparkSession.builder.appName("tamis").getOrCreate()
    spark.dataSource.register(tamis.spark.WarcDataSource)
    reader = spark.read.format("tamis-warc").option("columns", "url,status,title,text,language")
    reader.load(list(archives)).write.parquet(output, compression="zstd")
    spark.read.parquet(output).groupBy("status").count().show()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
