"""The arguments of trafilatura's functions as one object."""

from __future__ import annotations

import datetime
import logging
import warnings
from configparser import ConfigParser
from pathlib import Path
from typing import Any, Literal

from tamis.compat.trafilatura._document import Document

__all__ = [
    "DEFAULT_CONFIG",
    "MANUALLY_CLEANED",
    "SUPPORTED_FMT_CLI",
    "SUPPORTED_FORMATS",
    "Document",
    "Extractor",
    "set_date_params",
    "use_config",
]

_LOGGER = logging.getLogger(__name__)
FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")

SUPPORTED_FMT_CLI = [name for name in FORMATS if name != "python"]
SUPPORTED_FORMATS = set(FORMATS)

MAX_LINKS = 1_000_000
"""The most links that are read from a feed or a sitemap."""
MAX_FEEDS_CHECKED = 1000
"""The most feeds of one page that are fetched."""
MAX_SITEMAPS_SEEN = 10_000
"""The most sitemaps of one site that are fetched."""

_CLEANED = (
    "aside embed fencedframe footer form head iframe menu object script applet audio canvas figure "
    "map picture svg video area blink button datalist dialog frame frameset fieldset link input "
    "label legend marquee math menuitem nav noindex noscript optgroup option output param progress "
    "rp rt rtc select source style track textarea time use"
).split()
MANUALLY_CLEANED = list(_CLEANED)
"""Elements that are no content. Those that a program adds are left out, whatever is in them.

What of the others is content, the engines say. Source: trafilatura 2.3.1, `settings.py`.
"""


def added_to_clean() -> list[str]:
    """Returns the elements that a program has added to ``MANUALLY_CLEANED``."""
    return [tag for tag in MANUALLY_CLEANED if tag not in _CLEANED]


# All settings of the reference's file.
_DEFAULTS = {
    "DOWNLOAD_TIMEOUT": "30",
    "MAX_FILE_SIZE": "20000000",
    "MIN_FILE_SIZE": "10",
    "SLEEP_TIME": "5.0",
    "USER_AGENTS": "",
    "COOKIE": "",
    "MAX_REDIRECTS": "2",
    "SSRF_PROTECTION": "on",
    "INSECURE_SSL_FALLBACK": "on",
    "MIN_EXTRACTED_SIZE": "250",
    "MIN_OUTPUT_SIZE": "1",
    "MIN_OUTPUT_COMM_SIZE": "1",
    "MAX_TREE_SIZE": "",
    "EXTRACTION_TIMEOUT": "30",
    "MIN_DUPLCHECK_SIZE": "100",
    "MAX_REPETITIONS": "2",
    "EXTENSIVE_DATE_SEARCH": "on",
    "EXTERNAL_URLS": "off",
}


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """Returns ``config``, else the settings of a file on top of the defaults.

    >>> use_config().getint("DEFAULT", "MIN_EXTRACTED_SIZE")
    250
    """
    if config is not None:
        return config
    if filename is not None and not Path(filename).is_file():
        raise FileNotFoundError(f"There is no file of settings {filename!r}.")
    merged = ConfigParser()
    merged.read_dict({"DEFAULT": _DEFAULTS})
    if filename is not None:
        merged.read(filename, "utf-8")
    return merged


DEFAULT_CONFIG = use_config()
"""The default settings."""


