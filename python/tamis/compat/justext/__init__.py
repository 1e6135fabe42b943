"""jusText's functions and classes, with the names and signatures of jusText 3.0.2.

>>> from tamis.compat import justext
>>> page = "<p>" + "The sea was as calm as it had been in all of the days before. " * 4
>>> for paragraph in justext.justext(page, justext.get_stoplist("English")):
...     print(paragraph.class_type, paragraph.dom_path, paragraph.words_count)
good html.body.p 60

On the same tree, every field of every paragraph is the reference's. Differences:

- Pages are parsed by the HTML standard; the reference uses libxml2. So some paragraphs begin
  elsewhere, paths always start at ``html``, also for a part of a page such as ``<p>Text``, and
  neither an empty page nor one with characters that XML lacks is an error. The texts of the good
  paragraphs are the reference's on 1,469 of the 1,497 pages of wcxb-dev.
- Contents of ``template`` are no text. ``<iframe/>`` in a ``noscript`` ends at once, as browsers
  with scripts show the page.
- ``html_to_dom``, ``preprocessor``, ``ParagraphMaker`` and a ``preprocessor`` of your own are for
  trees of lxml, which must be installed for them. With a ``preprocessor`` of your own, pages are
  parsed by lxml.
- A stoplist can be any iterable of words; the reference wants one that has a hash.
- Letters have the case of the Unicode version that the package was built with.
- Very large pages are cut, see the limits of :class:`tamis.Options`.
"""

from tamis.compat.justext.core import (
    DEFAULT_ENC_ERRORS,
    DEFAULT_ENCODING,
    LENGTH_HIGH_DEFAULT,
    LENGTH_LOW_DEFAULT,
    MAX_HEADING_DISTANCE_DEFAULT,
    MAX_LINK_DENSITY_DEFAULT,
    NO_HEADINGS_DEFAULT,
    STOPWORDS_HIGH_DEFAULT,
    STOPWORDS_LOW_DEFAULT,
    JustextError,
    JustextInvalidOptions,
    Paragraph,
    ParagraphMaker,
    PathInfo,
    classify_paragraphs,
    decode_html,
    define_stoplist,
    get_next_neighbour,
    get_prev_neighbour,
    html_to_dom,
    justext,
    preprocessor,
    revise_paragraph_classification,
)
from tamis.compat.justext.utils import (
    get_stoplist,
    get_stoplists,
    is_blank,
    normalize_whitespace,
)

__all__ = [
    "DEFAULT_ENCODING",
    "DEFAULT_ENC_ERRORS",
    "LENGTH_HIGH_DEFAULT",
    "LENGTH_LOW_DEFAULT",
    "MAX_HEADING_DISTANCE_DEFAULT",
    "MAX_LINK_DENSITY_DEFAULT",
    "NO_HEADINGS_DEFAULT",
    "STOPWORDS_HIGH_DEFAULT",
    "STOPWORDS_LOW_DEFAULT",
    "JustextError",
    "JustextInvalidOptions",
    "Paragraph",
    "ParagraphMaker",
    "PathInfo",
    "classify_paragraphs",
    "decode_html",
    "define_stoplist",
    "get_next_neighbour",
    "get_prev_neighbour",
    "get_stoplist",
    "get_stoplists",
    "html_to_dom",
    "is_blank",
    "justext",
    "normalize_whitespace",
    "preprocessor",
    "revise_paragraph_classification",
]

__version__ = "3.0.2"
"""The version of the reference."""
