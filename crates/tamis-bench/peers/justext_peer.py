"""jusText 3.0.2 with its defaults and the English stoplist, see page_loop.py."""

import justext

from page_loop import run

STOPLIST = justext.get_stoplist("English")


def extract(page):
    paragraphs = justext.justext(page, STOPLIST, encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


if __name__ == "__main__":
    run(extract)
