"""Pages from the web."""

from __future__ import annotations

import functools

from tamis import _native
from tamis._extract import extract
from tamis._native import Extraction
from tamis._options import Options
from tamis._typing import Unpack


class Client(_native.Client):
    """Fetches pages with checks, so that it can be given addresses that a stranger chose.

    Loopback, private and other addresses that are not public are refused, also after a redirect and
    when a name is resolved to one. A client can be used by several threads.

    user_agent: The header ``User-Agent``. Default: ``tamis/`` and the version.
    headers: More headers. They go to the site of the address alone, and not where it redirects.
    max_redirects: The most redirects. Default 10.
    connect_timeout: The seconds to find a host and connect to it. Default 10.
    timeout: The seconds for a page with its redirects. Default 30.
    delay: The least seconds between two requests to one host. Default 0.
    retries: How often a request is repeated if the server is busy. Default 0.
    robots: True to fetch only what the ``robots.txt`` of a site allows. Default False.
    cache: A folder for pages. The server is asked whether they have changed. Default: none.
    max_body_bytes: The largest page, unpacked. Default 50 MiB.
    allow_private: True to allow addresses that are not public. Default False.
    proxy: The address of an HTTP proxy. Variables such as ``HTTP_PROXY`` are not read.

    >>> Client().get("http://localhost/")
    Traceback (most recent call last):
    tamis.FetchError: cannot fetch http://localhost/: the address 127.0.0.1 is loopback, not public

    Raises :class:`ConfigError` if a value is not valid.
    """


@functools.cache
def default_client() -> Client:
    """Returns the client that ``fetch`` uses."""
    return Client()


def fetch(url: str, *, client: Client | None = None, **options: Unpack[Options]) -> Extraction:
    """Fetches a page and extracts its main content.

    ``client`` makes the request, by default one with the defaults of :class:`Client`. The other
    keywords are those of :class:`Options`. The page's address is the one after redirects.

    >>> fetch("ftp://example.com/")
    Traceback (most recent call last):
    tamis.FetchError: cannot fetch ftp://example.com/: the scheme ftp is neither http nor https

    Raises :class:`FetchError` if the page cannot be fetched. A page without content is no error.
    """
    page = (client or default_client()).get(url)
    return extract(page.body, url=page.url, charset=page.charset, **options)
