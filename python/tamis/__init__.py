"""Main content of web pages: text, structure, images, metadata.

>>> import tamis
>>> page = "<html lang=en><title>Bread</title><nav>Home</nav><p>" + "Bread rises slowly. " * 20
>>> extraction = tamis.extract(page)
>>> extraction.title
'Bread'
>>> extraction.text[:19]
'Bread rises slowly.'
"""

from tamis._batch import (
    ColumnInfo,
    batch,
    columns,
    extract_batch,
    page_schema,
    warc_batches,
    warc_schema,
)
from tamis._browser import Browser, render
from tamis._errors import ConfigError, Error, FetchError
from tamis._extract import Extractor, explain, extract, extract_many
from tamis._fetch import Client, fetch
from tamis._native import (
    Drawn,
    Extraction,
    Extractions,
    Paragraph,
    RecordBatch,
    RecordBatchStream,
    Response,
    Schema,
    __version__,
)
from tamis._options import Options, Strategy

__all__ = [
    "Browser",
    "Client",
    "ColumnInfo",
    "ConfigError",
    "Drawn",
    "Error",
    "Extraction",
    "Extractions",
    "Extractor",
    "FetchError",
    "Options",
    "Paragraph",
    "RecordBatch",
    "RecordBatchStream",
    "Response",
    "Schema",
    "Strategy",
    "__version__",
    "batch",
    "columns",
    "explain",
    "extract",
    "extract_batch",
    "extract_many",
    "fetch",
    "page_schema",
    "render",
    "warc_batches",
    "warc_schema",
]
