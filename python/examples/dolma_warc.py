"""Texts of WARC archives in dolma's format.

python dolma_warc.py OUTPUT ARCHIVE...
"""

import multiprocessing
import sys

from dolma.warc import create_and_run_warc_pipeline

import tamis.dolma  # noqa: F401  # at the top: dolma's processes import this file again


def main(output: str, *archives: str) -> None:
    """Writes a file for each archive, with two processes."""
    multiprocessing.set_start_method("spawn")
    create_and_run_warc_pipeline(
        documents=list(archives),
        destination=[output] * len(archives),
        source_name="crawl",
        linearizer_name="tamis",
        num_processes=2,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
