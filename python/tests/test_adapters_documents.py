"""The adapters for language models and crawlers: LangChain, LlamaIndex, Haystack and Scrapy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tamis

PARAGRAPH = "Bread rises slowly in a cold kitchen, and a good loaf takes a whole day to bake. "
PAGE = (
    "<html lang=en><head><title>Bread</title><meta name=author content='Ann Lee'></head><body>"
    "<nav><a href=/>Home</a> <a href=/about>About</a></nav><article><h1>Bread</h1>"
    f"<p>{PARAGRAPH * 3}</p><h2>Rye</h2><p>{PARAGRAPH * 4}</p><h3>Flour</h3>"
    f"<p>See <a href=/rye>rye</a>. {PARAGRAPH * 2}</p></article><footer>Imprint</footer></body>"
)
ADDRESS = "https://example.org/bread"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bread.html"
    path.write_text(PAGE)
    return path


def expected(url: str | None = None) -> str:
    return tamis.extract(PAGE, url=url).markdown()


def test_langchain_loader(file: Path) -> None:
    pytest.importorskip("langchain_core", reason="LangChain is not installed")
    from tamis.langchain import TamisLoader

    (document,) = TamisLoader(file).load()
    assert document.page_content == expected()
    assert document.metadata["source"] == str(file)
    assert (document.metadata["title"], document.metadata["authors"]) == ("Bread", "Ann Lee")
    (text,) = TamisLoader([str(file)], format="text", strategy="density").lazy_load()
    assert text.page_content == tamis.extract(PAGE, strategy="density").text
    missing: list[Any] = [file.with_name("none.html"), "http://127.0.0.1:9/", file]
    assert len(TamisLoader(missing, continue_on_failure=True).load()) == 1
    with pytest.raises(FileNotFoundError):
        TamisLoader(missing).load()
    with pytest.raises(tamis.FetchError, match="not public"):
        TamisLoader(missing[1]).load()
    with pytest.raises(tamis.ConfigError, match="`format`: expected"):
        TamisLoader(file, format="pdf")  # type: ignore[arg-type]  # what is tested
    with pytest.raises(tamis.ConfigError, match="langage"):
        TamisLoader(file, langage="en")  # type: ignore[call-arg]  # what is tested


def test_langchain_documents() -> None:
    pytest.importorskip("langchain_core", reason="LangChain is not installed")
    from langchain_core.documents import Document

    from tamis.langchain import TamisSplitter, TamisTransformer

    page = Document(page_content=PAGE, metadata={"source": ADDRESS, "title": "Mine"}, id="7")
    (document,) = TamisTransformer().transform_documents([page])
    assert document.page_content == expected(ADDRESS)
    assert "https://example.org/rye" in document.page_content
    assert (document.id, document.metadata["title"]) == ("7", "Mine")
    assert document.metadata["language"] == "en"
    chunks = TamisSplitter(400).split_documents([page])
    assert len(chunks) > 2
    assert all(len(chunk.page_content) <= 400 for chunk in chunks)
    assert chunks[-1].metadata["headings"] == "Rye > Flour"
    assert [chunk.metadata["chunk"] for chunk in chunks] == list(range(len(chunks)))
    assert chunks[0].metadata["title"] == "Mine"
    assert TamisSplitter(400).transform_documents([page]) == chunks
    assert TamisSplitter().split_text("") == []
    with pytest.raises(tamis.ConfigError, match="`max_chars`: expected at least 1"):
        TamisSplitter(0)


def test_llama_index_reader(file: Path) -> None:
    pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed")
    from llama_index.core import SimpleDirectoryReader

    from tamis.llama_index import TamisReader

    (document,) = TamisReader().load_data([file])
    assert document.text == expected()
    assert document.metadata["source"] == str(file)
    reader = SimpleDirectoryReader(str(file.parent), file_extractor={".html": TamisReader()})
    (found,) = reader.load_data()
    assert found.text == expected()
    assert found.metadata["file_name"] == "bread.html"
    assert found.metadata["title"] == "Bread"


def test_llama_index_nodes() -> None:
    pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed")
    from llama_index.core.schema import Document, MetadataMode

    from tamis.llama_index import TamisNodeParser

    page = Document(text=PAGE, metadata={"source": ADDRESS})
    parser = TamisNodeParser(max_chars=400, options={"strategy": "density"})
    nodes = parser.get_nodes_from_documents([page])
    assert len(nodes) > 2
    texts = [node.get_content(MetadataMode.NONE) for node in nodes]
    wanted = tamis.extract(PAGE, url=ADDRESS, strategy="density").chunks(400)
    assert texts == [chunk["markdown"] for chunk in wanted]
    assert nodes[-1].metadata["headings"] == "Bread > Rye > Flour"
    assert nodes[0].metadata["source"] == ADDRESS
    assert nodes[0].ref_doc_id == page.doc_id
    # pydantic puts the error into one of its own, which is a `ValueError` too.
    with pytest.raises(ValueError, match="unknown option `langage`"):
        TamisNodeParser(options={"langage": "en"})
    stored = parser.to_dict()
    assert (stored["class_name"], stored["max_chars"]) == ("TamisNodeParser", 400)
    assert stored["options"] == {"strategy": "density"}


def test_haystack(file: Path) -> None:
    pytest.importorskip("haystack", reason="Haystack is not installed")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from tamis.haystack import TamisConverter

    stream = ByteStream(PAGE.encode(), meta={"url": ADDRESS})
    sources: list[Any] = [file, stream, file.with_name("none.html")]
    found = TamisConverter().run(sources, meta={"kind": "test"})["documents"]
    assert [document.content for document in found] == [expected(), expected(ADDRESS)]
    assert all(document.meta["kind"] == "test" for document in found)
    assert found[1].meta["url"] == ADDRESS
    assert found[1].meta["title"] == "Bread"
    chunks = TamisConverter(max_chars=400).run([stream])["documents"]
    assert chunks[-1].meta["headings"] == "Rye > Flour"
    pipeline = Pipeline()
    pipeline.add_component("tamis", TamisConverter("text", options={"strategy": "density"}))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["tamis.haystack"])
    (document,) = again.run({"tamis": {"sources": [stream]}})["tamis"]["documents"]
    assert document.content == tamis.extract(PAGE, strategy="density").text
    with pytest.raises(tamis.ConfigError, match="langage"):
        TamisConverter(options={"langage": "en"})


def test_scrapy_pipeline() -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed")
    from scrapy.utils.test import get_crawler

    from tamis.scrapy import TamisPipeline

    pipeline = TamisPipeline.from_crawler(get_crawler())
    item = pipeline.process_item({"html": PAGE, "url": ADDRESS, "id": 3})
    page = tamis.extract(PAGE, url=ADDRESS)
    assert item.pop("text") == page.text
    assert item == {
        "url": ADDRESS,
        "id": 3,
        "title": "Bread",
        "authors": ["Ann Lee"],
        "published": None,
        "language": "en",
    }
    assert pipeline.process_item({"id": 4}) == {"id": 4}
    settings = {
        "TAMIS_HTML_FIELD": "body",
        "TAMIS_FIELDS": ["markdown", "body", "confidence"],
        "TAMIS_OPTIONS": {"strategy": "density"},
    }
    pipeline = TamisPipeline.from_crawler(get_crawler(settings_dict=settings))
    item = pipeline.process_item({"body": PAGE.encode()})
    assert sorted(item) == ["body", "confidence", "markdown"]
    assert item["markdown"] == tamis.extract(PAGE, strategy="density").markdown()
    for name in ("titel", "__doc__", "explain"):
        with pytest.raises(tamis.ConfigError, match=f"there is no field '{name}'"):
            TamisPipeline.from_crawler(get_crawler(settings_dict={"TAMIS_FIELDS": [name]}))


def test_scrapy_middleware() -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed")
    from scrapy.http import HtmlResponse, Request, TextResponse
    from scrapy.utils.test import get_crawler

    from tamis.scrapy import TamisMiddleware

    middleware = TamisMiddleware.from_crawler(get_crawler())
    page = PAGE.replace("Bread</title>", "Bröd</title>").encode("latin-1")

    def seen(
        of: type[TextResponse], meta: dict[str, Any], content_type: str = "charset=ISO-8859-1"
    ) -> Any:
        headers = {"Content-Type": f"text/html; {content_type}"}
        request = Request(ADDRESS, meta=meta)
        response = of(ADDRESS, body=page, headers=headers, request=request)
        middleware.process_spider_input(response)
        return response.meta.get("tamis")

    assert seen(HtmlResponse, {}).title == "Bröd"
    assert seen(HtmlResponse, {}, "Charset='iso-8859-1'; x=1").title == "Bröd"
    assert seen(HtmlResponse, {}, "charset=nonsense").title == "Bröd"
    assert seen(HtmlResponse, {"tamis": False}) is False
    assert seen(TextResponse, {}) is None


def test_a_crawl(tmp_path: Path) -> None:
    """A whole crawl of a site on this machine, with the pipeline and the middleware."""
    pytest.importorskip("scrapy", reason="Scrapy is not installed")
    import json
    import subprocess
    import sys

    (tmp_path / "bread.html").write_text(PAGE)
    spider = tmp_path / "spider.py"
    spider.write_text(
        "import scrapy\n"
        "class Spider(scrapy.Spider):\n"
        "    name = 'bread'\n"
        f"    start_urls = [{(tmp_path / 'bread.html').as_uri()!r}]\n"
        "    custom_settings = {'ITEM_PIPELINES': {'tamis.scrapy.TamisPipeline': 300},\n"
        "        'SPIDER_MIDDLEWARES': {'tamis.scrapy.TamisMiddleware': 900}}\n"
        "    def parse(self, response):\n"
        "        words = len(response.meta['tamis'].text.split())\n"
        "        yield {'html': response.text, 'url': response.url, 'count': words}\n"
    )
    command = [sys.executable, "-m", "scrapy", "runspider", str(spider), "-O", "items.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    (item,) = json.loads((tmp_path / "items.json").read_text())
    page = tamis.extract(PAGE)
    assert (item["title"], item["text"]) == ("Bread", page.text), done.stderr
    assert item["count"] == len(page.text.split())
    assert "Deprecat" not in done.stderr, done.stderr
