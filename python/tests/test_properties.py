"""Any bytes with any options: an extraction, or an error of the package."""

from __future__ import annotations

import json
import os
import pickle
import typing
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tamis
from tamis._options import Options

CASES = 20_000 if os.environ.get("TAMIS_FULL") == "1" else 400

SENTENCE = "The ferry leaves at seven, long before the town is awake, and nobody asks for tickets."
PIECES = [
    "<p>",
    f"<p>{SENTENCE * 3}",
    "</p>",
    "<article>",
    "<div class=comment>",
    "<div hidden>",
    "<nav><a href=/>Home</a></nav>",
    "<h1>",
    "<h2>A</h2>",
    "<ul><li>",
    "<table><tr><td>",
    "</table>",
    "<pre>",
    "<blockquote>",
    "<img src=a.png alt=",
    "<a href='",
    "'>",
    '">',
    "<!--",
    "-->",
    "<script>",
    "</script>",
    '<script type="application/ld+json">{"@type": "Article", "articleBody": "',
    "<style>p { display: none }</style>",
    "<svg><title>",
    "<math><mi>",
    "<template shadowrootmode=open>",
    "<iframe srcdoc='",
    "<meta charset=",
    "<meta name=author content=",
    "<time datetime=",
    "<ruby>\u6f22<rt>\u304b\u3093</ruby>",
    "2024-05-01",
    "&amp;&lt;&#0;&nope;",
    "\u0000\u000b\ufffe\u202e\U0001f600",
    "\u0645\u0631\u062d\u0628\u0627",
    "\u043f\u0440\u0438\u0432\u0435\u0442",
    "\u4f60\u597d\u3002" * 20,
    "utf-16",
    "x" * 5_000,
]

# Halves of surrogate pairs among them.
texts = st.text(st.characters(), max_size=9)
in_itself: list[Any] = []
in_itself.append(in_itself)
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    texts,
    st.binary(max_size=9),
    st.lists(st.text(max_size=5), max_size=3),
    st.dictionaries(st.text(max_size=9), st.integers(), max_size=2),
    st.dictionaries(
        st.one_of(st.integers(), st.none(), st.tuples(texts)), st.lists(texts), max_size=2
    ),
    st.sampled_from([in_itself, {"length_low": in_itself}, object(), {1}, range(3), "\ud800"]),
)
selectors = st.sampled_from(["p", "article > p", "p:has(+ p)", ":nth-child(2n of p)", "!", ""])
# For each option, the values that are likely to do something.
LIKELY: dict[str, Any] = {
    "language": st.sampled_from(["German", "de", "zh", "nope", ""]),
    "stopwords": st.lists(st.sampled_from(["the", "is", "", "\u4f60"]), max_size=3),
    "latest_date": st.one_of(st.dates(), st.datetimes(), st.sampled_from(["2024-05-01", "soon"])),
    "site_rules": st.dictionaries(
        st.sampled_from(["a.test.txt", "a.test.toml", "global.txt"]),
        st.sampled_from(["body: //p", "strip: //", "[site]", "replace_string(<p>): <i>"]),
        max_size=2,
    ),
    "select": st.one_of(selectors, st.lists(selectors, max_size=2)),
    "drop": st.one_of(selectors, st.lists(selectors, max_size=2)),
    "limits": st.dictionaries(
        st.sampled_from(["depth", "nodes", "bytes", "output", "nope"]),
        st.integers(min_value=-1, max_value=1 << 70),
        max_size=2,
    ),
    "justext": st.dictionaries(st.sampled_from(["length_low", "nope"]), anything, max_size=2),
}


def values(name: str, kind: Any) -> Any:
    """Returns the values to try for an option: those of its type, and others."""
    choices = [arg for arg in typing.get_args(kind) if typing.get_origin(arg) is typing.Literal]
    choices += [kind] if typing.get_origin(kind) is typing.Literal else []
    named = [value for choice in choices for value in typing.get_args(choice)]
    likely = LIKELY.get(name, st.sampled_from(named) if named else st.booleans())
    # The first is taken most of the time.
    return st.one_of(likely, likely, likely, anything)


