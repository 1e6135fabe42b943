"""The limits of dates."""

from __future__ import annotations

import datetime

__all__ = ["MIN_DATE"]

MIN_DATE = datetime.datetime(1995, 1, 1)
"""The earliest date, if a program states none."""
