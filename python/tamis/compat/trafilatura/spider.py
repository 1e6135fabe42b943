"""A crawl of one site, page by page, as its ``robots.txt`` allows it.

The addresses are kept in ``URL_STORE``, a store of courlan, which a program can replace.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from configparser import ConfigParser
from time import sleep
from typing import Any
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

from tamis import _native
from tamis.compat import _tree
from tamis.compat.trafilatura._language import is_language
from tamis.compat.trafilatura._urls import courlan
from tamis.compat.trafilatura.baseline import baseline
from tamis.compat.trafilatura.downloads import Response, fetch_response, fetch_url
from tamis.compat.trafilatura.settings import DEFAULT_CONFIG
from tamis.compat.trafilatura.utils import decode_file

__all__ = ["URL_STORE", "CrawlParameters", "crawl_page", "focused_crawler", "init_crawl"]

_LOGGER = logging.getLogger(__name__)

URL_STORE: Any = courlan().UrlStore(compressed=False, strict=False)
"""The addresses of all crawls, known and visited."""

MAX_SEEN_URLS = 10
MAX_KNOWN_URLS = 100_000


class CrawlParameters:
    """The state of a crawl: its site, its rules, and how far it came.

    Raises ``ValueError`` if the address has no site.
    """

    __slots__ = [
        "base",
        "config",
        "i",
        "is_on",
        "known_num",
        "lang",
        "prune_xpath",
        "ref",
        "rules",
        "start",
    ]

    def __init__(
        self,
        start: str,
        lang: str | None = None,
        rules: RobotFileParser | None = None,
        prune_xpath: str | list[str] | None = None,
        config: ConfigParser = DEFAULT_CONFIG,
    ) -> None:
        self.start = start
        self.base: str = courlan().get_base_url(start)
        if not self.base:
            raise ValueError(f"A crawl begins at an address of the web, not at {start!r}.")
        # The folder of the address, to which the crawl keeps.
        self.ref = start.rpartition("/")[0] if start.count("/") > 2 else start
        self.lang = lang
        self.config = config
        self.rules = rules or get_rules(self.base, config)
        self.prune_xpath = prune_xpath
        self.i = 0
        self.known_num = 0
        self.is_on = True

    def update_metadata(self, url_store: Any) -> None:
        """Reads from a store if there is more to visit, and how many addresses are known."""
        self.known_num = len(url_store.find_known_urls(self.base))
        self.is_on = self.base in url_store.urldict and not url_store.is_exhausted_domain(self.base)

    def filter_list(self, todo: Iterable[str] | None) -> list[str]:
        """Returns the addresses of the crawl's folder, without its start."""
        return [url for url in todo or () if self.ref in url and url != self.start]

    def is_valid_link(self, link: str) -> bool:
        """Returns true for an address of the crawl's folder that may be visited and is a page."""
        if self.ref not in link or courlan().is_not_crawlable(link):
            return False
        return self.rules is None or self.rules.can_fetch("*", link)


def focused_crawler(
    homepage: str,
    max_seen_urls: int = MAX_SEEN_URLS,
    max_known_urls: int = MAX_KNOWN_URLS,
    todo: list[str] | None = None,
    known_links: list[str] | None = None,
    lang: str | None = None,
    config: ConfigParser = DEFAULT_CONFIG,
    rules: RobotFileParser | None = None,
    prune_xpath: str | list[str] | None = None,
) -> tuple[list[str], list[str]]:
    """Visits pages of a site. Returns the addresses that are left to visit, and all known ones.

    It ends after ``max_seen_urls`` pages, with ``max_known_urls`` known addresses, or when nothing
    is left. Between two pages it waits as ``robots.txt`` asks, else ``SLEEP_TIME`` seconds.
    """
    params = init_crawl(homepage, lang, rules, todo, known_links, prune_xpath, config)
    pause = URL_STORE.get_crawl_delay(params.base, default=config.getfloat("DEFAULT", "SLEEP_TIME"))
    while params.is_on and params.i < max_seen_urls and params.known_num < max_known_urls:
        params = crawl_page(params)
        if params.is_on:
            sleep(pause)
    left = URL_STORE.find_unvisited_urls(params.base)
    known = URL_STORE.find_known_urls(params.base)
    return list(dict.fromkeys(left)), list(dict.fromkeys(known))


def init_crawl(
    start: str,
    lang: str | None = None,
    rules: RobotFileParser | None = None,
    todo: list[str] | None = None,
    known: list[str] | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser = DEFAULT_CONFIG,
) -> CrawlParameters:
    """Begins a crawl: with the page at ``start``, or with the addresses that are left to visit."""
    params = CrawlParameters(start, lang, rules, prune_xpath, config)
    URL_STORE.add_urls(known or [], visited=True)
    URL_STORE.add_urls(params.filter_list(todo))
    URL_STORE.store_rules(params.base, params.rules)
    if todo:
        params.update_metadata(URL_STORE)
        return params
    URL_STORE.add_urls([start])
    return crawl_page(params, initial=True)


