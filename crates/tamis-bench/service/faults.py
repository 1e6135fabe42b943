"""Sends `tamis serve` what bad clients, bad sites and bad days send, and checks each answer.

faults.py PROGRAM [NAME...]: all faults without names. Takes two minutes, because a server gives
slow clients their time.
"""

import asyncio
import gzip
import http.server
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from client import Connection

BREAD = b"<p>Bread needs flour, water, salt and some hours of time, as people know who bake it.</p>"
PAGE = b"<title>Bread</title><article>" + BREAD * 9
CONNECTIONS = 10_000


class Server:
    """A server that runs until it is ended."""

    def __init__(self, program: str, *options: str) -> None:
        self.log = tempfile.TemporaryFile("w+")
        command = [program, "serve", "--listen", "127.0.0.1:0", "--log", "json", *options]
        self.child = subprocess.Popen(command, stderr=self.log)
        found = None
        while not found:
            time.sleep(0.01)
            self.log.seek(0)
            found = re.search(r"listening on http://127.0.0.1:(\d+)", self.log.read())
        self.port = int(found[1])

    def connect(self) -> socket.socket:
        of = socket.create_connection(("127.0.0.1", self.port))
        of.settimeout(60)
        return of

    def raw(self, request: bytes, half_close: bool = False) -> bytes:
        """Returns all that the server answers until it closes the connection."""
        with self.connect() as of:
            try:
                of.sendall(request)
                if half_close:
                    of.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # It has closed the connection before it took all.
            return rest(of)

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def rss_mib(self) -> float:
        text = Path(f"/proc/{self.child.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def held(self) -> int:
        """Returns the number of descriptors that the server has open."""
        return len(os.listdir(f"/proc/{self.child.pid}/fd"))

    def check_well(self) -> None:
        assert self.get("/healthz") == (200, b"ok\n")
        assert b"Bread needs" in self.raw(post(PAGE)), "a page after the fault"
        numbers = self.get("/metrics")[1].decode()
        assert "tamis_requests_active 1\n" in numbers, numbers

    def end(self) -> int:
        self.child.send_signal(signal.SIGTERM)
        return self.child.wait(90)


def rest(of: socket.socket) -> bytes:
    """Reads to the end of a connection."""
    parts = []
    try:
        while part := of.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def post(page: bytes, *headers: str, length: int | None = None) -> bytes:
    lines = ["POST /v1/extract HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += ["Content-Type: text/html"]
    lines += [f"Content-Length: {len(page) if length is None else length}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + page


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def many_connections(server: Server) -> str:
    """More connections than the server takes at a time: the others wait, none is lost."""

    async def one(begin: asyncio.Event) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await begin.wait()
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        return status(answer)

    async def all_of_them() -> list[int]:
        begin = asyncio.Event()
        tasks = [asyncio.create_task(one(begin)) for _ in range(CONNECTIONS)]
        await asyncio.sleep(2)
        begin.set()
        return await asyncio.gather(*tasks)

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    begin = time.monotonic()
    statuses = asyncio.run(all_of_them())
    seconds = time.monotonic() - begin
    assert statuses == [200] * CONNECTIONS, {of: statuses.count(of) for of in set(statuses)}
    return f"all {CONNECTIONS} are answered in {seconds:.0f} s"


def idle_connections(server: Server) -> str:
    """Connections that were used once and are kept open must not keep others out."""
    held = [server.connect() for _ in range(1024)]
    for of in held:
        of.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for of in held:
        assert of.recv(1 << 12)
    begin = time.monotonic()
    answer = server.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    seconds = time.monotonic() - begin
    for of in held:
        of.close()
    assert status(answer) == 200, answer
    return f"another client is answered after {seconds:.0f} s"


def slow_header(server: Server) -> str:
    """A header that never ends."""
    with server.connect() as of:
        begin = time.monotonic()
        of.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
        rest(of)
        seconds = time.monotonic() - begin
    assert 10 < seconds < 25, seconds
    return f"cut after {seconds:.0f} s"


def slow_writer(server: Server) -> str:
    """A body of which a byte comes each second."""
    with server.connect() as of:
        begin = time.monotonic()
        of.sendall(post(b"<p>", length=1000))
        of.settimeout(1)
        answer = b""
        while not answer and time.monotonic() - begin < 60:
            try:
                answer = of.recv(1 << 16)
            except TimeoutError:
                of.sendall(b"x")
        seconds = time.monotonic() - begin
    assert status(answer) == 408 and b"slow_body" in answer, answer
    return f"status 408 after {seconds:.0f} s"


def slow_reader(server: Server) -> str:
    """A client that asks for 8 MB and reads nothing."""
    # Paragraphs that are equal are written once.
    page = b"".join(BREAD.replace(b"Bread", b"Bread of %d" % day) for day in range(90_000))
    before = server.held()
    with server.connect() as of:
        of.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        of.sendall(post(page))
        begin = time.monotonic()
        time.sleep(10)
        assert server.held() == before + 1, "the connection is kept while there is hope"
        while server.held() > before:
            assert time.monotonic() - begin < 60, "the connection is kept for ever"
            time.sleep(0.1)
    seconds = time.monotonic() - begin
    return f"cut after {seconds:.0f} s; the server has {server.rss_mib():.0f} MiB"


def half_closed(server: Server) -> str:
    """A client that closes its side when it has sent its request."""
    answer = server.raw(post(PAGE), half_close=True)
    if not answer:
        return "the connection is closed without an answer, as a client that has gone"
    assert status(answer) == 200 and b"Bread needs" in answer, answer
    return "answered"


def lying_lengths(server: Server) -> str:
    """Lengths that are not those of the body."""
    said = {}
    long = server.raw(post(b"<p>short", length=100), half_close=True)
    said["too long"] = status(long)
    assert said["too long"] in (0, 400), long
    for name, request, expected in [
        ("none of a number", post(PAGE, length=-1), 400),
        ("two that differ", post(PAGE, "Content-Length: 7"), 400),
        ("too large for a body", post(b"", length=10**12), 413),
        ("too large for a number", post(b"", length=10**30), 400),
    ]:
        answer = server.raw(request, half_close=name.startswith("none"))
        assert status(answer) == expected, (name, answer)
        said[name] = status(answer)
    # What comes after the length is another request, which this is not.
    request = post(BREAD + b"GET / HTTP/1.1", length=len(BREAD)).replace(
        b"Connection: close\r\n", b""
    )
    answer = server.raw(request + b"\x00\r\n\r\n")
    assert status(answer) == 200 and answer.count(b"HTTP/1.1 ") == 2, answer
    assert b"HTTP/1.1 400" in answer, answer
    chunks = post(b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    answer = server.raw(chunks + b"zz\r\n<p>\r\n0\r\n\r\n")
    assert status(answer) == 400, answer
    return f"{said}, a chunk without a length 400"


def bombs(server: Server) -> str:
    """Bodies and pages that are small until they are unpacked."""
    bomb = gzip.compress(b"<p>" + bytes(1 << 20) * 512, 9)
    before = server.rss_mib()
    answer = server.raw(post(bomb, "Content-Encoding: gzip"))
    assert status(answer) == 415 and b"unsupported_coding" in answer, answer

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            try:
                self.wfile.write(bomb)
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    code, body = server.get(f"/http://127.0.0.1:{site.server_port}/")
    site.shutdown()
    assert (code, json.loads(body)["error"]["code"]) == (502, "too_large"), body
    after = server.rss_mib()
    assert after < before + 256, (before, after)
    return (
        f"415 and 502; {len(bomb) >> 10} KiB that are 512 MiB; {before:.0f} MiB, then {after:.0f}"
    )


def full_disk(program: str) -> str:
    """A cache on a disk that is full."""
    if os.geteuid() != 0:
        return "skipped: needs root, to make a small disk"
    folder = tempfile.mkdtemp()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
    try:
        Path(folder, "fill").write_bytes(bytes(60_000))
        page = PAGE + BREAD * 2_000

        class Site(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("ETag", '"1"')
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_: object) -> None:
                pass

        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        server = Server(program, "--allow-private", "--cache", folder)
        answers = [server.get(f"/http://127.0.0.1:{site.server_port}/") for _ in range(2)]
        server.end()
        for code, body in answers:
            assert code == 200 and b"Bread needs" in body, (code, body[:300])
    finally:
        subprocess.run(["umount", folder], check=True)
        shutil.rmtree(folder)
    return "both requests are answered"


def signal_under_load(program: str) -> str:
    """SIGTERM while clients send pages: each request that was admitted has its whole answer."""
    page = PAGE + BREAD * 9_000
    counts = {"whole": 0, "refused": 0, "cut": 0, "without an answer": 0, "not connected": 0}
    server = Server(program)

    async def send() -> None:
        connection = Connection(server.port, "/v1/extract")
        while True:
            try:
                code = await connection.post(page)
                counts["whole" if code == 200 else "refused"] += 1
            except asyncio.IncompleteReadError as error:
                counts["cut" if error.partial else "without an answer"] += 1
                return
            except ConnectionRefusedError:
                counts["not connected"] += 1
                return
            except OSError:
                counts["without an answer"] += 1
                return

    async def load() -> None:
        tasks = [asyncio.create_task(send()) for _ in range(16)]
        await asyncio.sleep(2)
        server.child.send_signal(signal.SIGTERM)
        await asyncio.gather(*tasks)

    asyncio.run(load())
    code = server.child.wait(90)
    server.log.seek(0)
    lines = [json.loads(line) for line in server.log if line.startswith("{")]
    answered = sum(line["status"] == 200 for line in lines)
    assert code == 0, code
    assert counts["cut"] == 0 and counts["whole"] == answered > 0, (counts, answered)
    return f"{counts}, and {answered} lines in the log with status 200"


ON_ONE = [
    many_connections,
    idle_connections,
    slow_header,
    slow_writer,
    slow_reader,
    half_closed,
    lying_lengths,
    bombs,
]
ON_THEIR_OWN = [full_disk, signal_under_load]


def main() -> None:
    program, *names = sys.argv[1:]
    failed = 0
    server = Server(program, "--allow-private")
    for fault in ON_ONE + ON_THEIR_OWN:
        if names and fault.__name__ not in names:
            continue
        try:
            if fault in ON_ONE:
                outcome = fault(server)
                server.check_well()
            else:
                outcome = fault(program)
        except AssertionError as error:
            failed += 1
            outcome = f"FAILED: {str(error)[:600]}"
        print(f"{fault.__doc__.strip()}\n    {outcome}", flush=True)
    held = f"{server.held()} descriptors, {server.rss_mib():.0f} MiB"
    print(f"at the end: {held}, exit status {server.end()}")
    sys.exit(failed > 0)


main()
