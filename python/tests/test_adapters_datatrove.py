"""`tamis.datatrove`: pipelines of datatrove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="datatrove is not installed")

import engines
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

import tamis
import tamis.datatrove


def test_archives(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    reader = tamis.datatrove.TamisWarcReader(str(tmp_path), glob_pattern="*.warc.gz")
    documents = list(reader.run())
    wanted = [row for row in engines.expected(paths) if row["text"]]
    assert sorted((doc.metadata["warc_file"], doc.metadata["offset"]) for doc in documents) == (
        sorted((row["warc_file"], row["offset"]) for row in wanted)
    )
    assert sorted(doc.text for doc in documents) == sorted(row["text"] for row in wanted)
    assert documents[0].id == "urn:uuid:0"
    statuses = {name: stat.total for name, stat in reader.stats.stats.items() if "status" in name}
    assert sum(statuses.values()) == len(engines.expected(paths))
    assert statuses["status_broken_record"] == 2


def test_chosen_columns_and_limit(tmp_path: Path) -> None:
    engines.write_archives(tmp_path)
    reader = tamis.datatrove.TamisWarcReader(
        str(tmp_path),
        columns=["title", "text_justext"],
        strategies=["auto", "justext"],
        options={"favor": "recall"},
        limit=5,
    )
    documents = list(reader.run())
    assert len(documents) == 5
    assert {"title", "text_justext", "url"} <= set(documents[0].metadata)
    assert "authors" not in documents[0].metadata


def test_archives_that_are_not_local(tmp_path: Path) -> None:
    import fsspec

    engines.write_archives(tmp_path)
    memory = fsspec.filesystem("memory")
    memory.put(str(tmp_path / "whole.warc.gz"), "/crawl/whole.warc.gz")
    reader = tamis.datatrove.TamisWarcReader("memory://crawl")
    documents = list(reader.run())
    assert len(documents) == engines.PAGES - 2
    assert "whole" in documents[0].metadata["file_path"]


def test_pipeline_in_processes(tmp_path: Path) -> None:
    source = tmp_path / "crawl"
    source.mkdir()
    paths = engines.write_archives(source)
    reader = tamis.datatrove.TamisWarcReader(str(source), columns=["title"])
    writer = JsonlWriter(str(tmp_path / "output"), compression=None)
    pipeline = [reader, writer]
    LocalPipelineExecutor(
        pipeline, tasks=3, workers=2, logging_dir=str(tmp_path / "logs"), skip_completed=False
    ).run()
    lines = [
        json.loads(line)
        for path in (tmp_path / "output").glob("*.jsonl")
        for line in path.read_text().splitlines()
    ]
    wanted = [row["text"] for row in engines.expected(paths) if row["text"]]
    assert sorted(line["text"] for line in lines) == sorted(wanted)


def test_extractor() -> None:
    documents = (Document(text=page["html"], id=str(page["number"])) for page in engines.pages(5))
    extractor = tamis.datatrove.TamisExtractor(timeout=60, favor="recall")
    texts = [document.text for document in extractor.run(documents)]
    wanted = [tamis.extract(page["html"], favor="recall").text for page in engines.pages(5)]
    assert texts == wanted
