"""The arguments of trafilatura's functions as one object."""

from __future__ import annotations

import warnings
from configparser import ConfigParser
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")

# The settings that act here, and those that must have their defaults. The others in a file of
# settings are for downloads, and for finding duplicates.
_DEFAULTS = {
    "MIN_EXTRACTED_SIZE": "250",
    "MIN_OUTPUT_SIZE": "1",
    "MIN_OUTPUT_COMM_SIZE": "1",
    "MAX_FILE_SIZE": "20000000",
    "MAX_TREE_SIZE": "",
    "EXTENSIVE_DATE_SEARCH": "on",
}
_FIXED = ("MIN_EXTRACTED_SIZE", "MAX_TREE_SIZE")

DEFAULT_CONFIG = ConfigParser()
"""The default settings."""
DEFAULT_CONFIG.read_dict({"DEFAULT": _DEFAULTS})


@dataclass
class Settings:
    """All options of an extraction, under the names of ``trafilatura.settings.Extractor``."""

    format: str = "txt"
    fast: bool = False
    focus: Literal["balanced", "precision", "recall"] = "balanced"
    comments: bool = True
    formatting: bool | None = None
    links: bool = False
    images: bool = False
    tables: bool = True
    dedup: Any = False
    lang: str | None = None
    url: str | None = None
    with_metadata: bool = False
    only_with_metadata: bool = False
    tei_validation: bool = False
    author_blacklist: set[str] | None = None
    url_blacklist: set[str] | None = None
    date_params: dict[str, Any] | None = None
    config: ConfigParser = field(default_factory=lambda: DEFAULT_CONFIG)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise AttributeError(f"output_format is one of {', '.join(FORMATS)}: {self.format!r}")
        if self.dedup:
            raise NotImplementedError("deduplicate: duplicates are not removed.")
        if self.tei_validation:
            raise NotImplementedError("tei_validation: TEI is not validated again; it is valid.")
        self.config = self.config or DEFAULT_CONFIG
        for name in _FIXED:
            if self._setting(name) != _DEFAULTS[name]:
                raise NotImplementedError(f"{name} of the settings has no counterpart here.")
        if self.formatting is None:
            self.formatting = self.format == "markdown"
        self.with_metadata = bool(
            self.with_metadata
            or self.only_with_metadata
            or self.url_blacklist
            or self.author_blacklist
            or self.format == "xmltei"
        )

    def _setting(self, name: str) -> str:
        return self.config.get("DEFAULT", name, fallback=_DEFAULTS[name]).strip()

    def number(self, name: str) -> int:
        """Returns a number of the settings."""
        return int(self._setting(name))

    def dates(self) -> dict[str, Any]:
        """Returns the arguments of ``find_date``."""
        if self.date_params:
            return self.date_params
        extensive = DEFAULT_CONFIG.BOOLEAN_STATES[self._setting("EXTENSIVE_DATE_SEARCH").lower()]
        return {"original_date": True, "extensive_search": extensive}

    @classmethod
    def of_options(cls, options: Any) -> Settings:
        """Returns the settings in an object with the attributes of the reference's."""
        names = cls.__dataclass_fields__
        return cls(**{name: getattr(options, name) for name in names if hasattr(options, name)})


def read_config(settingsfile: str | None, config: ConfigParser) -> ConfigParser:
    """Returns the settings of a file on top of the defaults, or ``config`` without a file."""
    if not settingsfile:
        return config
    if not Path(settingsfile).is_file():
        raise FileNotFoundError(f"There is no file of settings {settingsfile!r}.")
    merged = ConfigParser()
    merged.read_dict({"DEFAULT": _DEFAULTS})
    merged.read(settingsfile, "utf-8")
    return merged


def check_deprecated(no_fallback: bool, as_dict: bool, max_tree_size: int | None) -> None:
    """Warns of arguments that the reference is about to remove."""
    if no_fallback:
        warnings.warn("no_fallback is now called fast.", DeprecationWarning, stacklevel=4)
    if as_dict:
        warnings.warn("as_dict is now the method as_dict().", DeprecationWarning, stacklevel=4)
    if max_tree_size:
        raise ValueError("max_tree_size is no argument any more, as in the reference.")
