"""A web for examples: made-up pages in place of the network.

Every address has a page in English, with a date, links on its own site and a feed. An address that
ends in ``.xml`` or has ``rss`` in it is a feed, and one with ``sitemap`` is a sitemap.
"""

from __future__ import annotations

import io
import sys
import types
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import urllib3

from tamis import _fetch

_SENTENCES = (
    "The dough rests for a night, so that it tastes of more than flour and water. ",
    "Bake it in a pot with a lid, which keeps the steam at the crust for half an hour. ",
    "When the loaf sounds hollow, leave it on a rack until it is cold. ",
)


def answer(url: str) -> tuple[bytes, str]:
    """Returns the body at an address and its content type."""
    parts = urlsplit(url)
    site = f"{parts.scheme}://{parts.netloc}"
    links = [f"{site}/en/{name}" for name in ("how-to-bake-bread", "how-to-keep-a-sourdough")]
    if parts.path == "/robots.txt":
        rules = f"User-agent: *\nDisallow: /private/\nCrawl-delay: 7\nSitemap: {site}/sitemap.xml\n"
        return rules.encode(), "text/plain"
    if "sitemap" in parts.path:
        places = "".join(f"<url><loc>{link}</loc></url>" for link in links)
        space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        return f'<?xml version="1.0"?><urlset {space}>{places}</urlset>'.encode(), "text/xml"
    if "rss" in parts.path or parts.path.endswith(".xml"):
        items = "".join(f"<item><link>{link}</link></item>" for link in links)
        feed = f'<?xml version="1.0"?><rss><channel>{items}</channel></rss>'
        return feed.encode(), "application/rss+xml"
    return _page(site, links).encode(), "text/html"


def _page(site: str, links: list[str]) -> str:
    menu = "".join(f'<li><a href="{link}">Bread</a></li>' for link in links)
    paragraphs = "".join(f"<p>{of * 3}</p>" for of in _SENTENCES)
    return (
        '<!doctype html><html lang="en"><head><title>A loaf of bread</title>'
        '<meta name="author" content="Ann Miller">'
        '<meta property="article:published_time" content="2024-03-05">'
        f'<link rel="alternate" type="application/rss+xml" href="{site}/rss">'
        f"</head><body><nav><ul>{menu}</ul></nav>"
        f"<article><h1>A loaf of bread</h1>{paragraphs}</article></body></html>"
    )


def install() -> None:
    """Puts the web in place of the network: of our client, ``requests``, ``urllib`` and urllib3."""
    _fetch.Client.get = _fetched  # type: ignore[method-assign, assignment]
    requests = types.ModuleType("requests")
    vars(requests)["get"] = _requested
    sys.modules["requests"] = requests
    vars(urllib.request)["urlopen"] = lambda url: io.BytesIO(answer(url)[0])
    # For the originals.
    urllib3.PoolManager.request = _of_a_pool  # type: ignore[method-assign, assignment]


def _fetched(_client: _fetch.Client, url: str) -> Any:
    body, kind = answer(url)
    return types.SimpleNamespace(body=body, status=200, url=url, content_type=kind, charset="utf-8")


def _requested(url: str) -> Any:
    return types.SimpleNamespace(content=answer(url)[0], text=answer(url)[0].decode())


def _of_a_pool(
    _pool: urllib3.PoolManager, method: str, url: str, preload_content: bool = True, **_: Any
) -> urllib3.HTTPResponse:
    body, kind = answer(url)
    headers = {"content-type": kind}
    return urllib3.HTTPResponse(
        io.BytesIO(body), headers, 200, preload_content=preload_content, request_url=url
    )
