"""Many pages at once: Arrow record batches, archives, and whole runs."""

from __future__ import annotations

import glob
import os
import sys
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from tamis import _native
from tamis._browser import Browser, default_browser
from tamis._errors import ConfigError, Error
from tamis._fetch import Client
from tamis._native import RecordBatch, RecordBatchStream, Schema
from tamis._options import Options, Strategy, listed_names, number, prepare
from tamis._typing import Unpack

Source = str | os.PathLike[str]
"""An archive, a folder that is searched for archives, a pattern of names, or an address."""

Render = Literal["auto", "always", "never"]
"""Which pages a browser draws: those that say that scripts build them and those without content,
all, or none."""

_local = threading.local()

# The package of this process, wherever a new one would look for it.
_SERVE_PAGES = (
    "import sys; sys.path.insert(0, sys.argv[1]); import tamis; tamis._native.serve_pages()"
)

_finished_readers: weakref.WeakSet[Any] = weakref.WeakSet()


class ColumnInfo(NamedTuple):
    """A column of batches and files."""

    name: str
    type: str
    """``text``, ``integer``, ``number``, ``list of texts`` or ``true or false``."""
    description: str


def columns(strategies: Sequence[Strategy] = ("auto",)) -> list[ColumnInfo]:
    """Returns all columns. ``markdown`` and ``html`` are made on request only.

    >>> [column.name for column in columns(["auto", "justext"]) if "text_" in column.name]
    ['text_justext', 'text_chars', 'text_hash']
    """
    return [
        ColumnInfo(*column) for column in _native.columns(listed_names("strategies", strategies))
    ]


class BatchOptions(Options, total=False):
    """The keywords of :func:`extract_batch` except the names of columns of the pages."""

    columns: Sequence[str] | None
    strategies: Sequence[Strategy]
    threads: int


def page_schema(
    columns: Sequence[str] | None = None, *, strategies: Sequence[Strategy] = ("auto",)
) -> Schema:
    """Returns the schema of :func:`extract_batch`, which any Arrow library reads."""
    return _native.schema(_selection(columns, strategies, 1), of_pages=True)


def warc_schema(
    columns: Sequence[str] | None = None, *, strategies: Sequence[Strategy] = ("auto",)
) -> Schema:
    """Returns the schema of :func:`warc_batches`, which any Arrow library reads."""
    return _native.schema(_selection(columns, strategies, 1), of_pages=False)


def extract_batch(
    batch: Any,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    keep: Sequence[str] = (),
    strategies: Sequence[Strategy] = ("auto",),
    threads: int = 1,
    **options: Unpack[Options],
) -> RecordBatch:
    """Returns a row for each page of an Arrow record batch or table, in its order, as one batch.

    ``batch`` is that of any library with Arrow's PyCapsule interface, such as pyarrow, polars and
    DuckDB. ``html`` names its column of pages (texts or bytes), ``url`` that of their addresses;
    the column ``url`` may be missing. ``columns`` are the columns to make, by default all but
    ``markdown`` and ``html``; see :func:`columns`. ``keep`` names columns of the input to put
    before them. Each strategy after the first has a column of its own, such as ``text_justext``.
    The other keywords are those of :class:`Options`.

    No text becomes a Python object: ``pyarrow.record_batch(result)`` shares its memory.

    Raises :class:`Error` if the columns that are read break Arrow's rules, for example if texts are
    not UTF-8, which pyarrow does not look at when it reads a file. Columns of bytes may hold
    anything: their encoding is found.
    """
    selection = _selection(columns, strategies, threads)
    key = (selection, options)
    known = getattr(_local, "extractor", None)
    if known is None or known[0] != key:
        known = (key, _native.BatchExtractor(selection, **prepare(options, extract_batch)))
        _local.extractor = known
    extractor: _native.BatchExtractor = known[1]
    return extractor.extract(_measured(batch), html, url, list(keep))


def _read_once(reader: Any) -> Any:
    """Returns the table of a reader. pyarrow gives an empty one to whoever reads it again."""
    if reader in _finished_readers:
        raise ValueError("the stream was read before")
    table = reader.read_all()
    _finished_readers.add(reader)
    return table


