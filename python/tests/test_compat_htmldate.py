"""htmldate's drop-in module: the behaviour that the reference's own tests check."""

from __future__ import annotations

import datetime
import json
import logging
import os
from typing import Any

import compat_corpora
import pytest

from tamis.compat.htmldate import find_date, utils, validators

# Every so many pages of the corpus are read.
STEP = 1 if os.environ.get("TAMIS_FULL") == "1" else 3

PUBLISHED = '<meta property="article:published_time" content="2024-03-05T10:20:30+01:00">'
MODIFIED = '<meta property="article:modified_time" content="2024-04-06">'
TEXT = "<h1>Bread</h1><p>Posted on 5 March 2024 by Ann</p><p>Bread rises.</p>"


@pytest.mark.parametrize(
    "html",
    [
        PUBLISHED,
        '<meta name="date" content="2024-03-05">',
        '<meta name="dcterms.created" content="2024-03-05">',
        '<meta itemprop="datePublished" content="2024-03-05">',
        "<h1>Bread</h1><time datetime=2024-03-05T08:00>yesterday</time>",
        TEXT,
        '<script type="application/ld+json">'
        '{"@type": "NewsArticle", "datePublished": "2024-03-05"}</script>',
        "<html lang=de><h1>Brot</h1><p>Veröffentlicht am 5. März 2024</p>",
        '<link rel=canonical href="https://site.example/2024/03/05/bread"><p>Bread',
    ],
)
@pytest.mark.parametrize("encoded", [False, True])
def test_a_date_is_found(html: str, encoded: bool) -> None:
    page = f"<!doctype html><meta charset=utf-8>{html}"
    assert find_date(page.encode() if encoded else page) == "2024-03-05"


@pytest.mark.parametrize("html", ["", "<p>Bread rises.", "<p>2024", "<meta name=date content=x>"])
def test_a_page_without_a_date_has_none(html: str) -> None:
    assert find_date(html) is None


def test_the_later_date_or_that_of_publication() -> None:
    assert find_date(PUBLISHED + MODIFIED) == "2024-04-06"
    assert find_date(PUBLISHED + MODIFIED, original_date=True) == "2024-03-05"
    assert find_date(MODIFIED, original_date=True) == "2024-04-06"
    assert find_date(PUBLISHED) == "2024-03-05"


def test_the_date_is_written_as_asked() -> None:
    assert find_date(PUBLISHED, outputformat="%d %B %y") == "05 March 24"
    assert find_date(PUBLISHED, outputformat="%H:%M:%S %z") == "10:20:30 +0100"
    assert find_date(MODIFIED, outputformat="%Y-%m-%dT%H:%M") == "2024-04-06T00:00"
    assert find_date(PUBLISHED, outputformat="day") is None


def test_the_search_can_leave_out_the_text() -> None:
    assert find_date(TEXT, extensive_search=False) is None
    assert find_date(PUBLISHED + TEXT, extensive_search=False) == "2024-03-05"


@pytest.mark.parametrize("kind", [str, datetime.datetime.fromisoformat])
def test_dates_out_of_the_limits_are_none(kind: Any) -> None:
    html = f"{PUBLISHED}<meta name=date content=2023-01-02>"
    assert find_date(html, min_date=kind("2024-03-05")) == "2024-03-05"
    assert find_date(html, min_date=kind("2024-03-06")) is None
    assert find_date(html, max_date=kind("2024-03-05")) == "2024-03-05"
    assert find_date(html, max_date=kind("2024-03-04")) == "2023-01-02"
    assert find_date(html, max_date=kind("2023-01-01")) is None
    assert find_date(PUBLISHED + MODIFIED, max_date=kind("2024-04-05")) == "2024-03-05"


def test_dates_of_tomorrow_are_none() -> None:
    tomorrow = datetime.date.today() + datetime.timedelta(days=1)
    assert find_date(f"<meta name=date content={tomorrow}>") is None
    assert find_date(f"<meta name=date content={tomorrow}>", max_date="2999-01-01") == str(tomorrow)


def test_limits_that_are_no_dates_are_not_used(caplog: pytest.LogCaptureFixture) -> None:
    assert find_date(PUBLISHED, min_date="soon") == "2024-03-05"
    assert "min_date is no date of ISO 8601: 'soon'" in caplog.text


