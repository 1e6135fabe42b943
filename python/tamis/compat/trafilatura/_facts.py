"""Facts about a page in places that trafilatura reads and ``tamis`` does not.

They fill what ``tamis`` left empty. Only the address, the licence and the names in the head replace
it, because programs compare these with what they stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

from tamis.compat import _tree
from tamis.compat._tree import classes, text_of

_LICENSE_LINK = re.compile(r"/licenses/((?:by|nc|nd|sa)(?:-(?:by|nc|nd|sa))*)(?:/(\d\.\d))?", re.I)
_LICENSE_TEXT = re.compile(r"\bcc[ -]((?:by|nc|nd|sa)(?:-(?:by|nc|nd|sa))*)(?: (\d\.\d))?", re.I)
_CATEGORY = re.compile(r"/categor(?:y|ies)/")
_TAG = re.compile(r"/tags?/")
_CATEGORY_PLACES = ("entry-categories", "cat-links", "postmeta", "post-meta", "entry-meta", "row")
_TAG_PLACES = (
    "entry-tags",
    "tag-links",
    "tags-links",
    "post-tags",
    "tags",
    "postmeta",
    "entry-meta",
)
# The largest number of elements that are looked at for one fact. A page may have a byline in each
# of 20,000 elements that are nested in each other.
_MOST = 30
_DOMAIN = re.compile(r"^[\w-]+(?:\.[\w-]+)+$")
_AUTHOR_CLASSES = {"author", "author-name", "byline-name", "byline", "username", "submitted-by"}
_AUTHOR_METAS = set(
    "author article:author og:author dc.creator dcterms.creator citation_author parsely-author "
    "byl sailthru.author".split()
)
_NOT_AUTHORS = ("sidebar", "quote", "comment", "related")


class Facts:
    """The facts in the markup of one page."""

    def __init__(self, page: str | bytes) -> None:
        self._root = _tree.tree_of(page)
        self._parents = {child: parent for parent in self._root.iter() for child in parent}
        self._metas: dict[str, str] = {}
        self._authors: list[str] = []
        for meta in self._root.iterfind(".//head//meta"):
            content = " ".join(unescape(meta.get("content", "")).split())
            names = [meta.get(of, "").lower() for of in ("name", "property", "itemprop")]
            for name in filter(None, names if content else ()):
                self._metas.setdefault(name, content)
            if content and _AUTHOR_METAS & set(names):
                self._authors.append(content)

    def address(self) -> str | None:
        """Returns the address that the page states, as it is written."""
        shared = [self._metas.get("og:url"), self._metas.get("twitter:url")]
        canonical = self._link("canonical") or ""
        if canonical.startswith("//"):
            canonical = f"https:{canonical}"
        elif not canonical.startswith(("http:", "https:")):
            joined = (_joined(of, canonical) for of in shared if of and canonical)
            canonical = next(filter(None, joined), "")
        alternate = next(
            (of.get("href") for of in self._root.iter("link") if of.get("hreflang") == "x-default"),
            None,
        )
        base = next((of.get("href") for of in self._root.iter("base")), None)
        found = (canonical, *shared, alternate, base)
        return next((of for of in found if of and of.startswith(("http:", "https:"))), None)

    def data(self) -> list[str]:
        """Returns the texts of JSON-LD in the page."""
        scripts = self._root.iter("script")
        kinds = ("application/ld+json", "application/settings+json")
        return [of.text for of in scripts if of.get("type", "").lower() in kinds and of.text]

    def _link(self, rel: str) -> str | None:
        links = (of for of in self._root.iter("link") if rel in of.get("rel", "").lower().split())
        return next((of.get("href") for of in links if of.get("href")), None)

    def stated_authors(self) -> list[str]:
        """Returns the names in the head of the page."""
        names = (name for content in self._authors for name in normalized_authors(content))
        return list(dict.fromkeys(names))

    def only_heading(self) -> str | None:
        """Returns the text of the heading of the first level, if there is only one."""
        headings = [text_of(of) for of in islice(self._root.iter("h1"), _MOST)]
        return headings[0] if len(headings) == 1 else None

    def heading(self) -> str | None:
        """Returns the first heading that names the page."""
        for wanted in (("h1",), ("post-title", "entry-title", "article-title"), ("h2",)):
            named = (
                of for of in self._root.iter() if of.tag in wanted or classes(of) & set(wanted)
            )
            for element in islice(named, _MOST):
                if text := text_of(element):
                    return text
        return None

    def site(self, address: str | None) -> str | None:
        """Returns the name of the site: of its publisher, in the title, or the address's host."""
        publisher = self._metas.get("article:publisher") or self._metas.get("application-name")
        if publisher and publisher != "@" and not publisher.startswith("http"):
            is_word = "." not in publisher and publisher[0].islower()
            return publisher.title() if is_word else publisher
        title = next((text_of(of) for of in self._root.iter("title")), "")
        for part in re.split(r" [-|\u2013\u2022\u00b7] ", title):
            if _DOMAIN.match(part) and part != title:
                return part
        host = _host(address or "")
        return host.removeprefix("www.") or None

    def categories(self) -> list[str]:
        """Returns the names in links to categories, else the section of the page."""
        stated = [self._metas[name] for name in ("article:section",) if name in self._metas]
        return self._linked(_CATEGORY, _CATEGORY_PLACES) or stated

    def tags(self) -> list[str]:
        """Returns the names in links to tags."""
        return self._linked(_TAG, _TAG_PLACES)

    def _linked(self, address: re.Pattern[str], places: tuple[str, ...]) -> list[str]:
        found = (
            text_of(of)
            for of in self._root.iter("a")
            if address.search(of.get("href", "")) and self._is_in(of, places)
        )
        return list(dict.fromkeys(filter(None, found)))

    def _is_in(self, element: Element, places: tuple[str, ...]) -> bool:
        return any(classes(of) & set(places) for of in self._around(element))

    def _around(self, element: Element) -> Iterator[Element]:
        """Returns the nearest elements around one, few enough to keep time linear."""
        for _ in range(_MOST):
            parent = self._parents.get(element)
            if parent is None:
                return
            yield parent
            element = parent

    def license(self) -> str | None:
        """Returns the short name of a licence, or the text of a link to one."""
        for link in self._root.iter("a"):
            if "license" in link.get("rel", "").lower().split():
                if name := _license(link) or text_of(link):
                    return name
        for link in self._root.iter("a"):
            around = self._around(link)
            if any(of.tag == "footer" or "footer" in of.get("class", "").lower() for of in around):
                if found := _license(link):
                    return found
        return None

    def authors(self) -> list[str]:
        """Returns the names in the first element that names authors."""
        for element in islice(filter(_names_authors, self._root.iter()), _MOST):
            if not self._is_aside(element):
                found = normalized_authors(_name_in(element))
                if found:
                    return found
        return []

    def _is_aside(self, element: Element) -> bool:
        return any(
            of.tag == "figure" or any(word in of.get("class", "").lower() for word in _NOT_AUTHORS)
            for of in (element, *self._around(element))
        )


