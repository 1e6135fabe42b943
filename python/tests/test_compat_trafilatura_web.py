"""trafilatura's drop-in module: feeds, sitemaps and crawls, on pages that are not fetched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("courlan")

from tamis.compat.trafilatura import downloads, feeds, settings, sitemaps, spider
from tamis.compat.trafilatura.utils import Response

SITE = "https://crumb.example"
Serve = Callable[[dict[str, str]], list[str]]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Returns a function that gives the network some pages, and returns what is asked for."""

    def served(pages: dict[str, str]) -> list[str]:
        asked: list[str] = []

        def answer(url: str, _no_ssl: bool, _config: Any) -> Response | None:
            asked.append(url)
            return Response(pages[url].encode(), 200, url) if url in pages else None

        monkeypatch.setattr(downloads, "_send_urllib_request", answer)
        for module in (feeds, sitemaps, spider, downloads):
            monkeypatch.setattr(module, "sleep", lambda _: None)
        return asked

    return served


def feed(*links: str) -> str:
    items = "".join(f"<item><link>{link}</link></item>" for link in links)
    return f'<?xml version="1.0"?><rss><channel>{items}</channel></rss>'


def test_pages_of_the_feeds_of_a_page_are_found(serve: Serve) -> None:
    head = '<link rel="alternate" type="application/rss+xml; charset=UTF-8" href="/news.xml">'
    asked = serve(
        {
            f"{SITE}/": f"<html><head>{head}</head><p>Bread</p></html>",
            f"{SITE}/news.xml": feed(f"{SITE}/bread", "/rolls", "https://other.example/ad"),
        }
    )
    assert feeds.find_feed_urls(f"{SITE}/") == [f"{SITE}/bread", f"{SITE}/rolls"]
    assert asked == [f"{SITE}/", f"{SITE}/news.xml"]
    found = feeds.find_feed_urls(f"{SITE}/", external=True)
    assert "https://other.example/ad" in found


def test_a_feed_of_json_is_read(serve: Serve) -> None:
    items = '{"url": "https://crumb.example/a-loaf"}, null, {"id": "https://crumb.example/b"}'
    serve({f"{SITE}/feed.json": f'{{"items": [{items}]}}'})
    assert feeds.find_feed_urls(f"{SITE}/feed.json") == [f"{SITE}/a-loaf", f"{SITE}/b"]
    assert feeds.find_feed_urls("no address") == []


def test_pages_of_nested_sitemaps_are_found(serve: Serve) -> None:
    def sitemap(tag: str, *links: str) -> str:
        parts = "".join(f"<{tag}><loc>{link}</loc></{tag}>" for link in links)
        space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        return f'<?xml version="1.0"?><urlset {space}>{parts}</urlset>'

    serve(
        {
            SITE: "<p>Bread",
            f"{SITE}/robots.txt": f"User-agent: *\nSitemap: {SITE}/all.xml # all",
            f"{SITE}/all.xml": sitemap("sitemap", f"{SITE}/bread.xml"),
            f"{SITE}/bread.xml": sitemap("url", f"{SITE}/de/brot", f"{SITE}/en/bread?a=1&b=2"),
        }
    )
    assert sitemaps.sitemap_search(SITE) == [f"{SITE}/de/brot", f"{SITE}/en/bread?a=1&b=2"]
    assert sitemaps.sitemap_search(SITE, target_lang="de") == [f"{SITE}/de/brot"]
    assert sitemaps.sitemap_search("https://silent.example") == []


@pytest.mark.parametrize(
    "damage",
    [
        "<loc>https://crumb.example/<b/></loc>",
        "<loc>https://crumb.example/&secret;</loc>",
        "<other:loc xmlns:other='urn:other'>https://crumb.example/x</other:loc>",
        "</nothing>",
    ],
)
def test_damaged_sitemaps_give_what_they_have(damage: str) -> None:
    sitemap = sitemaps.SitemapObject(SITE, "crumb.example", [])
    declared = '<!DOCTYPE urlset [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
    loaf = "<loc><![CDATA[https://crumb.example/loaf?id=1&n=2]]></loc>"
    sitemap.content = f"{declared}<urlset>{loaf}{damage}</urlset>"
    sitemap.extract_sitemap_links()
    assert sitemap.urls == [f"{SITE}/loaf?id=1&n=2"]


def test_a_crawl_keeps_to_its_site_and_its_rules(serve: Serve) -> None:
    def page(*links: str) -> str:
        return "<html><body>" + "".join(f'<a href="{of}">x</a>' for of in links) + "</body></html>"

    asked = serve(
        {
            f"{SITE}/robots.txt": "User-agent: *\nDisallow: /private",
            f"{SITE}/": page("/bread", "/private/oven", "https://other.example/", "/tag/rye"),
            f"{SITE}/tag/rye": page("/rolls"),
        }
    )
    left, known = spider.focused_crawler(SITE, max_seen_urls=2)
    assert left == [f"{SITE}/bread", f"{SITE}/rolls"]
    # Pages that list others are visited first.
    assert asked == [f"{SITE}/robots.txt", f"{SITE}/", f"{SITE}/tag/rye"]
    assert set(known) == {f"{SITE}/", *left, f"{SITE}/tag/rye"}
    with pytest.raises(ValueError, match="address"):
        spider.focused_crawler("bread")


def test_a_page_that_redirects_by_its_markup_is_followed(serve: Serve) -> None:
    serve({f"{SITE}/new": "<p>New bread"})
    old = '<meta http-equiv="Refresh" content="0; URL=\'/new\'">'
    assert spider.refresh_detection(old, f"{SITE}/old") == ("<p>New bread", f"{SITE}/new")
    lost = old.replace("/new", "/lost")
    assert spider.refresh_detection(lost, f"{SITE}/old") == (None, None)
    assert spider.refresh_detection("<p>refresh", SITE) == ("<p>refresh", SITE)


def test_addresses_are_fetched_with_threads(serve: Serve) -> None:
    pages = {f"{SITE}/{number}": f"<p>Page {number} of all." for number in range(5)}
    serve(pages)
    store = downloads.add_to_compressed_dict(
        [*pages, f"{SITE}/skip"], blacklist={"crumb.example/skip"}
    )
    urls = []
    while not store.done:
        some, store = downloads.load_download_buffer(store, sleep_time=0)
        urls += some
    assert sorted(urls) == list(pages)
    assert dict(downloads.buffered_downloads(urls, 2)) == pages
    answers = dict(downloads.buffered_response_downloads([*urls, f"{SITE}/gone"], 2))
    assert answers[f"{SITE}/gone"] is None
    assert {url for url, answer in answers.items() if answer} == set(pages)


def test_headers_are_those_of_the_settings() -> None:
    assert downloads._determine_headers(settings.DEFAULT_CONFIG) == downloads.DEFAULT_HEADERS
    config = settings.use_config()
    config.set("DEFAULT", "USER_AGENTS", "Oven/1\nOven/2")
    config.set("DEFAULT", "COOKIE", "rye=1")
    headers = downloads._determine_headers(config)
    assert headers["User-Agent"] in ("Oven/1", "Oven/2")
    assert headers["Cookie"] == "rye=1"
