"""Pages of the book: what they show is so.

Blocks of Python are run as an interpreter shows them, all of a page one after another. Blocks of a
shell, and commands between backticks, are run by ``tamis`` in a folder with pages. A block of text
after a block of a shell is what that prints. Requests of ``curl`` are sent to ``tamis serve``.
"""

from __future__ import annotations

import doctest
import functools
import http.server
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import write

DOCS = Path(__file__).parents[2] / "docs"
# The others are for people who come from other libraries.
FIRST = [
    DOCS / f"{name}.md" for name in ("concepts", "confidence", "first-steps", "metadata", "scale")
]
PAGES = [*sorted(DOCS.glob("coming-from-*.md")), *FIRST]
NAMES = [page.stem for page in PAGES]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The page that is explained step by step.
_SAMPLE = re.compile(r"^```html\n(<!doctype.*?)^```$", re.MULTILINE | re.DOTALL)
# The server and the page of the requests.
_SERVER = "http://127.0.0.1:8080"
_PAGE = "https://example.com/article"
# A command that reads something. Others are names of commands.
_COMMAND = re.compile(r"`(tamis [^`\n]*(?:page\.html|pages/|list\.txt))`")
# The address of a page that is read, and not that of a page whose file is there.
_ADDRESS = re.compile(r"(?<!--url )(?<!--base-url )https?://")

WORDS = "a and at because for in is it not of on so that the then there until which with without"
BREAD = """<!doctype html><html lang="en"><head><title>Bread - The Crumb</title>
<meta name="author" content="Ann Miller">
<meta property="article:published_time" content="2024-03-05"></head>
<body><nav><ul><li><a href="/">Home</a></li><li><a href="/all">All recipes</a></li></ul></nav>
<article><h1>Bread</h1>
<p>The dough rests for a night, so that it tastes of more than <b>flour and water</b>, and then it
is shaped into a loaf on a floured board.</p>
<p>Bake it in a pot with a lid, which keeps the steam at the crust for half an hour, and then for
<a href="/times">twenty minutes</a> without the lid, until the crust is brown.</p>
<p>When the loaf sounds hollow it is done. Leave it on a rack until it is cold, because the crumb of
a warm loaf sticks to the knife, and cut it with a long one that has teeth.</p>
<p>Keep the loaf in a bag of paper for the first days, and then in a box, so that it does not dry.
What is left at the end of the week makes good toast, and after that it makes crumbs, which is why
in this house there is no bread that is thrown away, and there has never been any.</p>
</article><footer><p>About us</p></footer></body></html>
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with pages, and the program on the path."""
    (tmp_path / "page.html").write_text(BREAD, encoding="utf-8")
    (tmp_path / "pages").mkdir()
    for name in ("bread", "rolls"):
        page = BREAD.replace("Bread", name.title())
        (tmp_path / "pages" / f"{name}.html").write_text(page, encoding="utf-8")
    (tmp_path / "list.txt").write_text("page.html\npages/rolls.html\n", encoding="utf-8")
    sample = _SAMPLE.search((DOCS / "concepts.md").read_text())
    assert sample
    (tmp_path / "tea.html").write_text(sample[1], encoding="utf-8")
    write(tmp_path / "crawl.warc.gz", 3)
    (tmp_path / "words.txt").write_text("\n".join(WORDS.split()), encoding="utf-8")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "crumb.example.txt").write_text("body: //article\n", encoding="utf-8")
    program = tmp_path / "bin" / "tamis"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tamis "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(script: str, folder: Path) -> str:
    """Runs lines of a shell, of which none may fail, and returns what they print."""
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, f"{script}: {done.stderr}"
    return done.stdout


@pytest.fixture
def server(folder: Path) -> Iterator[tuple[str, str]]:
    """The addresses of a service, and of a page on a server that it can reach."""
    files = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), files) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        command = ["tamis", "serve", "--listen", "127.0.0.1:0", "--allow-private", "--log", "off"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
            assert service.stderr
            address = service.stderr.readline().split()[-1]
            yield address, f"http://127.0.0.1:{pages.server_address[1]}/page.html"
            service.terminate()
        pages.shutdown()


def test_there_are_pages() -> None:
    assert len(PAGES) == 13
    assert all(page.is_file() for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_python_of_a_page_is_as_shown(page: Path, folder: Path) -> None:
    blocks = [code for language, code in _BLOCK.findall(page.read_text()) if language == "python"]
    assert all(code.startswith(">>> ") for code in blocks), "a block begins with a prompt"
    text = "\n".join(blocks)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_commands_of_a_page_run(page: Path, folder: Path) -> None:
    text = page.read_text()
    blocks = _BLOCK.findall(text)
    for (language, code), (after, printed) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language == "sh" and "curl" not in code:
            found = run(code, folder)
            assert found == printed if after == "text" else found.strip(), code
    commands = [of for of in _COMMAND.findall(_BLOCK.sub("", text)) if not _ADDRESS.search(of)]
    assert commands or page in FIRST
    for command in dict.fromkeys(commands):
        run(command.replace("\\|", "|"), folder)


@pytest.mark.parametrize("name", ["coming-from-firecrawl", "coming-from-jina"])
def test_the_requests_of_a_page_are_answered(name: str, server: tuple[str, str]) -> None:
    service, page = server
    blocks = _BLOCK.findall((DOCS / f"{name}.md").read_text())
    requests = [line for kind, code in blocks if kind == "sh" for line in code.splitlines()]
    assert requests
    assert all(line.startswith("curl ") for line in requests)
    for request in requests:
        line = request.replace(_SERVER, service).replace(_PAGE, page)
        done = subprocess.run(
            ["curl", "--silent", "--fail-with-body", *shlex.split(line)[1:]],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, f"{request}: {done.stdout}"
        assert "The dough rests for a night" in done.stdout, request
