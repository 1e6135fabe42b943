"""The native part of the package. Import its classes from `tamis`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal, TypeAlias, TypedDict, final

from tamis._extract import Html
from tamis._typing import Self, Unpack

__version__: str

class _Chunk(TypedDict):
    headings: list[str]
    markdown: str

@final
class Paragraph:
    """A paragraph of a page, with the decision about it."""

    @property
    def text(self) -> str:
        """The text, with white space collapsed and trimmed."""
    @property
    def kept(self) -> bool:
        """True if the paragraph is main content."""
    @property
    def reason(self) -> str:
        """The reason of the engine that decided. Empty if it gives none."""
    @property
    def in_heading(self) -> bool:
        """True if the paragraph is in a heading."""

@final
class Extraction:
    """The main content of a page, in any format. True if there is any.

    It holds the page, which is much larger than its text. If you keep many, keep what you need of
    each.
    """

    @property
    def text(self) -> str:
        """The main content as text. Empty if there is none."""
    @property
    def title(self) -> str | None:
        """The title."""
    @property
    def authors(self) -> list[str]:
        """The names of the authors."""
    @property
    def published(self) -> str | None:
        """The day or time of publication in the form of ISO 8601."""
    @property
    def modified(self) -> str | None:
        """The day or time of the last change in the form of ISO 8601."""
    @property
    def description(self) -> str | None:
        """The summary that the page states."""
    @property
    def site_name(self) -> str | None:
        """The name of the site."""
    @property
    def canonical_url(self) -> str | None:
        """The address that the page states for itself."""
    @property
    def price(self) -> str | None:
        """The price of the product that the page is about, such as ``1299.00``."""
    @property
    def currency(self) -> str | None:
        """The currency of the price, as a code of ISO 4217."""
    @property
    def language(self) -> str | None:
        """The language, declared or detected, as a BCP 47 tag."""
    @property
    def encoding(self) -> str:
        """The encoding, as the Encoding standard names it."""
    @property
    def metadata(self) -> dict[str, Any]:
        """All metadata with their sources."""
    @property
    def confidence(self) -> float:
        """The confidence that the text is the main content and all of it, 0 to 1."""
    @property
    def page_type(self) -> str | None:
        """article, forum, product, collection, listing, documentation or service.

        None without the learned model.
        """
    @property
    def outcome(self) -> str:
        """``found``, or the likely reason why there is no content."""
    @property
    def strategy_used(self) -> str:
        """The name of the engine that decided."""
    @property
    def text_source(self) -> str:
        """``elements``, or the JSON of the page that the text comes from."""
    @property
    def warnings(self) -> list[str]:
        """Doubts about the page and the text, one sentence each."""
    @property
    def comments(self) -> str | None:
        """The text of readers' comments. None if they were not asked for."""
    @property
    def paragraphs(self) -> list[Paragraph]:
        """All paragraphs of the page, kept or not."""
    @property
    def posts(self) -> list[dict[str, Any]]:
        """The posts of a thread with text, author and date. Empty for other pages."""
    def text_with(self, *, list_markers: bool = False, width: int | None = None) -> str:
        """Returns the content as text, with or without list markers, wrapped to a width."""
    def markdown(
        self,
        *,
        links: Literal["inline", "referenced", "omitted"] = "inline",
        images: bool = True,
        embeds: bool = True,
        tables: Literal["auto", "blocks", "signs"] = "auto",
        headings: bool = True,
        emphasis: bool = True,
        width: int | None = None,
        front_matter: bool = False,
        base: str | None = None,
    ) -> str:
        """Returns the content as Markdown. Relative addresses are resolved against ``base``."""
    def chunks(
        self,
        max_chars: int | None = None,
        *,
        links: Literal["inline", "referenced", "omitted"] = "inline",
        images: bool = True,
        embeds: bool = True,
        tables: Literal["auto", "blocks", "signs"] = "auto",
        headings: bool = True,
        emphasis: bool = True,
        base: str | None = None,
    ) -> list[_Chunk]:
        """Returns the content as pieces of Markdown, with the headings above each."""
    def html(
        self,
        *,
        fragment: bool = False,
        images: bool = True,
        links: bool = True,
        embeds: Literal["link", "frame", "omitted"] = "link",
        emphasis: bool = True,
        base: str | None = None,
    ) -> str:
        """Returns the content as HTML that is safe to show: a document or a fragment of one."""
    def xml(
        self,
        *,
        dialect: Literal["trafilatura", "tei"] = "trafilatura",
        links: bool = True,
        images: bool = True,
        embeds: bool = True,
        emphasis: bool = True,
        base: str | None = None,
    ) -> str:
        """Returns the content as XML."""
    def tei(
        self,
        *,
        links: bool = True,
        images: bool = True,
        embeds: bool = True,
        emphasis: bool = True,
        base: str | None = None,
    ) -> str:
        """Returns the content as TEI."""
    def json(
        self,
        *,
        markdown: bool = False,
        html: bool = False,
        paragraphs: bool = False,
        verdicts: bool = False,
    ) -> str:
        """Returns everything as a JSON object on one line, with fields on request."""
    def to_dict(
        self,
        *,
        markdown: bool = False,
        html: bool = False,
        paragraphs: bool = False,
        verdicts: bool = False,
    ) -> dict[str, Any]:
        """Returns what :meth:`json` returns, as dictionaries and lists."""
    def explain(self) -> dict[str, Any]:
        """Returns the reasons for each paragraph.

        These are every engine's decision, and the features that made the model decide.
        """
    def explain_html(self, source: str | None = None) -> str:
        """Returns a page for the browser that shows the reasons for each paragraph.

        It is one file that loads nothing. ``source`` is the name that it shows, by default the
        address of the page.
        """
    def __bool__(self) -> bool: ...
    def _repr_html_(self) -> str: ...

