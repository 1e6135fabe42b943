"""The content of a page by other engines, as trees of lxml, which must be installed."""

from __future__ import annotations

import logging
from typing import Any

from tamis._extract import extract
from tamis.compat import _etree, _input
from tamis.compat.readability import Document

__all__ = ["try_justext", "try_readability"]

_LOGGER = logging.getLogger(__name__)


def try_readability(htmlinput: Any) -> Any:
    """Returns the article by Readability, an element without content if there is none."""
    html = _input.lxml("try_readability").html
    try:
        return html.fromstring(Document(_input.page(htmlinput)).summary())
    except (TypeError, ValueError) as error:
        _LOGGER.warning("Readability: %s", error)
        return html.HtmlElement()


def try_justext(tree: Any, url: str | None, target_language: str | None) -> Any:
    """Returns an element with the paragraphs that jusText keeps.

    Without a target language, the page's language decides about the stoplist.
    """
    body = _etree.Element("body")
    try:
        page = _input.page(tree)
    except TypeError as error:
        _LOGGER.error("jusText: %s %s", error, url)
        return body
    found = extract(page, url=url, strategy="justext", language=_name_of(target_language))
    for paragraph in found.paragraphs:
        if paragraph.kept:
            _etree.SubElement(body, "p").text = paragraph.text
    return body


def _name_of(code: str | None) -> str:
    return LANGUAGES.get(code or "", "auto")


# The stoplists by their codes of ISO 639-1. Source: trafilatura 2.3.1, `JUSTEXT_LANGUAGES`.
_PAIRS = (
    "af:Afrikaans an:Aragonese ar:Arabic az:Azerbaijani be:Belarusian bg:Bulgarian bn:Bengali "
    "br:Breton bs:Bosnian ca:Catalan cs:Czech cy:Welsh da:Danish de:German el:Greek en:English "
    "eo:Esperanto es:Spanish et:Estonian eu:Basque fa:Persian fi:Finnish fr:French ga:Irish "
    "gl:Galician gu:Gujarati he:Hebrew hi:Hindi hr:Croatian ht:Haitian hu:Hungarian "
    "hy:Armenian id:Indonesian is:Icelandic it:Italian jv:Javanese ka:Georgian kk:Kazakh "
    "kn:Kannada ko:Korean ku:Kurdish ky:Kyrgyz la:Latin lb:Luxembourgish lt:Lithuanian "
    "lv:Latvian mk:Macedonian ml:Malayalam mr:Marathi ms:Malay mt:Maltese nb:Norwegian_Bokmal "
    "ne:Nepali nl:Dutch nn:Norwegian_Nynorsk no:Norwegian_Bokmal oc:Occitan pl:Polish "
    "pt:Portuguese qu:Quechua ro:Romanian ru:Russian sk:Slovak sl:Slovenian sq:Albanian "
    "sr:Serbian sv:Swedish sw:Swahili ta:Tamil te:Telugu tl:Tagalog tr:Turkish uk:Ukrainian "
    "ur:Urdu vi:Vietnamese vo:Volapuk wa:Walloon"
).split()
LANGUAGES: dict[str, str] = {
    code: name for code, _, name in (pair.partition(":") for pair in _PAIRS)
}
