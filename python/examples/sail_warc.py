"""Texts of WARC archives as Parquet, with Sail: Spark's protocol without Java.

python sail_warc.py OUTPUT PATTERN         on this machine
SPARK_REMOTE=sc://HOST:50051 python sail_warc.py OUTPUT PATTERN
"""

import os
import sys

from pysail.spark import SparkConnectServer
from pyspark.sql import SparkSession

import tamis.spark


def main(output: str, pattern: str) -> None:
    """Writes the rows and prints how many there are of each status."""
    remote = os.environ.get("SPARK_REMOTE")
    if remote is None:
        server = SparkConnectServer(port=0)
        server.start(background=True)
        remote = "sc://{}:{}".format(*server.listening_address)
    spark = SparkSession.builder.remote(remote).getOrCreate()
    spark.dataSource.register(tamis.spark.WarcDataSource)
    reader = spark.read.format("tamis-warc").option("columns", "url,status,title,text,language")
    reader.load(pattern).write.parquet(output)
    spark.read.parquet(output).groupBy("status").count().show()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