def crawl_page(params: CrawlParameters, initial: bool = False) -> CrawlParameters:
    """Visits the next page of a crawl and stores its links."""
    url = URL_STORE.get_url(params.base)
    if url:
        params.i += 1
        if initial:
            _visit_start(url, params)
        else:
            process_response(fetch_response(url, config=params.config), params)
    params.update_metadata(URL_STORE)
    return params


def _visit_start(url: str, params: CrawlParameters) -> None:
    page, address, base = probe_alternative_homepage(url, params.config)
    if not (page and address and base):
        return
    insecure = "http://"
    if params.base.startswith(insecure) and base == params.base.replace(insecure, "https://", 1):
        params.base = base
        params.ref = params.ref.replace(insecure, "https://", 1)
    URL_STORE.add_urls([address])
    # If the page is of another site now, its links are still those of the start.
    is_ours = courlan().get_base_url(address) == params.base
    process_links(page, params, address if is_ours else url)


def probe_alternative_homepage(
    homepage: str, config: ConfigParser = DEFAULT_CONFIG
) -> tuple[str | None, str | None, str | None]:
    """Fetches a page. Returns it with its address and its site after redirects, or ``None``s."""
    response = fetch_response(homepage, config=config)
    if response is None or not response.data:
        return None, None, None
    page, address = refresh_detection(decode_file(response.data), response.url, config)
    if address is None:
        return None, None, None
    return page, address, courlan().get_base_url(address)


def refresh_detection(
    htmlstring: str, homepage: str, config: ConfigParser = DEFAULT_CONFIG
) -> tuple[str | None, str | None]:
    """Returns a page and its address, or those to which its ``meta`` redirects.

    ``None``s if that page cannot be fetched.
    """
    target = _refresh(htmlstring) if "refresh" in htmlstring.lower() else None
    if target is None:
        return htmlstring, homepage
    address = target if target.lower().startswith("http") else urljoin(homepage, target)
    page = fetch_url(address, config=config)
    if page is None:
        _LOGGER.warning("cannot be fetched: %s", address)
        return None, None
    return page, address


def _refresh(page: str) -> str | None:
    """Returns the address in ``<meta http-equiv="refresh" content="0; url=address">``."""
    for meta in _tree.tree_of(page).iter("meta"):
        if meta.get("http-equiv", "").lower() == "refresh":
            _, semicolon, target = meta.get("content", "").partition(";")
            if not semicolon:
                return None
            name, equals, address = target.strip().partition("=")
            return address.strip("'\"") if equals and name.lower() == "url" else target.strip()
    return None


def process_response(response: Response | None, params: CrawlParameters) -> None:
    """Stores the address of a page as visited, and its links."""
    if response is None or not response.data:
        return
    URL_STORE.add_urls([response.url], visited=True)
    is_ours = courlan().get_base_url(response.url) == params.base
    process_links(decode_file(response.data), params, response.url if is_ours else params.base)


def process_links(htmlstring: str, params: CrawlParameters, url: str | None = "") -> None:
    """Stores the links of a page, those of navigation first. Those of other languages are none."""
    if not is_target_language(htmlstring, params.lang):
        return
    if htmlstring and params.prune_xpath:
        paths = params.prune_xpath
        paths = [paths] if isinstance(paths, str) else paths
        htmlstring = _native.rewrite(htmlstring, paths=paths)
    try:
        links = courlan().extract_links(
            pagecontent=htmlstring,
            url=url or params.base,
            external_bool=False,
            language=params.lang,
            with_nav=True,
            strict=False,
        )
    except ValueError:
        _LOGGER.warning("a link is malformed: %s", url or params.base)
        return
    valid = [link for link in sorted(links) if params.is_valid_link(link)]
    first = [link for link in valid if courlan().is_navigation_page(link)]
    URL_STORE.add_urls([link for link in valid if link not in set(first)], appendleft=first)


def is_target_language(htmlstring: str, language: str | None) -> bool:
    """Returns true if the text of a page is in a language, or may be."""
    if not htmlstring or not language:
        return True
    return is_language(baseline(htmlstring)[1], language, None)


def is_still_navigation(todo: Iterable[str]) -> bool:
    """Returns true if any address is one of navigation, such as that of a tag."""
    return any(courlan().is_navigation_page(url) for url in todo)


def get_rules(base_url: str, config: ConfigParser = DEFAULT_CONFIG) -> RobotFileParser | None:
    """Returns the rules in the ``robots.txt`` of a site, or ``None`` if it has none."""
    address = f"{base_url}/robots.txt"
    text = fetch_url(address, config=config)
    return parse_robots(address, text) if text else None


def parse_robots(robots_url: str, data: Any) -> RobotFileParser | None:
    """Returns the rules in a text, or ``None`` if it is none."""
    if not isinstance(data, str):
        return None
    rules = RobotFileParser(robots_url)
    rules.parse(data.splitlines())
    return rules
