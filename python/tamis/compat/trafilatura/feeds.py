"""The addresses of pages in feeds: Atom, RSS and JSON Feed.

A feed is read leniently, as text with elements, because many are not well-formed XML. Source: the
media types and the patterns of addresses are those of trafilatura 2.3.1, `feeds.py`.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from configparser import ConfigParser
from itertools import islice
from time import sleep
from xml.etree.ElementTree import Element

from tamis.compat import _tree
from tamis.compat.trafilatura._urls import absolute, courlan
from tamis.compat.trafilatura.deduplication import is_similar_domain
from tamis.compat.trafilatura.downloads import fetch_url
from tamis.compat.trafilatura.settings import DEFAULT_CONFIG, MAX_FEEDS_CHECKED, MAX_LINKS

__all__ = ["FeedParameters", "determine_feed", "extract_links", "find_feed_urls"]

_LOGGER = logging.getLogger(__name__)

# The last part of the media types of feeds, after `application/` or `text/`.
_FORMATS = ("atom", "atom+xml", "rdf", "rdf+xml", "rss", "rss+xml", "xml")
FEED_TYPES = {
    *(f"{kind}/{name}" for kind in ("application", "text") for name in _FORMATS),
    *("application/feed+json", "application/json", "text/plain"),
    *("application/x.atom+xml", "application/x-atom+xml"),
}

_OPENING = re.compile(r"<(?:feed|rss|\?xml)")
# How far into a text the first element of a feed may be.
_HEAD_CHARS = 100
_EMPTY_LINK = re.compile(r"""<link\s+(?:"[^"]*"|'[^']*'|[^>"'])*["']?/?>""")
_ATTRIBUTE = re.compile(r"""\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_TEXT_LINK = re.compile(r"<link>\s*(?:<!\[CDATA\[)?(.+?)(?:\]\]>)?\s*</link>", re.DOTALL)

# Addresses that look like those of feeds. The last ones are of Typo3, Blogger and WordPress.
_FEED_ADDRESS = re.compile(
    r"\.(?:atom|rdf|rss|xml)$|\b(?:atom|rss)\b|feed$"
    r"|\?type=100$|feeds/posts/default/?$|\?feed=(?:atom|rdf|rss2?)"
)
_OF_COMMENTS = re.compile(r"\bcomments\b")
_FEED_HOSTS = ("feedburner", "feedproxy")


class FeedParameters:
    """What is known of a feed's site before the feed is read."""

    __slots__ = ["base", "domain", "ext", "lang", "ref"]

    def __init__(
        self,
        baseurl: str,
        domain: str,
        reference: str,
        external: bool = False,
        target_lang: str | None = None,
    ) -> None:
        self.base = baseurl
        self.domain = domain
        self.ref = reference
        self.ext = external
        self.lang = target_lang


def find_feed_urls(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    config: ConfigParser = DEFAULT_CONFIG,
) -> list[str]:
    """Returns the addresses of pages in the feed at an address, or in the feeds of a page.

    ``target_lang`` leaves out addresses that seem to be of other languages, ``external`` takes
    those of other sites too. ``sleep_time`` is in seconds, between two requests.
    """
    domain, base = courlan().get_hostinfo(url)
    if domain is None:
        _LOGGER.warning("no address of a site: %s", url)
        return []
    params = FeedParameters(base, domain, url, external, target_lang)
    page = fetch_url(url, config=config)
    if page is None:
        _LOGGER.error("cannot be fetched: %s", url)
        if url.strip("/") == base:
            return probe_gnews(params, None, config)
        sleep(sleep_time)
        return try_homepage(base, target_lang, external, sleep_time, config)
    links = extract_links(page, params)
    part = None
    if not links:
        links = list(_links_of_feeds(page, params, sleep_time, config))
        # The feeds of a part of a site may be those of all of it.
        part = url if len(url) > len(base) + len("/") + 1 else None
    if links:
        filtered: list[str] = courlan().filter_urls(links, part)
        return filtered
    return probe_gnews(params, part, config)


def try_homepage(
    baseurl: str,
    target_lang: str | None,
    external: bool,
    sleep_time: float,
    config: ConfigParser = DEFAULT_CONFIG,
) -> list[str]:
    """Returns the addresses in the feeds of the first page of a site."""
    return find_feed_urls(baseurl, target_lang, external, sleep_time, config)


