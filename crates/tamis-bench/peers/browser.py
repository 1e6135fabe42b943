#!/usr/bin/env python3
"""Pages that scripts build: tamis beside Playwright with trafilatura, and crawl4ai.

    browser.py PROGRAM --playwright PYTHON [--crawl4ai PYTHON] [--browser PROGRAM]
        [--wait rest|article] [--pages 200] [--jobs 4] [--runs 1]

Serves pages on this machine whose text a script fetches and writes. Each system draws all of them
with the same Chromium, as many at a time as --jobs says, and extracts the main content as text.
Prints, for each, the pages a second by clock and by processor time with all child processes, and on
how many pages the whole content was found and nothing of the menu.

With `--wait article`, all of them take a page as soon as the story is there, so that they wait by
the same rule. With `--wait rest`, each waits by its own: tamis for 300 ms without requests and new
text, the others for 500 ms without requests (`networkidle`).

The processor time comes from `perf stat`, which must be installed: many processes of a browser are
waited for by nobody, and are missing in what the system counts for a parent.

PYTHON is one that has the packages: `pip install playwright trafilatura lxml_html_clean`, or
`pip install crawl4ai`.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SHELL = """<!doctype html><html lang=en><head><meta charset=utf-8><title>Story {number}</title>
<style>body{{font:16px serif;max-width:60em}}nav li{{display:inline}}</style></head><body>
<nav><ul><li><a href=/>Home</a><li><a href=/n>News of the menu</a><li><a href=/s>Sports</a></ul></nav>
<div id=root><p>Loading…</p></div><footer>Copyright of the menu</footer>
<script>fetch('/story/{number}').then(r => r.json()).then(story => {{
const article = document.createElement('article'), title = document.createElement('h1');
title.textContent = story.title; article.append(title);
for (const text of story.paragraphs) {{
  const p = document.createElement('p'); p.textContent = text; article.append(p); }}
document.getElementById('root').replaceChildren(article) }})</script></body></html>"""

WORDS = (
    "the baker said that bread is late because of rain and nobody in town had seen an oven go out "
    "so early since the winter when every road to the mill was under snow and the river stood still"
).split()

OF_MENU = ("News of the menu", "Copyright of the menu")


def story(number):
    """Returns the title and the paragraphs of a page, the same in each run."""
    choose = random.Random(number)
    paragraphs = []
    for index in range(choose.randint(8, 40)):
        words = [choose.choice(WORDS) for _ in range(choose.randint(30, 90))]
        paragraphs.append(f"Part {index} of story {number}: {' '.join(words)}.")
    return {"title": f"Story {number}", "paragraphs": paragraphs}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind, _, number = self.path.strip("/").partition("/")
        if kind == "page":
            body, media = SHELL.format(number=number), "text/html; charset=utf-8"
        elif kind == "story":
            body, media = json.dumps(story(int(number))), "application/json"
        else:
            body, media = "", "text/plain"
        data = body.encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


async def with_playwright(urls, jobs, browser_path, wait):
    """Prints a line of JSON for each page."""
    import trafilatura
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = await playwright.chromium.launch(executable_path=browser_path, args=flags)
        waiting = list(reversed(urls))

        async def work():
            while waiting:
                url = waiting.pop()
                context = await browser.new_context()
                page = await context.new_page()
                if wait == "article":
                    await page.goto(url, wait_until="domcontentloaded")
                    await page.wait_for_selector("article")
                else:
                    await page.goto(url, wait_until="networkidle")
                html = await page.content()
                await context.close()
                print(json.dumps({"url": url, "text": trafilatura.extract(html, url=url) or ""}))

        await asyncio.gather(*(work() for _ in range(jobs)))
        await browser.close()


async def with_crawl4ai(urls, jobs, browser_path, wait):
    """Prints a line of JSON for each page: the Markdown that its filter of contents leaves."""
    from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig
    from crawl4ai.content_filter_strategy import PruningContentFilter
    from crawl4ai.markdown_generation_strategy import DefaultMarkdownGenerator
    from playwright.async_api import BrowserType

    # It has no option for the program of the browser.
    launch = BrowserType.launch

    async def launched(self, **kwargs):
        kwargs.pop("channel", None)
        return await launch(self, **kwargs, executable_path=browser_path)

    BrowserType.launch = launched
    generator = DefaultMarkdownGenerator(content_filter=PruningContentFilter())
    run = CrawlerRunConfig(
        cache_mode=CacheMode.BYPASS,
        wait_until="domcontentloaded" if wait == "article" else "networkidle",
        wait_for="css:article" if wait == "article" else None,
        markdown_generator=generator,
        verbose=False,
    )
    config = BrowserConfig(headless=True, verbose=False, extra_args=["--no-sandbox"])
    async with AsyncWebCrawler(config=config) as crawler:
        waiting = list(reversed(urls))

        async def work():
            while waiting:
                url = waiting.pop()
                result = await crawler.arun(url, config=run)
                text = result.markdown.fit_markdown if result.success else ""
                print(json.dumps({"url": url, "text": text or ""}))

        await asyncio.gather(*(work() for _ in range(jobs)))


def measured(name, command, pages):
    """Runs a command that prints a line of JSON for each page, and prints its figures."""
    with tempfile.NamedTemporaryFile("r") as counted:
        perf = ["perf", "stat", "-x,", "-e", "task-clock", "-o", counted.name, "--"]
        begin = time.monotonic()
        done = subprocess.run([*perf, *command], capture_output=True, text=True)
        clock = time.monotonic() - begin
        line = next(line for line in counted if "task-clock" in line)
        cpu = float(line.split(",")[0]) / 1000
    found = 0
    for line in done.stdout.splitlines():
        if not line.startswith("{"):
            continue
        row = json.loads(line)
        number = int(row["url"].rsplit("/", 1)[1])
        text = " ".join((row.get("text") or "").split())
        is_whole = all(part in text for part in story(number)["paragraphs"])
        found += is_whole and not any(part in text for part in OF_MENU)
    rate = f"{pages / clock:.2f} pages/s, {pages / cpu:.2f} pages/s of processor time"
    time_ms = f"{1000 * cpu / pages:.0f} ms of processor time a page"
    print(f"{name}: {rate} ({time_ms}), found {found} of {pages}, {clock:.1f} s", flush=True)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
    return pages / clock, pages / cpu


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--playwright", metavar="PYTHON")
    parser.add_argument("--crawl4ai", metavar="PYTHON")
    found = shutil.which("chromium") or shutil.which("google-chrome")
    parser.add_argument("--browser", default=found)
    parser.add_argument("--wait", choices=["rest", "article"], default="rest")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--runs", type=int, default=1)
    args = parser.parse_args()
    if not shutil.which("perf"):
        sys.exit("perf is not installed: it counts the processor time")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    urls = [f"http://127.0.0.1:{server.server_port}/page/{n}" for n in range(args.pages)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(urls))
        listed.flush()
        ours = [args.program, "--render=always", "--allow-private", "--delay=0"]
        ours += ["--format=jsonl", "--browser", args.browser, f"--jobs={args.jobs}"]
        ours += ["--files-from", listed.name]
        ours += ["--wait-for=article"] if args.wait == "article" else []
        systems = {"tamis": ours}
        for name in ("playwright", "crawl4ai"):
            if python := getattr(args, name):
                system = [python, __file__, "--worker", name, listed.name, str(args.jobs)]
                systems[name] = [*system, args.browser, args.wait]
        for _ in range(args.runs):
            rates = {name: measured(name, command, args.pages) for name, command in systems.items()}
            for name, (clock, cpu) in rates.items():
                if name != "tamis":
                    by_clock, by_cpu = rates["tamis"][0] / clock, rates["tamis"][1] / cpu
                    ratios = f"{by_clock:.2f} by clock, {by_cpu:.2f} by processor time"
                    print(f"tamis / {name}: {ratios}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        name, listed, jobs, browser, wait = sys.argv[2:]
        with open(listed, encoding="utf-8") as file:
            urls = file.read().split()
        run = {"playwright": with_playwright, "crawl4ai": with_crawl4ai}[name]
        asyncio.run(run(urls, int(jobs), browser, wait))
    else:
        main()
