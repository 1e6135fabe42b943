r"""trafilatura's functions, with the names and signatures of trafilatura 2.3.1.

>>> from tamis.compat.trafilatura import extract
>>> page = "<html><nav>Home</nav><p>" + "Bread, they say, rises slowly. " * 20 + "</p></html>"
>>> extract(page)[:30]
'Bread, they say, rises slowly.'
>>> extract(page, output_format="xml", include_comments=False)[:27]
'<doc>\n  <main>\n    <p>Bread'

Differences:

- The text is what ``tamis.extract`` finds, with the title if the content shows it. ``fast`` runs
  the blend without Readability; ``favor_precision`` and ``favor_recall`` are its measures. A text
  that is shorter than ``MIN_EXTRACTED_SIZE`` is replaced by that of ``favor_recall``.
- ``baseline`` is the text in data for search engines, else the fast blend that favours recall, and
  all visible text if that finds little.
- Tables in Markdown are those of GitHub's Markdown. ``include_formatting``,
  ``include_links`` or ``include_images`` make Markdown of a text, also of those in CSV and JSON.
  JSON has no formatting, as in the reference.
- HTML has readers' comments below the content.
- Texts in the header of Markdown are always in quotation marks; lists are those of YAML.
- Trees are those of Python's ``xml.etree``: ``Document.body``, ``Document.commentsbody`` and the
  element that ``baseline`` returns. ``load_html`` returns one of lxml, which must be installed.
- ``fingerprint`` is always ``None``, and the header of TEI has no day of download.
- ``target_language`` is compared with the language of the text, and with the declared one if the
  text does not tell; pages whose language is not known stay. ``Document.language`` is the declared
  or detected language.
- ``prune_xpath`` takes XPath 1.0 without the extensions of libxml2, such as ``re:test``. One that
  is not valid raises ``ValueError``.
- ``html2txt`` never gives scripts and styles. Its ``clean`` drops what the reference drops.
- Bytes of gzip and zlib are unpacked, no others. ``MAX_FILE_SIZE`` is the largest page, and
  ``MAX_TREE_SIZE`` counts start tags.
- ``deduplicate``, and ``tei_validation`` of TEI, raise ``NotImplementedError``.
- ``fetch_url`` and ``fetch_response`` refuse addresses that are not public, unless
  ``SSRF_PROTECTION`` is off. They always check certificates, send the first of ``USER_AGENTS``, and
  keep no header but ``content-type``.
- ``feeds.find_feed_urls`` and ``sitemaps.sitemap_search`` raise ``NotImplementedError``; the
  program lists the pages of feeds and sitemaps. ``spider`` and ``cli`` are missing, and the modules
  on its trees, such as ``xml`` and ``htmlprocessing``.
"""

from tamis.compat.trafilatura.baseline import baseline, html2txt
from tamis.compat.trafilatura.core import bare_extraction, extract, extract_with_metadata
from tamis.compat.trafilatura.downloads import fetch_response, fetch_url
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
    "html2txt",
    "load_html",
]

__version__ = "2.3.1"
"""The version of the reference."""
