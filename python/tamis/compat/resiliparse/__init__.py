"""Resiliparse's function for text, with the name and signature of Resiliparse 2.0.

>>> from tamis.compat.resiliparse import extract_plain_text
>>> page = "<h1>Tea</h1><ul><li>Boil <a href=/w>water</a><li>Wait</ul>"
>>> print(extract_plain_text(page, links=True))
Tea
<BLANKLINE>
  • Boil water (/w)
  • Wait

Differences:

- ``main_content=True`` gives what ``tamis.extract`` finds; the reference has heuristics of its own.
  ``comments=True`` adds readers' comments below it.
- The lines are laid out in Python, at about 1 MB of HTML in a second on one core; the reference
  reads 7. :attr:`tamis.Extraction.text` is made without Python.
- Lines, indents, bullets and white space are the reference's by rules that were found by trial;
  mixed content of preformatted text has other empty lines.
- In the main content, text hidden by ``hidden`` or a ``style`` is left out if it is short: long
  text that is hidden is usually shown by scripts.
- The strategy decides about bylines and dates in the main content. There, ``post_meta=False``
  raises ``NotImplementedError``.
- ``minimal_html`` is safe to show: links to scripts lose their address.
- Empty form fields, and those for passwords, boxes and buttons to choose, are left out.
- A selector that is not valid raises ``ValueError``.
"""

from tamis.compat.resiliparse.extract.html2text import extract_plain_text

__all__ = ["extract_plain_text"]

__version__ = "2.0.0"
"""The version of the reference."""
