"""Single pages, and many with threads."""

from __future__ import annotations

import concurrent.futures
import datetime
import gc
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from archives import SENTENCE, page

import tamis


def test_text_title_and_metadata() -> None:
    html = page(1).replace("<title>", "<meta name=author content='Ann Miller'><title>")
    extraction = tamis.extract(html, url="https://site.example/1")
    assert extraction.text.startswith("It was the best of times")
    assert extraction.text.endswith("Number 1. " + SENTENCE.strip())
    assert "Home" not in extraction.text
    assert (extraction.title, extraction.authors) == ("Page 1", ["Ann Miller"])
    assert (extraction.language, extraction.encoding) == ("en", "UTF-8")
    assert extraction.metadata["title"]["value"] == "Page 1"
    assert extraction.metadata["hostname"]["value"] == "site.example"
    assert 0 < extraction.confidence <= 1
    assert extraction.page_type in {"article", "service", "documentation", "listing"}
    assert (extraction.outcome, extraction.text_source) == ("found", "elements")
    assert extraction
    assert str(extraction) == extraction.text
    assert repr(extraction).startswith('<tamis.Extraction "Page 1", ')


def test_products_have_a_price() -> None:
    price = "<meta property=product:price:amount content='1.299,00'>"
    currency = "<meta property=product:price:currency content=eur>"
    html = page(1).replace("<title>", f"{price}{currency}<title>")
    extraction = tamis.extract(html)
    assert (extraction.price, extraction.currency) == ("1299.00", "EUR")
    without = tamis.extract(page(2))
    assert (without.price, without.currency) == (None, None)


def test_a_page_without_content_is_no_error() -> None:
    pages: list[str | bytes] = ["", b"", "<div id=root></div><script src=app.js></script>"]
    for html in pages:
        extraction = tamis.extract(html)
        assert not extraction
        assert extraction.text == ""
        assert extraction.outcome != "found"


def test_pages_in_any_type_and_encoding() -> None:
    html = f"<html lang=en><p>Caf\u00e9. {SENTENCE * 5}"
    expected = tamis.extract(html).text
    assert expected.startswith("Caf\u00e9. It was")
    encoded = html.encode()
    types: list[bytes | bytearray | memoryview] = [encoded, bytearray(encoded), memoryview(encoded)]
    for given in types:
        assert tamis.extract(given).text == expected
    assert tamis.extract(html.encode("latin-1"), charset="latin1").text == expected
    half = tamis.extract(f"<p>\ud83d {SENTENCE * 5}").text
    assert half.startswith("? It was")
    with pytest.raises(TypeError, match="a page is a text"):
        tamis.extract(None)  # type: ignore[arg-type]


def test_formats() -> None:
    html = f"<html lang=en><h1>A</h1><h2>Bread</h2><p>{SENTENCE * 5}<a href=/b>more</a>"
    extraction = tamis.extract(html, url="https://site.example/", strategy="density")
    assert "[more](https://site.example/b)" in extraction.markdown()
    assert "[more]" not in extraction.markdown(links="omitted")
    assert '<a href="https://site.example/b"' in extraction.html(fragment=True)
    assert extraction.html().startswith("<!DOCTYPE html>")
    assert extraction.tei().startswith("<TEI")
    assert extraction.xml().startswith("<doc")
    assert max(map(len, extraction.text_with(width=40).splitlines())) <= 40
    chunks = extraction.chunks(200)
    assert all(len(chunk["markdown"]) <= 200 for chunk in chunks)
    assert len(chunks) > 1
    whole = json.loads(extraction.json(markdown=True, paragraphs=True, verdicts=True))
    assert whole == extraction.to_dict(markdown=True, paragraphs=True, verdicts=True)
    assert whole["text"] == extraction.text
    assert whole["markdown"] == extraction.markdown()
    assert "markdown" not in extraction.to_dict()
    with pytest.raises(tamis.ConfigError, match="unknown field `link`"):
        extraction.markdown(link=False)  # type: ignore[call-arg]


