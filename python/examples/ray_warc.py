"""Texts of WARC archives as Parquet, with Ray Data.

python ray_warc.py OUTPUT ARCHIVE...       on this machine, or on the cluster of RAY_ADDRESS
"""

import sys

import ray.data

import tamis.ray


def main(output: str, *archives: str) -> None:
    """Writes the rows and prints how many there are of each status."""
    columns = ["url", "status", "title", "text", "language"]
    tamis.ray.read_warc(archives, columns=columns).write_parquet(output)
    for row in ray.data.read_parquet(output).groupby("status").count().take_all():
        print(row["status"], row["count()"])


if __name__ == "__main__":
    main(*sys.argv[1:])
