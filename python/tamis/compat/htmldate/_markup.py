"""Dates in places that only htmldate reads, for pages whose other markup has none.

For example ``<abbr class="published" title="2020-05-05">``, which blogs of the 2000s have, or the
year in ``/uploads/2019-05-05/photo.jpg``. These are weaker than what ``tamis`` itself reads, so
that they never replace a date that was found.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from html.parser import HTMLParser

from tamis import _native

_PUBLISHED = {
    "article:published_time",
    "date",
    "date.created",
    "dc.issued",
    "dc:created",
    "dcterms.issued",
    "og:regdate",
    "pubdate",
}
_MODIFIED = {"dateupdate", "lastmod", "lastmodified", "last_modified"}
_PUBLISHED_CLASSES = {"published", "date-published", "time-published"}

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])")
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d\d)(?!\d)")
_SHORT_YEAR = re.compile(
    r"\b(?:ver\u00f6ffentlicht|erstellt|published|posted|publi\u00e9|publicado|date|datum)\W+(?:\w+\W+)?"
    r"(\d{1,2})[./](\d{1,2})[./](\d\d)\b",
    re.IGNORECASE,
)
_STATED = re.compile(r'"datePublished"\s*:\s*"([^"]+)"')
_COPYRIGHT = re.compile(r"(?:©|&copy;|\(c\)) *((?:19|20)\d\d)(?!\d)", re.IGNORECASE)


def dates(page: str | bytes, extensive: bool) -> dict[str, list[datetime.datetime]]:
    """Returns the dates of publication and of change, the best ones first.

    If ``extensive`` is true, those in addresses of images and years of copyright come last.
    """
    scan = _Scan()
    scan.feed(_native.rewrite(page))
    scan.close()
    if extensive:
        scan.published += [day for day, _ in Counter(sorted(scan.images)[::-1]).most_common()]
        scan.published += scan.years
    return {"published": scan.published + scan.stated_years, "modified": scan.modified}


def exact(text: str) -> list[datetime.datetime]:
    """Returns the days that a text has in digits, with the year in front or at the end."""
    found = [_day(*match.groups()) for match in _ISO.finditer(text)]
    found += [_day(*match.groups()) for match in _YEAR_FIRST.finditer(text)]
    found += [_day(year, month, day) for day, month, year in _DAY_FIRST.findall(text)]
    found += [_day(f"20{year}", month, day) for day, month, year in _SHORT_YEAR.findall(text)]
    return [day for day in found if day]


class _Scan(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.published: list[datetime.datetime] = []
        self.modified: list[datetime.datetime] = []
        self.images: list[datetime.datetime] = []
        self.years: list[datetime.datetime] = []
        self.stated_years: list[datetime.datetime] = []
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "meta":
            self._meta(of)
        elif tag == "abbr":
            self._abbr(of)
        elif tag == "img":
            self.images += exact(of.get("src", ""))
        elif tag == "time" and "updated" in of.get("class", "").split():
            self.modified += exact(of.get("datetime", ""))

    def handle_data(self, data: str) -> None:
        for stated in _STATED.findall(data):
            self.published += exact(stated)[:1]
        if self._in_title:
            self.published += exact(data)
            self._in_title = False
        for day, month, year in _SHORT_YEAR.findall(data):
            self.published += filter(None, [_day(f"20{year}", month, day)])
        for year in _COPYRIGHT.findall(data):
            self.years.append(datetime.datetime(int(year), 1, 1))

    def _meta(self, of: dict[str, str]) -> None:
        names = {of.get(name, "").lower() for name in ("name", "property", "itemprop", "pubdate")}
        days = exact(of.get("content") or of.get("datetime", ""))[:1]
        if names & _PUBLISHED:
            self.published += days
        elif names & _MODIFIED:
            self.modified += days
        elif "og:image" in names:
            self.images += days
        elif "copyrightyear" in names and re.fullmatch(r"(?:19|20)\d\d", of.get("content", "")):
            self.stated_years.append(datetime.datetime(int(of["content"]), 1, 1))

    def _abbr(self, of: dict[str, str]) -> None:
        seconds = of.get("data-utime", "")
        if seconds.isascii() and seconds.isdigit() and len(seconds) < 12:
            moment = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
            self.published.append(moment)
        elif _PUBLISHED_CLASSES & set(of.get("class", "").split()):
            self.published += exact(of.get("title", ""))[:1]


def _day(year: str, month: str, day: str) -> datetime.datetime | None:
    try:
        return datetime.datetime(int(year), int(month), int(day))
    except ValueError:
        return None