def test_paragraphs_and_reasons() -> None:
    extraction = tamis.extract(page(0))
    kept = [paragraph.text for paragraph in extraction.paragraphs if paragraph.kept]
    assert "\n".join(kept).split() == extraction.text.split()
    explanation = extraction.explain()
    names = {engine["engine"] for engine in explanation["engines"]}
    assert {"model", "justext", "readability", "density", "selectors"} <= names
    assert len(explanation["paragraphs"]) == len(extraction.paragraphs)


def test_reasons_as_values_and_as_a_page() -> None:
    url = "https://site.example/1"
    extraction = tamis.extract(page(0), url=url)
    assert tamis.explain(page(0), url=url) == extraction.explain()
    html = tamis.explain(page(0), url=url, format="html")
    assert html == extraction.explain_html()
    assert html.startswith("<!DOCTYPE html>")
    assert url in html
    assert "of my own" in extraction.explain_html("of my own")
    density = tamis.explain(page(0), strategy="density")
    assert {engine["engine"] for engine in density["engines"] if engine["had_part"]} == {"density"}
    with pytest.raises(tamis.ConfigError, match="format"):
        tamis.explain(page(0), format="text")  # type: ignore[call-overload]


def test_comments_and_posts() -> None:
    extraction = tamis.extract(page(0), comments=True)
    assert extraction.comments == ""
    assert tamis.extract(page(0)).comments is None
    assert extraction.posts == []


def test_options_act() -> None:
    html = page(2)
    assert tamis.extract(html, strategy="justext").strategy_used == "justext"
    assert tamis.extract(html, title="add").text.startswith("Page 2\n\n")
    dated = "<meta property=article:published_time content=2024-05-06><p>Bread rises."
    assert tamis.extract(dated).published == "2024-05-06"
    assert tamis.extract(dated, latest_date=datetime.date(2024, 5, 3)).published is None
    assert tamis.extract(dated, latest_date="2024-05-06").published == "2024-05-06"
    noon = datetime.datetime(2024, 5, 6, 12)
    assert tamis.extract(dated, latest_date=noon).published == "2024-05-06"
    long = {"length_low": 5000, "length_high": 9000}
    assert not tamis.extract(html, strategy="justext", justext=long)
    arabic = tamis.extract(html, strategy="justext", language="Arabic")
    assert not arabic
    assert tamis.extract(html, strategy="justext", language="en")
    assert tamis.extract(html, strategy="justext", stopwords=["the", "of", "it", "was"])
    assert tamis.extract(html, strategy="justext", stopwords=["none"]).text == ""
    rules = {"site.example.txt": "body: //p[2]\n"}
    ruled = tamis.extract(html, url="https://site.example/", site_rules=rules)
    assert ruled.text == "Number 2. " + SENTENCE.strip()
    boxes = "<p class=a>Bread<p class=b>rises<p class=c>slowly."
    assert tamis.extract(boxes, select=".a, .c").text == "Bread\n\nslowly."
    assert tamis.extract(boxes, select=["p"], drop=[".b", ".c"]).text == "Bread"
    missed = tamis.extract(boxes, select=[".d"])
    assert (missed.outcome, missed.warnings) == ("nothing_selected", ["no element matches `.d`"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategie": "auto"}, "unknown option `strategie`, did you mean `strategy`"),
        ({"langage": "de"}, r"did you mean `language`\? The options: strategy, language, "),
        ({"zzz": 1}, r"unknown option `zzz`\. The options: .*, site_rules, select, drop, limits"),
        ({"strategy": "best"}, "`strategy`: unknown variant `best`, expected one of"),
        ({"language": "Klingon"}, "no stoplist for the language `Klingon`"),
        ({"latest_date": "soon"}, "`latest_date`: a day is written YYYY-MM-DD"),
        ({"justext": {"length_low": "x"}}, "`justext.length_low`: invalid type"),
        ({"site_rules": {"a.example.txt": "boddy: //p"}}, "`site_rules`: a.example.txt, line 1: "),
        ({"site_rules": {"a.example.txt": "body: //p["}}, "`site_rules`: a.example.txt, line 1: "),
        ({"charset": "nonsense"}, "`charset`: no encoding has the name `nonsense`"),
        ({"select": "p:hover"}, "select: `p:hover` can't be read as a selector"),
        ({"limits": {"deep": 1}}, "unknown field `deep`"),
        ({"language": False}, "`language`: 'bool' object is not an instance of 'str'"),
        ({"stopwords": 7}, "`stopwords`: expected words, not int"),
        ({"stopwords": "the"}, "`stopwords`: expected words, not str"),
        ({"stopwords": [7]}, "`stopwords`: 'int' object is not an instance of 'str'"),
        ({"drop": 7}, "`drop`: expected a CSS selector, or several, not int"),
        ({"site_rules": 7}, "`site_rules`: expected a folder, or names and texts, not int"),
        ({"site_rules": {"a.txt": b""}}, "`site_rules`: expected names and texts of files"),
        ({"site_rules": "\0"}, "`site_rules`: "),
    ],
)
def test_wrong_options_are_errors(options: dict[str, object], message: str) -> None:
    with pytest.raises(tamis.ConfigError, match=message):
        tamis.extract("<p>a", **options)  # type: ignore[arg-type]
    assert issubclass(tamis.ConfigError, ValueError)
    assert issubclass(tamis.ConfigError, tamis.Error)


