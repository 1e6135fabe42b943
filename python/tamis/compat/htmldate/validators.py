"""Dates in their formats."""

from __future__ import annotations

import datetime
import logging

__all__ = ["convert_date", "is_valid_date", "is_valid_format"]

_ISO = "%Y-%m-%d"
_LOGGER = logging.getLogger(__name__)


def is_valid_format(outputformat: str) -> bool:
    """Returns true for a format of ``strftime`` that gives a part of a date.

    >>> is_valid_format("%Y-%m-%d"), is_valid_format("Bread")
    (True, False)
    """
    probe = datetime.datetime(2017, 9, 1)
    if isinstance(outputformat, str) and probe.strftime(outputformat) != outputformat:
        return True
    _LOGGER.error("outputformat has no part of a date: %r", outputformat)
    return False


def is_valid_date(
    date_input: datetime.datetime | str | None,
    outputformat: str,
    earliest: datetime.datetime,
    latest: datetime.datetime,
) -> bool:
    """Returns true for a date, also one in a format, that is not outside the limits.

    >>> limits = (datetime.datetime(2000, 1, 1), datetime.datetime(2020, 1, 1))
    >>> [is_valid_date(day, "%Y-%m-%d", *limits) for day in ("2016-01-01", "2030-01-01", "x")]
    [True, False, False]
    """
    if date_input is None:
        return False
    if isinstance(date_input, str):
        found = _read(date_input, outputformat)
        if found is None:
            return False
        date_input = found
    moment = date_input.replace(tzinfo=None)
    return earliest.replace(tzinfo=None) <= moment <= latest.replace(tzinfo=None)


def _read(text: str, outputformat: str) -> datetime.datetime | None:
    """Reads a date. After a day in the form of ISO 8601, more may follow."""
    try:
        if outputformat == _ISO and len(text) >= len("2017-09-01"):
            return datetime.datetime(int(text[:4]), int(text[5:7]), int(text[8:10]))
        return datetime.datetime.strptime(text, outputformat)
    except ValueError:
        return None


def convert_date(datestring: datetime.datetime | str, inputformat: str, outputformat: str) -> str:
    """Returns a date in another format.

    >>> convert_date("18 November 2016", "%d %B %Y", "%Y-%m-%d")
    '2016-11-18'
    """
    if isinstance(datestring, str):
        if inputformat == outputformat:
            return datestring
        datestring = datetime.datetime.strptime(datestring, inputformat)
    return datestring.strftime(outputformat)
