"""Runs the examples of the pages of the book about the service: each block of code, as it is there
but for ports and folders, which must be free.

run.py PROGRAM ROOT: the Python that runs it has `firecrawl-py` and `requests`; nginx and
`systemd-analyze` are installed. The examples of the pages for people who come from Firecrawl and
Jina are tests of the Python package, and images are those of `.ci/container.sh`.
"""

import contextlib
import http.server
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

PROGRAM, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ARTICLE = "https://example.com/article"
KEPT = "What is left at the end of the week makes good toast"
PAGE = f"""<!DOCTYPE html><html lang="en"><title>Bread</title><nav><a href="/">Home</a></nav>
<article><h1>Bread</h1><p>The dough rests for a night, so that it tastes of more than flour and
water, and then it is shaped into a loaf on a floured board.</p><p>{KEPT}, and after that it makes
crumbs, which is why in this house there is no bread that is thrown away.</p></article></html>"""


class Site(http.server.BaseHTTPRequestHandler):
    """Answers each path with the page, and keeps the paths."""

    paths: list[str] = []

    def do_GET(self) -> None:
        self.paths.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        pass


def free_port() -> int:
    with socket.socket() as of:
        of.bind(("127.0.0.1", 0))
        return of.getsockname()[1]


@contextlib.contextmanager
def serving(arguments: list[str], **environment: str) -> Iterator[str]:
    """Runs `tamis serve` on a free port with these arguments. Gives its address."""
    port = free_port()
    if "--listen" in arguments:
        at = arguments.index("--listen") + 1
        arguments = [*arguments[:at], f"127.0.0.1:{port}", *arguments[at + 1 :]]
    else:
        arguments = [*arguments, "--listen", f"127.0.0.1:{port}"]
    command = [PROGRAM, *arguments, "--allow-private"]
    with subprocess.Popen(
        command, env=os.environ | environment, stderr=subprocess.PIPE, text=True
    ) as server:
        assert "listening" in server.stderr.readline(), arguments
        # The log is read, so that it does not stop the server.
        threading.Thread(target=server.stderr.read, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
    assert server.returncode == 0, server.returncode


def fetched(address: str, token: str = "") -> tuple[int, str]:
    """Returns the status and the text of an answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def requests_of_a_shell(code: str, folder: Path, site: str) -> None:
    """Sends each request of `curl`, to a server that is started as the first line says."""
    start, *requests = [shlex.split(line, comments=True) for line in code.splitlines()]
    (folder / "page.html").write_text(PAGE)
    with serving(start[1:]) as server:
        for request in requests:
            assert request[0] == "curl", request
            options = [
                of.replace("http://127.0.0.1:8080", server).replace(ARTICLE, f"{site}/article")
                for of in request[1:]
            ]
            said = subprocess.check_output(
                ["curl", "--silent", "--fail-with-body", *options], cwd=folder, text=True
            )
            if "-OJ" in options:
                said = (folder / "Bread.epub").read_bytes()[:2].decode()
                assert said == "PK", said
            else:
                assert KEPT in said, (request, said)


def python(code: str, folder: Path, site: str) -> None:
    """Runs a program, which prints or makes something of the page."""
    (folder / "page.html").write_text(PAGE)
    with serving(["serve"]) as server:
        code = code.replace("http://127.0.0.1:8080", server).replace(ARTICLE, f"{site}/article")
        names: dict = {}
        with contextlib.chdir(folder):
            exec(code, names)
        values = [getattr(of, "__dict__", of) for of in names.values()]
        assert any(KEPT in str(of) for of in values if isinstance(of, dict)), names.keys()


def configuration_of_agents(code: str, folder: Path, _: str) -> None:
    """Starts the tools as the client of an agent does, and asks for their names."""
    entry = json.loads(code)["mcpServers"]["tamis"]
    assert entry["command"] == "tamis"
    client = {"name": "example", "version": "1"}
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    messages = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
    ]
    said = subprocess.run(
        [PROGRAM, *entry["args"]],
        input="".join(json.dumps(of) + "\n" for of in messages),
        capture_output=True,
        text=True,
        timeout=60,
    )
    tools = json.loads(said.stdout.splitlines()[1])["result"]["tools"]
    assert [of["name"] for of in tools] == ["fetch", "extract", "explain"], said


def containers(code: str, folder: Path, site: str) -> None:
    """Runs what a container runs, if its options are named, with its volumes at other places."""
    command = shlex.split(code.replace("\\\n", ""))
    arguments = command[command.index("tamis", command.index("run")) + 1 :]
    if not arguments:
        # `.ci/container.sh` runs the image.
        return
    volumes = [command[at + 1].split(":") for at, of in enumerate(command) if of == "--volume"]
    places = {volume[1]: str(folder / volume[0].strip("./")) for volume in volumes}
    assert sorted(places) == ["/cache", "/token"], places
    Path(places["/token"]).write_text("secret\n")
    with serving([places.get(of, of) for of in arguments]) as server:
        address = f"{server}/{site}/cached"
        assert fetched(address)[0] == 401
        status, said = fetched(address, "secret")
        assert status == 200 and KEPT in said, said
    assert Path(places["/cache"]).is_dir()


def unit(code: str, folder: Path, site: str) -> None:
    """Lets systemd read a unit, and runs its command with the folders that systemd makes."""
    path = folder / "tamis.service"
    path.write_text(code.replace("/usr/local/bin/tamis", str(PROGRAM)))
    said = subprocess.run(
        ["systemd-analyze", "verify", path], capture_output=True, text=True, timeout=60
    )
    about_it = [line for line in said.stderr.splitlines() if "tamis.service" in line]
    assert said.returncode == 0 and not about_it, said
    command = re.search(r"^ExecStart=(.*)$", code, re.MULTILINE)[1]
    credentials = folder / "credentials"
    credentials.mkdir()
    (credentials / "token").write_text("secret\n")
    places = {"CACHE_DIRECTORY": str(folder), "CREDENTIALS_DIRECTORY": str(credentials)}
    for name, place in places.items():
        assert f"${{{name}}}" in command
        command = command.replace(f"${{{name}}}", place)
    with serving(shlex.split(command)[1:]) as server:
        status, said = fetched(f"{server}/{site}/unit", "secret")
        assert status == 200 and KEPT in said, said


def token_of_a_unit(code: str, folder: Path, site: str) -> None:
    """Makes the token of a unit, and sends a request with it."""
    make, enable, request = code.splitlines()
    assert enable == "systemctl enable --now tamis"
    token = folder / "etc" / "token"
    subprocess.run(make.replace("/etc/tamis/token", str(token)), shell=True, check=True)
    assert token.stat().st_mode & 0o777 == 0o600 and len(token.read_text().strip()) == 32
    with serving(["serve", "--token-file", str(token)]) as server:
        request = request.replace("/etc/tamis/token", str(token))
        request = request.replace("http://127.0.0.1:8080", server)
        request = request.replace("https://example.com/", f"{site}/token")
        said = subprocess.check_output(f"{request} --silent", shell=True, text=True)
        assert KEPT in said, said


def proxy(code: str, folder: Path, site: str) -> None:
    """Runs nginx before the server, and sends requests through it."""
    port = free_port()
    with serving(["serve"]) as server:
        code = code.replace("listen 80;", f"listen 127.0.0.1:{port};")
        code = code.replace("http://127.0.0.1:8080", server)
        places = " ".join(
            f"{name}_temp_path {folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = f"pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        whole += f"http {{ access_log off; {places}\n{code} }}\n"
        path = folder / "nginx.conf"
        path.write_text(whole)
        command = ["nginx", "-c", path, "-p", folder, "-e", folder / "errors"]
        with subprocess.Popen([*command, "-g", "daemon off;"]) as nginx:
            try:
                through(f"http://127.0.0.1:{port}", site)
            finally:
                nginx.terminate()


def through(address: str, site: str) -> None:
    """Sends what the remarks of the configuration of nginx are about."""
    begin = time.monotonic()
    while time.monotonic() - begin < 20:
        with contextlib.suppress(OSError):
            if fetched(f"{address}/healthz") == (200, "ok\n"):
                break
        time.sleep(0.05)
    # Two slashes, and an escaped one.
    status, said = fetched(f"{address}/{site}/a%2Fb?c=d")
    assert status == 200 and KEPT in said and "/a%2Fb?c=d" in Site.paths, (said, Site.paths[-3:])
    assert fetched(f"{address}/metrics")[0] == 403
    large = PAGE.encode() + b"<!--" + b"x" * (3 << 20)
    headers = {"Content-Type": "text/html"}
    request = urllib.request.Request(f"{address}/v1/extract", large, headers)
    with urllib.request.urlopen(request) as answer:
        assert KEPT in answer.read().decode()
    rows_come_as_they_are_made(int(address.rsplit(":", 1)[1]))
    statuses = [fetched(f"{address}/healthz")[0] for _ in range(60)]
    assert 429 in statuses and statuses[0] == 200, statuses


def rows_come_as_they_are_made(port: int) -> None:
    """The first row of a batch is there before the second line is sent."""
    line = json.dumps({"html": PAGE}).encode() + b"\n"
    with socket.create_connection(("127.0.0.1", port)) as of:
        of.settimeout(10)
        head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        of.sendall(head + b"Content-Length: %d\r\n\r\n" % (2 * len(line)) + line)
        first = b""
        while KEPT.encode() not in first:
            first += of.recv(1 << 16)
        of.sendall(line)
        rest = b""
        while part := of.recv(1 << 16):
            rest += part
    assert KEPT.encode() in rest, rest


# What runs the blocks of a page, in their order: the language, the beginning, and the function.
EXAMPLES: dict[str, list[tuple[str, str, Callable]]] = {
    "server.md": [
        ("sh", "tamis serve", requests_of_a_shell),
        ("python", "import requests", python),
        ("python", "from firecrawl", python),
    ],
    "mcp.md": [("json", "{", configuration_of_agents)],
    "deploy.md": [
        ("sh", "docker build", containers),
        ("sh", "docker run", containers),
        ("ini", "[Unit]", unit),
        ("sh", "head -c 24", token_of_a_unit),
        ("nginx", "limit_req_zone", proxy),
    ],
}


def main() -> None:
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{site.server_port}"
    for name, examples in EXAMPLES.items():
        blocks = BLOCK.findall((ROOT / "docs" / name).read_text())
        assert len(blocks) == len(examples), f"{name} has {len(blocks)} blocks"
        for (language, code), (expected, beginning, run) in zip(blocks, examples, strict=True):
            assert language == expected and code.startswith(beginning), (name, code)
            with tempfile.TemporaryDirectory() as folder:
                os.chmod(folder, 0o755)
                run(code, Path(folder), address)
            print(f"{name}: {code.splitlines()[0]}: ok", flush=True)


main()
