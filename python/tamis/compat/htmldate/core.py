"""The date of a page."""

from __future__ import annotations

import datetime
import logging
from typing import Any

from tamis import _native
from tamis.compat import _input
from tamis.compat.htmldate import _markup
from tamis.compat.htmldate.settings import MIN_DATE
from tamis.compat.htmldate.utils import fetched
from tamis.compat.htmldate.validators import is_valid_format

__all__ = ["find_date"]

_LOGGER = logging.getLogger(__name__)
_FROM_TEXT = {"text", "script"}


def find_date(
    htmlobject: Any,
    extensive_search: bool = True,
    original_date: bool = False,
    outputformat: str = "%Y-%m-%d",
    url: str | None = None,
    verbose: bool = False,
    min_date: datetime.datetime | str | None = None,
    max_date: datetime.datetime | str | None = None,
    deferred_url_extractor: bool = False,
) -> str | None:
    """Returns the date of a page as ``outputformat`` says, or ``None`` if it has none.

    ``verbose`` turns on Python's logging of all dates that were found and of their sources.
    ``deferred_url_extractor`` uses the date in the page's address only if there is no other.
    """
    if verbose:
        logging.basicConfig(level=logging.DEBUG)
    if not is_valid_format(outputformat):
        return None
    html = _page(htmlobject)
    earliest = _limit("min_date", min_date, MIN_DATE.date())
    latest = _limit("max_date", max_date, datetime.date.today())
    facts = _native.metadata(html, url=url, latest_date=latest.isoformat())
    found = _Dates(facts, extensive_search, earliest, latest)
    published = found.best("published", deferred_url_extractor)
    modified = found.best("modified", deferred_url_extractor)
    if not (published or modified):
        published, modified = _weak(html, extensive_search, earliest, latest)
    if not (published or modified or extensive_search):
        # Of the dates in the text, those in digits count.
        text = _Dates(facts, True, earliest, latest).best("published", False)
        digits = [of.date() for of in _markup.exact(_native.whole_text(html))]
        published = text if text and text.date() in digits else None
    if original_date:
        moment = published or modified
    else:
        moment = max(filter(None, (published, modified)), key=_wall_clock, default=None)
    return None if moment is None else moment.strftime(outputformat)


def _weak(
    html: str | bytes, extensive: bool, earliest: datetime.date, latest: datetime.date
) -> tuple[datetime.datetime | None, datetime.datetime | None]:
    """Returns the dates in places that ``tamis`` does not read."""
    found = _markup.dates(html, extensive)

    def best(name: str) -> datetime.datetime | None:
        inside = (of for of in found[name] if earliest <= of.date() <= latest)
        return next(inside, None)

    return best("published"), best("modified")


class _Dates:
    """The dates of a page within the limits."""

    def __init__(
        self,
        facts: dict[str, Any],
        from_text: bool,
        earliest: datetime.date,
        latest: datetime.date,
    ) -> None:
        self._chosen = {name: facts.get(name) for name in ("published", "modified")}
        self._found: list[tuple[dict[str, Any], datetime.datetime]] = []
        for candidate in facts["candidates"]:
            if candidate["field"] not in self._chosen or candidate["standing"] == "excluded":
                continue
            _LOGGER.debug("%(field)s: %(value)s in %(source)s, %(standing)s", candidate)
            moment = _moment(candidate["value"])
            is_wanted = from_text or candidate["found_in"] not in _FROM_TEXT
            if is_wanted and earliest <= moment.date() <= latest:
                self._found.append((candidate, moment))

    def best(self, field: str, defer_address: bool) -> datetime.datetime | None:
        """Returns the page's date in this field, else the best one that is left."""
        chosen = self._chosen[field]
        dates = [
            (candidate["found_in"] == "address", candidate, moment)
            for candidate, moment in self._found
            if candidate["field"] == field
        ]
        if defer_address:
            dates.sort(key=lambda date: date[0])
            return dates[0][2] if dates else None
        for _, candidate, moment in dates:
            if chosen and candidate["source"] == chosen["source"]:
                exact = _moment(chosen["value"])
                return exact if exact.date() == moment.date() else moment
        return dates[0][2] if dates else None


def _moment(text: str) -> datetime.datetime:
    """Reads a day or a moment of ISO 8601."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def _wall_clock(moment: datetime.datetime) -> datetime.datetime:
    return moment.replace(tzinfo=None)


def _limit(
    name: str, limit: datetime.datetime | str | None, default: datetime.date
) -> datetime.date:
    if limit is None:
        return default
    if isinstance(limit, str):
        try:
            limit = _moment(limit)
        except ValueError:
            _LOGGER.warning("%s is no date of ISO 8601: %r", name, limit)
            return default
    return limit.date()


def _page(html: Any) -> str | bytes:
    return _input.page(fetched(html))
