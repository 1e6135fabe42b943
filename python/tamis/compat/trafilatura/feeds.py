"""Addresses in feeds: programs import this name, and the error says what to do instead."""

from __future__ import annotations

from configparser import ConfigParser
from typing import NoReturn

from tamis.compat.trafilatura.settings import DEFAULT_CONFIG

__all__ = ["find_feed_urls"]


def find_feed_urls(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    config: ConfigParser = DEFAULT_CONFIG,
) -> NoReturn:
    """Raises ``NotImplementedError``: the program alone reads lists of addresses."""
    raise NotImplementedError(
        "find_feed_urls: the program alone reads feeds. It has the option --feed."
    )