def _measured(batch: Any) -> Any:
    """Returns the batch after pyarrow, if it is one of its own, has measured the buffers.

    A damaged file may have offsets behind the end of a column. Arrow's interface between libraries
    passes on no lengths of buffers, so only the library that has read the file can find that.
    """
    pa = sys.modules.get("pyarrow")
    if pa is None:
        return batch
    try:
        if isinstance(batch, pa.RecordBatchReader):
            batch = _read_once(batch)
        if isinstance(batch, (pa.RecordBatch, pa.Table, pa.Array, pa.ChunkedArray)):
            batch.validate()
    except Exception as error:
        raise Error(f"the batch is not valid: {error}") from error
    return batch


def warc_batches(
    source: Source | Iterable[Source] = (),
    *,
    index: str | os.PathLike[str] | None = None,
    index_base: str | os.PathLike[str] | None = None,
    client: Client | None = None,
    columns: Sequence[str] | None = None,
    ranges: Iterable[tuple[int, int]] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    max_rows: int = 256,
    max_bytes: int = 32 << 20,
    max_page_bytes: int = 64 << 20,
    threads: int = 1,
    isolate: bool = False,
    max_memory: int | None = None,
    render: Render = "never",
    browser: Browser | None = None,
    **options: Unpack[Options],
) -> RecordBatchStream:
    """Returns the HTML records of WARC archives as a stream of record batches.

    A source is an archive, a folder that is searched for archives, a pattern such as
    ``crawl/*.warc.gz``, or an address, which is read in parts. Addresses are those of http and
    https, and of object stores (``s3://bucket/key``, ``gs://``, ``az://``), for which the
    environment has the credentials, such as ``AWS_ACCESS_KEY_ID``. In place of sources,
    ``index`` is a table of records, CSV or Parquet, with Common Crawl's columns ``warc_filename``,
    ``warc_record_offset`` and ``warc_record_length``; its names begin at the folder or address
    ``index_base``. ``client`` fetches from the web.

    There is a row for every HTML record, none is dropped: see the column ``status``. Damage is a
    row of its own, and the next record is found behind it. ``ranges`` are the offset and length of
    parts of a single archive, such as the records that an index names. A batch ends after
    ``max_rows`` rows, or the page with which the pages are ``max_bytes`` long. A page of more than
    ``max_page_bytes`` has the status ``too_large``.

    With ``isolate``, processes of their own read the pages, one for each thread: a page that ends
    its process, by a bug or for want of memory, is one row of the status ``panic``. ``max_memory``
    is the most memory of such a process, in bytes, by default as much as there is.

    ``render`` says which pages ``browser`` draws first, at the addresses of their records; see
    :class:`Browser`, whose defaults are used without one. The column ``rendered`` says of which
    page the text is the drawn one. With ``always``, a page that cannot be drawn has the status
    ``not_drawn``. With ``isolate``, the processes read what the browser has drawn; the browser
    belongs to this one.

    The other keywords are those of :func:`extract_batch`.

    Any library with Arrow's PyCapsule interface reads the stream, for example
    ``polars.DataFrame(stream)`` or ``pyarrow.RecordBatchReader.from_stream(stream)``.
    """
    return _native.warc_batches(
        _sources(source, index, index_base, client),
        {
            **_selection(columns, strategies, threads, max_page_bytes),
            "isolation": _isolation(isolate, max_memory),
            "drawing": _drawing(render, browser),
        },
        ranges=None if ranges is None else list(ranges),
        max_rows=number("max_rows", max_rows),
        max_bytes=number("max_bytes", max_bytes),
        **prepare(options, warc_batches),
    )