pages = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES).map(str.encode), st.binary(max_size=8))).map(
        b"".join
    ),
    st.text(st.characters(), max_size=50),
)
OPTIONS = {name: values(name, of) for name, of in typing.get_type_hints(Options).items()}
# Of many options, one would be wrong nearly always.
options = st.sets(st.sampled_from(list(OPTIONS)), max_size=3).flatmap(
    lambda names: st.fixed_dictionaries({name: OPTIONS[name] for name in names})
)
addresses = st.one_of(
    st.none(), st.sampled_from(["https://a.test/x", "nope", "", "http://[::1", "\udcff"]), texts
)
charsets = st.one_of(st.none(), st.sampled_from(["utf-8", "utf-16", "nope", "\udcff"]), texts)


@settings(
    max_examples=CASES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(pages, options, addresses, charsets)
def test_any_page_with_any_options(
    page: str | bytes, options: dict[str, Any], url: str | None, charset: str | None
) -> None:
    try:
        found = tamis.extract(page, url=url, charset=charset, **options)
    except tamis.Error:
        return
    except OSError:
        # There is no such folder.
        if isinstance(options["site_rules"], str):
            return
        raise
    rendered = [found.text, found.markdown(), found.html(), found.xml(), found.tei()]
    assert all(isinstance(text, str) for text in rendered)
    assert isinstance(json.loads(found.json()), dict)
    assert [type(paragraph.text) for paragraph in found.paragraphs] == [str] * len(found.paragraphs)
    assert repr(found)
    assert isinstance(found.metadata, dict)
    again = pickle.loads(pickle.dumps(found))
    assert again.text == found.text


@settings(
    max_examples=CASES // 20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(st.one_of(pages, anything), max_size=5), options)
def test_any_pages_with_any_options(given_pages: list[Any], options: dict[str, Any]) -> None:
    mistakes: tuple[type[Exception], ...] = (tamis.Error,)
    if isinstance(options.get("site_rules"), str):
        mistakes += (OSError,)
    if not all(isinstance(page, str | bytes) for page in given_pages):
        mistakes += (TypeError,)
    try:
        count = sum(1 for _ in tamis.extract_many(given_pages, threads=2, **options))
    except mistakes:
        return
    assert count == len(given_pages)


# The columns of batches and the strategies, and names of neither.
NAMES = [*(column.name for column in tamis.columns()), "text_justext", "nope", "\udcff"]
STRATEGIES = [*typing.get_args(tamis.Strategy), "best", "\udcff"]


@settings(
    max_examples=CASES // 10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    st.lists(st.one_of(st.none(), pages), max_size=4),
    options,
    st.one_of(st.none(), st.lists(st.sampled_from(NAMES), max_size=3)),
    st.lists(st.sampled_from(STRATEGIES), max_size=2),
    st.integers(min_value=0, max_value=3),
)
def test_any_batch_with_any_options(
    given_pages: list[str | bytes | None],
    options: dict[str, Any],
    columns: list[str] | None,
    strategies: list[Any],
    threads: int,
) -> None:
    pa = pytest.importorskip("pyarrow")
    html = [
        page.encode("utf-8", "surrogatepass") if isinstance(page, str) else page
        for page in given_pages
    ]
    batch = pa.record_batch({"html": pa.array(html, pa.binary())})
    keywords = {"columns": columns, "strategies": strategies, "threads": threads, **options}
    try:
        made = pa.record_batch(tamis.extract_batch(batch, **keywords))
    except tamis.Error:
        return
    except OSError:
        if isinstance(options["site_rules"], str):
            return
        raise
    made.validate(full=True)
    assert made.num_rows == len(html)
