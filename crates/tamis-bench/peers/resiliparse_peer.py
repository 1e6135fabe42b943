"""Resiliparse 2.0.0, main content as plain text, see page_loop.py."""

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

from page_loop import run


def extract(page):
    tree = HTMLTree.parse_from_bytes(page, "utf-8")
    return extract_plain_text(tree, main_content=True)


if __name__ == "__main__":
    run(extract)