def batch(
    source: Source | Iterable[Source],
    output: str | os.PathLike[str],
    *,
    index: str | os.PathLike[str] | None = None,
    index_base: str | os.PathLike[str] | None = None,
    client: Client | None = None,
    format: Literal["parquet", "arrow", "jsonl", "jsonl.zst"] = "parquet",
    columns: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = ("auto",),
    threads: int | None = None,
    isolate: bool = False,
    max_memory: int | None = None,
    render: Render = "never",
    browser: Browser | None = None,
    render_jobs: int | None = None,
    max_page_bytes: int = 64 << 20,
    unit_bytes: int = 256 << 20,
    verify: bool = False,
    progress: Callable[[int, int, int], object] | None = None,
    **options: Unpack[Options],
) -> dict[str, Any]:
    """Writes the HTML records of WARC archives to files in a folder, like ``tamis batch``.

    Sources, ``index``, ``index_base``, ``client``, ``isolate``, ``max_memory``, ``render``,
    ``browser`` and ``max_page_bytes`` are those of :func:`warc_batches`. ``render_jobs`` pages are
    drawn at the same time, by threads of their own, by default two for each core. A part of
    ``unit_bytes`` of an archive becomes a file.

    A run that was stopped goes on where it was; what is finished stays. Another configuration in
    the same folder raises :class:`Error`. ``progress`` is called with the number of rows, of bytes
    that were read, and of all bytes. ``threads`` is by default one for each core. With ``verify``,
    finished files are read, and made again if their content is not what was written.

    Returns a dictionary: ``rows`` (the number of rows of each status, earlier runs included),
    ``failures`` (archives that could not be read to their end, with the reason),
    ``broken_archives`` (the number of damaged places of each damaged archive), ``damaged`` (the
    names of files that ``verify`` has made again) and ``complete``.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return _native.run(
        _sources(source, index, index_base, client),
        {
            "folder": output,
            "format": format,
            "verify": verify,
            "unit_bytes": number("unit_bytes", unit_bytes),
        },
        {
            **_selection(
                columns, strategies, (cores or 1) if threads is None else threads, max_page_bytes
            ),
            "isolation": _isolation(isolate, max_memory),
            "drawing": _drawing(render, browser, render_jobs),
        },
        progress=progress,
        **prepare(options, batch),
    )


def _selection(
    columns: Sequence[str] | None,
    strategies: Sequence[Strategy],
    threads: int,
    max_page_bytes: int | None = None,
) -> dict[str, Any]:
    """Returns what is read, and the columns to make, as the native part takes them."""
    return {
        "columns": None if columns is None else listed_names("columns", columns),
        "strategies": listed_names("strategies", strategies),
        "threads": number("threads", threads),
        "max_page_bytes": number("max_page_bytes", max_page_bytes, 0),
        "isolation": None,
        "drawing": None,
    }


def _isolation(isolate: bool, max_memory: int | None) -> dict[str, Any] | None:
    """Returns the processes that read pages, or None for the threads of this one."""
    if not isolate:
        if max_memory is not None:
            raise ConfigError("`max_memory` goes with `isolate=True`")
        return None
    if not sys.executable:
        raise ConfigError("`isolate` starts `sys.executable`, which is not set in this program")
    # What a folder of site rules has wrong was said by this process.
    command = [sys.executable, "-W", "ignore", "-c", _SERVE_PAGES, _package_folder()]
    return {"command": command, "max_memory": number("max_memory", max_memory)}


def _package_folder() -> str:
    """Returns the folder in which this package is."""
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _drawing(
    render: Render, browser: Browser | None, jobs: int | None = None
) -> dict[str, Any] | None:
    """Returns the pages that a browser draws, or None if there are none."""
    if render == "never":
        for name, value in [("browser", browser), ("render_jobs", jobs)]:
            if value is not None:
                raise ConfigError(f"`{name}` goes with `render`: `auto` or `always`")
        return None
    jobs = number("render_jobs", jobs)
    return {"render": render, "browser": browser or default_browser(), "jobs": jobs}


def _sources(
    source: Source | Iterable[Source],
    index: str | os.PathLike[str] | None,
    index_base: str | os.PathLike[str] | None,
    client: Client | None,
) -> dict[str, Any]:
    """Returns the arguments that name archives as the native part takes them."""
    names = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    if index is not None and names:
        raise ConfigError("`index` takes the place of the sources: give none, such as ()")
    if index is None and index_base is not None:
        raise ConfigError("`index_base` is for the names in `index`")
    return {
        "inputs": [found for name in names for found in _matches(name)],
        "index": index,
        "index_base": None if index_base is None else os.fspath(index_base),
        "client": client,
    }


def _matches(name: Source) -> list[Source]:
    """Returns the files that a pattern names, sorted, and any other name as it is."""
    pattern = os.fspath(name)
    if "://" in pattern or not glob.has_magic(pattern) or os.path.lexists(pattern):
        return [name]
    found = sorted(glob.glob(pattern, recursive=True))
    if not found:
        raise FileNotFoundError(f"no file matches {pattern}")
    return [*found]
