"""`tamis.nemo_curator`: what NeMo Curator's download stages call."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nemo_curator.stages.text.download", reason="NeMo Curator is not installed")

import engines
from nemo_curator.stages.text.download.base.iterator import DocumentIterateExtractStage
from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor
from nemo_curator.stages.text.download.common_crawl.warc_iterator import CommonCrawlWarcIterator
from nemo_curator.tasks import FileGroupTask

import tamis
import tamis.nemo_curator

HTML = "<html><body>" + f"<p>{'zebra ' * 50}</p>" * 9


def task(paths: list[Path]) -> FileGroupTask:
    return FileGroupTask(dataset_name="test", data=[str(path) for path in paths])


def test_algorithm_in_common_crawl_stage(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)[:1]
    extractor = CommonCrawlHTMLExtractor(algorithm=tamis.nemo_curator.TamisAlgorithm())
    stage = DocumentIterateExtractStage(CommonCrawlWarcIterator(), extractor)
    texts = list(stage.process(task(paths)).to_pandas()["text"])
    wanted = [row["text"] for row in engines.expected(paths) if row["status"] == "ok"]
    assert [text for text in texts if text in wanted] == wanted


def test_stop_words_decide() -> None:
    algorithm = tamis.nemo_curator.TamisAlgorithm(strategy="justext")
    assert algorithm.extract_text(HTML, frozenset(["zebra"]), "ENGLISH")
    assert algorithm.extract_text(HTML, frozenset(["lion"]), "ENGLISH") == []


def test_document_extractor(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)[:1]
    extractor = tamis.nemo_curator.TamisDocumentExtractor(favor="recall")
    stage = DocumentIterateExtractStage(CommonCrawlWarcIterator(), extractor, record_limit=4)
    frame = stage.process(task(paths)).to_pandas()
    assert set(extractor.output_columns()) <= set(frame.columns)
    # An image comes after the first page.
    assert list(frame["title"]) == ["Page 0", "Page 1", "Page 2", "Page 3"]
    assert set(frame["language"]) == {"en"}
    assert extractor.extract({"content": b"", "url": None, "warc_id": "", "source_id": ""}) is None


def test_archives(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    iterator = tamis.nemo_curator.TamisWarcIterator(columns=engines.COLUMNS)
    assert iterator.output_columns() == engines.COLUMNS
    found = [row for path in paths for row in iterator.iterate(str(path))]
    engines.check_archives(found, paths)
    stage = DocumentIterateExtractStage(iterator)
    assert len(stage.process(task(paths)).to_pandas()) == len(found)


def test_unknown_options() -> None:
    with pytest.raises(tamis.ConfigError, match="unknown option `langage`"):
        tamis.nemo_curator.TamisAlgorithm(langage="de")  # type: ignore[call-arg]  # what is tested
