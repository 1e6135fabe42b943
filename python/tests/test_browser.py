"""Pages that a browser draws: a server on this machine has them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which

import pytest
from archives import page, record

import tamis

TEXT = "It was the best of times, it was the worst of times, it was the age of wisdom. " * 3

PAGES = {
    "/shell": "<!doctype html><div id=root></div><script>fetch('/data').then(r => r.text())"
    ".then(t => root.innerHTML = `<h1>Times</h1><p>${t}`)</script>",
    "/data": TEXT,
    "/hidden": "<!doctype html><style>.x { color: white }</style><h1>Times</h1>"
    f"<p>{TEXT}<p class=x>Nobody sees this.<p>{TEXT}",
}


class Handler(BaseHTTPRequestHandler):
    """Answers by the path."""

    def do_GET(self) -> None:
        body = PAGES.get(self.path, "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


needs_browser = pytest.mark.skipif(not which("chromium"), reason="needs chromium")


@needs_browser
def test_scripts_run_and_hidden_text_is_left_out(server: str) -> None:
    browser = tamis.Browser(client=tamis.Client(allow_private=True))
    assert tamis.render(f"{server}/shell", browser=browser).text.count("best of times") == 3
    drawn = browser.draw(f"{server}/hidden")
    assert (drawn.url, drawn.status, drawn.is_settled) == (f"{server}/hidden", 200, True)
    assert "Nobody sees this" in tamis.extract(drawn.html, strategy="density").markdown()
    extraction = tamis.extract(drawn, strategy="density")
    assert "Nobody sees this" not in extraction.markdown()
    assert extraction.explain()["paragraphs"][0]["area"]["width"] > 0
    with pytest.raises(tamis.FetchError) as raised:
        browser.draw("http://127.0.0.1:1/nothing")
    assert raised.value.kind in ("fetch", "no_page")


@needs_browser
def test_private_addresses_are_refused(server: str) -> None:
    with pytest.raises(tamis.FetchError, match="loopback") as raised:
        tamis.render(f"{server}/shell")
    assert (raised.value.kind, raised.value.url) == ("fetch", f"{server}/shell")


@needs_browser
def test_pages_of_archives_are_drawn(server: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    http = "200 OK\r\nContent-Type: text/html; charset=utf-8"
    archive = tmp_path / "a.warc"
    shell = record(0, http, PAGES["/shell"].encode(), f"{server}/shell")
    archive.write_bytes(shell + record(1, http, page(1).encode(), f"{server}/plain"))
    browser = tamis.Browser(client=tamis.Client(allow_private=True))
    sent = pa.RecordBatchReader.from_stream(tamis.warc_batches(archive)).read_all()
    assert "best of times" not in sent["text"][0].as_py()
    stream = tamis.warc_batches(archive, render="auto", browser=browser)
    drawn = pa.RecordBatchReader.from_stream(stream).read_all()
    assert drawn["text"][0].as_py().count("best of times") == 3
    assert drawn["rendered"].to_pylist() == [True, False]
    assert drawn["text"][1] == sent["text"][1]
    summary = tamis.batch(
        archive, tmp_path / "rows", render="always", browser=browser, render_jobs=2
    )
    assert summary["rows"] == {"ok": 2}


def test_pages_of_archives_without_a_browser(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    archive = tmp_path / "a.warc"
    http = "200 OK\r\nContent-Type: text/html; charset=utf-8"
    archive.write_bytes(record(0, http, page(0).encode()))
    browser = tamis.Browser(program="/nonexistent/browser")
    columns = ["status", "error", "rendered"]
    stream = tamis.warc_batches(archive, render="always", browser=browser, columns=columns)
    [row] = pa.RecordBatchReader.from_stream(stream).read_all().to_pylist()
    assert row["status"] == "not_drawn"
    assert row["error"].startswith("the browser ended when it was started")
    assert row["rendered"] is False
    summary = tamis.batch(archive, tmp_path / "rows", render="auto", browser=browser)
    assert summary["rows"] == {"ok": 1}


def test_a_browser_that_is_missing_is_told() -> None:
    browser = tamis.Browser(program="/nonexistent/browser")
    with pytest.raises(tamis.FetchError) as raised:
        browser.draw("http://example.com/")
    assert raised.value.kind in ("start", "not_found")
    with pytest.raises(tamis.ConfigError, match="timeout"):
        tamis.Browser(timeout=-1)
