"""Packed bytes, unpacked within a limit, because a small file can be packed from a very large one.

Each function raises ``ValueError`` for bytes that it cannot unpack whole, or that are too many.
"""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Any

# The most members of gzip or frames of Zstandard. Files of bgzip have some 300 for 20 MB. Source:
# trafilatura 2.3.1, `utils.py`.
MAX_MEMBERS = 1000


def _module(*names: str) -> Any:
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


_BROTLI = _module("brotli")
_ZSTD = _module("compression.zstd", "backports.zstd")


def _has_limited_brotli() -> bool:
    """Returns true if brotli is installed and can limit what it gives, as it can since 1.2."""
    try:
        _BROTLI.Decompressor().process(b"", output_buffer_limit=1)
    except Exception:
        return False
    return True


HAS_BROTLI = _has_limited_brotli()
HAS_ZSTD = _ZSTD is not None


def gzip(data: bytes, largest: int) -> bytes:
    """Unpacks the members of gzip, one after another."""
    return _members(data, lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), zlib.error, largest)


def zstd(data: bytes, largest: int) -> bytes:
    """Unpacks the frames of Zstandard, one after another."""
    return _members(data, _ZSTD.ZstdDecompressor, _ZSTD.ZstdError, largest)


def deflate(data: bytes, largest: int) -> bytes:
    """Unpacks zlib. What follows its end is left out."""
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, largest + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    _check(unpacked, unpacker.eof, largest)
    return unpacked


def brotli(data: bytes, largest: int) -> bytes:
    """Unpacks Brotli."""
    unpacker = _BROTLI.Decompressor()
    try:
        unpacked: bytes = unpacker.process(data, output_buffer_limit=largest + 1)
    except _BROTLI.error as error:
        raise ValueError(str(error)) from None
    _check(unpacked, unpacker.is_finished(), largest)
    return unpacked


def _members(
    data: bytes, unpacker: Callable[[], Any], failure: type[Exception], largest: int
) -> bytes:
    unpacked = bytearray()
    for _ in range(MAX_MEMBERS):
        member = unpacker()
        try:
            unpacked += member.decompress(data, largest + 1 - len(unpacked))
        except failure as error:
            raise ValueError(str(error)) from None
        _check(unpacked, member.eof, largest)
        # Archives of tapes are filled up with zeros.
        data = member.unused_data.lstrip(b"\0")
        if not data:
            return bytes(unpacked)
    raise ValueError(f"more than {MAX_MEMBERS} members")


def _check(unpacked: bytes | bytearray, at_end: bool, largest: int) -> None:
    if len(unpacked) > largest:
        raise ValueError(f"more than {largest} bytes")
    if not at_end:
        raise ValueError("the end is missing")
