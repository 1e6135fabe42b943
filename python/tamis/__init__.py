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
from tamis._errors import ConfigError, Error
from tamis._extract import Extractor, extract, extract_many
from tamis._native import (
    Extraction,
    Extractions,
    Paragraph,
    RecordBatch,
    RecordBatchStream,
    Schema,
    __version__,
)
from tamis._options import Options, Strategy

__all__ = [
    "ColumnInfo",
    "ConfigError",
    "Error",
    "Extraction",
    "Extractions",
    "Extractor",
    "Options",
    "Paragraph",
    "RecordBatch",
    "RecordBatchStream",
    "Schema",
    "Strategy",
    "__version__",
    "batch",
    "columns",
    "extract",
    "extract_batch",
    "extract_many",
    "page_schema",
    "warc_batches",
    "warc_schema",
]