@final
class Response:
    """A fetched page."""

    @property
    def url(self) -> str:
        """The address of the page, after redirects."""
    @property
    def status(self) -> int:
        """The status of HTTP: 200 to 299."""
    @property
    def content_type(self) -> str | None:
        """The media type that the header names, such as ``text/html``."""
    @property
    def charset(self) -> str | None:
        """The encoding that the header names."""
    @property
    def body(self) -> bytes:
        """The page, unpacked."""
    @property
    def redirects(self) -> list[str]:
        """The addresses that redirected, in their order."""
    @property
    def from_cache(self) -> bool:
        """True if the page is that of the cache, because the server says that it is the same."""

class Client:
    """Fetches pages."""

    def __new__(
        cls,
        *,
        user_agent: str | None = None,
        headers: Mapping[str, str] | None = None,
        max_redirects: int | None = None,
        connect_timeout: float | None = None,
        timeout: float | None = None,
        delay: float | None = None,
        retries: int | None = None,
        robots: bool = False,
        cache: str | PathLike[str] | None = None,
        max_body_bytes: int | None = None,
        allow_private: bool = False,
        proxy: str | None = None,
    ) -> Self: ...
    def get(self, url: str) -> Response:
        """Fetches a page."""

@final
class Drawn:
    """A page as a browser shows it, with the place of each text."""

    @property
    def html(self) -> str:
        """The HTML of what is shown, with shadow trees in their places."""
    @property
    def url(self) -> str:
        """The address of the page, after redirects and scripts."""
    @property
    def status(self) -> int | None:
        """The status of HTTP."""
    @property
    def is_settled(self) -> bool:
        """True if the page came to rest, False if the time for that was over."""

class Browser:
    """Draws pages."""

    def __new__(
        cls,
        *,
        client: Client,
        program: str | None = None,
        wait_for: str | None = None,
        timeout: float | None = None,
    ) -> Self: ...
    def draw(self, url: str) -> Drawn:
        """Draws a page."""

