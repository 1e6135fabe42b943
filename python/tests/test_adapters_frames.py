"""The namespaces of pandas and polars."""

from __future__ import annotations

from typing import Any

import pytest

import tamis

TEXT = "Bread rises slowly in a cold kitchen, and a good loaf takes a whole day to bake. " * 3
PAGES: list[Any] = [
    f"<title>One</title><nav>Home</nav><p>{TEXT}",
    None,
    f"<title>Two</title><p>{TEXT}<a href=/x>x</a>",
]
URLS = ["https://example.org/1", "https://example.org/2", "https://example.org/3"]


def expected(column: str, url: str | None = None) -> object:
    page = tamis.extract(PAGES[2], url=url)
    return page.markdown() if column == "markdown" else getattr(page, column)


def test_pandas() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import tamis.pandas  # Adds the namespaces.

    df = pd.DataFrame({"page": PAGES, "url": URLS, "id": [7, 8, 9]}, index=["a", "b", "c"])
    made = df.tamis.extract("page", columns=["title", "markdown"], keep=["id"], threads=2)
    assert list(made.columns) == ["id", "title", "markdown"]
    assert list(made.index) == ["a", "b", "c"]
    assert made.loc["c", "markdown"] == expected("markdown", URLS[2])
    assert made.loc["a", "title"] == "One"
    assert pd.isna(made.loc["b", "title"])
    assert len(df.rename(columns={"page": "html"}).tamis.extract().columns) > 10
    text = df["page"].tamis.text()
    assert text["c"] == expected("text")
    assert list(text.index) == ["a", "b", "c"]
    assert df["page"].tamis.markdown(df["url"])["c"] == expected("markdown", URLS[2])
    strategies = df["page"].tamis.extract(strategies=["auto", "density"])
    assert strategies.loc["c", "text_density"] == tamis.extract(PAGES[2], strategy="density").text
    with pytest.raises(KeyError, match="html"):
        df.tamis.extract()
    with pytest.raises(tamis.ConfigError, match="langage"):
        df.tamis.extract("page", langage="de")
    assert len(df.iloc[:0].tamis.extract("page", columns=["text"])) == 0


def test_polars() -> None:
    pl = pytest.importorskip("polars", reason="polars is not installed")
    import tamis.polars  # Adds the namespaces.

    df = pl.DataFrame({"page": PAGES, "url": URLS, "id": [7, 8, 9]})
    made = df.tamis.extract("page", columns=["title", "markdown"], keep=["id"], threads=2)
    assert made.columns == ["id", "title", "markdown"]
    assert made["markdown"][2] == expected("markdown", URLS[2])
    assert made["title"].to_list() == ["One", None, "Two"]
    lazy = df.lazy().tamis.extract("page", columns=["title", "words"], keep=["id"])
    assert lazy.collect_schema().names() == ["id", "title", "words"]
    assert lazy.filter(pl.col("id") > 7).select("title").collect()["title"].to_list() == [
        None,
        "Two",
    ]
    assert lazy.collect(engine="streaming")["words"].to_list()[1] in (0, None)
    texts = df.select(pl.col("page").tamis.text(), pl.col("page").tamis.markdown("url"))
    assert texts["text"][2] == expected("text")
    assert texts["markdown"][2] == expected("markdown", URLS[2])
    struct = df.lazy().select("id", pl.col("page").tamis.extract(columns=["title"]).alias("of"))
    assert struct.collect_schema()["of"] == pl.Struct({"title": pl.String})
    assert struct.collect()["of"].struct.field("title").to_list() == ["One", None, "Two"]
    for wrong in (df.lazy().tamis.extract, pl.col("page").tamis.extract):
        with pytest.raises(tamis.ConfigError, match="langage"):
            wrong(langage="de")
