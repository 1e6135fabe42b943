r"""trafilatura's functions, with the names and signatures of trafilatura 2.3.1.

>>> from tamis.compat.trafilatura import extract
>>> page = "<html><nav>Home</nav><p>" + "Bread, they say, rises slowly. " * 20 + "</p></html>"
>>> extract(page)[:30]
'Bread, they say, rises slowly.'
>>> extract(page, output_format="xml", include_comments=False)[:27]
'<doc>\n  <main>\n    <p>Bread'

Differences:

- The text is what ``tamis.extract`` finds, with the title if the content shows it. ``fast`` runs
  the blend without Readability; ``favor_precision`` and ``favor_recall`` are its measures.
- ``baseline`` is the fast blend that favours recall, and all visible text if that finds little.
- Tables are lines with tabs in text, and Markdown in Markdown. ``include_formatting``,
  ``include_links`` or ``include_images`` make Markdown of a text, also of those in CSV and JSON.
  JSON has no formatting, as in the reference.
- HTML has readers' comments below the content.
- Texts in the header of Markdown are always in quotation marks; lists are those of YAML.
- Trees are those of Python's ``xml.etree``: ``Document.body``, ``Document.commentsbody`` and the
  element that ``baseline`` returns.
- ``fingerprint`` is always ``None``, and the header of TEI has no day of download.
- ``Document.language`` is the declared or detected language. ``target_language`` drops pages in
  another one; pages whose language is not known stay.
- ``prune_xpath`` takes XPath 1.0 without the extensions of libxml2, such as ``re:test``. One that
  is not valid raises ``ValueError``.
- ``html2txt`` never gives scripts and styles. Its ``clean`` drops what the reference drops.
- Bytes that are compressed are not unpacked. ``MAX_FILE_SIZE`` is the largest page.
- ``deduplicate``, ``tei_validation``, and other values of ``MIN_EXTRACTED_SIZE`` and
  ``MAX_TREE_SIZE`` in settings raise ``NotImplementedError``.
- ``options`` is an object with the attributes of ``trafilatura.settings.Extractor``.
- Functions that fetch, ``load_html``, and those on trees of lxml are missing.
"""

from tamis.compat.trafilatura.baseline import baseline, html2txt
from tamis.compat.trafilatura.core import bare_extraction, extract, extract_with_metadata
from tamis.compat.trafilatura.metadata import extract_metadata
from tamis.compat.trafilatura.settings import Document

__all__ = [
    "Document",
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "html2txt",
]

__version__ = "2.3.1"
"""The version of the reference."""