def test_extractors_are_used_again() -> None:
    extractor = tamis.Extractor(strategy="density")
    first = extractor.extract(page(1))
    second = extractor.extract(page(2))
    assert first.title == "Page 1"
    assert second.title == "Page 2"
    del first, second
    assert extractor.extract(page(3)).title == "Page 3"
    assert repr(extractor) == "tamis.Extractor(strategy='density')"


def test_many_pages_keep_their_order() -> None:
    seen: list[int] = []
    pages = [page(number) for number in range(40)]
    titles = [
        extraction.title
        for extraction in tamis.extract_many(pages, threads=3, progress=seen.append)
    ]
    assert titles == [f"Page {number}" for number in range(40)]
    assert seen == list(range(1, 41))
    expected = [tamis.extract(html).text for html in pages]
    assert [of.text for of in tamis.extract_many(iter(pages), threads=1)] == expected
    pairs = [(html.encode(), "https://site.example/a") for html in pages[:2]]
    hosts = [of.metadata["hostname"]["value"] for of in tamis.extract_many(pairs)]
    assert hosts == ["site.example", "site.example"]


def test_many_pages_are_read_as_they_are_needed() -> None:
    taken = 0

    def pages() -> Iterator[str]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield page(number)

    extractions = tamis.extract_many(pages(), threads=2)
    next(extractions)
    assert taken <= 9


def test_errors_of_the_iterable_are_raised() -> None:
    def pages() -> Iterator[str]:
        yield page(1)
        raise LookupError("no more pages")

    titles: list[str | None] = []

    def failed(pages: Iterable[Any], error: type[Exception], message: str) -> list[str | None]:
        titles.clear()
        with pytest.raises(error, match=message):
            titles.extend(of.title for of in tamis.extract_many(pages, threads=2))
        return titles

    assert failed(pages(), LookupError, "no more pages") == ["Page 1"]
    assert failed([page(1), page(2), 7, page(3)], TypeError, "page 2: .*not int") == [
        "Page 1",
        "Page 2",
    ]
    assert failed([(page(1), 5)], TypeError, "page 0: ") == []
    assert failed([(page(1), None, 5)], TypeError, "page 0: ") == []
    for single in ["abc", b"abc"]:
        assert failed(single, TypeError, "pages are several") == []
    with pytest.raises(ValueError, match="`threads`: expected at least 1"):
        tamis.extract_many([], threads=0)


def test_pythons_lock_is_released() -> None:
    html = "<html lang=en>" + "".join(f"<p>{n}. {SENTENCE * 3}" for n in range(4000))
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    tamis.extract(html)
    done.set()
    thread.join()
    # With the lock held, the other thread would not run before the end.
    assert counted > 2


