"""trafilatura's drop-in module: TEI by its schema, and whether a page has an article."""

from __future__ import annotations

from pathlib import Path

import compat_corpora
import pytest

from tamis.compat.trafilatura import extract, readability_lxml, xml

PAGE = "<html lang=en><title>Bread</title><article><p>" + "Bread, they say, rises slowly. " * 20


def test_tei_is_validated_by_a_schema(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    etree = pytest.importorskip("lxml.etree")
    monkeypatch.setattr(xml, "TEI_SCHEMA", None)
    with pytest.raises(NotImplementedError, match="tei_validation: the DTD of TEI"):
        extract(PAGE, output_format="xmltei", tei_validation=True)
    with pytest.raises(NotImplementedError, match="TEI_SCHEMA can name another"):
        xml.validate_tei(etree.fromstring("<TEI/>"))
    schema = tmp_path / "small.dtd"
    schema.write_text("<!ELEMENT TEI (text)><!ELEMENT text (#PCDATA)>")
    monkeypatch.setattr(xml, "TEI_SCHEMA", str(schema))
    assert xml.validate_tei(etree.fromstring("<TEI><text>Bread</text></TEI>"))
    assert not xml.validate_tei(etree.fromstring("<TEI><p/></TEI>"))
    assert "not a valid TEI document" in caplog.text
    # An invalid document is given all the same, as by the reference.
    assert extract(PAGE, output_format="xmltei", tei_validation=True)
    assert len(caplog.records) == 2


def test_tei_is_validated_by_the_schema_that_the_reference_ships(
    caplog: pytest.LogCaptureFixture,
) -> None:
    theirs = compat_corpora.reference("trafilatura.xml")
    assert xml.TEI_SCHEMA == theirs.TEI_SCHEMA
    assert extract(PAGE, output_format="xmltei", tei_validation=True)
    assert "not a valid" not in caplog.text


def test_readerable_pages_are_those_of_the_reference() -> None:
    theirs = compat_corpora.reference("trafilatura.readability_lxml")
    text = "Bread, they say, rises slowly. " * 6
    pages = {
        f"<p>{text * 4}": True,
        f"<p>{text}": False,
        f"<p>{text}<p>{text}<p>{text}<pre>{text}</pre>": True,
        f"<div>{text * 4}<br>{text}</div>": True,
        f"<div>{text * 4}</div>": False,
        f"<ul><li><p>{text * 4}</ul>": False,
        f"<p hidden>{text * 4}": False,
        f"<p style='display: none'>{text * 4}": False,
        f"<p aria-hidden=true>{text * 4}": False,
        f"<p class=sidebar>{text * 4}": False,
        f"<p class='sidebar content'>{text * 4}": True,
        "": False,
    }
    for page, expected in pages.items():
        assert readability_lxml.is_probably_readerable(page) is expected, page
        if page:
            whole = f"<html><body>{page}</body></html>"
            assert theirs.is_probably_readerable(whole) is expected, page
    lower = {"min_content_length": 10, "min_score": 5}
    assert readability_lxml.is_probably_readerable(f"<p>{text}", lower)
    of_class = {"visibility_checker": lambda node: node.get("class") == "shown"}
    assert not readability_lxml.is_probably_readerable(f"<p>{text * 4}", of_class)
    assert readability_lxml.is_probably_readerable(f"<p class=shown>{text * 4}", of_class)
