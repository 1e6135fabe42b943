"""Texts of WARC archives as Parquet, with Dask.

python dask_warc.py OUTPUT ARCHIVE...      on this machine, or on the cluster of DASK_SCHEDULER
"""

import os
import sys

from dask.distributed import Client

import tamis.dask


def main(output: str, *archives: str) -> None:
    """Writes the rows and prints how many there are of each status."""
    with Client(os.environ.get("DASK_SCHEDULER"), threads_per_worker=1):
        columns = ["url", "status", "title", "text", "language"]
        df = tamis.dask.read_warc(archives, columns=columns)
        counts = df.assign(rows=1).groupby("status")["rows"].sum()
        df.to_parquet(output, compression="zstd")
        print(counts.compute().to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
