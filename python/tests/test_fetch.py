"""Pages from the web: a server on this machine stands for it."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from archives import page

import tamis
from tamis.compat.htmldate import find_date
from tamis.compat.htmldate import utils as htmldate_utils
from tamis.compat.trafilatura import fetch_response, fetch_url
from tamis.compat.trafilatura.settings import use_config

WINDOWS_1251 = "<title>Хлеб</title><p>" + "Хлеб поднимается медленно. " * 20


class Handler(BaseHTTPRequestHandler):
    """Answers by the path."""

    seen: list[tuple[str, Message]]

    def do_GET(self) -> None:
        self.seen.append((self.path, self.headers))
        bodies = {
            "/page": ("text/html", page(1).encode()),
            "/moved/page": ("text/html", page(2).encode()),
            "/cyrillic": ("text/html; charset=windows-1251", WINDOWS_1251.encode("windows-1251")),
            "/empty": ("text/html", b""),
            "/long": ("text/html", b"x" * 5000),
            "/robots.txt": ("text/plain", b"User-agent: *\nDisallow: /page"),
        }
        if self.path == "/old":
            self.send_response(301)
            self.send_header("Location", "/moved/page")
            self.end_headers()
            return
        if self.path not in bodies:
            self.send_error(404)
            return
        kind, body = bodies[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """A server, as the address of its root without a slash."""
    Handler.seen = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_page_is_fetched_and_extracted(server: str) -> None:
    client = tamis.Client(allow_private=True)
    extraction = tamis.fetch(f"{server}/page", client=client)
    assert extraction.text == tamis.extract(page(1)).text
    assert extraction.title == "Page 1"
    by_title = tamis.fetch(f"{server}/page", client=client, title="add")
    assert by_title.text.startswith("Page 1\n\n")


def test_the_address_after_redirects_is_that_of_the_page(server: str) -> None:
    client = tamis.Client(allow_private=True)
    response = client.get(f"{server}/old")
    assert (response.url, response.status) == (f"{server}/moved/page", 200)
    assert response.redirects == [f"{server}/old"]
    assert response.body == page(2).encode()
    assert repr(response).startswith("<tamis.Response 200 ")
    extraction = tamis.fetch(f"{server}/old", client=client)
    assert extraction.metadata["hostname"]["value"] == "127.0.0.1"
    with pytest.raises(tamis.FetchError) as raised:
        tamis.Client(allow_private=True, max_redirects=0).get(f"{server}/old")
    assert raised.value.kind == "too_many_redirects"


def test_the_charset_of_the_header_counts(server: str) -> None:
    client = tamis.Client(allow_private=True)
    response = client.get(f"{server}/cyrillic")
    assert (response.charset, response.content_type) == ("windows-1251", "text/html")
    assert tamis.fetch(f"{server}/cyrillic", client=client).title == "Хлеб"


def test_private_addresses_are_refused(server: str) -> None:
    for call in (tamis.fetch, tamis.Client().get):
        with pytest.raises(tamis.FetchError, match="loopback, not public") as raised:
            call(f"{server}/page")
        assert raised.value.kind == "refused_address"
        assert raised.value.status is None
        assert raised.value.url == f"{server}/page"
    assert Handler.seen == []


def test_errors_say_what_went_wrong(server: str) -> None:
    client = tamis.Client(allow_private=True, max_body_bytes=4000)
    for url, kind, status in [
        (f"{server}/none", "http", 404),
        (f"{server}/long", "too_large", None),
        ("ftp://site.example/", "refused_scheme", None),
        ("http://user:s3cret@site.example/", "refused_user_info", None),
        ("site.example", "invalid_url", None),
    ]:
        with pytest.raises(tamis.FetchError) as raised:
            client.get(url)
        assert (raised.value.kind, raised.value.status) == (kind, status), url
        assert "s3cret" not in str(raised.value)
        copy = pickle.loads(pickle.dumps(raised.value))
        assert (str(copy), copy.kind) == (str(raised.value), kind)
    assert issubclass(tamis.FetchError, tamis.Error)


def test_keywords_of_the_client_act(server: str, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    client = tamis.Client(
        allow_private=True, user_agent="crumb/1", headers={"X-Bread": "rye"}, cache=folder
    )
    assert not client.get(f"{server}/page").from_cache
    path, headers = Handler.seen[0]
    assert (path, headers["User-Agent"], headers["X-Bread"]) == ("/page", "crumb/1", "rye")
    assert list(folder.iterdir())
    with pytest.raises(tamis.FetchError) as raised:
        tamis.Client(allow_private=True, robots=True).get(f"{server}/page")
    assert raised.value.kind == "refused_by_robots"


def test_values_that_are_not_valid_are_named() -> None:
    for keywords, message in [
        ({"timeout": -1.0}, "`timeout`"),
        ({"delay": float("nan")}, "`delay`"),
        ({"timeout": 0.0}, "time"),
        ({"headers": {"Host": "x"}}, "(?i)host"),
        ({"proxy": "socks://x"}, "proxy"),
    ]:
        with pytest.raises(tamis.ConfigError, match=message):
            tamis.Client(**keywords)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="timeouts"):
        tamis.Client(timeouts=1)  # type: ignore[call-arg]


def test_trafilatura_fetches(server: str) -> None:
    assert fetch_url(f"{server}/page") is None
    config = use_config()
    config["DEFAULT"]["SSRF_PROTECTION"] = "off"
    config["DEFAULT"]["USER_AGENTS"] = "crumb/1\ncrumb/2"
    config["DEFAULT"]["COOKIE"] = "a=b"
    assert fetch_url(f"{server}/page", config=config) == page(1)
    _, headers = Handler.seen[0]
    assert (headers["User-Agent"], headers["Cookie"]) == ("crumb/1", "a=b")
    assert fetch_url(f"{server}/cyrillic", config=config) == WINDOWS_1251
    assert fetch_url(f"{server}/none", config=config) is None
    assert fetch_url(f"{server}/empty", config=config) is None
    response = fetch_response(f"{server}/old", decode=True, with_headers=True, config=config)
    assert response is not None
    assert (response.status, response.url) == (200, f"{server}/moved/page")
    assert response.headers == {"content-type": "text/html"}
    assert response.as_dict()["html"] == page(2) == repr(response)
    failed = fetch_response(f"{server}/none", config=config)
    assert failed is not None
    assert failed.status == 404
    for call in (fetch_url, fetch_response):
        with pytest.raises(NotImplementedError, match="certificates"):
            call(f"{server}/page", no_ssl=True)
    config["DEFAULT"]["MAX_FILE_SIZE"] = "4000"
    assert fetch_response(f"{server}/long", config=config) is None


def test_htmldate_fetches(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="couldn't be processed"):
        find_date(f"{server}/page")
    client = tamis.Client(allow_private=True)
    monkeypatch.setattr(htmldate_utils, "default_client", lambda: client)
    text = htmldate_utils.fetch_url(f"{server}/page")
    assert text == page(1)
    assert find_date(f"{server}/page") == find_date(text)
