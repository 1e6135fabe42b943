"""The tools of `tamis mcp` and of `/mcp`, by the official client for Python.

client.py PROGRAM ADDRESS-OF-SERVER ADDRESS-OF-PAGE
"""

import asyncio
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

HTML = """<title>Bread</title><nav>Home</nav><article><p>Bread needs flour, water, salt and some hours of
time, which is why people bake it on days without work.</p><p>The dough rests over night, and in the
morning it has grown to twice its size, if the kitchen is not too cold.</p></article>"""


async def check(server, page, mode):
    # The client compares structured content with the output schema itself.
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["fetch", "extract", "explain"], tools

        read = await client.call_tool("fetch", {"url": page})
        assert not read.is_error and read.content[0].text.startswith("Title: "), read
        assert read.structured_content["pages"][0]["status"] == 200, read

        both = await client.call_tool("fetch", {"urls": [page, page + "x"], "max_length": 200})
        assert not both.is_error and len(both.content) == 2, both
        assert "There is no such page" in both.content[1].text, both

        refused = await client.call_tool("fetch", {"url": "ftp://example.com/"})
        assert refused.is_error and "https://" in refused.content[0].text, refused

        extracted = await client.call_tool("extract", {"html": HTML, "format": "text"})
        assert extracted.structured_content["text"].startswith("Bread needs flour"), extracted
        assert "Home" not in extracted.content[0].text, extracted

        explained = await client.call_tool("explain", {"html": HTML, "passage": "the dough rests"})
        assert explained.structured_content["paragraphs"][0]["kept"], explained


async def main(program, server, page):
    arguments = ["mcp", "--allow-private", "--delay", "0", "--retries", "0"]
    for mode in ["auto", "legacy"]:
        for name, of in [
            ("standard input", StdioServerParameters(command=str(Path(program)), args=arguments)),
            ("HTTP", server),
        ]:
            await check(of, page, mode)
            print(f"Python, {mode}, {name}: ok")


asyncio.run(main(*sys.argv[1:]))
