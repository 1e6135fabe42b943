"""Pages that a browser draws: a server on this machine has them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from shutil import which

import pytest

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
        browser.draw(f"{server}/missing/../nothing")
    assert raised.value.kind in ("fetch", "no_page")


@needs_browser
def test_private_addresses_are_refused(server: str) -> None:
    with pytest.raises(tamis.FetchError, match="loopback") as raised:
        tamis.render(f"{server}/shell")
    assert (raised.value.kind, raised.value.url) == ("fetch", f"{server}/shell")


def test_a_browser_that_is_missing_is_told() -> None:
    browser = tamis.Browser(program="/nonexistent/browser")
    with pytest.raises(tamis.FetchError) as raised:
        browser.draw("http://example.com/")
    assert raised.value.kind in ("start", "not_found")
    with pytest.raises(tamis.ConfigError, match="timeout"):
        tamis.Browser(timeout=-1)
