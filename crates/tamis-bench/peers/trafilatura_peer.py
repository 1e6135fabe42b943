"""trafilatura 2.3.1 with its defaults, without comments, see page_loop.py."""

import trafilatura

from page_loop import run


def extract(page):
    return trafilatura.extract(page, include_comments=False) or ""


if __name__ == "__main__":
    run(extract)
