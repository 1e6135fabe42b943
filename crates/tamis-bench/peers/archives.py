"""An archive to Parquet by Tamis and by what people run today, in processor time.

    archives.py compare PAGES ARCHIVE TAMIS [ROUNDS]

Writes pages of a folder to an archive by warcio, unless it exists, then reads it with each reader
in turn. Prints medians. Needs warcio, pyarrow, FastWARC, Resiliparse and trafilatura.
"""

import random
import resource
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


def seconds(command: list[str], output: Path) -> tuple[float, float]:
    """Returns the processor time and the time of a command."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir()
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, end - begin


def compare(archive: Path, tamis: str, rounds: int) -> None:
    """Prints a line for each reader."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "rows")
        file = str(output / "rows.parquet")
        commands = {
            f"Tamis: {name}": [tamis, "batch", str(archive), "-q", "-o", str(output), *options]
            for name, options in TAMIS.items()
        }
        commands["FastWARC and Resiliparse"] = [sys.executable, "-c", FASTWARC, str(archive), file]
        commands["warcio and trafilatura"] = [sys.executable, "-c", TRAFILATURA, str(archive), file]
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                times[name].append(seconds(command, output))
    for name, runs in times.items():
        used = statistics.median(run[0] for run in runs)
        wall = statistics.median(run[1] for run in runs)
        print(f"{name:32} {used:7.2f} s CPU {wall:7.2f} s {COUNT / used:6.0f} pages/CPU s")


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[1] != "compare":
        sys.exit(__doc__)
    _, _, pages, archive, tamis, *rest = sys.argv
    if not Path(archive).exists():
        write(Path(pages), Path(archive))
    compare(Path(archive), tamis, int(rest[0]) if rest else 3)
