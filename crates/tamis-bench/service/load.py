"""Measures `tamis serve` against the program's own run over the same pages, and against trafilatura
behind uvicorn and Readability.js behind Node.js.

load.py PROGRAM PAGES [--requests N] [--peer PYTHON] [--node-peer FOLDER]: PAGES is a folder of
HTML. The peers are a Python with trafilatura, fastapi and uvicorn, and a folder with the packages
`@mozilla/readability` and `jsdom`. Prints a table in Markdown. Times of the processor tell more
than those of the clock where other work runs on the same machine.
"""

import argparse
import asyncio
import os
import random
import re
import resource
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from client import Outcome, closed_loop, ideal, open_loop

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
BREAD = b"<p>Bread needs flour, water, salt and some hours of time, which is why people bake it. "

# Pages that are made to cost much, each of some 300 kB.
HOSTILE = [
    b"<div>" * 60_000,
    BREAD + b"<b><i><a>" * 30_000,
    b"<table><tr><td>" * 20_000,
    b"<p " + b"".join(b"a%d=b " % number for number in range(30_000)) + b">" + BREAD,
    BREAD + b"&amp;" * 60_000,
    BREAD * 10 + b"<ul><li>" * 35_000,
    b"<svg><foreignObject><math><mtext>" * 9_000 + BREAD,
    b"<p>" + b"x" * 300_000,
    b"<!--" * 75_000,
    b"\xff\xfe\x00" * 100_000,
]


class Process:
    """A service in a process of its own, and those that it starts."""

    def __init__(self, command: list[str], port: int, folder: Path | None = None) -> None:
        self.port = port
        self.begin = time.perf_counter()
        self.child = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder)
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                    answer.read()
                break
            except OSError:
                if time.perf_counter() - self.begin > 60:
                    self.child.terminate()
                    sys.exit(f"no answer in a minute: {command}")
                time.sleep(0.002)
        self.start_ms = 1000 * (time.perf_counter() - self.begin)

    def pids(self) -> list[int]:
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text()
        return [self.child.pid, *map(int, children.split())]

    def cpu(self) -> float:
        """Returns the seconds of processor time so far."""
        fields = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2] for pid in self.pids())
        return sum(sum(map(int, of.split()[11:13])) for of in fields) / TICKS

    def rss_mib(self) -> float:
        texts = (Path(f"/proc/{pid}/status").read_text() for pid in self.pids())
        return sum(int(re.search(r"VmRSS:\s+(\d+)", text)[1]) for text in texts) / 1024

    def held(self) -> str:
        pid = self.child.pid
        counts = [len(os.listdir(f"/proc/{pid}/{of}")) for of in ("fd", "task")]
        return f"{self.rss_mib():.1f} MiB, {counts[0]} descriptors, {counts[1]} threads"

    def end(self) -> None:
        self.child.terminate()
        self.child.wait(90)


def free_port() -> int:
    with socket.socket() as of:
        of.bind(("127.0.0.1", 0))
        return of.getsockname()[1]


