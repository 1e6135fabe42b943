"""Texts of WARC archives as JSON lines, with stages of NeMo Curator.

python nemo_curator_warc.py OUTPUT ARCHIVE...
"""

import sys

from nemo_curator.stages.text.download.base.iterator import DocumentIterateExtractStage
from nemo_curator.tasks import FileGroupTask

from tamis.nemo_curator import TamisWarcIterator


def main(output: str, *archives: str) -> None:
    """Runs the stage in this process. A pipeline of Curator takes the same stage."""
    iterator = TamisWarcIterator(columns=["url", "status", "title", "text", "language"])
    stage = DocumentIterateExtractStage(iterator)
    batch = stage.process(FileGroupTask(dataset_name="crawl", data=list(archives)))
    batch.to_pandas().to_json(output, orient="records", lines=True)
    print(batch.to_pandas()["status"].value_counts().to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
