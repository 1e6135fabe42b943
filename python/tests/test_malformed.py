"""Arrow data that breaks Arrow's rules is an error, and never the end of the process."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest

import tamis

pa = pytest.importorskip("pyarrow")

import malformed  # noqa: E402


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """What came of each case. A process runs them one after the other, and if one ends it, another
    process goes on after that one: a process for each would be half the time of all tests.
    """
    made: dict[str, str] = {}
    while rest := [name for name in malformed.CASES if name not in made]:
        command = [sys.executable, malformed.__file__, *rest]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=300
        )
        assert "panicked" not in done.stderr, done.stderr
        made.update(json.loads(line) for line in done.stdout.splitlines())
        ended = next((name for name in rest if name not in made), None)
        if ended is not None:
            made[ended] = f"the process ended with status {done.returncode}: {done.stderr}"
    return made


@pytest.mark.parametrize("name", malformed.CASES)
def test_malformed(name: str, outcomes: dict[str, str]) -> None:
    assert outcomes[name].startswith("tamis.Error: "), outcomes[name]


def test_arrays_of_no_rows() -> None:
    """The first offset of no rows may be anything, as in an empty slice of a Rust library."""
    for kind in [pa.string(), pa.large_binary()]:
        made = malformed.with_buffer(malformed.Array(malformed.pages(kind)), 1, b"\5" * 16)
        made.array.length = made.html.length = 0
        assert len(tamis.extract_batch(made, url=None)) == 0
    made = malformed.Array(malformed.batch(["<p>"], kept=pa.array([[]], pa.list_(pa.string()))))
    texts = made.array.children[1].contents.children[0].contents
    texts.buffers[1] = malformed.address(struct.pack("<i", 5))
    result = tamis.extract_batch(made, url=None, keep=["kept"], columns=["status"])
    assert pa.record_batch(result)["kept"].to_pylist() == [[]]
    made = malformed.Array(malformed.pages())
    made.array.length = made.html.length = 0
    made.html.buffers[1] = None
    assert len(tamis.extract_batch(made, url=None)) == 0


def test_nulls_are_counted() -> None:
    """The bitmap says which rows are null, and not the count of them."""
    pages = pa.array([malformed.PAGE, None, malformed.PAGE])
    for count in [0, 1, 2, -1]:
        made = malformed.Array(malformed.batch(pages, kept=[1, None, 3]))
        made.html.null_count = made.array.children[1].contents.null_count = count
        result = tamis.extract_batch(made, url=None, keep=["kept"], columns=["status"])
        assert pa.record_batch(result)["kept"].to_pylist() == [1, None, 3]
        assert pa.record_batch(result)["status"].to_pylist() == ["ok", "empty", "ok"]


def test_columns_that_are_not_read() -> None:
    bad = malformed.array([malformed.BAD["at the end"]])
    batch = malformed.batch([malformed.PAGE], other=bad)
    result = pa.record_batch(tamis.extract_batch(batch, url=None, columns=["status"]))
    assert result["status"].to_pylist() == ["ok"]


def test_kept_columns_of_all_types() -> None:
    rows = pa.array([{"a": "ä", "b": [1]}, None, {"a": None, "b": []}])
    texts = pa.array(["ä", None, "a text of many bytes"])
    columns: dict[str, Any] = {
        "null": pa.nulls(3),
        "bool": pa.array([True, None, False]),
        "half": pa.array([1.0, None, 2.0]).cast(pa.float16()),
        "fixed": pa.array([b"abc", None, b"def"], pa.binary(3)),
        "decimal": pa.array([Decimal(1), None, Decimal(2)], pa.decimal128(20, 2)),
        "time": pa.array([1, None, 2], pa.timestamp("us", "UTC")),
        "view": texts.cast(pa.string_view()),
        "dictionary": texts.dictionary_encode(),
        "list": pa.array([["ä", None], None, []]),
        "list view": pa.array([["ä", None], None, []], pa.list_view(pa.string())),
        "pairs": pa.array([["ä", "b"], None, ["c", None]], pa.list_(pa.string(), 2)),
        "map": pa.array([[("ä", 1)], None, []], pa.map_(pa.string(), pa.int8())),
        "struct": rows,
        "union": pa.UnionArray.from_sparse(pa.array([0, 1, 0], pa.int8()), [texts, rows]),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([1, 3], pa.int32()), texts[:2]),
    }
    whole = pa.record_batch({"html": [malformed.PAGE] * 3, **columns})
    for given in [whole, whole.slice(1, 2), whole.slice(3), malformed.Plain(whole)]:
        result = tamis.extract_batch(given, url=None, keep=list(columns), columns=["status"])
        expected = given.batch if isinstance(given, malformed.Plain) else given
        expected = expected.drop_columns("html").to_pylist()
        assert pa.record_batch(result).drop_columns("status").to_pylist() == expected
