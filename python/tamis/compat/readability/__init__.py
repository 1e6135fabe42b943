"""readability-lxml's class, with the names and signatures of readability-lxml 0.9.

>>> from tamis.compat.readability import Document
>>> document = Document("<title>Bread - The Crumb</title><p>" + "Bread, they say, rises. " * 20)
>>> document.title()
'Bread - The Crumb'
>>> document.summary(html_partial=True)[:33]
'<div><p>Bread, they say, rises. B'

Differences:

- ``summary`` is by Mozilla's Readability, of which the reference is an older offspring. Its HTML
  has an allow-list of elements and attributes, and is safe to show. It is empty inside its ``div``
  if the page has no content: the reference then returns the whole page.
- ``retry_length`` counts characters of text; the reference counts those of HTML.
- Images stay, but for those in a ``div`` without text, unless ``keep_all_images`` is true. The
  reference also drops images of lists.
- Elements have no classes, and an ``id`` has a prefix, because the HTML is safe to show in a page.
- ``positive_keywords``, ``negative_keywords``, ``min_text_length`` other than 25, and
  ``xpath=True`` raise ``NotImplementedError``: the engine's words and thresholds are Mozilla's, and
  no element names its place in the page.
- ``short_title`` is by the metadata of the page; where these do not say which part is the site's
  name, by the parts of the title.
- ``handle_failures`` acts on links that are no addresses if there is a ``url``. Scripts in links
  are always discarded.
- Calling a method never changes the result of another. There is no tree of lxml: ``html`` is the
  page as HTML, and the methods for subclasses are missing, except for ``get_clean_html``.
"""

from tamis.compat.readability.readability import Document, Unparseable

__all__ = ["Document", "Unparseable"]

__version__ = "0.9"
"""The version of the reference."""
