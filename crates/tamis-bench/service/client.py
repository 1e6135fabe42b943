"""A client that sends pages to a service as fast as it answers, or at a steady rate."""

import asyncio
import heapq
import random
import socket
import threading
import time
from dataclasses import dataclass, field

# The largest answer is read in parts of this size.
PART_BYTES = 1 << 18


@dataclass
class Outcome:
    """What became of the requests of a run."""

    seconds: float = 0.0
    # The processor time of the client.
    cpu: float = 0.0
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
    had all cores for themselves, and nothing else took any time. No service can be better.
    """
    drawn, outcome = random.Random(7), Outcome()
    gap = 2 * sum(times) / len(times) / cores
    free = [0.0] * cores
    for number in range(50 * len(times)):
        due = number * gap
        end = max(due, heapq.heappop(free)) + drawn.choice(times)
        heapq.heappush(free, end)
        outcome.latencies.append(end - due)
    return outcome


def head_of(path: str, page: bytes) -> bytes:
    """Returns the header of a request with this page."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
        f"Accept: application/json\r\nContent-Length: {len(page)}\r\n\r\n"
    ).encode()


class Blocking:
    """A connection that is kept open between requests, for a thread."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path, self.socket = port, path, None

    def status(self, page: bytes) -> int:
        """Sends a page. Returns the status of the answer, or 0 if there is none."""
        try:
            if self.socket is None:
                self.socket = socket.create_connection(("127.0.0.1", self.port))
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.sendall(head_of(self.path, page))
            self.socket.sendall(page)
            return self.read()
        except (OSError, ValueError):
            self.close()
            return 0

    def read(self) -> int:
        """Reads an answer to its end. Returns the status."""
        taken = b""
        while b"\r\n\r\n" not in taken:
            taken += self.more()
        head, _, rest = taken.partition(b"\r\n\r\n")
        head = head.decode("latin-1").lower()
        if "transfer-encoding: chunked" in head:
            # Answers with a length are the rule; nothing comes after the last chunk.
            while not rest.endswith(b"0\r\n\r\n"):
                rest += self.more()
        else:
            left = int(head.partition("content-length:")[2].partition("\r\n")[0]) - len(rest)
            while left > 0:
                left -= len(self.more())
        if "connection: close" in head:
            self.close()
        return int(head.split(" ", 2)[1])

    def more(self) -> bytes:
        part = self.socket.recv(PART_BYTES)
        if not part:
            raise ConnectionError("the service has closed the connection")
        return part

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
        self.socket = None


class Connection:
    """A connection that is kept open between requests, for a task."""

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
        self.writer.write(head_of(self.path, page))
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


def closed_loop(port: int, path: str, pages: list[bytes], connections: int) -> Outcome:
    """Sends each page once. Each connection sends the next page when it has its answer.

    A thread for each connection, because it leaves the service more of the cores than tasks do:
    the system takes a page from the memory where it is.
    """
    outcome, waiting, lock = Outcome(), iter(pages), threading.Lock()

    def work() -> None:
        connection = Blocking(port, path)
        while (page := taken()) is not None:
            begin = time.perf_counter()
            status = connection.status(page)
            seconds = time.perf_counter() - begin
            with lock:
                outcome.latencies.append(seconds)
                outcome.statuses[status] = outcome.statuses.get(status, 0) + 1
        connection.close()

    def taken() -> bytes | None:
        with lock:
            return next(waiting, None)

    begin, cpu = time.perf_counter(), time.process_time()
    threads = [threading.Thread(target=work) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcome.seconds, outcome.cpu = time.perf_counter() - begin, time.process_time() - cpu
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
