"""The archives that batches are read from: patterns, indexes and addresses."""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from archives import page_record, write

import tamis

pa = pytest.importorskip("pyarrow")


def titles(stream: tamis.RecordBatchStream) -> list[str]:
    """Returns the titles of all rows."""
    table = pa.RecordBatchReader.from_stream(stream).read_all()
    return list(table["title"].to_pylist())


def write_index(path: Path, name: str, numbers: list[int]) -> Path:
    """Writes an index that names these records of an archive of `archives.write`."""
    members = [len(gzip.compress(page_record(number), mtime=0)) for number in range(9)]
    rows = ["warc_filename,warc_record_offset,warc_record_length"]
    rows += [f"{name},{sum(members[:number])},{members[number]}" for number in numbers]
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def test_patterns_name_archives(tmp_path: Path) -> None:
    write(tmp_path / "b.warc.gz", 1)
    write(tmp_path / "a.warc.gz", 2)
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep" / "c.warc.gz", 1)
    write(tmp_path / "[x].warc.gz", 3)
    assert len(titles(tamis.warc_batches(tmp_path / "?.warc.gz"))) == 3
    assert len(titles(tamis.warc_batches(f"{tmp_path}/**/*.warc.gz"))) == 7
    # A file of this name is no pattern.
    assert len(titles(tamis.warc_batches(tmp_path / "[x].warc.gz"))) == 3
    with pytest.raises(FileNotFoundError, match=r"no file matches .*\*\.warc"):
        tamis.warc_batches(tmp_path / "*.warc")


def test_an_index_names_records(tmp_path: Path) -> None:
    write(tmp_path / "a.warc.gz", 5)
    index = write_index(tmp_path / "index.csv", "a.warc.gz", [1, 3])
    stream = tamis.warc_batches(index=index, index_base=tmp_path)
    assert titles(stream) == ["Page 1", "Page 3"]
    summary = tamis.batch((), tmp_path / "rows", index=index, index_base=tmp_path)
    assert summary["rows"] == {"ok": 2}
    with pytest.raises(tamis.ConfigError, match="`index` takes the place"):
        tamis.warc_batches(tmp_path / "a.warc.gz", index=index)
    with pytest.raises(tamis.ConfigError, match="`index_base`"):
        tamis.warc_batches(tmp_path / "a.warc.gz", index_base=tmp_path)
    with pytest.raises(tamis.Error, match=r"nothing\.csv"):
        tamis.warc_batches(index=tmp_path / "nothing.csv")
    outside = write_index(tmp_path / "outside.csv", "../a.warc.gz", [1])
    summary = tamis.batch((), tmp_path / "none", index=outside, index_base=tmp_path)
    assert not summary["complete"]
    assert "not below" in summary["failures"]["../a.warc.gz"]


