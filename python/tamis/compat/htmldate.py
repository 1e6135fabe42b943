"""htmldate's function, with the name and signature of htmldate 1.11.

>>> from tamis.compat.htmldate import find_date
>>> find_date('<meta property="article:published_time" content="2024-03-05T10:20:30Z"><p>Text')
'2024-03-05'
>>> find_date("<p>Posted on <b>5 March 2024</b> by Ann", outputformat="%d.%m.%y")
'05.03.24'

Differences:

- The date is the one that ``tamis`` finds, which weighs sources against each other. The
  reference takes the first that it meets in a fixed order.
- ``original_date=False`` gives the later of the dates of publication and of change, and
  ``original_date=True`` that of publication. Where the page has only the other one, it is given.
- ``extensive_search=False`` leaves out dates in the text and in scripts of the site's programs.
- ``outputformat`` gives the time of day where the page states it, else midnight.
- Dates before 1995 are none, also with an earlier ``min_date``. Of ``min_date`` and ``max_date``
  the day counts, not the time.
- ``min_date`` and ``max_date`` that are no dates raise ``ValueError``. The reference writes a line
  to its log and takes the default. The same holds for an ``outputformat`` that gives no date, for
  which the reference returns ``None``.
- Pages are not fetched: an address in place of a page raises ``NotImplementedError``.
"""

from __future__ import annotations

import datetime
import logging
from typing import Any

from tamis import _native
from tamis.compat import _input

__all__ = ["find_date"]

_LOGGER = logging.getLogger(__name__)
_EARLIEST = datetime.date(1995, 1, 1)
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
    _check_format(outputformat)
    html = _page(htmlobject)
    earliest = _limit("min_date", min_date, _EARLIEST)
    latest = _limit("max_date", max_date, datetime.date.today())
    facts = _native.metadata(html, url=url, latest_date=latest.isoformat())
    found = _Dates(facts, extensive_search, earliest, latest)
    published = found.best("published", deferred_url_extractor)
    modified = found.best("modified", deferred_url_extractor)
    if original_date:
        moment = published or modified
    else:
        moment = max(filter(None, (published, modified)), key=_wall_clock, default=None)
    return None if moment is None else moment.strftime(outputformat)


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
            raise ValueError(f"{name} is no date of ISO 8601: {limit!r}") from None
    return limit.date()


def _check_format(outputformat: str) -> None:
    probe = datetime.datetime(2017, 9, 1)
    if not isinstance(outputformat, str) or probe.strftime(outputformat) == outputformat:
        raise ValueError(f"outputformat has no part of a date: {outputformat!r}")


def _page(html: Any) -> str | bytes:
    if isinstance(html, str) and html.startswith("http") and " " not in html:
        raise NotImplementedError("Pages are not fetched: give the page, and its address as url.")
    return _input.page(html)
