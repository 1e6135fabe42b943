"""`tamis.ray` on Ray Data."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("ray.data", reason="Ray Data is not installed")

import engines
import ray
import ray.data

import tamis
import tamis.ray


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    # The workers import what this process imports.
    environment = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=environment)
    yield
    ray.shutdown()


def test_archives(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    found = tamis.ray.read_warc(tmp_path, columns=engines.COLUMNS, concurrency=2)
    engines.check_archives(found.take_all(), paths)


def test_archives_in_actors(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    (tmp_path / "empty.warc.gz").write_bytes(b"")
    names = [{"path": str(path)} for path in [*paths, tmp_path / "empty.warc.gz"]]
    found = ray.data.from_items(names).map_batches(
        tamis.ray.ReadArchives,
        batch_format="pyarrow",
        batch_size=1,
        compute=ray.data.ActorPoolStrategy(size=2),
        fn_constructor_kwargs={"columns": engines.COLUMNS, "max_rows": 7},
    )
    engines.check_archives(found.take_all(), paths)


def test_pages() -> None:
    found = ray.data.from_items(engines.pages()).map_batches(
        tamis.ray.Extract,
        batch_format="pyarrow",
        batch_size=8,
        compute=ray.data.ActorPoolStrategy(size=1),
        fn_constructor_kwargs={"columns": ["title", "text"], "keep": ["number"]},
    )
    engines.check_pages(found.take_all())


def test_written_files(tmp_path: Path) -> None:
    paths = engines.write_archives(tmp_path)
    output = str(tmp_path / "output")
    tamis.ray.read_warc(tmp_path / "w*.gz", columns=engines.COLUMNS).write_parquet(output)
    engines.check_rows(ray.data.read_parquet(output).take_all(), paths[:1], engines.PAGES)


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no archive: .*/other"):
        tamis.ray.read_warc(tmp_path / "other")
    with pytest.raises(tamis.ConfigError, match="unknown option `langage`"):
        tamis.ray.read_warc(tmp_path, langage="de")  # type: ignore[call-arg]  # what is tested
