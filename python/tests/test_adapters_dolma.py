"""`tamis.dolma`: the linearizer in dolma's own pipeline."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

pytest.importorskip("dolma.warc.linearizers", reason="dolma is not installed")

import archives
import engines
from dolma.warc.linearizers import LinearizerRegistry

import tamis
import tamis.dolma


def test_linearizer() -> None:
    linearizer = LinearizerRegistry.get("tamis")()
    html = archives.page(1)
    text = tamis.extract(html).text
    assert linearizer.linearize(html) == linearizer.linearize(html.encode("utf-8")) == text
    assert linearizer.linearize("") == ""
    only_long = tamis.dolma.TamisLinearizer(strategy="justext", justext={"length_high": 10**6})
    assert len(only_long.linearize(html)) < len(text)


def test_pipeline(tmp_path: Path) -> None:
    for name in ("fastwarc", "w3lib", "url_normalize", "dateparser"):
        pytest.importorskip(name, reason=f"dolma needs {name} to read archives")
    from dolma.warc import create_and_run_warc_pipeline

    # dolma needs fields that the other records here do not have.
    records = engines.records_with_digest(20)
    archive = tmp_path / "crawl.warc.gz"
    archive.write_bytes(b"".join(gzip.compress(record) for record in records))
    output = tmp_path / "output"
    create_and_run_warc_pipeline(
        documents=[str(archive)],
        destination=[str(output)],
        source_name="test",
        linearizer_name="tamis",
        debug=True,
    )
    lines = [
        json.loads(line)
        for path in output.rglob("*.jsonl.gz")
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    texts = {line["id"]: line["text"] for line in lines}
    wanted = {str(number): tamis.extract(archives.page(number)).text for number in range(20)}
    assert texts == wanted
