#!/usr/bin/env python3
"""Attacks the inputs of Tamis other than pages, and measures what they cost.

usage: hostile_inputs.py PROGRAM [--only REGEX] [--size BYTES] [--json FILE]

The inputs are CSS selectors (files of `--rules`, and `tamis learn --keep`), rules for single sites
(`--site-rules`), robots.txt (a server on this machine gives it), and indexes of `tamis batch`. A
pattern is a function from a number of bytes to such inputs, pages and archives included. Where the
rules or addresses and the page multiply, each is half of the bytes.

Each pattern is measured with n and 2n bytes: CPU seconds, peak memory and status of the process.
If n bytes take less than 0.05 s, n is doubled, up to 8 MB; if they take more than 1 s, fewer are
measured too, because their growth takes less time to find out. A pattern is reported if

- it is superlinear: 2n bytes take more than 2.6 times as long as n, and 4n than 2n,
- it takes more than 1 s for each MB,
- it takes more than 1.5 GB,
- or the process panics, waits for more than two minutes, or ends by a signal or with a status
  other than 0, 1 and 2.

A process is stopped after 30 s of CPU time or at 6 GB of addresses. The status is 1 if a pattern
is reported. No package is needed.
"""

import argparse
import contextlib
import http.server
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

MIN_SECONDS = 0.05
MOST_SECONDS = 1.0
MIN_BYTES = 5_000
MAX_BYTES = 8_000_000
MAX_GROWTH = 2.6
MAX_SECONDS_PER_MB = 1.0
MAX_MEMORY = 1_500_000_000
STOP_SECONDS = 30
STOP_MEMORY = 6 << 30
STOP_WAITING = 120

# What an argument may have on Linux, and all of them together, with room for the others.
ARGUMENT_BYTES = 120_000
ARGUMENTS_BYTES = 1_500_000


class Case(NamedTuple):
    """A command line and what it reads."""

    # SITE stands for the address of the server.
    args: Sequence[str]
    files: dict[str, bytes]
    # What the server gives: robots.txt with header fields, and a page at all other addresses.
    robots: bytes = b""
    fields: dict[str, str] | None = None
    page: bytes = b"<p>The ferry leaves at seven."

    def size(self) -> int:
        fields = (self.fields or {}).values()
        parts = [*self.args, *self.files.values(), self.robots, *fields, self.page]
        return sum(map(len, parts))


PATTERNS: dict[str, tuple[str, Callable[[int], Case]]] = {}


def add(name: str, kind: str, function: Callable[[int], Case]) -> None:
    assert name not in PATTERNS, name
    PATTERNS[name] = (kind, function)


# --- Texts and pages


