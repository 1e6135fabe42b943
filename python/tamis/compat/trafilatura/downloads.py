"""Pages from the network."""

from __future__ import annotations

import functools
import logging
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from configparser import ConfigParser
from itertools import islice
from time import sleep
from typing import Any, TypeVar
from urllib.robotparser import RobotFileParser

from tamis import __version__
from tamis._errors import FetchError
from tamis._fetch import Client
from tamis.compat.trafilatura._urls import courlan
from tamis.compat.trafilatura.settings import DEFAULT_CONFIG, Extractor, setting
from tamis.compat.trafilatura.utils import Response

__all__ = [
    "DEFAULT_HEADERS",
    "USER_AGENT",
    "Response",
    "add_to_compressed_dict",
    "buffered_downloads",
    "buffered_response_downloads",
    "fetch_response",
    "fetch_url",
    "get_crawl_delay",
    "is_live_page",
    "load_download_buffer",
]

_LOGGER = logging.getLogger(__name__)

USER_AGENT = f"tamis/{__version__}"
DEFAULT_HEADERS = {"accept-encoding": "gzip,deflate,br,zstd", "User-Agent": USER_AGENT}
"""What each request has, unless the settings say something else."""

# The most addresses that are drawn from a store at a time, and that threads work on at a time.
_MOST_URLS = 100_000
_MOST_AT_A_TIME = 10_000

_Result = TypeVar("_Result")


def fetch_url(
    url: str,
    no_ssl: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
    options: Any = None,
) -> str | None:
    """Fetches a page as text. ``None`` if it cannot be fetched, is too small or too large.

    ``no_ssl`` raises ``NotImplementedError``: certificates are always checked.
    """
    config = options.config if options is not None else config
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=config)
    if response is None or not response.data:
        return None
    options = options or Extractor(config=config)
    return response.html if _is_suitable_response(url, response, options) else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
) -> Response | None:
    """Fetches a page. ``None`` if there is no answer, with a line in the log.

    The only header that is kept is ``content-type``. An answer with an error has no bytes.
    ``no_ssl`` raises ``NotImplementedError``: certificates are always checked.
    """
    response = _send_urllib_request(url, no_ssl, config)
    if response is not None:
        response.decode_data(decode, int(setting(config, "MAX_FILE_SIZE")))
    return response


def is_live_page(url: str, config: ConfigParser = DEFAULT_CONFIG) -> bool:
    """Returns true if a server answers with something else than an error."""
    return _urllib3_is_live_page(url, config)


# The names of the next three are the reference's, because tests of programs replace them.


def _send_urllib_request(url: str, no_ssl: bool, config: ConfigParser) -> Response | None:
    """Returns the answer to a request, or ``None`` if there is none."""
    if no_ssl:
        raise NotImplementedError("no_ssl: certificates are always checked.")
    headers = _determine_headers(config)
    try:
        page = _client(headers.get("User-Agent"), headers.get("Cookie"), *_limits(config)).get(url)
    except FetchError as error:
        _LOGGER.error("%s", error)
        return None if error.status is None else Response(b"", error.status, error.url or url)
    response = Response(page.body, page.status, page.url)
    response.store_headers({"content-type": page.content_type} if page.content_type else {})
    return response


def _urllib3_is_live_page(url: str, config: ConfigParser = DEFAULT_CONFIG) -> bool:
    response = _send_urllib_request(url, False, config)
    return response is not None and response.status < 400


def _is_suitable_response(url: str, response: Response, options: Any) -> bool:
    """Returns true for an answer without error, of a length that the settings allow."""
    length = len(response.html or response.data or "")
    if response.status != 200:
        _LOGGER.error("status %s: %s", response.status, url)
    elif length < options.min_file_size:
        _LOGGER.error("too small, %s: %s", length, url)
    elif length > options.max_file_size:
        _LOGGER.error("too large, %s: %s", length, url)
    else:
        return True
    return False


