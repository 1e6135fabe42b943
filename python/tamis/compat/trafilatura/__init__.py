r"""trafilatura's functions, with the names and signatures of trafilatura 2.3.1.

>>> from tamis.compat.trafilatura import extract
>>> page = "<html><nav>Home</nav><p>" + "Bread, they say, rises slowly. " * 20 + "</p></html>"
>>> extract(page)[:30]
'Bread, they say, rises slowly.'
>>> extract(page, output_format="json", include_comments=False)[:30]
'{"text": "Bread, they say, ris'

Differences:

- The text is what ``tamis.extract`` finds, with the title if the content shows it. ``fast`` runs
  the blend without Readability; ``favor_precision`` and ``favor_recall`` are its measures. A text
  that is shorter than ``MIN_EXTRACTED_SIZE`` is replaced by that of ``favor_recall``.
- ``baseline`` is the text in data for search engines, else the fast blend that favours recall, and
  all visible text if that finds little.
- Texts are written from the tree of trafilatura's elements, with its spelling. White space is that
  of a browser, so runs of spaces are one. JSON has no formatting, as in the reference.
- HTML has readers' comments below the content.
- Trees are those of lxml if it is installed, else of Python's ``xml.etree``: ``Document.body``,
  ``Document.commentsbody`` and the element that ``baseline`` returns. ``load_html`` needs lxml.
- The header of TEI has no day of download, and its elements are those of TEI: code is ``ab`` or
  ``seg``, and tables are lists of rows.
- ``deduplicate`` drops a page whose text was seen too often, and paragraphs, items and headings.
- ``target_language`` is compared with the language of the text, and with the declared one if the
  text does not tell; pages whose language is not known stay. ``Document.language`` is the declared
  or detected language.
- ``prune_xpath`` takes XPath 1.0 without the extensions of libxml2, such as ``re:test``. One that
  is not valid raises ``ValueError``.
- ``html2txt`` never gives scripts and styles. Its ``clean`` drops what the reference drops.
- ``MAX_FILE_SIZE`` is the largest page, and ``MAX_TREE_SIZE`` counts start tags.
- ``tei_validation`` and ``validate_tei`` need the DTD that trafilatura ships, or another one that
  ``xml.TEI_SCHEMA`` names. Without one they raise ``NotImplementedError``.
- ``readability_lxml`` has ``is_probably_readerable`` alone, on trees of ``xml.etree``.
- ``fetch_url`` and ``fetch_response`` refuse addresses that are not public, unless
  ``SSRF_PROTECTION`` is off. They always check certificates, never use curl, and keep no header but
  ``content-type``. ``is_live_page`` fetches the page.
- ``feeds``, ``sitemaps`` and ``spider`` need the library courlan, which
  ``pip install 'tamis[compat]'`` installs.
- The modules of the method are missing: ``main_extractor``, ``htmlprocessing`` and ``xpaths``, and
  most of ``external``. So is ``cli``: the program is ``tamis``.
"""

from tamis.compat.trafilatura.baseline import baseline, html2txt
from tamis.compat.trafilatura.core import bare_extraction, extract, extract_with_metadata
from tamis.compat.trafilatura.downloads import fetch_response, fetch_url, get_crawl_delay
from tamis.compat.trafilatura.metadata import extract_metadata
from tamis.compat.trafilatura.settings import Document
from tamis.compat.trafilatura.utils import load_html

__all__ = [
    "Document",
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_response",
    "fetch_url",
    "get_crawl_delay",
    "html2txt",
    "load_html",
]

__version__ = "2.3.1"
"""The version of the reference."""