def probe_gnews(
    params: FeedParameters, urlfilter: str | None, config: ConfigParser = DEFAULT_CONFIG
) -> list[str]:
    """Returns the addresses of a site in Google News, if there is a target language."""
    if not params.lang:
        return []
    address = "https://news.google.com/rss/search"
    query = f"q=site:{params.domain}&hl={params.lang}&scoring=n&num=100"
    feed = fetch_url(f"{address}?{query}", config=config)
    if not feed:
        return []
    links: list[str] = courlan().filter_urls(extract_links(feed, params), urlfilter)
    return links


def _links_of_feeds(
    page: str, params: FeedParameters, sleep_time: float, config: ConfigParser
) -> Iterator[str]:
    for number, address in enumerate(determine_feed(page, params)[:MAX_FEEDS_CHECKED]):
        if number > 0:
            sleep(sleep_time)
        if feed := fetch_url(address, config=config):
            yield from extract_links(feed, params)


def extract_links(feed_string: str, params: FeedParameters) -> list[str]:
    """Returns the addresses of pages in a feed, in order, each once."""
    links = find_links(feed_string.strip(), params) if feed_string else []
    checked = handle_link_list(links, params)
    # An address with two slashes is that of a site.
    return [link for link in checked if link != params.ref and link.count("/") > 2]


def find_links(feed_string: str, params: FeedParameters) -> list[str]:
    """Returns all links in a feed as they are written."""
    if not is_potential_feed(feed_string):
        return list(_links_in_json(feed_string)) if feed_string.startswith("{") else []
    elements = [found[0] for found in islice(_EMPTY_LINK.finditer(feed_string), MAX_LINKS)]
    if not elements:
        return [found[1].strip() for found in islice(_TEXT_LINK.finditer(feed_string), MAX_LINKS)]
    links = []
    for element in elements:
        stated = {name: one or two for name, one, two in _ATTRIBUTE.findall(element)}
        is_self = stated.get("rel") == "self" or "atom+xml" in stated.get("type", "")
        if stated.get("href") and not is_self:
            links.append(stated["href"])
    return links


def is_potential_feed(feed_string: str) -> bool:
    """Returns true for a text that begins as Atom, RSS or other XML does."""
    head = feed_string[:_HEAD_CHARS]
    return bool(_OPENING.match(head)) or "<rss" in head or "<feed" in head


def _links_in_json(feed: str) -> Iterator[str]:
    try:
        items = json.loads(feed).get("items")
    except (ValueError, RecursionError):
        return
    for item in items if isinstance(items, list) else []:
        stated = (item.get("url"), item.get("id")) if isinstance(item, dict) else ()
        link = next((of for of in stated if isinstance(of, str) and of), None)
        if link is not None:
            yield link


def handle_link_list(linklist: list[str], params: FeedParameters) -> list[str]:
    """Returns the links that lead to pages of the site, in the order of their texts."""
    kept = []
    for link in sorted(set(linklist)):
        address = absolute(params.base, link)
        checked = courlan().check_url(address, language=params.lang)
        if checked is None:
            if any(host in link for host in _FEED_HOSTS):
                kept.append(link)
        elif params.ext or "feed" in address or is_similar_domain(params.domain, checked[1]):
            kept.append(checked[0])
        else:
            _LOGGER.warning("of another site than %s: %s", params.domain, checked[1])
    return kept


def determine_feed(htmlstring: str, params: FeedParameters) -> list[str]:
    """Returns the addresses of the feeds that a page names in its head, else of those it links."""
    root = _tree.tree_of(htmlstring)
    stated = [of for of in root.iter("link") if "href" in of.attrib]
    links = [
        of.get("href", "")
        for of in stated
        if of.get("rel") == "alternate" and (_is_feed_type(of.get("type", "")) or _is_feed(of))
    ]
    links = links or [of.get("href", "") for of in root.iter("a") if _is_feed(of)]
    found = []
    for link in dict.fromkeys(links):
        address = courlan().clean_url(absolute(params.base, link))
        is_other = address and address != params.ref and courlan().is_valid_url(address)
        if is_other and not _OF_COMMENTS.search(address):
            found.append(address)
    return found


def _is_feed_type(stated: str) -> bool:
    return stated.split(";")[0].strip().lower() in FEED_TYPES


def _is_feed(element: Element) -> bool:
    return bool(_FEED_ADDRESS.search(element.get("href", "")))
