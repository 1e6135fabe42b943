"""Texts of Common Crawl's archives as a table, with cc-pyspark.

spark-submit cc_pyspark_job.py LIST TABLE  LIST is a file with an archive in each line
"""

from typing import ClassVar

from tamis.cc_pyspark import TamisJob


class Job(TamisJob):
    """Writes addresses, titles and texts."""

    name = "Texts"
    columns: ClassVar[list[str] | None] = ["status", "title", "text", "language"]


if __name__ == "__main__":
    Job().run()
