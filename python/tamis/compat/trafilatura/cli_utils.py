"""What programs import of trafilatura's command line. The program itself is ``tamis``."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode

from tamis.compat.trafilatura.deduplication import generate_bow_hash

__all__ = ["generate_hash_filename"]

_TAG = re.compile(r"<[^<]+?>")
_BYTES = 12


def generate_hash_filename(content: str) -> str:
    """Returns a name for a file of a text, which is the same for texts of the same words.

    >>> generate_hash_filename("<p>This is a text.</p>")
    'qAgzZnskrcRgeftk'
    """
    return urlsafe_b64encode(generate_bow_hash(_TAG.sub("", content), _BYTES)).decode()