class Extractor:
    """Extracts from one page after another."""

    def __new__(cls, **options: Any) -> Self: ...
    def extract(
        self, html: Html | Drawn, *, url: str | None = None, charset: str | None = None
    ) -> Extraction:
        """Extracts the main content of a page. See :func:`tamis.extract`."""
    def _extract_changed(
        self, html: Html, *, changes: Changes, url: str | None = None
    ) -> Extraction:
        """Extracts the main content of a page after changes."""
    def extract_many(
        self,
        pages: Iterable[Html | tuple[Html, str | None]],
        *,
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Extractions:
        """Extracts from many pages with several threads. See :func:`tamis.extract_many`."""

@final
class Extractions:
    """An iterator over the extractions of many pages, in the order of the pages."""

    def __iter__(self) -> Iterator[Extraction]: ...
    def __next__(self) -> Extraction: ...

@final
class Schema:
    """The names and types of columns, for any library that reads Arrow."""

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
    def __arrow_c_schema__(self) -> object: ...

@final
class RecordBatch:
    """Rows, column by column, for any library that reads Arrow."""

    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class RecordBatchStream:
    """Record batches, read once: by iteration, or by any library that reads Arrow."""

    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    def __iter__(self) -> Iterator[RecordBatch]: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class BatchExtractor:
    """Extracts from the pages in a column of record batches. See `tamis.extract_batch`."""

    def __new__(cls, selection: dict[str, Any], **options: Any) -> Self: ...
    def extract(
        self, batch: object, html: str, url: str | None, keep: list[str]
    ) -> RecordBatch: ...

def find_archives(paths: list[str]) -> list[str]:
    """Returns the archives of files and folders, as `tamis batch` finds them."""

def columns(strategies: list[str]) -> list[tuple[str, str, str]]: ...
def schema(selection: dict[str, Any], *, of_pages: bool) -> Schema: ...
def warc_batches(
    sources: dict[str, Any],
    selection: dict[str, Any],
    *,
    ranges: list[tuple[int, int]] | None,
    max_rows: int,
    max_bytes: int,
    **options: Any,
) -> RecordBatchStream: ...
def run(
    sources: dict[str, Any],
    files: dict[str, Any],
    selection: dict[str, Any],
    *,
    progress: Callable[[int, int, int], object] | None,
    **options: Any,
) -> dict[str, Any]: ...

# For the drop-in modules in `tamis.compat`.

JustextRow: TypeAlias = tuple[str, str, list[str], int, int, str, bool, str]
"""For type checkers alone: dom path, xpath, text nodes, characters in links, tags, context-free
class, true for a heading, and class."""

@final
class Stoplist:
    """A set of lower-case words with lookups that ignore case."""

    def __new__(cls, words: Iterable[str]) -> Self: ...
    @staticmethod
    def named(name: str) -> Stoplist | None:
        """Returns the built-in list of this name, or None."""
    @staticmethod
    def names() -> list[str]:
        """Returns the names of the built-in lists."""
    def words(self) -> list[str]:
        """Returns the words, sorted by code point."""

def justext_paragraphs(html: Html, stoplist: Stoplist, **config: Any) -> list[JustextRow]:
    """Returns the classified paragraphs of a page. The keywords are jusText's thresholds."""

def justext_classify(
    paragraphs: list[tuple[str, list[str], int]], stoplist: Stoplist, **config: Any
) -> list[tuple[str, bool]]:
    """Returns the context-free class of each paragraph, and true for a heading.

    A paragraph is its dom path, its text nodes and the number of characters in links.
    """

def justext_revise(paragraphs: list[tuple[str, bool, str]], **config: Any) -> list[str]:
    """Returns the final class of each paragraph.

    A paragraph is its context-free class, true for a heading, and its text.
    """

class Changes(TypedDict, total=False):
    """Changes to a page. For type checkers alone."""

    selectors: list[str]
    """CSS selectors of elements to leave out."""
    paths: list[str]
    """XPaths of elements to leave out."""
    alt_texts: bool
    """True to make images their alternative texts."""
    links: bool
    """True to write the addresses of links after them."""
    form_fields: bool
    """True to make form fields their values in brackets."""

class Layout(TypedDict):
    """What lines have in addition to the text. For type checkers alone."""

    bullets: bool
    """True for the markers of list items."""
    alt_texts: bool
    links: bool
    form_fields: bool
    markup: bool
    """True for lines with the tags of paragraphs, headings, lists and links."""

def laid_out(html: Html, *, changes: Changes | None = None, **layout: Unpack[Layout]) -> str:
    """Returns the text of a whole page in lines as Resiliparse's, after changes."""

def whole_text(html: Html, *, changes: Changes | None = None, **options: Any) -> str:
    """Returns the visible text of a whole page after changes."""

def whole_html(
    html: Html, *, url: str | None = None, changes: Changes | None = None, **options: Any
) -> str:
    """Returns the body of a whole page as HTML that is safe to show, after changes."""

def metadata(
    html: Html, *, url: str | None = None, latest_date: str | None = None
) -> dict[str, Any]:
    """Returns the metadata of a page, whatever its content is, with all values that were found."""

def tree_events(
    html: Html, **changes: Unpack[Changes]
) -> list[tuple[str, dict[str, str]] | str | None]:
    """Returns elements and texts of a page after changes.

    A pair of name and attributes begins an element, None ends it.
    """

def rewrite(html: Html, **changes: Unpack[Changes]) -> str:
    """Returns a page as HTML after changes."""

def serve_pages() -> None:
    """Reads pages for another process, whose `isolate` has started this one."""

def run_program(command: list[str], args: list[str]) -> int:
    """Run the program `tamis`, and return its exit status. `command` starts it again."""
