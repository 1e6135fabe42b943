"""Pages from the network: programs import these names, and the error says what to do instead."""

from __future__ import annotations

from configparser import ConfigParser
from typing import Any, NoReturn

from tamis.compat.trafilatura.settings import DEFAULT_CONFIG

__all__ = ["fetch_response", "fetch_url"]

_REASON = "the Python package does not use the network; fetch the page and give it to extract()."


def fetch_url(
    url: str,
    no_ssl: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
    options: Any = None,
) -> NoReturn:
    """Raises ``NotImplementedError``: the package does not use the network."""
    raise NotImplementedError(f"fetch_url: {_REASON}")


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
) -> NoReturn:
    """Raises ``NotImplementedError``: the package does not use the network."""
    raise NotImplementedError(f"fetch_response: {_REASON}")
