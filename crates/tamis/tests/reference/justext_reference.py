"""Runs jusText's own code on trees that are read from standard input, one JSON object a line.

A request holds `events`, a tree as a list of strings, the first character of each telling what it is:
`<name` opens an element, `@value` gives the element just opened its attribute `rel`, `>` closes the innermost
element, `=text` is text and `!` a comment. `language` names the stoplist (null: the language-independent
mode of the reference's program) and `options` the parameters that are not the default.

The answer is one line: the paragraphs with every field, or `{"error": ...}`.
"""

import json
import sys
from importlib.metadata import version

import justext
import lxml.html
from justext.core import (
    ParagraphMaker,
    classify_paragraphs,
    preprocessor,
    revise_paragraph_classification,
)
from lxml import etree

# The cleaner's rules change from version to version.
VERSIONS = {"justext": "3.0.2", "lxml": "6.1.3", "lxml_html_clean": "0.4.6"}

# lxml walks the tree by recursion; documents are at most 4,096 deep.
sys.setrecursionlimit(10_000)


def build(events):
    """The tree of these events, an lxml.html element."""
    root = None
    open_elements = []
    before = None  # the sibling that ends where the next node begins
    for event in events:
        kind, rest = event[0], event[1:]
        if kind == "<":
            if root is None:
                element = root = lxml.html.html_parser.makeelement(rest)
            else:
                element = etree.SubElement(open_elements[-1], rest)
            open_elements.append(element)
            before = None
        elif kind == ">":
            before = open_elements.pop()
        elif kind == "=":
            if before is None:
                open_elements[-1].text = (open_elements[-1].text or "") + rest
            else:
                before.tail = (before.tail or "") + rest
        elif kind == "!":
            before = lxml.html.HtmlComment("")
            open_elements[-1].append(before)
        elif kind == "@":
            open_elements[-1].set("rel", rest)
        else:
            raise ValueError(f"an event begins with {kind!r}")
    if open_elements:
        raise ValueError(f"{len(open_elements)} elements are not closed")
    return root


def split_options(request):
    """The stoplist and the options of the three steps."""
    options = dict(request["options"])
    distance = options.pop("max_heading_distance", None)
    revise_options = {} if distance is None else {"max_heading_distance": distance}
    if request["language"] is None:
        options.update(stopwords_low=0, stopwords_high=0)
        return frozenset(), options, revise_options
    return justext.get_stoplist(request["language"]), options, revise_options


def answer(request):
    """The paragraphs of a request's tree, each as a dictionary of all its fields."""
    stoplist, classify_options, revise_options = split_options(request)
    tree = preprocessor(build(request["events"]))
    paragraphs = ParagraphMaker.make_paragraphs(tree)
    classify_paragraphs(paragraphs, stoplist, **classify_options)
    revise_paragraph_classification(paragraphs, **revise_options)
    return [
        {
            "text": paragraph.text,
            "text_nodes": paragraph.text_nodes,
            "class_type": paragraph.class_type,
            "cf_class": paragraph.cf_class,
            "heading": paragraph.heading,
            "is_heading": paragraph.is_heading,
            "is_boilerplate": paragraph.is_boilerplate,
            "dom_path": paragraph.dom_path,
            "xpath": paragraph.xpath,
            "words_count": paragraph.words_count,
            "tags_count": paragraph.tags_count,
            "chars_count_in_links": paragraph.chars_count_in_links,
            "stopwords_count": paragraph.stopwords_count(stoplist),
        }
        for paragraph in paragraphs
    ]


def main():
    for package, wanted in VERSIONS.items():
        if version(package) != wanted:
            sys.exit(f"{package} {wanted} is wanted, not {version(package)}")
    for line in sys.stdin.buffer:
        try:
            result = {"paragraphs": answer(json.loads(line))}
        except Exception as error:  # the test that asked reports it
            result = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