class Extractor:
    """All options of an extraction.

    >>> options = Extractor(output_format="markdown", recall=True)
    >>> options.format, options.focus, options.formatting
    ('markdown', 'recall', True)
    """

    __slots__ = [
        "author_blacklist",
        "comments",
        "config",
        "date_params",
        "dedup",
        "fast",
        "focus",
        "format",
        "formatting",
        "images",
        "lang",
        "links",
        "max_file_size",
        "max_repetitions",
        "max_tree_size",
        "min_duplcheck_size",
        "min_extracted_size",
        "min_file_size",
        "min_output_comm_size",
        "min_output_size",
        "only_with_metadata",
        "source",
        "tables",
        "tei_validation",
        "url",
        "url_blacklist",
        "with_metadata",
    ]

    def __init__(
        self,
        *,
        config: ConfigParser = DEFAULT_CONFIG,
        output_format: str = "txt",
        fast: bool = False,
        precision: bool = False,
        recall: bool = False,
        comments: bool = True,
        formatting: bool | None = None,
        links: bool = False,
        images: bool = False,
        tables: bool = True,
        dedup: Any = False,
        lang: str | None = None,
        url: str | None = None,
        source: str | None = None,
        with_metadata: bool = False,
        only_with_metadata: bool = False,
        tei_validation: bool = False,
        author_blacklist: set[str] | None = None,
        url_blacklist: set[str] | None = None,
        date_params: dict[str, Any] | None = None,
    ) -> None:
        if output_format not in FORMATS:
            raise AttributeError(f"output_format is one of {', '.join(FORMATS)}: {output_format!r}")
        if precision and recall:
            _LOGGER.warning("precision and recall are mutually exclusive: recall wins.")
        if tei_validation and output_format != "xmltei":
            _LOGGER.warning("tei_validation acts on the format xmltei alone.")
        if formatting and output_format == "json":
            _LOGGER.warning("JSON has no formatting.")
        self.format = output_format
        self.config = config or DEFAULT_CONFIG
        self._read(self.config)
        self.fast = fast
        self.focus: Literal["balanced", "precision", "recall"] = (
            "recall" if recall else "precision" if precision else "balanced"
        )
        self.comments = comments
        self.formatting = output_format == "markdown" if formatting is None else formatting
        self.links = links
        self.images = images
        self.tables = tables
        self.dedup = dedup
        self.lang = lang
        self.url = url
        # A name of a file can have bytes that are no text.
        self.source = (url or source or "").encode("utf-8", "replace").decode("utf-8") or None
        self.only_with_metadata = only_with_metadata
        self.tei_validation = tei_validation
        self.author_blacklist = author_blacklist or set()
        self.url_blacklist = url_blacklist or set()
        self.with_metadata = bool(
            with_metadata
            or only_with_metadata
            or url_blacklist
            or author_blacklist
            or output_format == "xmltei"
        )
        extensive = setting(self.config, "EXTENSIVE_DATE_SEARCH").lower()
        self.date_params = date_params or set_date_params(ConfigParser.BOOLEAN_STATES[extensive])

    def _read(self, config: ConfigParser) -> None:
        self.min_extracted_size = _number(config, "MIN_EXTRACTED_SIZE")
        self.min_output_size = _number(config, "MIN_OUTPUT_SIZE")
        self.min_output_comm_size = _number(config, "MIN_OUTPUT_COMM_SIZE")
        self.min_duplcheck_size = _number(config, "MIN_DUPLCHECK_SIZE")
        self.max_repetitions = _number(config, "MAX_REPETITIONS")
        self.max_file_size = _number(config, "MAX_FILE_SIZE")
        self.min_file_size = _number(config, "MIN_FILE_SIZE")
        limit = setting(config, "MAX_TREE_SIZE")
        self.max_tree_size = int(limit) if limit.isdigit() else None


def set_date_params(extensive: bool = True) -> dict[str, Any]:
    """Returns the arguments of ``find_date`` for the date of a page."""
    today = datetime.date.today().isoformat()
    return {"original_date": True, "extensive_search": extensive, "max_date": today}


def setting(config: ConfigParser, name: str) -> str:
    """Returns a setting, or its default if the configuration lacks it."""
    return config.get("DEFAULT", name, fallback=_DEFAULTS[name]).strip()


def _number(config: ConfigParser, name: str) -> int:
    return int(setting(config, name))


def check_deprecated(no_fallback: bool, as_dict: bool, max_tree_size: int | None) -> None:
    """Warns of arguments that the reference is about to remove."""
    if no_fallback:
        warnings.warn("no_fallback is now called fast.", DeprecationWarning, stacklevel=4)
    if as_dict:
        warnings.warn("as_dict is now the method as_dict().", DeprecationWarning, stacklevel=4)
    if max_tree_size:
        raise ValueError("max_tree_size is no argument any more, as in the reference.")
