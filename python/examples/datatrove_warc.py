"""Texts of WARC archives, filtered, as JSON lines, with datatrove.

python datatrove_warc.py OUTPUT FOLDER     FOLDER has the archives
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.filters import LambdaFilter
from datatrove.pipeline.writers import JsonlWriter

from tamis.datatrove import TamisWarcReader


def has_words(document) -> bool:  # type: ignore[no-untyped-def]  # datatrove has no types
    """True for documents that are long enough to be of use."""
    return bool(document.metadata["words"] >= 20)


def main(output: str, folder: str) -> None:
    """Writes the texts with at least 20 words."""
    columns = ["title", "language", "words", "confidence"]
    pipeline = [
        TamisWarcReader(folder, columns=columns, glob_pattern="*.warc.gz"),
        LambdaFilter(has_words),
        JsonlWriter(f"{output}/texts"),
    ]
    LocalPipelineExecutor(pipeline, tasks=8, workers=2, logging_dir=f"{output}/logs").run()


if __name__ == "__main__":
    main(*sys.argv[1:])
