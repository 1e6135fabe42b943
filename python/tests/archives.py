"""Small WARC archives for the tests."""

from __future__ import annotations

import gzip
from pathlib import Path

SENTENCE = "It was the best of times, it was the worst of times, and so on it went. "


def page(number: int) -> str:
    """Returns a page with a menu and an article."""
    return (
        f"<html lang=en><title>Page {number}</title><nav><a href=/>Home</a></nav>"
        f"<article><h1>Page {number}</h1><p>{SENTENCE * (4 + number % 5)}</p>"
        f"<p>Number {number}. {SENTENCE}</p></article>"
    )


def record(number: int, http: str, body: bytes, url: str | None = None) -> bytes:
    """Returns a response record, by default of an address with its number."""
    block = f"HTTP/1.1 {http}\r\n\r\n".encode() + body
    header = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Target-URI: {url or f'https://site.example/{number}'}\r\n"
        "WARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return header.encode() + block + b"\r\n\r\n"


def page_record(number: int) -> bytes:
    """Returns the record of a page."""
    html = page(number).encode()
    return record(number, "200 OK\r\nContent-Type: text/html; charset=utf-8", html)


def write(path: Path, pages: int) -> Path:
    """Writes an archive of pages, a gzip member each."""
    members = (gzip.compress(page_record(number), mtime=0) for number in range(pages))
    path.write_bytes(b"".join(members))
    return path
