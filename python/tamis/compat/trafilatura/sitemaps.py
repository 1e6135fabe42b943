"""The addresses of pages in sitemaps: XML, lists of addresses, and indices of sitemaps."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from configparser import ConfigParser
from itertools import islice
from time import sleep
from typing import Any
from xml.etree.ElementTree import ParseError, XMLPullParser

from tamis.compat.trafilatura._urls import absolute, courlan
from tamis.compat.trafilatura.deduplication import is_similar_domain
from tamis.compat.trafilatura.downloads import fetch_url, is_live_page
from tamis.compat.trafilatura.settings import DEFAULT_CONFIG, MAX_LINKS, MAX_SITEMAPS_SEEN

__all__ = ["SitemapObject", "find_robots_sitemaps", "is_plausible_sitemap", "sitemap_search"]

_LOGGER = logging.getLogger(__name__)

_NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_OPENING = re.compile(r".{0,5}<\?xml|<(?:[\w.-]+:)?(?:sitemapindex|sitemap|urlset)\b")
_NESTED = re.compile(r"\.xml(?:\..{2,4})?$|\.xml[?#]")
_ADDRESS = re.compile(r'https?://[^\s<"]+')
_LANGUAGE_LINK = re.compile(r"<xhtml:link\s[^>]*>")
_HREF = re.compile(r"""\bhref=["'](.+?)["']""")
# Texts in CDATA and references are kept. A document type could declare entities without end.
_NO_XML = re.compile(
    r"(?P<kept><!\[CDATA\[.*?\]\]>|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)"
    r"|<!DOCTYPE[^\[>]*(?:\[[^\]]*\])?[^>]*>|(?P<entity>&[A-Za-z][\w.-]*;)|(?P<loose>&)",
    re.DOTALL,
)
_XML_NAME = re.compile(r"\.xml\b")

# Sites on these platforms have pages on the platform's host. Source: trafilatura 2.3.1,
# `sitemaps.py`, `WHITELISTED_PLATFORMS` and `GUESSES`.
_PLATFORMS = re.compile(
    r"(?:blogger|blogpost|ghost|hubspot|livejournal|medium|typepad|squarespace|tumblr|weebly|wix"
    r"|wordpress)\."
)
# Where sitemaps are that no `robots.txt` names, the likely places first.
_PLACES = ("sitemap.xml", "sitemap.xml.gz", "sitemap", "sitemap_index.xml", "sitemap_news.xml")

# A longer `robots.txt` is some other page, to which the server redirected.
_LONGEST_ROBOTS_CHARS = 10_000
_HEAD_CHARS = 150


class SitemapObject:
    """The sitemaps of a site that are still to read, and the addresses that were found.

    >>> sitemap = SitemapObject("https://example.org", "example.org", [])
    >>> sitemap.content = "https://example.org/bread"
    >>> sitemap.process()
    >>> sitemap.urls
    ['https://example.org/bread']
    """

    __slots__ = [
        "base_url",
        "config",
        "content",
        "current_url",
        "domain",
        "external",
        "seen",
        "sitemap_urls",
        "target_lang",
        "urls",
    ]

    def __init__(
        self,
        base_url: str,
        domain: str,
        sitemapsurls: list[str],
        target_lang: str | None = None,
        external: bool = False,
        config: ConfigParser = DEFAULT_CONFIG,
    ) -> None:
        self.base_url = base_url
        self.domain = domain
        self.sitemap_urls = sitemapsurls
        self.target_lang = target_lang
        self.external = external
        self.config = config
        self.content = ""
        self.current_url = ""
        self.seen: set[str] = set()
        self.urls: list[str] = []

    def fetch(self) -> None:
        """Fetches the current sitemap."""
        self.seen.add(self.current_url)
        self.content = fetch_url(self.current_url, config=self.config) or ""

    def process(self) -> None:
        """Takes the addresses of the current sitemap."""
        if not is_plausible_sitemap(self.current_url, self.content):
            return
        if not _OPENING.match(self.content):
            for found in islice(_ADDRESS.finditer(self.content), MAX_LINKS):
                self.handle_link(found[0])
            return
        before = len(self.sitemap_urls) + len(self.urls)
        if self.target_lang is not None:
            self.extract_sitemap_langlinks()
        # If no entry names its languages, the addresses may.
        if len(self.sitemap_urls) + len(self.urls) == before:
            self.extract_sitemap_links()

    def extract_sitemap_langlinks(self) -> None:
        """Takes the addresses of the target language, and those of no language."""
        wanted = re.escape(self.target_lang or "")
        language = re.compile(rf"""\bhreflang=["'](?:{wanted}|x-default["'])""")
        for link in islice(_LANGUAGE_LINK.finditer(self.content), MAX_LINKS):
            address = _HREF.search(link[0])
            if address and language.search(link[0]):
                self.handle_link(address[1])

    def extract_sitemap_links(self) -> None:
        """Takes all addresses of a sitemap of XML, up to where it is damaged."""
        for link in islice(_locations(self.content), MAX_LINKS):
            self.handle_link(link)

    def handle_link(self, link: str) -> None:
        """Takes an address, of a sitemap or a page, if it is of the site and the language."""
        if link == self.current_url:
            return
        address = absolute(self.base_url, link)
        # The language is looked for first: `/de/` loses its last slash.
        if not courlan().lang_filter(address, self.target_lang):
            return
        address = courlan().clean_url(address, self.target_lang)
        domain = courlan().extract_domain(address, fast=True) if address else None
        if domain is None:
            return
        is_ours = _PLATFORMS.search(domain) or is_similar_domain(self.domain, domain)
        if not self.external and not is_ours:
            _LOGGER.warning("of another site than %s: %s", self.domain, domain)
            return
        (self.sitemap_urls if _NESTED.search(address) else self.urls).append(address)


def sitemap_search(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = MAX_SITEMAPS_SEEN,
    config: ConfigParser = DEFAULT_CONFIG,
) -> list[str]:
    """Returns the addresses of pages in a sitemap, or in the sitemaps of a page's site.

    ``target_lang`` leaves out addresses that seem to be of other languages, ``external`` takes
    those of other sites too. ``sleep_time`` is in seconds, between two requests.
    """
    domain, base = courlan().get_hostinfo(url)
    if domain is None or not is_live_page(base, config):
        _LOGGER.warning("no address of a site that answers: %s", url)
        return []
    is_sitemap = url.endswith((".gz", "sitemap", ".xml"))
    sitemap = SitemapObject(
        base, domain, [url] if is_sitemap else [], target_lang, external, config
    )
    if not is_sitemap:
        named = find_robots_sitemaps(base, config)
        # The last one is read first.
        sitemap.sitemap_urls = named or [f"{base}/{place}" for place in reversed(_PLACES)]
    while sitemap.sitemap_urls and len(sitemap.seen) < max_sitemaps:
        if sitemap.seen:
            sleep(sleep_time)
        sitemap.current_url = sitemap.sitemap_urls.pop()
        sitemap.fetch()
        sitemap.process()
        sitemap.sitemap_urls = [of for of in sitemap.sitemap_urls if of not in sitemap.seen]
    if not is_sitemap and len(url) > len(base) + len("/") + 1:
        sitemap.urls = courlan().filter_urls(sitemap.urls, url)
    return sitemap.urls


def is_plausible_sitemap(url: str, contents: str | None) -> bool:
    """Returns true for XML that begins as a sitemap, and for other texts that are no HTML."""
    if not isinstance(contents, str):
        return False
    needs_xml = _XML_NAME.search(url.split("?")[0].split("#")[0])
    if needs_xml and not _OPENING.match(contents):
        return False
    return "<html" not in contents[:_HEAD_CHARS].lower()


def find_robots_sitemaps(baseurl: str, config: ConfigParser = DEFAULT_CONFIG) -> list[str]:
    """Returns the addresses of sitemaps in the ``robots.txt`` of a site."""
    return extract_robots_sitemaps(fetch_url(f"{baseurl}/robots.txt", config=config), baseurl)


def extract_robots_sitemaps(robotstxt: str | None, baseurl: str) -> list[str]:
    """Returns the addresses of sitemaps in a ``robots.txt``, each once."""
    if robotstxt is None or len(robotstxt) > _LONGEST_ROBOTS_CHARS:
        return []
    named = []
    for line in robotstxt.splitlines():
        field, _, value = line.partition("#")[0].partition(":")
        if field.strip().lower() == "sitemap":
            named.append(absolute(baseurl, value.strip()) if value.strip() else "")
    return list(dict.fromkeys(filter(None, named)))


def _locations(text: str) -> Iterator[str]:
    """Returns the texts of ``loc`` in XML, also of those before a place that is damaged.

    One with an element or an entity of the document's own in it is no address.
    """
    parser: Any = XMLPullParser(["end"])
    parser.feed(_NO_XML.sub(_repaired, text.strip().lstrip("\ufeff")))
    try:
        for _, element in parser.read_events():
            location = element.text or ""
            is_address = location.startswith("http") and len(element) == 0
            if is_address and element.tag in ("loc", f"{_NAMESPACE}loc"):
                yield location
    except ParseError as error:
        _LOGGER.warning("damaged: %s", error)


def _repaired(found: re.Match[str]) -> str:
    """Replaces what stops a parser: entities by an element, and a loose ``&`` by its reference."""
    if found["entity"]:
        return "<entity/>"
    return "&amp;" if found["loose"] else found["kept"] or ""
