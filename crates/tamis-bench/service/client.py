"""A client that sends pages to a service as fast as it answers, or at a steady rate."""

import asyncio
import heapq
import random
import time
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """What became of the requests of a run."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def quantile(self, share: float) -> float:
        """Returns the latency, in milliseconds, that this share of the requests does not exceed."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ideal(times: list[float], cores: int) -> Outcome:
    """Returns what `open_loop` would measure at half of the highest rate if pages took these times,
    had all cores for themselves, and nothing else took any time. No service can be better."""
    drawn, outcome = random.Random(7), Outcome()
    gap = 2 * sum(times) / len(times) / cores
    free = [0.0] * cores
    for number in range(50 * len(times)):
        due = number * gap
        end = max(due, heapq.heappop(free)) + drawn.choice(times)
        heapq.heappush(free, end)
        outcome.latencies.append(end - due)
    return outcome


class Connection:
    """A connection to a service that is kept open between requests."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.reader = self.writer = None

    async def status(self, page: bytes) -> int:
        """Sends a page. Returns the status of the answer, or 0 if there is none."""
        try:
            return await self.post(page)
        except (asyncio.IncompleteReadError, OSError):
            self.close()
            return 0

    async def post(self, page: bytes) -> int:
        """Sends a page, and reads the answer to its end. Returns the status."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=1 << 20
            )
        self.writer.write(
            f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
            f"Accept: application/json\r\nContent-Length: {len(page)}\r\n\r\n".encode()
        )
        self.writer.write(page)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if "transfer-encoding: chunked" in head:
            while length := int(await self.reader.readuntil(b"\r\n"), 16):
                await self.reader.readexactly(length + 2)
            await self.reader.readexactly(2)
        else:
            length = head.partition("content-length:")[2].partition("\r\n")[0]
            await self.reader.readexactly(int(length))
        if "connection: close" in head:
            self.close()
        return int(head.split(" ", 2)[1])

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def closed_loop(port: int, path: str, pages: list[bytes], connections: int) -> Outcome:
    """Sends each page once. Each connection sends the next page when it has its answer."""
    outcome, waiting = Outcome(), iter(pages)

    async def work() -> None:
        connection = Connection(port, path)
        for page in waiting:
            begin = time.perf_counter()
            status = await connection.status(page)
            outcome.latencies.append(time.perf_counter() - begin)
            outcome.statuses[status] = outcome.statuses.get(status, 0) + 1
        connection.close()

    begin = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(connections)))
    outcome.seconds = time.perf_counter() - begin
    return outcome


async def open_loop(port: int, path: str, pages: list[bytes], rate: float) -> Outcome:
    """Sends each page once, so many each second, whether or not those before are answered.

    A latency counts from the time at which the page was due, so that a service that stalls cannot
    hide it.
    """
    outcome, idle = Outcome(), []

    async def send(page: bytes, due: float) -> None:
        connection = idle.pop() if idle else Connection(port, path)
        status = await connection.status(page)
        outcome.latencies.append(time.perf_counter() - due)
        outcome.statuses[status] = outcome.statuses.get(status, 0) + 1
        idle.append(connection)

    begin = time.perf_counter()
    tasks = []
    for number, page in enumerate(pages):
        due = begin + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(send(page, due)))
    await asyncio.gather(*tasks)
    outcome.seconds = time.perf_counter() - begin
    for connection in idle:
        connection.close()
    return outcome
