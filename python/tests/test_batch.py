"""Arrow batches of pages and archives, and whole runs."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from archives import SENTENCE, page, page_record, record, write

import tamis

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def table(stream: tamis.RecordBatchStream):  # type: ignore[no-untyped-def]
    return pa.RecordBatchReader.from_stream(stream).read_all()


def test_batches_of_pages() -> None:
    pages = [page(1), None, page(2)]
    for kind in [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.binary_view()]:
        html = pa.array([html and html.encode() for html in pages], pa.binary()).cast(pa.string())
        batch = pa.record_batch(
            {"id": [7, 8, 9], "html": html.cast(kind), "url": ["https://a.example/", None, "?"]}
        )
        result = pa.record_batch(tamis.extract_batch(batch, keep=["id"]))
        assert result.schema.names[:3] == ["id", "url", "status"]
        assert result["id"].to_pylist() == [7, 8, 9]
        assert result["title"].to_pylist() == ["Page 1", None, "Page 2"]
        assert result["status"].to_pylist() == ["ok", "empty", "ok"]
        assert result["text"].to_pylist()[0] == tamis.extract(page(1)).text
        assert result["url"].to_pylist() == ["https://a.example/", None, "?"]


def test_columns_of_few_values_and_of_none() -> None:
    pages = pa.array([page(1), None, page(1)])
    columns = ["url", "title"]
    rows = {"url": ["https://a.example/", None, "https://a.example/"]}
    for html in [pages.dictionary_encode(), pages.cast(pa.binary()).dictionary_encode()]:
        batch = pa.record_batch({"html": html, "url": pa.array(rows["url"]).dictionary_encode()})
        result = pa.record_batch(tamis.extract_batch(batch, columns=columns)).to_pydict()
        assert result == {**rows, "title": ["Page 1", None, "Page 1"]}
    nothing = pa.record_batch({"html": pa.nulls(2)})
    result = pa.record_batch(tamis.extract_batch(nothing, columns=["status"]))
    assert result["status"].to_pylist() == ["empty", "empty"]


def test_the_column_of_addresses_may_be_missing() -> None:
    batch = pa.record_batch({"html": [page(1)]})
    result = pa.record_batch(tamis.extract_batch(batch, columns=["url", "title"]))
    assert result.to_pylist() == [{"url": None, "title": "Page 1"}]
    with pytest.raises(KeyError, match="no column `address`"):
        tamis.extract_batch(batch, url="address")


def test_streams_of_pyarrow_are_read_once() -> None:
    batch = pa.record_batch({"html": [page(1)]})
    reader = pa.RecordBatchReader.from_batches(batch.schema, [batch])
    assert len(tamis.extract_batch(reader)) == 1
    with pytest.raises(tamis.Error, match="the stream was read before"):
        tamis.extract_batch(reader)


def test_batches_with_strategies_and_columns() -> None:
    batch = pa.record_batch({"page": [page(number) for number in range(9)]})
    expected = [tamis.extract(page(number), strategy="justext").text for number in range(9)]
    for threads in [1, 3]:
        result = tamis.extract_batch(
            batch,
            html="page",
            url=None,
            columns=["text_justext", "markdown"],
            strategies=["auto", "justext"],
            threads=threads,
        )
        assert pa.schema(result.schema).names == ["text_justext", "markdown"]
        assert len(result) == result.num_rows == 9
        assert pa.record_batch(result)["text_justext"].to_pylist() == expected
    schema = pa.schema(tamis.page_schema(["text_justext"], strategies=["auto", "justext"]))
    assert schema.field(0).type == pa.string()
    assert b"justext" in schema.field(0).metadata[b"description"]


def test_several_batches() -> None:
    chunks = [{"id": [n], "html": [page(n)], "url": [f"https://a.example/{n}"]} for n in range(3)]
    whole = pa.Table.from_batches([pa.record_batch(chunk) for chunk in chunks])
    for given in [whole, whole.combine_chunks(), whole.to_reader()]:
        result = pa.record_batch(tamis.extract_batch(given, keep=["id"], threads=2))
        assert result["id"].to_pylist() == [0, 1, 2]
        assert result["title"].to_pylist() == ["Page 0", "Page 1", "Page 2"]
        assert result["url"].to_pylist() == whole["url"].to_pylist()
    empty = pa.record_batch(tamis.extract_batch(whole.schema.empty_table(), keep=["id"]))
    assert (empty.num_rows, empty.schema.field("id").type) == (0, pa.int64())
    with pytest.raises(KeyError, match="no column `page`"):
        tamis.extract_batch(whole.schema.empty_table(), html="page")


def test_batches_have_prices() -> None:
    price = "<meta property=product:price:amount content=1299>"
    currency = "<meta property=product:price:currency content=eur>"
    pages = [page(1).replace("<title>", f"{price}{currency}<title>"), page(2)]
    batch = pa.record_batch({"html": pages, "url": pa.nulls(2, pa.string())})
    result = pa.record_batch(tamis.extract_batch(batch, columns=["price", "currency"]))
    assert result.to_pylist() == [
        {"price": "1299", "currency": "EUR"},
        {"price": None, "currency": None},
    ]


def test_wrong_batches() -> None:
    in_itself: list[Any] = []
    in_itself.append(in_itself)
    batch = pa.record_batch({"html": [1], "url": ["a"]})
    with pytest.raises(TypeError, match="neither texts nor bytes but Int64"):
        tamis.extract_batch(batch)
    with pytest.raises(KeyError, match="no column `page`: there are html, url"):
        tamis.extract_batch(batch, html="page")
    with pytest.raises(TypeError, match="unlike list"):
        tamis.extract_batch([])
    with pytest.raises(TypeError, match="no columns"):
        tamis.extract_batch(pa.array([1]))
    with pytest.raises(tamis.ConfigError, match="unknown column `offset`"):
        tamis.extract_batch(batch, columns=["offset"])
    with pytest.raises(tamis.ConfigError, match="both kept and made"):
        tamis.extract_batch(pa.record_batch({"html": [""], "url": [""]}), keep=["url"])
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"threads": 0}, "`threads`: expected at least 1, not 0"),
        ({"threads": "2"}, "`threads`: expected a whole number, not str"),
        ({"columns": "text"}, "`columns`: expected names, not str"),
        ({"columns": [1]}, "`columns`: expected names, not int"),
        ({"columns": ["\udcff"]}, r"unknown column `\?`"),
        ({"strategies": "auto"}, "`strategies`: expected names, not str"),
        ({"limits": {(1,): 2}}, "`limits`: keys must be str"),
        ({"justext": {"length_low": in_itself}}, "`justext`: Circular reference"),
    ]
    for keywords, message in wrong:
        with pytest.raises(tamis.ConfigError, match=message):
            tamis.extract_batch(batch, **keywords)
    with pytest.raises(tamis.ConfigError, match="`threads`: expected at least 1, not -1"):
        tamis.extract_many([], threads=-1)
    with pytest.raises(tamis.ConfigError, match="`strategies`: expected names, not str"):
        tamis.columns("auto")  # type: ignore[arg-type]  # what is tested


def test_archives(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 12)
    for threads in [1, 2]:
        stream = tamis.warc_batches(archive, max_rows=5, threads=threads)
        assert [len(batch) for batch in stream] == [5, 5, 2]
    rows = table(tamis.warc_batches(archive))
    assert rows["url"].to_pylist() == [f"https://site.example/{n}" for n in range(12)]
    assert rows["text"].to_pylist() == [tamis.extract(page(n)).text for n in range(12)]
    assert rows.schema.names == pa.schema(tamis.warc_schema()).names
    names = [column.name for column in tamis.columns()]
    on_request = {"markdown", "html", "rendered"}
    assert [name for name in names if name not in on_request] == rows.schema.names
    places = list(zip(rows["offset"].to_pylist(), rows["length"].to_pylist(), strict=False))
    picked = table(tamis.warc_batches(archive, ranges=[places[7], places[2]]))
    assert picked["id"].to_pylist() == ["urn:uuid:7", "urn:uuid:2"]
    # A range that begins within a record costs that one.
    begin = places[3][0] + 20
    rest = table(tamis.warc_batches(archive, ranges=[(begin, sum(places[11]) - begin)]))
    assert rest["status"].to_pylist() == ["broken_record", *["ok"] * 8]
    folder = table(tamis.warc_batches(tmp_path, columns=["warc_file"]))
    assert set(folder["warc_file"].to_pylist()) == {str(archive)}


def test_streams_are_read_once(tmp_path: Path) -> None:
    stream = tamis.warc_batches(write(tmp_path / "a.warc.gz", 2))
    assert table(stream).num_rows == 2
    with pytest.raises(ValueError, match="read before"):
        table(stream)
    assert list(stream) == []


def test_damage_is_a_row(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 40)
    whole = archive.read_bytes()
    middle = len(whole) // 2
    archive.write_bytes(whole[:middle] + bytes(50) + whole[middle + 50 :])
    status = table(tamis.warc_batches(archive))["status"].to_pylist()
    assert status.count("broken_record") == 1
    assert status.count("ok") >= 38
    archive.write_bytes(whole[:middle])
    status = table(tamis.warc_batches(archive))["status"].to_pylist()
    assert status.count("broken_record") == 1
    assert status.count("ok") in {19, 20}


def test_every_record_has_a_status(tmp_path: Path) -> None:
    html = "Content-Type: text/html"
    records = [
        page_record(0),
        record(1, f"404 Not Found\r\n{html}", b"<p>gone"),
        record(2, f"200 OK\r\n{html}", b"%PDF-1.7"),
        record(3, f"200 OK\r\n{html}", b"<p>"),
        record(4, "200 OK\r\nContent-Type: image/png", b"\x89PNG"),
    ]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(records))
    status = table(tamis.warc_batches(path))["status"].to_pylist()
    assert status == ["ok", "http_error", "not_html", "empty"]


def test_missing_archives(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"no\.warc"):
        tamis.warc_batches(tmp_path / "no.warc")
    with pytest.raises(tamis.ConfigError, match="ranges belong to one archive"):
        tamis.warc_batches([], ranges=[(0, 1)])


def test_polars_and_duckdb(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 3)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(tamis.warc_batches(archive))
    assert frame["title"].to_list() == ["Page 0", "Page 1", "Page 2"]
    pages = polars.DataFrame({"html": [page(1)], "url": ["https://a.example/"]})
    assert polars.DataFrame(tamis.extract_batch(pages))["title"].to_list() == ["Page 1"]
    duckdb = pytest.importorskip("duckdb")
    stream = tamis.warc_batches(archive)  # noqa: F841 (DuckDB finds it by its name)
    count = duckdb.sql("select count(*), sum(words) from stream").fetchall()
    assert count == [(3, sum(len(tamis.extract(page(n)).text.split()) for n in range(3)))]


@pytest.mark.parametrize("format", ["parquet", "arrow", "jsonl", "jsonl.zst"])
def test_runs(tmp_path: Path, format: str) -> None:
    archive = write(tmp_path / "a.warc.gz", 6)
    output = tmp_path / "out"
    calls: list[tuple[int, int, int]] = []
    summary = tamis.batch(
        archive,
        output,
        format=format,  # type: ignore[arg-type]
        progress=lambda *numbers: calls.append(numbers),
    )
    size = archive.stat().st_size
    assert summary == {
        "rows": {"ok": 6},
        "failures": {},
        "broken_archives": {},
        "damaged": [],
        "complete": True,
    }
    assert calls[-1] == (6, size, size)
    assert (output / "_SUCCESS").exists()
    assert len(list(output.rglob(f"*.{format}"))) == 1
    again = tamis.batch(archive, output, format=format)  # type: ignore[arg-type]
    assert again == summary
    with pytest.raises(tamis.Error, match="configuration"):
        tamis.batch(archive, output, format=format, title="keep")  # type: ignore[arg-type]


def test_files_of_runs_are_read(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 6)
    tamis.batch([archive], tmp_path / "out", threads=2)
    file = next((tmp_path / "out").rglob("*.parquet"))
    rows = pq.read_table(file)
    stream = table(tamis.warc_batches(archive))
    assert rows.to_pydict() == stream.to_pydict()
    assert pq.read_metadata(file).metadata[b"tamis.schema_version"] == b"1"
    assert b"description" in rows.schema.field("text").metadata


def test_damaged_files_are_found_on_request(tmp_path: Path) -> None:
    archive = write(tmp_path / "a.warc.gz", 3)
    output = tmp_path / "out"
    tamis.batch(archive, output, format="jsonl")
    file = next(output.glob("*.jsonl"))
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + b" ")
    assert tamis.batch(archive, output, format="jsonl")["damaged"] == []
    assert file.read_bytes() != whole
    summary = tamis.batch(archive, output, format="jsonl", verify=True)
    assert (summary["damaged"], summary["complete"]) == ([file.name], True)
    assert file.read_bytes() == whole


def test_a_failing_progress_function_stops_the_run(tmp_path: Path) -> None:
    html = f"<html lang=en><p>{SENTENCE * 4}".encode() * 100
    member = gzip.compress(record(0, "200 OK\r\nContent-Type: text/html", html))
    archive = tmp_path / "a.warc.gz"
    archive.write_bytes(member * 4000)

    def fail(*_numbers: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        tamis.batch(archive, tmp_path / "out", progress=fail)
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_runs_report_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot read"):
        tamis.batch(tmp_path / "no.warc", tmp_path / "out")
    with pytest.raises(tamis.ConfigError, match="unknown format `csv`"):
        tamis.batch([], tmp_path / "out", format="csv")  # type: ignore[arg-type]