def row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def own_run(program: str, folder: Path, count: int) -> tuple[float, float]:
    """Returns the pages per second, and per second of processor time, of the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    command = [program, "--format", "jsonl", "--jobs", str(os.cpu_count()), str(folder)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return count / seconds, count / cpu


def service(name: str, process: Process, path: str, pages: list[bytes]) -> tuple[float, float]:
    """Measures a service. Returns its pages per second, and per second of processor time."""
    row(f"{name}: start to first answer, ms", f"{process.start_ms:.0f}")
    row(f"{name}: idle", process.held())
    # What is loaded on first use is loaded before anything is measured.
    asyncio.run(closed_loop(process.port, path, pages[:50], 2))
    alone = asyncio.run(closed_loop(process.port, path, pages[: len(pages) // 2], 1))
    row(
        f"{name}: p50, p99 one page at a time, ms",
        f"{alone.quantile(0.5):.1f}, {alone.quantile(0.99):.1f}",
    )
    cpu = process.cpu()
    full: Outcome = asyncio.run(closed_loop(process.port, path, pages, 4))
    cpu = process.cpu() - cpu
    row(
        f"{name}: pages/s, and pages per second of processor time",
        f"{full.rate:.1f}, {len(pages) / cpu:.1f}; statuses {full.statuses}",
    )
    half = asyncio.run(open_loop(process.port, path, pages[: len(pages) // 2], full.rate / 2))
    row(
        f"{name}: p50, p99 at half load, ms",
        f"{half.quantile(0.5):.1f}, {half.quantile(0.99):.1f}; statuses {half.statuses}",
    )
    best = ideal(alone.latencies, os.cpu_count() or 1)
    row(
        f"{name}: p50, p99 at half load if only the pages took time, ms",
        f"{best.quantile(0.5):.1f}, {best.quantile(0.99):.1f}",
    )
    return full.rate, len(pages) / cpu


def endure(process: Process, pages: list[bytes], requests: int) -> None:
    """Sends many pages, of which one in a hundred is hostile, and prints the memory."""
    mixed = random.Random(7)
    for part in range(10):
        count = requests // 10
        sent = [
            HOSTILE[number // 100 % len(HOSTILE)] if number % 100 == 0 else mixed.choice(pages)
            for number in range(part * count, (part + 1) * count)
        ]
        outcome = asyncio.run(closed_loop(process.port, "/v1/extract", sent, 8))
        row(f"after {(part + 1) * count} requests", f"{process.held()}; {outcome.statuses}")


def peers(python: str | None, node_folder: Path | None) -> list[tuple]:
    """Returns the name, path, port and command of each service to compare with."""
    found = []
    if python:
        port = free_port()
        command = [python, "-m", "uvicorn", "--port", str(port), "--log-level", "critical"]
        command += ["--workers", str(os.cpu_count()), "trafilatura_service:app"]
        found.append(("trafilatura", "/extract", port, command))
    if node_folder:
        os.environ["NODE_PATH"] = str(node_folder / "node_modules")
        port = free_port()
        command = ["node", "readability_service.js", str(port)]
        found.append(("Readability.js", "/extract", port, command))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("pages", type=Path)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--peer")
    parser.add_argument("--node-peer", type=Path)
    parser.add_argument("--peer-pages", type=int, default=300)
    args = parser.parse_args()
    files = sorted(of for of in args.pages.iterdir() if of.suffix in (".html", ".htm"))
    pages = [of.read_bytes() for of in files]
    random.Random(7).shuffle(pages)
    row("what", "measured")
    row("---", "---")
    row("pages", f"{len(pages)} of {sum(map(len, pages)) / len(pages) / 1000:.0f} kB")
    own = own_run(args.program, args.pages, len(pages))
    row("the program itself: pages/s, and per second of processor time", "%.1f, %.1f" % own)
    port = free_port()
    command = [args.program, "serve", "--listen", f"127.0.0.1:{port}", "--log", "off"]
    tamis = Process(command, port)
    ours = service("tamis serve", tamis, "/v1/extract", pages)
    row(
        "tamis serve to the program itself, by clock and by processor",
        f"{ours[0] / own[0]:.2f}, {ours[1] / own[1]:.2f}",
    )
    for name, path, port, command in peers(args.peer, args.node_peer):
        peer = Process(command, port, HERE)
        theirs = service(name, peer, path, pages[: args.peer_pages])
        peer.end()
        row(
            f"tamis serve to {name}, by clock and by processor",
            f"{ours[0] / theirs[0]:.1f}, {ours[1] / theirs[1]:.1f}",
        )
    if args.requests:
        endure(tamis, pages, args.requests)
    tamis.end()
    if tamis.child.returncode != 0:
        sys.exit(f"the server ended with {tamis.child.returncode}")


main()
