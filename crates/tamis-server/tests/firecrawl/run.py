"""Runs the official clients of Firecrawl against `tamis serve` and a site, all on this machine.

run.py PROGRAM NODE_FOLDER: the Python that runs it has `firecrawl-py`, the folder has the package
`@mendable/firecrawl-js`. Each client gets its addresses from the environment.
"""

import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).parent
PAGE = b"""<!DOCTYPE html><html lang=en><title>Bread</title>
<meta name=description content="How bread is made"><meta name=author content="Ann Baker">
<nav><a href=/>Home</a></nav><article><h1>Bread</h1>
<p>Bread needs flour, water, salt and some hours of time, which is why people bake it on days
without work.</p>
<p>The dough rests over night, and in the <a href=/morning>morning</a> it has grown to twice its
size, if the kitchen is not too cold.</p></article>"""


class Site(BaseHTTPRequestHandler):
    """Answers each path with the page, and counts how often it was asked for."""

    visits: Counter = Counter()

    def do_GET(self) -> None:
        if self.path.startswith("/visits/"):
            return self.answer(200, str(self.visits[self.path.removeprefix("/visits")]).encode())
        self.visits[self.path] += 1
        if self.path.startswith("/slow"):
            time.sleep(5)
        headers = f"<p id=headers>{self.headers.get('x-color')}</p>".encode()
        self.answer(404 if self.path.startswith("/gone") else 200, PAGE + headers)

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass  # The server did not wait.

    def log_message(self, *_: object) -> None:
        pass


def served(program: str, *options: str) -> tuple[subprocess.Popen, str]:
    """Starts a server. Returns it and its address."""
    command = [program, "serve", "--listen", "127.0.0.1:0", "--log", "off", *options]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    line = server.stderr.readline()
    found = re.search(r"http://\S+", line)
    if not found:
        sys.exit(f"the server does not say its address: {line}")
    return server, found[0]


def main() -> None:
    program, node_folder = sys.argv[1:]
    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    server, address = served(program, "--allow-private")
    guarded, guarded_address = served(program)
    environment = {
        **os.environ,
        "SITE": f"http://127.0.0.1:{site.server_port}",
        "SERVER": address,
        "GUARDED": guarded_address,
        "NODE_FOLDER": node_folder,
    }
    try:
        for command in ([sys.executable, HERE / "client.py"], ["node", HERE / "client.mjs"]):
            subprocess.run(command, env=environment, check=True, timeout=120)
    finally:
        server.terminate()
        guarded.terminate()
        ended = (server.wait(10), guarded.wait(10))
    if ended != (0, 0):
        sys.exit(f"the servers ended with {ended}")


main()
