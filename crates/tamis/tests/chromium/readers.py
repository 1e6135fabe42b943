"""Reads a list of Markdown texts as JSON, and writes the HTML that each reader makes of them."""

import json
import sys

import markdown
import markdown2
import marko
import mistune

MARKDOWN2_EXTRAS = [
    "cuddled-lists",
    "fenced-code-blocks",
    "footnotes",
    "header-ids",
    "strike",
    "tables",
    "task_list",
]
MISTUNE_PLUGINS = [
    "abbr",
    "def_list",
    "footnotes",
    "math",
    "strikethrough",
    "table",
    "task_lists",
    "url",
]

READERS = {
    "Python-Markdown": markdown.markdown,
    "Python-Markdown with extra": lambda text: markdown.markdown(text, extensions=["extra", "toc"]),
    "markdown2": markdown2.markdown,
    "markdown2 with extras": lambda text: markdown2.markdown(text, extras=MARKDOWN2_EXTRAS),
    "mistune": mistune.create_markdown(escape=False),
    "mistune with plugins": mistune.create_markdown(escape=False, plugins=MISTUNE_PLUGINS),
    "marko": marko.convert,
    "marko as GFM": marko.Markdown(extensions=["gfm", "footnote"]).convert,
}

texts = json.load(sys.stdin)
json.dump([[name, [read(text) for text in texts]] for name, read in READERS.items()], sys.stdout)
