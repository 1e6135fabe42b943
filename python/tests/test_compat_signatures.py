"""The drop-in modules have the names and the signatures of their references."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from configparser import ConfigParser
from typing import Any

import compat_corpora
import pytest

# The drop-in module, the reference's module, and what both have.
FUNCTIONS = [
    (
        "justext",
        "justext.core",
        "justext classify_paragraphs revise_paragraph_classification define_stoplist decode_html "
        "html_to_dom ParagraphMaker.make_paragraphs "
        "get_prev_neighbour get_next_neighbour preprocessor Paragraph.__init__ "
        "Paragraph.append_text Paragraph.contains_text Paragraph.stopwords_count "
        "Paragraph.stopwords_density Paragraph.links_density PathInfo.append PathInfo.pop",
    ),
    ("justext", "justext.utils", "get_stoplist get_stoplists is_blank normalize_whitespace"),
    (
        "readability",
        "readability.readability",
        "Document.__init__ Document.title Document.short_title Document.author Document.content "
        "Document.summary Document.get_clean_html",
    ),
    (
        "trafilatura",
        "trafilatura",
        "extract bare_extraction extract_metadata extract_with_metadata html2txt baseline "
        "fetch_url fetch_response load_html",
    ),
    (
        "trafilatura.settings",
        "trafilatura.settings",
        "Document.__init__ Document.from_dict Extractor.__init__ use_config set_date_params",
    ),
    (
        "trafilatura.utils",
        "trafilatura.utils",
        "trim sanitize decode_file handle_compressed_file normalize_unicode is_image_file "
        "remove_control_characters detect_encoding language_classifier",
    ),
    (
        "trafilatura.metadata",
        "trafilatura.metadata",
        "extract_metadata extract_title extract_url extract_meta_json check_authors normalize_tags",
    ),
    (
        "trafilatura.json_metadata",
        "trafilatura.json_metadata",
        "extract_json process_parent extract_json_parse_error normalize_json normalize_authors",
    ),
    (
        "trafilatura.deduplication",
        "trafilatura.deduplication",
        "is_similar_domain sample_tokens generate_bow_hash content_fingerprint duplicate_test "
        "Simhash.__init__ Simhash.create_hash Simhash.validate Simhash.similarity "
        "LRUCache.__init__ LRUCache.get LRUCache.put LRUCache.increment",
    ),
    (
        "trafilatura.xml",
        "trafilatura.xml",
        "xmltotxt xmltocsv build_json_output replace_element_text validate_tei",
    ),
    ("trafilatura.external", "trafilatura.external", "try_readability try_justext"),
    (
        "trafilatura.readability_lxml",
        "trafilatura.readability_lxml",
        "is_node_visible is_probably_readerable",
    ),
    ("trafilatura.cli_utils", "trafilatura.cli_utils", "generate_hash_filename"),
    ("trafilatura.meta", "trafilatura.meta", "reset_caches"),
    (
        "trafilatura.downloads",
        "trafilatura.downloads",
        "fetch_url fetch_response is_live_page add_to_compressed_dict load_download_buffer "
        "buffered_downloads buffered_response_downloads Response.__init__ Response.decode_data "
        "Response.store_headers Response.as_dict",
    ),
    (
        "trafilatura.feeds",
        "trafilatura.feeds",
        "find_feed_urls try_homepage probe_gnews extract_links find_links determine_feed "
        "FeedParameters.__init__",
    ),
    (
        "trafilatura.sitemaps",
        "trafilatura.sitemaps",
        "sitemap_search is_plausible_sitemap find_robots_sitemaps extract_robots_sitemaps "
        "SitemapObject.__init__",
    ),
    (
        "trafilatura.spider",
        "trafilatura.spider",
        "focused_crawler init_crawl crawl_page process_links process_response parse_robots "
        "get_rules is_still_navigation CrawlParameters.__init__",
    ),
    ("resiliparse", "resiliparse.extract.html2text", "extract_plain_text"),
    ("htmldate", "htmldate", "find_date"),
    ("htmldate.utils", "htmldate.utils", "fetch_url load_html decode_file detect_encoding"),
    ("htmldate.validators", "htmldate.validators", "is_valid_format is_valid_date convert_date"),
]
CASES = [
    (module, reference, name) for module, reference, names in FUNCTIONS for name in names.split()
]


def parameters(function: Callable[..., Any]) -> list[tuple[str, Any, Any]]:
    """Returns name, kind and default of each parameter."""
    signature = inspect.signature(function)
    return [(of.name, of.kind, comparable(of.default)) for of in signature.parameters.values()]


def comparable(default: Any) -> Any:
    if isinstance(default, ConfigParser) or callable(default):
        return type(default).__name__
    # Resiliparse hides its default, which is True.
    return True if default is Ellipsis else default


def find(module: str, name: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


@pytest.mark.parametrize(("module", "reference", "name"), CASES, ids=[case[2] for case in CASES])
def test_the_signature_is_the_reference_s(module: str, reference: str, name: str) -> None:
    compat_corpora.reference(reference)
    ours = parameters(find(f"tamis.compat.{module}", name))
    assert ours == parameters(find(reference, name))


def test_paragraphs_and_documents_have_the_same_attributes() -> None:
    from tamis.compat import justext, trafilatura

    theirs = compat_corpora.reference("justext.paragraph").Paragraph
    path = compat_corpora.reference("justext.core").PathInfo()
    ours = justext.Paragraph(justext.PathInfo())
    assert vars(ours).keys() == vars(theirs(path)).keys()
    public = {name for name in dir(theirs) if not name.startswith("_")}
    assert public <= set(dir(ours))
    document = compat_corpora.reference("trafilatura.settings").Document()
    assert list(trafilatura.Document().as_dict()) == list(document.as_dict())


def test_justext_has_the_constants_of_the_reference() -> None:
    core = compat_corpora.reference("justext.core")
    from tamis.compat import justext

    names = [name for name in dir(core) if name.isupper() and "DEFAULT" in name]
    assert len(names) == 9
    assert [getattr(justext, name) for name in names] == [getattr(core, name) for name in names]
