"""Measures `tamis serve` against the program's own run over the same pages, and against trafilatura
behind uvicorn and Readability.js behind Node.js.

load.py PROGRAM PAGES [--peer PYTHON] [--node-peer FOLDER] [--slowest N]
        [--requests N] [--more FOLDER...] [--no-speed]

PAGES is a folder of HTML, on which the speed is measured. The peers are a Python with trafilatura,
lxml_html_clean, fastapi and uvicorn, and a folder with `@mozilla/readability` and `jsdom`. Then so
many requests are sent with pages of this folder and of all in `--more`, and the memory is looked
at: the program fails if that grows. Prints a table in Markdown. Times of the processor tell more
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

# A long run is looked at so often.
PARTS = 20

# Memory may be so much larger in the second half of a long run than in the first.
GROWTH = 1.1

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
        """Returns the memory of all processes. Pages that two of them share count twice."""
        texts = (Path(f"/proc/{pid}/status").read_text() for pid in self.pids())
        return sum(int(re.search(r"VmRSS:\s+(\d+)", text)[1]) for text in texts) / 1024

    def counts(self) -> tuple[int, int]:
        """Returns the numbers of descriptors and threads."""
        pid = self.child.pid
        return len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task"))

    def held(self) -> str:
        descriptors, threads = self.counts()
        return f"{self.rss_mib():.1f} MiB, {descriptors} descriptors, {threads} threads"

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


def slowest(names: list[str], pages: list[bytes], latencies: list[float], count: int) -> None:
    """Prints the pages that took longest alone."""
    of_time = sorted(zip(latencies, map(len, pages), names, strict=False), reverse=True)
    for seconds, length, name in of_time[:count]:
        row(f"{name}, of {length / 1000:.0f} kB", f"{1000 * seconds:.1f} ms")


def service(
    name: str, process: Process, path: str, names: list[str], pages: list[bytes], shown: int = 0
) -> tuple[float, float]:
    """Measures a service, and prints so many of the pages that took longest. Returns its pages per
    second, and per second of processor time.
    """
    row(f"{name}: start to first answer, ms", f"{process.start_ms:.0f}")
    row(f"{name}: idle", process.held())
    # What is loaded on first use is loaded before anything else is measured.
    first = closed_loop(process.port, path, pages[:1], 1)
    row(f"{name}: the first page, ms", f"{first.quantile(0.5):.1f}")
    closed_loop(process.port, path, pages[:50], 2)
    alone = closed_loop(process.port, path, pages[: len(pages) // 2], 1)
    row(
        f"{name}: p50, p99 one page at a time, ms",
        f"{alone.quantile(0.5):.1f}, {alone.quantile(0.99):.1f}",
    )
    slowest(names, pages, alone.latencies, shown)
    cpu = process.cpu()
    full: Outcome = closed_loop(process.port, path, pages, 4)
    cpu = process.cpu() - cpu
    row(
        f"{name}: pages/s, and pages per second of processor time",
        f"{full.rate:.1f}, {len(pages) / cpu:.1f}; statuses {full.statuses}",
    )
    row(f"{name}: cores that the client took meanwhile", f"{full.cpu / full.seconds:.2f}")
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


def endure(process: Process, pages: list[bytes], requests: int) -> list[str]:
    """Sends many pages, of which one in a hundred is hostile, and prints the memory. Returns what
    has grown.
    """
    row(f"{len(pages)} pages of {mean_kb(pages):.0f} kB, before", process.held())
    before = process.counts()
    mixed, sizes, statuses = random.Random(7), [], {}
    for part in range(PARTS):
        count = requests // PARTS
        sent = [
            HOSTILE[number // 100 % len(HOSTILE)] if number % 100 == 0 else mixed.choice(pages)
            for number in range(part * count, (part + 1) * count)
        ]
        outcome = closed_loop(process.port, "/v1/extract", sent, 8)
        for status, times in outcome.statuses.items():
            statuses[status] = statuses.get(status, 0) + times
        # The server sees the end of a connection a moment later.
        time.sleep(1)
        sizes.append(process.rss_mib())
        row(f"after {(part + 1) * count} requests", f"{process.held()}; {outcome.statuses}")
    halves = [sum(of) / len(of) for of in (sizes[: PARTS // 2], sizes[PARTS // 2 :])]
    row("mean of each half, MiB; statuses", f"{halves[0]:.1f}, {halves[1]:.1f}; {statuses}")
    grown = [f"memory by {halves[1] / halves[0]:.2f}"] if halves[1] > GROWTH * halves[0] else []
    after = process.counts()
    if after[0] > before[0] or after[1] > before[1]:
        grown.append(f"descriptors and threads from {before} to {after}")
    return grown


def mean_kb(pages: list[bytes]) -> float:
    return sum(map(len, pages)) / len(pages) / 1000


def files_of(folder: Path) -> list[Path]:
    """Returns the pages of a folder in an order that has nothing to do with their names."""
    files = sorted(of for of in folder.iterdir() if of.suffix in (".html", ".htm"))
    random.Random(7).shuffle(files)
    return files


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


def measured(args: argparse.Namespace, tamis: Process, files: list[Path]) -> None:
    """Measures the speed, beside the program itself and the peers."""
    names, pages = [of.name for of in files], [of.read_bytes() for of in files]
    row("pages", f"{len(pages)} of {mean_kb(pages):.0f} kB")
    own = own_run(args.program, args.pages, len(pages))
    row("the program itself: pages/s, and per second of processor time", "%.1f, %.1f" % own)
    ours = service("tamis serve", tamis, "/v1/extract", names, pages, args.slowest)
    row(
        "tamis serve to the program itself, by clock and by processor",
        f"{ours[0] / own[0]:.2f}, {ours[1] / own[1]:.2f}",
    )
    for name, path, port, command in peers(args.peer, args.node_peer):
        peer = Process(command, port, HERE)
        theirs = service(name, peer, path, names, pages[: args.peer_pages])
        peer.end()
        row(
            f"tamis serve to {name}, by clock and by processor",
            f"{ours[0] / theirs[0]:.1f}, {ours[1] / theirs[1]:.1f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("pages", type=Path)
    parser.add_argument("--more", type=Path, nargs="*", default=[])
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--no-speed", action="store_true")
    parser.add_argument("--slowest", type=int, default=0)
    parser.add_argument("--peer")
    parser.add_argument("--node-peer", type=Path)
    parser.add_argument("--peer-pages", type=int, default=300)
    args = parser.parse_args()
    row("what", "measured")
    row("---", "---")
    port = free_port()
    command = [args.program, "serve", "--listen", f"127.0.0.1:{port}", "--log", "off"]
    tamis, grown = Process(command, port), []
    try:
        if not args.no_speed:
            measured(args, tamis, files_of(args.pages))
        if args.requests:
            files = [of for folder in (args.pages, *args.more) for of in files_of(folder)]
            grown = endure(tamis, [of.read_bytes() for of in files], args.requests)
    finally:
        tamis.end()
    if tamis.child.returncode != 0:
        sys.exit(f"the server ended with {tamis.child.returncode}")
    if grown:
        sys.exit(f"grown: {', '.join(grown)}")


main()
