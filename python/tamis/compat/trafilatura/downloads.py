"""Pages from the network."""

from __future__ import annotations

import functools
import logging
from configparser import ConfigParser
from typing import Any

from tamis._errors import FetchError
from tamis._fetch import Client
from tamis.compat.trafilatura.settings import DEFAULT_CONFIG
from tamis.compat.trafilatura.utils import decode_file

__all__ = ["Response", "fetch_response", "fetch_url"]

_LOGGER = logging.getLogger(__name__)


class Response:
    """A response: its bytes, its status and the address after redirects.

    >>> response = Response(b"<p>Bread", 200, "https://example.org/")
    >>> response.decode_data(True)
    >>> response.html
    '<p>Bread'
    """

    __slots__ = ["data", "headers", "html", "status", "url"]

    def __init__(self, data: bytes, status: int, url: str) -> None:
        self.data = data
        self.headers: dict[str, str] | None = None
        self.html: str | None = None
        self.status = status
        self.url = url

    def __bool__(self) -> bool:
        """Returns true unless the bytes are missing."""
        return self.data is not None

    def __repr__(self) -> str:
        """Returns the page as text."""
        return self.html or decode_file(self.data)

    def store_headers(self, headerdict: dict[str, str]) -> None:
        """Keeps headers with names in small letters."""
        self.headers = {name.lower(): value for name, value in headerdict.items()}

    def decode_data(self, decode: bool, max_size: int | None = None) -> None:
        """Sets ``html`` if ``decode`` is true and there are bytes.

        At most ``max_size`` bytes are unpacked, by default 100 MB.
        """
        if decode and self.data:
            self.html = decode_file(self.data, max_size)

    def as_dict(self) -> dict[str, Any]:
        """Returns the attributes by their names."""
        return {name: getattr(self, name) for name in self.__slots__}


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
    if response is None or response.status != 200:
        return None
    length = len(response.data)
    if length < config.getint("DEFAULT", "MIN_FILE_SIZE"):
        _LOGGER.error("too small: %s bytes, %s", length, url)
        return None
    return response.html


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
    if no_ssl:
        raise NotImplementedError("no_ssl: certificates are always checked.")
    try:
        page = _client(*_settings(config)).get(url)
    except FetchError as error:
        _LOGGER.error("%s", error)
        if error.status is None:
            return None
        return Response(b"", error.status, error.url or url)
    response = Response(page.body, page.status, page.url)
    if with_headers:
        response.store_headers({"content-type": page.content_type} if page.content_type else {})
    response.decode_data(decode)
    return response


_Settings = tuple[str | None, str, int, float, int, bool]


def _settings(config: ConfigParser) -> _Settings:
    """Returns the settings of a client."""
    agents = config.get("DEFAULT", "USER_AGENTS").split("\n")
    return (
        next((agent.strip() for agent in agents if agent.strip()), None),
        config.get("DEFAULT", "COOKIE"),
        config.getint("DEFAULT", "MAX_REDIRECTS"),
        config.getfloat("DEFAULT", "DOWNLOAD_TIMEOUT"),
        config.getint("DEFAULT", "MAX_FILE_SIZE"),
        not config.getboolean("DEFAULT", "SSRF_PROTECTION"),
    )


@functools.lru_cache(8)
def _client(
    agent: str | None,
    cookie: str,
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
