"""The official Python client of Firecrawl on this server."""

import os
import time
import urllib.request

from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import (
    BadRequestError,
    DNSResolutionError,
    FirecrawlError,
    InternalServerError,
    RequestTimeoutError,
    WebsiteNotSupportedError,
)

SITE = os.environ["SITE"]
client = Firecrawl(api_key="any", api_url=os.environ["SERVER"])
guarded = Firecrawl(api_key="any", api_url=os.environ["GUARDED"])


def content() -> None:
    page = client.scrape(f"{SITE}/bread", formats=["markdown", "html", "rawHtml", "links"])
    assert page.markdown.startswith("Bread needs flour"), page.markdown
    assert f"[morning]({SITE}/morning)" in page.markdown, page.markdown
    assert page.html.startswith("<p>Bread needs flour"), page.html
    assert page.raw_html.startswith("<!DOCTYPE html>") and "<nav>" in page.raw_html
    assert page.links == [f"{SITE}/", f"{SITE}/morning"], page.links
    about = page.metadata
    assert (about.title, about.language, about.status_code) == ("Bread", "en", 200), about
    assert about.description == "How bread is made", about
    assert about.source_url == about.url == f"{SITE}/bread", about
    assert about.model_extra["author"] == "Ann Baker", about
    assert 0 < about.model_extra["confidence"] <= 1, about
    assert page.warning is None, page.warning


def options() -> None:
    default = client.scrape(f"{SITE}/bread")
    assert default.markdown and default.html is None and default.warning is None, default
    navigation = client.scrape(f"{SITE}/bread", include_tags=["nav"])
    assert "Home" in navigation.markdown and "flour" not in navigation.markdown
    whole = client.scrape(f"{SITE}/bread", only_main_content=False, exclude_tags=["nav"])
    assert "Home" not in whole.markdown and "flour" in whole.markdown
    headers = client.scrape(f"{SITE}/bread", headers={"X-Color": "red"}, formats=["rawHtml"])
    assert "<p id=headers>red" in headers.raw_html


def warnings() -> None:
    page = client.scrape(
        f"{SITE}/bread",
        formats=["markdown", "screenshot", {"type": "json", "prompt": "the ingredients"}],
        wait_for=100,
        mobile=True,
        actions=[{"type": "wait", "milliseconds": 10}],
    )
    assert page.markdown.startswith("Bread needs flour")
    for name in ("screenshot", "json", "actions", "mobile", "waitFor"):
        assert f"`{name}`" in page.warning, page.warning
    none = client.scrape(f"{SITE}/bread", include_tags=["aside"])
    assert none.warning == "no element matches `aside`", none.warning


def error(kind: type, sentence: str, url: str, client: Firecrawl = client, **options) -> None:
    try:
        page = client.scrape(url, **options)
    except FirecrawlError as error:
        assert type(error) is kind, repr(error)
        assert sentence in str(error), error
        return
    raise AssertionError(f"{url}: {page}")


def errors() -> None:
    sentence = "cannot fetch it: the server answered 404 Not Found"
    error(InternalServerError, sentence, f"{SITE}/gone-python")
    # The client repeats requests after status 502.
    with urllib.request.urlopen(f"{SITE}/visits/gone-python") as visits:
        assert visits.read() == b"1"
    sentence = "cannot fetch it: the address 127.0.0.1 is loopback, not public"
    error(WebsiteNotSupportedError, sentence, f"{SITE}/bread", guarded)
    begin = time.monotonic()
    error(RequestTimeoutError, "the page took too long", f"{SITE}/slow", timeout=1000)
    assert time.monotonic() - begin < 4
    error(DNSResolutionError, "the host name was not found", "http://nowhere.invalid/")
    error(BadRequestError, "the scheme ftp is neither http nor https", "ftp://example.com/")
    error(BadRequestError, "the selector is incomplete", f"{SITE}/bread", include_tags=[":"])


for test in (content, options, warnings, errors):
    test()
    print(f"Python client: {test.__name__} passed")
