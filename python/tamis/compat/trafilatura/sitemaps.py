"""Addresses in sitemaps: programs import this name, and the error says what to do instead."""

from __future__ import annotations

from configparser import ConfigParser
from typing import NoReturn

from tamis.compat.trafilatura.settings import DEFAULT_CONFIG

__all__ = ["sitemap_search"]


def sitemap_search(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = 10000,
    config: ConfigParser = DEFAULT_CONFIG,
) -> NoReturn:
    """Raises ``NotImplementedError``: the program alone reads lists of addresses."""
    raise NotImplementedError(
        "sitemap_search: the program alone reads sitemaps. It has the option --sitemap."
    )