def fill(size: int, unit: str) -> str:
    """The unit as often as it fits, but once at least."""
    return unit * max(1, size // len(unit.encode()))


def count(size: int, unit: str) -> str:
    """Units of which each has its own number in place of `#`."""
    parts: list[str] = []
    total = 0
    while total < size:
        parts.append(unit.replace("#", str(len(parts))))
        total += len(parts[-1].encode())
    return "".join(parts)


def page(inner: str) -> bytes:
    return f"<!DOCTYPE html><html lang=en><title>Ferry</title><body>{inner}</body></html>".encode()


def tiny(size: int) -> bytes:
    """A page of many tiny paragraphs."""
    return page(fill(size, "<p class=c>x</p>"))


def prose(size: int) -> bytes:
    sentence = "The ferry leaves at seven, long before the town is awake, and nobody waits. "
    return page(fill(size, f"<p>{sentence * 4}</p>\n"))


# --- CSS selectors

CSS_ARGS = "-j 1 --strategy selectors --own-rules-only --rules rules.toml page.html".split()
CASE = "'<b id=here>',"


def rule(pattern: str, number: int = 0, cases: str = CASE) -> str:
    head = f"[[rule]]\nid='r{number}'\nfield='exclusion'\npriority=1\nwhy=''\nsource=''\n"
    return f"{head}matches=[{cases}]\nmatches_not=['<hr>']\n{pattern}\n"


def rules(toml: str, read: bytes) -> Case:
    return Case(CSS_ARGS, {"rules.toml": toml.encode(), "page.html": read})


def css(selectors: str, read: bytes, cases: str = CASE) -> Case:
    """One rule with these selectors, each with a comma after it."""
    return rules(rule(f"selector='''{selectors}#here'''", cases=cases), read)


def deep(size: int) -> bytes:
    """Paragraphs in 400 elements inside each other."""
    return page("<div>" * 400 + fill(size - 4400, "<p>x</p>") + "</div>" * 400)


def nested(times: int) -> str:
    """An element whose ancestors each ask for their own ancestors, and so on."""
    selector = "hr"
    for _ in range(times):
        selector = f":is({selector} div)"
    return selector + " p,"


def odd_text(size: int) -> Case:
    """A name of escapes, comments, and brackets that never end."""
    escapes = fill(size // 3, r"\61 ")
    return css(
        f"p.{escapes},{fill(size // 3, '/**/')}p,{fill(size // 3, 'p:is(p:has([a=')}", tiny(0)
    )


def words(size: int) -> Case:
    """Phrases, and a page that is full of them."""
    letters = str.maketrans("0123456789", "abcdefghij")
    phrases = count(size // 2, '"w# ad",').translate(letters)
    read = page(count(size // 2, "<p class='w#-ad ad-w#-ad'>x</p>").translate(letters))
    return rules(rule(f"words=[{phrases}]", cases="'<b id=wa-ad>'"), read)


def learn(size: int) -> Case:
    """Selectors on the command line."""
    size = min(size, ARGUMENTS_BYTES) // 2
    one = f"p:is({count(min(size, ARGUMENT_BYTES), 'x#,')}c),p"
    keep = ["--keep", one] * max(1, size // len(one))
    files = {f"site/{number}.html": tiny(size // 4) for number in range(4)}
    return Case(["learn", "--site", "site", "--host", "a.test", "-o", "out.toml", *keep], files)


add("css_same_name", "css", lambda n: css(fill(n // 2, "p,"), tiny(n // 2)))
add("css_is_list", "css", lambda n: css(f"p:is({count(n // 2, 'x#,')}x),", tiny(n // 2)))
add(
    "css_nested_not",
    "css",
    lambda n: css(fill(n // 2, f"p{':not(' * 30}i{')' * 30},"), tiny(n // 2)),
)
add("css_siblings", "css", lambda n: css(fill(n // 2, "hr~p,hr+i~p,"), tiny(n // 2)))
add("css_has", "css", lambda n: css(count(n // 2, "p:has(~ x#,> y#),"), tiny(n // 2)))
add("css_nested_ancestors", "css", lambda n: css(nested(12), deep(n)))
add("css_descendants", "css", lambda n: css(fill(n // 2, "hr div p,"), deep(n // 2)))
add(
    "css_long_attribute",
    "css",
    lambda n: css(
        count(n // 2, "p[title*='aaab#'],p[title~='#'],"),
        page(f"<p title='{fill(n // 2, 'a')}'>x</p>"),
    ),
)
add(
    "css_long_class",
    "css",
    lambda n: css(count(n // 2, ".c#.none,"), page(f"<p class='{count(n // 2, 'c# ')}'>x</p>")),
)
add(
    "css_nth",
    "css",
    lambda n: css(
        count(n // 2, "p:nth-child(2147483647n - 214748364#),p:nth-last-child(9n+2 of p.c#),"),
        tiny(n // 2),
    ),
)
add("css_odd_text", "css", odd_text)
add(
    "css_many_rules",
    "css",
    lambda n: rules(
        "".join(rule("selector='p.q,#here'", at) for at in range(n // 240)), tiny(n // 2)
    ),
)
add(
    "css_many_cases",
    "css",
    lambda n: css(count(n // 2, "x#,"), tiny(1000), fill(n // 2, CASE)),
)
add("css_words", "css", words)
add("css_learn_keep", "css", learn)


# --- Rules for single sites

SITE_ARGS = "-j 1 --strategy density --url http://a.test/x --site-rules rules page.html".split()
BODY = "body: //body\nprune: no\n"


def site(lines: str, read: bytes) -> Case:
    files = {"rules/a.test.txt": (BODY + lines).encode(), "page.html": read}
    return Case(SITE_ARGS, files)


def distinct(size: int) -> bytes:
    """A page whose elements all have names of their own."""
    return page(count(size, "<y#>x</y#>"))


def next_pages(size: int) -> Case:
    """Links to further pages, each with a condition that takes long."""
    lines = count(size // 2, "next_page_link: //a[@q#]\nif_page_contains: //p[following::hr]\n")
    options = "-j 1 --strategy density --allow-private --site-rules rules --follow-pages SITE/x"
    files = {"rules/127.0.0.1.txt": (BODY + lines).encode()}
    return Case(options.split(), files, page=tiny(size // 2))


def concatenated(size: int) -> Case:
    """The text of the page as often as the calls have room for arguments."""
    inner = f"concat({'.,' * 254}.),"
    read = page(fill(size // 2, "x" * 40 + "<hr>"))
    return site(f"title: concat({fill(min(size // 2, 254 * len(inner)), inner)}.)", read)


add(
    "rules_names",
    "rules",
    lambda n: site(f"strip: {count(n // 2, '//x#|')}//x\n", distinct(n // 2)),
)
add("rules_zeros", "rules", lambda n: site(f"strip: //p[{fill(n // 2, '0 or ')}0]", tiny(n // 2)))
add("rules_concat_page", "rules", concatenated)
add(
    "rules_translate",
    "rules",
    lambda n: site(f"title: translate(., '{fill(n // 2, 'ĀāĂă')}', '-')", prose(n // 2)),
)
add("rules_union_each", "rules", lambda n: site("strip: //p[count(//p | //p) = 0]", tiny(n)))
add(
    "rules_sum_each",
    "rules",
    lambda n: site("strip: //p[sum(//p) = 1]\nstrip: //p[//p = //hr]", tiny(n)),
)
add(
    "rules_numbers",
    "rules",
    lambda n: site(f"strip: //p[. < '{fill(n // 2, '9')}']", tiny(n // 2)),
)
add(
    "rules_replace",
    "rules",
    lambda n: site(count(n // 2, "replace_string(<q#>): x\n"), prose(n // 2)),
)
add(
    "rules_replace_grow",
    "rules",
    lambda n: site(
        "find_string:\nreplace_string: x\nreplace_string(): x\n"
        + fill(n // 2, "replace_string(aa): aaaaaa\nreplace_string(aaa): a\n"),
        page(fill(n // 2, "a")),
    ),
)
add(
    "rules_id_or_class",
    "rules",
    lambda n: site(
        count(n // 2, "strip_id_or_class: q#\nstrip_image_src: #/\n"),
        page(fill(n // 2, "<img src=a.png class=b id=c>x")),
    ),
)
add("rules_next_pages", "rules", next_pages)
add("rules_wrap_in", "rules", lambda n: site(fill(n // 2, "wrap_in(div): //p\n"), tiny(n // 2)))
add(
    "rules_edits",
    "rules",
    lambda n: site(
        fill(n // 2, "dissolve: //i\nstrip: //@class\nsrc_lazy_load_attr: src\n"),
        page(fill(n // 2, "<i class=a>x</i><img src=aaaaaaaaaaaaaaaaaaaaaaaaaa>")),
    ),
)
add(
    "rules_predicates",
    "rules",
    lambda n: site(
        f"strip: //p{fill(n // 8, '[.]')}\nstrip: //p{fill(n // 8, '[not(not(p[1]))]')}\n"
        f"strip: //p[{fill(n // 8, 'not(')}\nstrip: {fill(n // 8, '(')}\n"
        + fill(n // 4, f"strip: //p[{'not(' * 60}p{')' * 60}]\n"),
        tiny(n // 4),
    ),
)
add(
    "rules_odd_bytes",
    "rules",
    lambda n: site(
        fill(n // 8, "\ufeff") + fill(n // 8, "\r") + fill(n // 8, "\0:\n") + fill(n // 8, "a\r")
        + "\nreplace_string(" + fill(n // 8, ") ") + "\nstrip: '" + fill(n // 8, "\u0130")
        + "\nbody: //" + fill(n // 8, "\u0130") + "\ntitle: //x" + fill(n // 8, " ") + "::y",
        prose(1000),
    ),
)  # fmt: skip


# --- robots.txt

ROBOTS_ARGS = (
    "-j 1 --strategy density --robots --allow-private --delay 0 --retries 0 --max-redirects 3"
).split()
LONG_PATH = 60_000


def robots(file: str, address: str = "SITE/a") -> Case:
    return Case([*ROBOTS_ARGS, address], {}, file.encode())


def all_agents(lines: str, address: str = "SITE/a") -> Case:
    return robots("User-agent: *\n" + lines, address)


def many_addresses(size: int) -> Case:
    """Addresses that the last rule refuses, after all others were compared."""
    lines = "User-agent: *\n" + fill(size // 2, "Disallow: /*a*x\n") + "Disallow: /\n"
    files = {"list.txt": count(size // 2, "SITE/aaaaaaa/#\n").encode()}
    return Case([*ROBOTS_ARGS, "--files-from", "list.txt"], files, lines.encode())


def long_path(unit: str) -> str:
    return "SITE/" + fill(LONG_PATH, unit)


def bomb(size: int) -> Case:
    """Members without content, and one that unpacks to more than a page may have."""
    packer = zlib.compressobj(1, wbits=31)
    packed = packer.compress(b"Allow:/\n" * (9 << 20)) + packer.flush()
    empty = zlib.compress(b"", wbits=31)
    file = empty * min(size // len(empty), 9000) + packed
    return Case([*ROBOTS_ARGS, "SITE/a"], {}, file, {"Content-Encoding": "gzip"})


def many_fields(size: int) -> Case:
    """An answer whose head is long."""
    fields = {f"X-{at}": "a" * 200 for at in range(size // 200)}
    return Case([*ROBOTS_ARGS, "SITE/a"], {}, b"", fields)


add(
    "robots_stars",
    "robots",
    lambda n: all_agents(count(n, "Disallow: /*a*b*c#*d$\n"), long_path("abc")),
)
add(
    "robots_one_pattern",
    "robots",
    lambda n: all_agents("Disallow: /" + fill(n, "*a") + "x$", long_path("a")),
)
add(
    "robots_stars_only",
    "robots",
    lambda n: all_agents(fill(n, "Disallow: /" + "*" * 1000 + "z\n"), long_path("a")),
)
add(
    "robots_almost",
    "robots",
    lambda n: all_agents(fill(n, "Disallow: /*" + "a" * 900 + "b*\n"), long_path("a")),
)
add("robots_groups", "robots", lambda n: robots(count(n, "User-agent: x#\nDisallow: /\n")))
add(
    "robots_agents",
    "robots",
    lambda n: robots(fill(n // 2, "User-agent: *\n") + fill(n // 2, "User-agent: tamis\n")),
)
add(
    "robots_both_groups",
    "robots",
    lambda n: robots(count(n, "User-agent: *\nUser-agent: tamis\nAllow: /b#\n")),
)
add("robots_sitemaps", "robots", lambda n: robots(count(n, "Sitemap: SITE/#.xml\n")))
add(
    "robots_line_ends",
    "robots",
    lambda n: all_agents(fill(n // 2, "\r") + fill(n // 2, "Disallow: /b\n\r\r")),
)
add(
    "robots_odd_bytes",
    "robots",
    lambda n: robots(fill(n // 3, "\ufeff") + fill(n // 3, "\0:\0\n") + fill(n // 3, ":\n")),
)
add(
    "robots_long_line",
    "robots",
    lambda n: all_agents(f"Disallow: /{fill(n, 'a')}", long_path("a")),
)
add(
    "robots_escapes",
    "robots",
    lambda n: all_agents(fill(n, "Disallow: /%61%4%%\n"), long_path("%61%4")),
)
add("robots_addresses", "robots", many_addresses)
add("robots_bomb", "robots", bomb)
add("robots_fields", "robots", many_fields)


# --- Indexes of batches

INDEX_ARGS = (
    "batch -j 1 --strategies density --format jsonl --columns url,status --output out --index"
).split()
HEAD = "warc_filename,warc_record_offset,warc_record_length\n"


def archive(read: bytes) -> bytes:
    """A WARC file with one page."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + read
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\n"
        "WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


def index(table: str | bytes, *options: str, read: bytes = b"<p>x") -> Case:
    content = table.encode() if isinstance(table, str) else table
    files = {"index": content, "a.warc": archive(read)}
    return Case([*INDEX_ARGS, "index", *options], files)


def rows(size: int, line: str) -> str:
    return HEAD + count(size, line)


def inside(size: int) -> Case:
    """Each byte of an archive as the begin of a record to its end."""
    lines = "".join(f"a.warc,{at},{size - at}\n" for at in range(size // 30))
    return index(HEAD + lines, read=prose(size // 2))


def spellings(size: int) -> Case:
    """Names that all lead to one archive."""
    name = (f"{at:016b}".replace("0", "./").replace("1", ".//") for at in range(size // 55))
    return index(HEAD + "".join(f"./{one}a.warc,0,1000\n" for one in name))


# A little of Thrift's compact protocol, which the metadata of Parquet is written in.
ENUM, INTEGER, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


def varint(number: int) -> bytes:
    low = []
    while number > 0x7F:
        low.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*low, number])


def encoded(value: object) -> tuple[int, bytes]:
    """The type and the bytes of a number, a text, a list or a struct with numbered fields."""
    if isinstance(value, int):
        return INTEGER, varint(value << 1)
    if isinstance(value, str):
        return BINARY, varint(len(value.encode())) + value.encode()
    if isinstance(value, list):
        parts = [encoded(part) for part in value]
        kind = parts[0][0] if parts else STRUCT
        kind = ENUM if kind == INTEGER else kind
        return LIST, bytes([0xF0 | kind]) + varint(len(parts)) + b"".join(p for _, p in parts)
    assert isinstance(value, dict)
    out, last = b"", 0
    for number, field in value.items():
        kind, content = encoded(field)
        out += bytes([(number - last) << 4 | kind]) + content
        last = number
    return STRUCT, out + b"\0"


def parquet(values: list[str | int], repeated: int, more: list[object], schema: int) -> bytes:
    """An index with one value in each column, as often as wanted, and more of a schema."""
    names = HEAD.strip().split(",")
    file, columns = b"PAR1", []
    for name, value in zip(names, values, strict=True):
        if isinstance(value, str):
            plain = len(value).to_bytes(4, "little") + value.encode()
        else:
            plain = value.to_bytes(8, "little")
        # A dictionary with the value, and a page that is one run of it.
        run = b"\1" + varint(repeated << 1) + b"\0"
        begin = len(file)
        for head, data in [
            ({1: 2, 2: len(plain), 3: len(plain), 7: {1: 1, 2: 0}}, plain),
            ({1: 0, 2: len(run), 3: len(run), 5: {1: repeated, 2: 8, 3: 3, 4: 3}}, run),
        ]:
            place = len(file)
            file += encoded(head)[1] + data
        kind, length = (6 if isinstance(value, str) else 2), len(file) - begin
        meta = {1: kind, 2: [0, 8], 3: [name], 4: 0, 5: repeated, 6: length, 7: length}
        columns.append({2: begin, 3: {**meta, 9: place, 11: begin}})
    own = [{1: 6, 3: 0, 4: names[0], 6: 0}, {1: 2, 3: 0, 4: names[1]}, {1: 2, 3: 0, 4: names[2]}]
    # The other columns share the bytes of the first one, which nothing reads.
    others = [part for part in more if isinstance(part, dict) and 5 not in part]
    for part in others:
        columns.append({2: 4, 3: {**columns[0][3], 3: [part[4]]}})
    groups = [{1: columns, 2: len(file), 3: repeated}]
    root = {4: "schema", 5: len(own) + schema}
    foot = encoded({1: 1, 2: [root, *own, *more], 3: repeated, 4: groups})[1]
    return file + foot + len(foot).to_bytes(4, "little") + b"PAR1"


def deep_schema(size: int) -> bytes:
    """Groups inside each other, and the same in a list of a header that is cut off."""
    more: list[object] = [{3: 0, 4: "g", 5: 1} for _ in range(size // 10)]
    return parquet(["a.warc", 0, 1000], 1, [*more, {1: 6, 3: 0, 4: "leaf", 6: 0}], 1)


def wide_schema(size: int) -> bytes:
    more: list[object] = [{1: 6, 3: 0, 4: f"c{at}", 6: 0} for at in range(size // 60)]
    return parquet(["a.warc", 0, 1000], 1, more, len(more))


add("index_same_record", "index", lambda n: index(rows(n, "a.warc,0,999999#\n"), read=prose(n)))
add("index_inside", "index", inside)
add(
    "index_huge",
    "index",
    lambda n: index(rows(n, "a.warc,9223372036#,9223372036854775807\n") + "a.warc,0,999999999\n"),
)
add(
    "index_negative",
    "index",
    lambda n: index(rows(n, "a.warc,#,18446744073709000000\n") + "a.warc,-1,-1\n"),
)
add(
    "index_quotes",
    "index",
    lambda n: index(rows(n // 2, '"a.warc",#,"5"\n') + '"' + fill(n // 2, '""\n')),
)
add("index_long_line", "index", lambda n: index(rows(n // 2, "a.warc,#,5\n") + fill(n // 2, "a")))
add(
    "index_columns",
    "index",
    lambda n: index(
        HEAD.strip()
        + ",warc_filename,warc_record_length" * 3000
        + "\n"
        + fill(n, f"a.warc,0,500{',' * 6000}\n")
    ),
)
add(
    "index_odd_bytes",
    "index",
    lambda n: index(
        "\ufeff"
        + HEAD.replace("\n", "\r")
        + fill(n // 2, "\ufeffa\0.warc,0,5\r")
        + fill(n // 2, "\r")
    ),
)
add(
    "index_cdxj",
    "index",
    lambda n: index(
        count(n, 'test,a)/# 2020 {"filename": "a.warc", "offset": "#", "length": "9"}\n')
    ),
)
add("index_no_archives", "index", lambda n: index(rows(n, "no/#.warc.gz,0,9\n")))
add(
    "index_way_out",
    "index",
    lambda n: index(
        rows(n // 2, "../#%2e%2E/a.warc,0,9\n") + f"{fill(n // 2, '%2e%2F..')}/x,0,9\n",
        "--index-base",
        ".",
    ),
)
add("index_spellings", "index", spellings)
add(
    "index_parquet_long_name",
    "index",
    lambda n: index(parquet(["n" * n, 0, 1000], 1 << 20, [], 0)),
)
add("index_parquet_deep", "index", lambda n: index(deep_schema(n)))
add("index_parquet_wide", "index", lambda n: index(wide_schema(n)))


# --- Measuring


class Server(http.server.ThreadingHTTPServer):
    """Gives the robots.txt of the case, and its page at all other addresses."""

    daemon_threads = True
    case = Case([], {})

    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are no news."""


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        is_robots = self.path.startswith("/robots.txt")
        body = server.case.robots if is_robots else server.case.page
        self.send_response(200)
        self.send_header("Content-Type", "text/plain" if is_robots else "text/html")
        self.send_header("Content-Length", str(len(body)))
        if is_robots:
            for name, value in (server.case.fields or {}).items():
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


class Run(NamedTuple):
    """What a process took."""

    bytes: int
    seconds: float
    memory: int
    # That of the shell: negative after a signal.
    status: int
    # Why it was stopped by us.
    stopped: str
    # The beginning of what it said.
    message: str

    def per_mb(self) -> float:
        return self.seconds / (self.bytes / 1e6)


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (STOP_SECONDS, STOP_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (STOP_MEMORY, STOP_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program: str, case: Case, folder: Path, server: Server) -> Run:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.name == "list.txt":
            content = content.replace(b"SITE", server.address().encode())
        path.write_bytes(content)
    folder.mkdir(exist_ok=True)
    size = case.size()
    # The memory of this process is the least that is measured of others, so it forgets what it can.
    case.files.clear()
    server.case = case
    args = [arg.replace("SITE", server.address()) for arg in case.args]
    errors = folder / "errors"
    waited = threading.Event()
    with errors.open("wb") as stderr:
        process = subprocess.Popen(
            [program, *args],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            preexec_fn=limit,
        )

        def end() -> None:
            waited.set()
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)

        timer = threading.Timer(STOP_WAITING, end)
        timer.start()
        _, outcome, usage = os.wait4(process.pid, 0)
        timer.cancel()
    status = process.returncode = os.waitstatus_to_exitcode(outcome)
    said = errors.read_bytes()
    panic = said.find(b"panicked")
    begin = max(0, panic - 100)
    stopped = "waits" if waited.is_set() else "time" if status == -signal.SIGXCPU else ""
    return Run(
        size,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * 1024,
        status,
        stopped,
        said[begin : begin + 400].decode(errors="replace"),
    )


def measure(one: Callable[[int], Run], size: int) -> tuple[list[Run], list[float]]:
    """Runs with n, 2n, and if needed 4n bytes, and how many times as long each takes."""
    runs = [one(size)]
    while runs[-1].seconds < MIN_SECONDS and size < MAX_BYTES and not runs[-1].stopped:
        size = min(2 * size, MAX_BYTES)
        runs = [one(size)]
    while runs[-1].seconds > MOST_SECONDS and size > MIN_BYTES:
        size //= 4
        runs.append(one(size))
    ratios: list[float] = []
    for times in (2, 4):
        before = runs[-1]
        if before.stopped or min(ratios, default=MAX_GROWTH + 1) < MAX_GROWTH:
            break
        runs.append(one(times * size))
        if not runs[-1].stopped:
            ratios.append(runs[-1].seconds / max(before.seconds, 0.001))
    # Shorter times say nothing about growth.
    return runs, ratios if runs[-1].seconds > MIN_SECONDS else []


def faults(runs: list[Run], ratios: list[float]) -> list[str]:
    found = []
    if ratios and min(ratios) > MAX_GROWTH:
        found.append("superlinear")
    if max(run.per_mb() for run in runs) > MAX_SECONDS_PER_MB:
        found.append("slow")
    if max(run.memory for run in runs) > MAX_MEMORY:
        found.append("memory")
    for run in runs:
        if run.stopped:
            found.append(f"stopped: {run.stopped}")
        elif run.status not in (0, 1, 2):
            found.append(f"status {run.status}")
        if "panicked" in run.message:
            found.append("panic")
    return sorted(set(found))


def main() -> int:
    parser = argparse.ArgumentParser(description="Attacks the inputs of Tamis other than pages.")
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="the patterns whose name has this in it")
    parser.add_argument("--size", type=int, default=500_000, help="n, in bytes")
    parser.add_argument("--json", type=Path, help="a file for all that was measured")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    # Another program, or one that does not start, would pass everything.
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    if not version.stdout.startswith("tamis "):
        parser.error(f"{program} is not tamis")
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    server = Server(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(
        f"{'pattern':24} {'kind':7} {'bytes':>9} {'CPU s':>6} {'s/MB':>6} {'growth':>6} "
        f"{'MB':>6} {'status':>6}  reported for"
    )
    results = []
    try:
        for name, (kind, function) in PATTERNS.items():
            if not re.search(options.only, name):
                continue
            runs, ratios = measure(
                lambda size: run(program, function(size), folder / "case", server),  # noqa: B023
                options.size,
            )
            found, most = faults(runs, ratios), max(runs, key=lambda run: run.bytes)
            growth = f"{min(ratios):.2f}" if ratios else "-"
            print(
                f"{name:24} {kind:7} {most.bytes:9} {most.seconds:6.2f} {most.per_mb():6.2f} "
                f"{growth:>6} {most.memory // 1_000_000:6} {most.status:6}  {', '.join(found)}",
                flush=True,
            )
            measured = [run._asdict() for run in runs]
            result = {"pattern": name, "kind": kind, "faults": found, "growth": ratios}
            results.append({**result, "runs": measured})
            if options.json:
                options.json.write_text(json.dumps(results, indent=1))
    finally:
        server.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    reported = [result["pattern"] for result in results if result["faults"]]
    print(f"{len(results)} patterns, {len(reported)} reported: {' '.join(map(str, reported))}")
    return 1 if reported else 0


if __name__ == "__main__":
    sys.exit(main())
