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
- ``extensive_search=False`` leaves out dates in the text and in scripts of the site's programs, but
  for those of the text that are written in digits.
- A day that the month has not, such as 30 February, gives no date. The reference gives the first
  day of the month, or of the year.
- ``outputformat`` gives the time of day where the page states it, else midnight.
- Dates in a text before 1995 are none, also with an earlier ``min_date``. Of ``min_date`` and
  ``max_date`` the day counts, not the time.
- A ``min_date`` or ``max_date`` that is no date is not used, and an ``outputformat`` that gives no
  date gives ``None``, as in the reference. Each writes a line to the log.
- A page at an address is fetched as ``tamis.fetch`` does, which refuses addresses that are not
  public.
"""

from tamis.compat.htmldate.core import find_date

__all__ = ["find_date"]

__version__ = "1.11.0"
"""The version of the reference."""