def _determine_headers(config: ConfigParser) -> dict[str, str]:
    """Returns the headers of a request, with one of ``USER_AGENTS`` and with ``COOKIE``."""
    headers = dict(DEFAULT_HEADERS)
    agents = setting(config, "USER_AGENTS")
    if agents:
        headers["User-Agent"] = random.choice(agents.splitlines()).strip()
    if cookie := setting(config, "COOKIE"):
        headers["Cookie"] = cookie
    return headers


_Limits = tuple[int, float, int, bool]


def _limits(config: ConfigParser) -> _Limits:
    guarded = ConfigParser.BOOLEAN_STATES[setting(config, "SSRF_PROTECTION").lower()]
    return (
        int(setting(config, "MAX_REDIRECTS")),
        float(setting(config, "DOWNLOAD_TIMEOUT")),
        int(setting(config, "MAX_FILE_SIZE")),
        not guarded,
    )


@functools.lru_cache(8)
def _client(
    agent: str | None,
    cookie: str | None,
    redirects: int,
    seconds: float,
    largest: int,
    allow_private: bool,
) -> Client:
    return Client(
        user_agent=agent,
        headers={"Cookie": cookie} if cookie else None,
        max_redirects=redirects,
        timeout=seconds,
        max_body_bytes=largest,
        allow_private=allow_private,
    )


def add_to_compressed_dict(
    inputlist: list[str],
    blacklist: set[str] | None = None,
    url_filter: list[str] | None = None,
    url_store: Any = None,
    compression: bool = False,
    verbose: bool = False,
) -> Any:
    """Adds addresses to a store of courlan, by default a new one, and returns it.

    Addresses in ``blacklist`` have neither scheme nor last slash. With ``url_filter``, those are
    added that contain one of its texts.
    """
    if url_store is None:
        url_store = courlan().UrlStore(compressed=compression, strict=False, verbose=verbose)
    urls = list(dict.fromkeys(inputlist))
    if blacklist:
        urls = [url for url in urls if _without_scheme(url) not in blacklist]
    if url_filter:
        urls = [url for url in urls if any(text in url for text in url_filter)]
    url_store.add_urls(urls)
    return url_store


def _without_scheme(url: str) -> str:
    return url.removeprefix("https://").removeprefix("http://").rstrip("/")


def get_crawl_delay(rules: RobotFileParser | None, default: float = 5) -> float:
    """Returns the seconds between two requests that a site's rules ask for.

    >>> rules = RobotFileParser()
    >>> rules.parse(["User-agent: *", "Crawl-delay: 7"])
    >>> get_crawl_delay(rules), get_crawl_delay(None)
    (7.0, 5)
    """
    delay = None if rules is None else rules.crawl_delay("*")
    return default if delay is None else float(delay)


def load_download_buffer(url_store: Any, sleep_time: float = 5.0) -> tuple[list[str], Any]:
    """Returns addresses of a store that may be fetched now, and the store.

    Waits until a site was left alone for ``sleep_time`` seconds.
    """
    while True:
        urls = url_store.get_download_urls(time_limit=sleep_time, max_urls=_MOST_URLS)
        if urls or url_store.done:
            return urls, url_store
        sleep(sleep_time)


def buffered_downloads(
    bufferlist: list[str], download_threads: int, options: Any = None
) -> Iterator[tuple[str, str | None]]:
    """Fetches pages with threads. Returns their addresses and texts as they arrive."""
    return _downloads(bufferlist, download_threads, functools.partial(fetch_url, options=options))


def buffered_response_downloads(
    bufferlist: list[str], download_threads: int, options: Any = None
) -> Iterator[tuple[str, Response | None]]:
    """Fetches pages with threads. Returns their addresses and answers as they arrive."""
    config = options.config if options else DEFAULT_CONFIG
    return _downloads(
        bufferlist, download_threads, functools.partial(fetch_response, config=config)
    )


def _downloads(
    urls: list[str], threads: int, fetch: Callable[[str], _Result]
) -> Iterator[tuple[str, _Result]]:
    rest = iter(urls)
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(rest, _MOST_AT_A_TIME)):
            begun = {pool.submit(fetch, url): url for url in some}
            for done in as_completed(begun):
                yield begun[done], done.result()
