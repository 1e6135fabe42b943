"""Texts of WARC archives as Parquet, with Daft.

python daft_warc.py OUTPUT ARCHIVE...      on this machine
DAFT_RUNNER=ray python daft_warc.py OUTPUT ARCHIVE...
"""

import sys

import daft

import tamis.daft


def main(output: str, *archives: str) -> None:
    """Writes the rows and prints how many there are of each status."""
    columns = ["url", "status", "title", "text", "language"]
    tamis.daft.read_warc(archives, columns=columns).write_parquet(output, compression="zstd")
    daft.read_parquet(output).groupby("status").agg(daft.col("status").count().alias("n")).show()


if __name__ == "__main__":
    main(*sys.argv[1:])
