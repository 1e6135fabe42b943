"""Pages that a browser draws first."""

from __future__ import annotations

import functools

from tamis import _native
from tamis._extract import extract
from tamis._fetch import Client, default_client
from tamis._native import Drawn, Extraction
from tamis._options import Options
from tamis._typing import Self, Unpack


class Browser(_native.Browser):
    """Draws pages whose text scripts build, with Chromium, Chrome or Edge, which must be installed.

    The browser never uses the network: ``client`` makes each of its requests, with the checks of
    :class:`Client`. It starts with the first page, and ends when this object is deleted. It can be
    used by several threads.

    client: Makes the requests. Default: one with the defaults of :class:`Client`.
    program: The browser: a program, or the address of one that runs (``ws://...``). Default: the
        first that is found.
    wait_for: A CSS selector. A page is drawn as soon as an element matches. Default: when it is at
        rest.
    timeout: The seconds for a page. Default 30.

    >>> Browser().draw("nothing")
    Traceback (most recent call last):
    tamis.ConfigError: the address of the page is no URL (relative URL without a base)

    Raises :class:`ConfigError` if a value is not valid.
    """

    def __new__(
        cls,
        *,
        client: Client | None = None,
        program: str | None = None,
        wait_for: str | None = None,
        timeout: float | None = None,
    ) -> Self:
        client = client or default_client()
        return super().__new__(
            cls, client=client, program=program, wait_for=wait_for, timeout=timeout
        )

    def draw(self, url: str) -> Drawn:
        """Draws a page.

        :func:`tamis.extract` takes it in the place of HTML, and leaves out texts that no reader
        sees, whatever hides them.

        Raises :class:`FetchError` if the page cannot be fetched, or there is no browser.
        """
        return super().draw(url)


@functools.cache
def default_browser() -> Browser:
    """Returns the browser that ``render`` uses."""
    return Browser()


def render(url: str, *, browser: Browser | None = None, **options: Unpack[Options]) -> Extraction:
    """Draws a page with a browser, and extracts its main content.

    ``browser`` draws it, by default one with the defaults of :class:`Browser`. The other keywords
    are those of :class:`Options`.

    >>> render("ftp://example.com/")
    Traceback (most recent call last):
    tamis.ConfigError: the scheme ftp is neither http nor https

    Raises :class:`FetchError` if the page cannot be fetched, or there is no browser.
    """
    return extract((browser or default_browser()).draw(url), **options)
