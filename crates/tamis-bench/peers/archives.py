"""An archive to Parquet by Tamis and by what people run today: time and memory.

    archives.py compare PAGES ARCHIVE TAMIS [ROUNDS]

Writes pages of a folder to an archive by warcio, unless it exists, then reads it with each reader
in turn. Prints medians: processor time, time, pages per second of both, and the memory of the
largest process. Needs tamis, warcio, pyarrow, FastWARC, Resiliparse and trafilatura.
"""

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COUNT = 500

FASTWARC = """
import sys, pyarrow, pyarrow.parquet
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding
from resiliparse.parse.html import HTMLTree
urls, texts = [], []
with open(sys.argv[1], "rb") as archive:
    for record in ArchiveIterator(archive, record_types=WarcRecordType.response):
        page = record.reader.read()
        tree = HTMLTree.parse(bytes_to_str(page, detect_encoding(page)))
        urls.append(record.headers["WARC-Target-URI"])
        texts.append(extract_plain_text(tree, main_content=True))
table = pyarrow.table({"url": urls, "text": texts})
pyarrow.parquet.write_table(table, sys.argv[2], compression="zstd")
"""

TRAFILATURA = """
import sys, pyarrow, pyarrow.parquet, trafilatura
from warcio.archiveiterator import ArchiveIterator
urls, texts = [], []
with open(sys.argv[1], "rb") as archive:
    for record in ArchiveIterator(archive):
        if record.rec_type == "response":
            urls.append(record.rec_headers.get_header("WARC-Target-URI"))
            texts.append(trafilatura.extract(record.content_stream().read()))
table = pyarrow.table({"url": urls, "text": texts})
pyarrow.parquet.write_table(table, sys.argv[2], compression="zstd")
"""

PACKAGE = """
import sys, tamis
tamis.batch(sys.argv[1], sys.argv[2], threads=int(sys.argv[3]))
"""

STREAM = """
import sys, pyarrow, pyarrow.parquet, tamis
columns = ["url", "text"]
stream = tamis.warc_batches(sys.argv[1], columns=columns, threads=int(sys.argv[3]))
reader = pyarrow.RecordBatchReader.from_stream(stream)
with pyarrow.parquet.ParquetWriter(sys.argv[2], reader.schema, compression="zstd") as writer:
    for batch in reader:
        writer.write_batch(batch)
"""

ALL = "auto,justext,readability,selectors,density"
TAMIS = {
    "auto": ["-j1"],
    "jusText": ["-j1", "--strategies", "justext"],
    "auto and its four engines": ["-j1", "--strategies", ALL],
    "auto, a process of its own": ["-j1", "--isolate"],
    "auto, two jobs": ["-j2"],
}


def write(pages: Path, archive: Path) -> None:
    """Writes a seeded choice of pages."""
    import io

    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    files = sorted(pages.glob("*.html"))
    random.Random(7).shuffle(files)
    with archive.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, page in enumerate(files[:COUNT]):
            http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                f"https://site{number}.example/{number}",
                "response",
                payload=io.BytesIO(page.read_bytes()),
                http_headers=http,
            )
            writer.write_record(record)


def costs(command: list[str], output: Path) -> tuple[float, float, float]:
    """Returns the processor time and the time of a command in seconds, and its memory in MB."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir()
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    end = time.monotonic()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command[:2])
    return usage.ru_utime + usage.ru_stime, end - begin, usage.ru_maxrss / 1000


def compare(archive: Path, tamis: str, rounds: int) -> None:
    """Prints a line for each reader."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "rows")
        file = str(output / "rows.parquet")
        commands = {
            f"Tamis: {name}": [tamis, "batch", str(archive), "-q", "-o", str(output), *options]
            for name, options in TAMIS.items()
        }
        for threads in ["1", "2"]:
            name = f"in Python, {threads} " + ("thread" if threads == "1" else "threads")
            run = [sys.executable, "-c", PACKAGE, str(archive), str(output), threads]
            commands[f"tamis.batch {name}"] = run
            run = [sys.executable, "-c", STREAM, str(archive), file, threads]
            commands[f"tamis.warc_batches {name}"] = run
        commands["FastWARC and Resiliparse"] = [sys.executable, "-c", FASTWARC, str(archive), file]
        commands["warcio and trafilatura"] = [sys.executable, "-c", TRAFILATURA, str(archive), file]
        found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                found[name].append(costs(command, output))
    for name, runs in found.items():
        used, wall, memory = (statistics.median(of) for of in zip(*runs, strict=True))
        rates = f"{COUNT / used:6.0f} pages/CPU s {COUNT / wall:6.0f} pages/s"
        print(f"{name:40} {used:7.2f} s CPU {wall:7.2f} s {rates} {memory:6.0f} MB")


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] != "compare":
        sys.exit(__doc__)
    _, _, pages, archive, tamis, *rest = sys.argv
    if not Path(archive).exists():
        write(Path(pages), Path(archive))
    compare(Path(archive), tamis, int(rest[0]) if rest else 3)