def test_threads_give_the_same_answers() -> None:
    expected = [tamis.extract(page(number)).text for number in range(8)]
    results: dict[int, list[str]] = {}
    shared = tamis.Extractor()

    def work(thread: int) -> None:
        results[thread] = [shared.extract(page(number)).text for number in range(8)]

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == dict.fromkeys(range(4), expected)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_the_iteration() -> None:
    program = (
        "import tamis, sys\n"
        "def pages():\n"
        "    print('ready', flush=True)\n"
        "    while True: yield '<p>' + 'It was the best of times. ' * 2000\n"
        "for _ in tamis.extract_many(pages()): pass\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors


def test_memory_is_given_back() -> None:
    resource = pytest.importorskip("resource")
    html = page(0) * 200
    extractor = tamis.Extractor()
    for _ in range(20):
        extractor.extract(html)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        extractor.extract(html)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 8 << 10  # KiB


def test_extractions_are_pickled() -> None:
    """A copy is made of the same page with the same options."""
    pages: list[str | bytes] = [page(0), page(0).encode("utf-16"), "<p>", b"%PDF-1.7", "a\ud800"]
    for html in pages:
        extractions = [
            tamis.extract(html, url="https://site.example/1"),
            tamis.extract(html, charset="utf-16le", title="add"),
            *tamis.extract_many([html, (html, "https://site.example/2")], comments=True),
        ]
        for extraction in extractions:
            copy = pickle.loads(pickle.dumps(extraction))
            assert copy.json(markdown=True) == extraction.json(markdown=True)
            assert copy.explain() == extraction.explain()
    rules = {"site.example.txt": "body: //p[2]\n"}
    ruled = tamis.extract(page(0), url="https://site.example/", site_rules=rules)
    assert pickle.loads(pickle.dumps(ruled)).text == ruled.text


def test_extractions_come_from_other_processes() -> None:
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(tamis.extract, page(3)).result().title == "Page 3"


def test_bytes_that_are_no_text() -> None:
    """A picture or a PDF file has no content, and the warning says what it is."""
    noise = bytes(range(256)) * 20
    files: list[tuple[str | bytes, str]] = [
        (b"%PDF-1.4\n" + noise, "this is a PDF document, not HTML"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" + noise, "this is a JPEG image, not HTML"),
        (b"\x89PNG\r\n\x1a\n" + noise, "this is a PNG image, not HTML"),
        (noise, "this is binary data, not HTML"),
        (noise.decode("latin-1"), "this is binary data, not HTML"),
    ]
    for html, what in files:
        extraction = tamis.extract(html)
        assert (extraction.outcome, extraction.text) == ("not_html", "")
        assert what in extraction.warnings
    assert tamis.extract("It was the best of times. " * 20).outcome == "found"


def test_repr_is_short_and_notebooks_show_content() -> None:
    title = "A very long title " * 20
    extraction = tamis.extract(page(1).replace("Page 1</title>", f"{title}</title>"))
    assert len(repr(extraction)) < 120
    shown = extraction._repr_html_()
    assert "<p>It was the best" in shown
    assert "<title>" not in shown


def test_types_are_known_at_run_time() -> None:
    for function in [tamis.extract, tamis.extract_many, tamis.extract_batch, tamis.batch]:
        assert "options" in typing.get_type_hints(function)
    hints = typing.get_type_hints(tamis.Options)
    assert hints["latest_date"] == datetime.date | str | None
    for name in hints:
        assert f"{name}: " in (tamis.Options.__doc__ or ""), name


def test_imports_are_quick_and_need_nothing_else() -> None:
    program = "import sys, tamis; print(sorted({name.split('.')[0] for name in sys.modules}))"
    names = subprocess.check_output([sys.executable, "-S", "-c", program], text=True, env=_path())
    for name in ["pyarrow", "polars", "numpy"]:
        assert f"'{name}'" not in names


def _path() -> dict[str, str]:
    folder = os.path.dirname(os.path.dirname(tamis.__file__))
    return {**os.environ, "PYTHONPATH": folder}


def test_addresses_that_have_no_utf8() -> None:
    # As `os.fsdecode` returns the name of a file that is not UTF-8.
    url = "https://a.example/\udcff"
    assert tamis.extract("<p>Bread", url=url, strategy="density").text == "Bread"
    [extraction] = tamis.extract_many([("<p>Bread", url)], strategy="density")
    assert extraction.text == "Bread"
    with pytest.raises(tamis.ConfigError, match="no encoding has the name"):
        tamis.extract(b"<p>Bread", charset="\udcff")
    with pytest.raises(tamis.FetchError, match="loopback"):
        tamis.fetch("http://127.0.0.1/\udcff")