def _joined(base: str, link: str) -> str | None:
    """Returns the address that a link means on a page, or ``None`` if either is malformed."""
    try:
        return urljoin(base, link) if _host(base) else None
    except ValueError:
        return None


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _license(link: Element) -> str | None:
    found = _LICENSE_LINK.search(link.get("href", "")) or _LICENSE_TEXT.search(text_of(link))
    if found is None:
        return None
    return " ".join(filter(None, ("CC", found[1].upper(), found[2])))


def _names_authors(element: Element) -> bool:
    if element.tag == "meta":
        return False
    return bool(
        element.tag == "author"
        or "author" in element.get("rel", "").lower().split()
        or "author" in element.get("itemprop", "").lower().split()
        or _AUTHOR_CLASSES & (classes(element) | {element.get("id", "").lower()})
        or any(name.endswith("__writer") for name in classes(element))
        or element.get("data-component", "").lower() == "byline"
        or element.get("data-testid") == "AuthorURL"
    )


def _name_in(element: Element) -> str:
    """Returns the text of an element up to a block in it, such as the author's post."""
    if any("name" in of.get("class", "").lower() for of in element.iter()):
        named = (of for of in element.iter() if "name" in of.get("class", "").lower())
        return text_of(next(named))
    block = next((of for of in element if of.tag in ("div", "p", "time")), None)
    return (element.text or "").strip() if block is not None and element.text else text_of(element)


_MARKUP = re.compile(r"<[^>]*>")
_BY = re.compile(r"^(?:written by|posted by|by|von|par|por|autor)\b:? *", re.IGNORECASE)
_HANDLE = re.compile(r"(?:^|\s)@\S+|https?://\S+|\S+@\S+")
_NICKNAME = re.compile(
    '["\u201c\u201d\u2018\u00ab][^"\u201c\u201d\u2019\u00bb]*["\u201d\u2019\u00bb]|\\([^)]*\\)'
)
_AFTER = re.compile(r"\s[-\u2013\u2014|]\s.*|\s(?:from|for|via|at)\s.*|\d.*", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*[;,&|\n]\s*|\s+(?:and|und|et|y|e)\s+", re.IGNORECASE)
_NO_LETTER = re.compile(r"[^\w\s.'\u2019\u2010-]+")


def normalized_authors(text: str) -> list[str]:
    """Returns the names in a byline, each once.

    >>> normalized_authors('By Jenny "The Author" Smith and John Smith - The Moon')
    ['Jenny Smith', 'John Smith']
    """
    text = _NICKNAME.sub(" ", _HANDLE.sub(" ", _MARKUP.sub("", unescape(unescape(text)))))
    text = _BY.sub("", text.strip())
    names = []
    for part in _BETWEEN.split(text):
        name = _NO_LETTER.sub(" ", _AFTER.sub("", part.replace("_", " ")))
        name = " ".join(_BY.sub("", name.strip()).split())
        if len(name) > 1 and any(letter.isalpha() for letter in name):
            names.append(name)
    return list(dict.fromkeys(names))


def is_domain(title: str) -> bool:
    """Returns true for a title that is only the name of a host, such as ``site.example``."""
    return bool(_DOMAIN.match(title))
