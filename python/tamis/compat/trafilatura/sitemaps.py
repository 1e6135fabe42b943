"""Addresses in sitemaps: programs import this name, and the error says what to do instead."""

from __future__ import annotations

from typing import NoReturn

__all__ = ["sitemap_search"]


def sitemap_search(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = 10000,
) -> NoReturn:
    """Raises ``NotImplementedError``: the package does not use the network."""
    raise NotImplementedError(
        "sitemap_search: the Python package does not use the network. "
        "The program has the option --sitemap."
    )
