"""Scrapy: a pipeline that adds content to items, and a middleware for spiders."""

# pyright: reportMissingImports=false
from __future__ import annotations

from email.message import Message
from inspect import isdatadescriptor
from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response

from tamis._documents import page
from tamis._errors import ConfigError
from tamis._extract import Extractor, extract
from tamis._native import Extraction


class TamisPipeline:
    """Adds the main content of a page to each item that has its HTML.

    Settings: ``TAMIS_HTML_FIELD`` (default ``html``; the field is left out afterwards unless it is
    in ``TAMIS_FIELDS``), ``TAMIS_URL_FIELD`` (default ``url``), ``TAMIS_FIELDS`` (default
    ``["text", "title", "authors", "published", "language"]``; names of properties of
    :class:`tamis.Extraction`, or ``markdown``), ``TAMIS_OPTIONS`` (those of
    :class:`tamis.Options`). Items without the field of HTML pass as they are.
    """

    def __init__(
        self, fields: list[str], html: str = "html", url: str = "url", **options: Any
    ) -> None:
        for name in fields:
            is_property = isdatadescriptor(getattr(Extraction, name, None))
            if not is_property and name not in ("markdown", html):
                raise ConfigError(f"TAMIS_FIELDS: there is no field {name!r}")
        Extractor(**options)
        self.fields = fields
        self.html = html
        self.url = url
        self.options = options

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> TamisPipeline:
        """Makes the pipeline from the settings of a project or spider."""
        settings = crawler.settings
        default = ["text", "title", "authors", "published", "language"]
        return cls(
            settings.getlist("TAMIS_FIELDS", default),
            settings.get("TAMIS_HTML_FIELD", "html"),
            settings.get("TAMIS_URL_FIELD", "url"),
            **settings.getdict("TAMIS_OPTIONS"),
        )

    def process_item(self, item: Any) -> Any:
        """Returns the item with the fields of the page."""
        adapter = ItemAdapter(item)
        html = adapter.get(self.html)
        if html is None:
            return item
        extraction = page(html, adapter.get(self.url), self.options)
        for name in self.fields:
            if name != self.html:
                value = getattr(extraction, name)
                adapter[name] = value() if callable(value) else value
        if self.html not in self.fields:
            del adapter[self.html]
        return item


class TamisMiddleware:
    """Puts the :class:`tamis.Extraction` of each HTML page into ``response.meta["tamis"]``.

    A spider middleware. Setting: ``TAMIS_OPTIONS``. Requests with ``meta={"tamis": False}`` are
    left alone.
    """

    def __init__(self, **options: Any) -> None:
        Extractor(**options)
        self.options = options

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> TamisMiddleware:
        """Makes the middleware from the settings of a project or spider."""
        return cls(**crawler.settings.getdict("TAMIS_OPTIONS"))

    def process_spider_input(self, response: Response) -> None:
        """Extracts from a page before the spider gets it."""
        if isinstance(response, HtmlResponse) and response.meta.get("tamis") is not False:
            response.meta["tamis"] = self._extract(response)

    def _extract(self, response: Response) -> Extraction:
        message = Message()
        message["Content-Type"] = response.headers.get("Content-Type", b"").decode("latin-1")
        charset = message.get_content_charset()
        try:
            return extract(response.body, url=response.url, charset=charset, **self.options)
        except ConfigError:  # The server names a charset that there is not.
            return extract(response.body, url=response.url, **self.options)