@pytest.mark.parametrize(
    ("markup", "date"),
    [
        ('<abbr class="published" title="2020-05-05">May</abbr>', "2020-05-05"),
        ('<abbr class="other" title="2020-05-05">May</abbr>', None),
        ('<abbr data-utime="1438091078">July</abbr>', "2015-07-28"),
        ('<abbr data-utime="999999999999999">Never</abbr>', None),
        ('<meta name="DC.Issued" content="2021-07-13">', "2021-07-13"),
        ('<meta name="lastmodified" content="2018-02-05">', "2018-02-05"),
        ("<title>Report of 22.04.2020 - The Crumb</title>", "2020-04-22"),
        ('<img src="/uploads/2019-05-05/bread.jpg">', "2019-05-05"),
        ("<p>\u00a9 2017 The Crumb", "2017-01-01"),
        ("<title>Report of 31.02.2020</title>", None),
    ],
)
def test_dates_are_in_places_of_old_pages_too(markup: str, date: str | None) -> None:
    assert find_date(f"<html>{markup}<p>Bread") == date


def test_dates_of_old_pages_never_replace_others() -> None:
    weak = '<img src="/uploads/2019-05-05/bread.jpg"><p>\u00a9 2017'
    assert find_date(f'<html><meta name="date" content="2024-03-05">{weak}') == "2024-03-05"


def test_the_text_has_dates_in_digits_without_a_search() -> None:
    text = "<p>Some text, published 2020-05-05 by someone"
    assert find_date(text, extensive_search=False) == "2020-05-05"


def test_the_address_has_a_date_too() -> None:
    url = "https://site.example/2024/02/01/bread"
    assert find_date("<p>Bread", url=url) == "2024-02-01"
    assert find_date("<p>Bread", url=url, deferred_url_extractor=True) == "2024-02-01"
    shown = "<h1>Bread</h1><p>Posted on 2 February 2024</p>"
    assert find_date(shown, url=url, deferred_url_extractor=True) == "2024-02-02"


def test_verbose_logs_the_dates(caplog: pytest.LogCaptureFixture) -> None:
    root = logging.getLogger()
    before = root.level
    try:
        with caplog.at_level(logging.DEBUG):
            assert find_date(PUBLISHED, verbose=True) == "2024-03-05"
    finally:
        root.setLevel(before)
    assert "2024-03-05T10:20:30+01:00 in meta article:published_time" in caplog.text


def test_other_objects_are_no_pages() -> None:
    with pytest.raises(TypeError, match="not int"):
        find_date(7)


def test_a_tree_of_lxml_is_a_page() -> None:
    lxml_html = compat_corpora.reference("lxml.html")
    assert find_date(lxml_html.fromstring(f"<html><head>{PUBLISHED}</head></html>")) == "2024-03-05"


def test_dates_of_the_corpus_are_at_least_as_often_right_as_the_reference_s() -> None:
    reference = compat_corpora.reference("htmldate")
    pages = dict(compat_corpora.files("dates"))
    annotations = json.loads(pages["dates/annotations.json"])
    counts: dict[str, dict[str, int]] = {}
    logging.disable(logging.CRITICAL)
    try:
        for name, function in (("tamis", find_date), ("htmldate", reference.find_date)):
            counts[name] = {"right": 0, "wrong": 0, "unanswered": 0}
            for url, of in list(annotations.items())[::STEP]:
                date = function(pages[f"dates/html/{of['file']}"], url=url, original_date=True)
                right = "right" if date == of["date"] else "wrong"
                counts[name]["unanswered" if date is None else right] += 1
    finally:
        logging.disable(logging.NOTSET)
    assert counts["tamis"]["right"] >= counts["htmldate"]["right"]
    assert counts["tamis"]["wrong"] <= counts["htmldate"]["wrong"]


def test_dates_are_checked_and_written_in_formats() -> None:
    early, late = datetime.datetime(2000, 6, 1), datetime.datetime(2020, 1, 1)
    days = ("2016-01-01", "2016/01/01 12:00", "2016-1-5", "2000-05-31", "2020-13-01", None)
    valid = [validators.is_valid_date(day, "%Y-%m-%d", early, late) for day in days]
    assert valid == [True, True, True, False, False, False]
    assert validators.convert_date("5 March 2024", "%d %B %Y", "%Y-%m-%d") == "2024-03-05"
    assert find_date('<meta itemprop="copyrightYear" content="2017"><p>Bread') == "2017-01-01"


def test_bytes_are_decoded() -> None:
    text = "Grüße aus München, schöne Äpfel und Öl. " * 5
    assert utils.decode_file(text.encode("latin-1")) == text
    assert utils.detect_encoding(text.encode()) == ["utf-8"]