class Handler(BaseHTTPRequestHandler):
    """Sends parts of a file."""

    body: bytes
    headers_seen: list[str | None]

    def do_GET(self) -> None:
        self.headers_seen.append(self.headers["X-Bread"])
        first, last = self.headers["Range"].removeprefix("bytes=").split("-")
        part = self.body[int(first) : int(last) + 1]
        self.send_response(206)
        end = int(first) + len(part) - 1
        self.send_header("Content-Range", f"bytes {first}-{end}/{len(self.body)}")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server of an archive with five pages, as the address of its root."""
    Handler.body = write(tmp_path / "served.warc.gz", 5).read_bytes()
    Handler.headers_seen = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_archives_on_the_web_are_read_in_parts(server: str, tmp_path: Path) -> None:
    client = tamis.Client(allow_private=True, headers={"X-Bread": "rye"})
    url = f"{server}/served.warc.gz"
    assert len(titles(tamis.warc_batches(url, client=client))) == 5
    assert set(Handler.headers_seen) == {"rye"}
    index = write_index(tmp_path / "index.csv", "served.warc.gz", [2])
    stream = tamis.warc_batches(index=index, index_base=server, client=client)
    assert titles(stream) == ["Page 2"]
    summary = tamis.batch([url], tmp_path / "rows", client=client)
    assert summary["rows"] == {"ok": 5}


def test_addresses_that_are_not_public_are_refused(server: str, tmp_path: Path) -> None:
    summary = tamis.batch(f"{server}/served.warc.gz", tmp_path / "rows")
    assert not summary["complete"]
    assert "loopback" in next(iter(summary["failures"].values()))
    assert Handler.headers_seen == []


def test_headers_do_not_go_where_an_index_says(server: str, tmp_path: Path) -> None:
    client = tamis.Client(allow_private=True, headers={"X-Bread": "rye"})
    index = write_index(tmp_path / "index.csv", f"{server}/served.warc.gz", [2])
    with pytest.raises(tamis.Error, match="`index_base` alone"):
        tamis.warc_batches(index=index, client=client)
    plain = tamis.Client(allow_private=True)
    assert titles(tamis.warc_batches(index=index, client=plain)) == ["Page 2"]


class Store(BaseHTTPRequestHandler):
    """A bucket with one object, as S3 has it for a reader."""

    body: bytes
    changes: bool
    version: int

    def do_HEAD(self) -> None:
        self.answer(b"")

    def do_GET(self) -> None:
        self.answer(self.body)

    def answer(self, body: bytes) -> None:
        etag = f'"{Store.version}"'
        Store.version += Store.changes
        if self.path != "/crawl/a/b.warc.gz":
            self.send_response(404)
            body = b"<Error><Code>NoSuchKey</Code></Error>"
        elif self.headers["If-Match"] not in (None, etag):
            self.send_response(412)
            body = b""
        elif wanted := self.headers["Range"]:
            first, last = wanted.removeprefix("bytes=").split("-")
            body = body[int(first) : int(last) + 1]
            self.send_response(206)
            end = int(first) + len(body) - 1
            self.send_header("Content-Range", f"bytes {first}-{end}/{len(self.body)}")
        else:
            self.send_response(200)
        is_head = self.command == "HEAD"
        self.send_header("Content-Length", str(len(self.body if is_head else body)))
        self.send_header("ETag", etag)
        self.send_header("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket, whose store the environment names, as its address."""
    Store.body = write(tmp_path / "b.warc.gz", 5).read_bytes()
    Store.changes, Store.version = False, 1
    with ThreadingHTTPServer(("127.0.0.1", 0), Store) as store:
        threading.Thread(target=store.serve_forever, daemon=True).start()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{store.server_port}")
        monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        yield "s3://crawl"
        store.shutdown()


def test_archives_in_object_stores(bucket: str, tmp_path: Path) -> None:
    url = f"{bucket}/a/b.warc.gz"
    try:
        stream = tamis.warc_batches(url)
    except tamis.Error as error:
        reason = str(error)
    else:
        reason = ""
    # The library that is built with the tests has no object stores, the published one has.
    if reason and os.environ.get("TAMIS_FULL") != "1":
        assert "built with the feature `cloud`" in reason
        return
    assert reason == ""
    assert titles(stream) == [f"Page {number}" for number in range(5)]
    summary = tamis.batch(url, tmp_path / "rows")
    assert (summary["rows"], summary["complete"]) == ({"ok": 5}, True)
    index = write_index(tmp_path / "index.csv", "b.warc.gz", [1, 3])
    stream = tamis.warc_batches(index=index, index_base=f"{bucket}/a/")
    assert titles(stream) == ["Page 1", "Page 3"]
    with pytest.raises(OSError, match="there is no such file"):
        list(tamis.warc_batches(f"{bucket}/a/c.warc.gz"))
    # One version of the file, or an error.
    Store.changes = True
    summary = tamis.batch(url, tmp_path / "changed")
    assert "has changed" in summary["failures"][url]
