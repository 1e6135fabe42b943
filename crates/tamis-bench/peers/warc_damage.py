"""Damages an archive that warcio wrote, and counts what tamis-warc and warcio find in it.

usage: warc_damage.py FOLDER COUNT PROGRAM

FOLDER has pages (`*.html`), of which the first COUNT are written to a WARC file with a gzip member
per record. PROGRAM is the example `pages` of tamis-warc, built with
`cargo build --release -p tamis-warc --example pages`. Needs the package warcio.
"""

import contextlib
import io
import subprocess
import sys
import tempfile
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter


def archive(folder: Path, count: int) -> bytes:
    file = io.BytesIO()
    writer = WARCWriter(file, gzip=True)
    for page in sorted(folder.glob("*.html"))[:count]:
        content = page.read_bytes()
        fields = [("Content-Type", "text/html"), ("Content-Length", str(len(content)))]
        http = StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1")
        url = f"https://pages.example/{page.stem}"
        record = writer.create_warc_record(url, "response", io.BytesIO(content), http_headers=http)
        writer.write_record(record)
    return file.getvalue()


def with_zeros(data: bytes, places: int) -> bytes:
    damaged = bytearray(data)
    for place in range(1, places + 1):
        begin = len(data) * place // (places + 1)
        damaged[begin : begin + 50] = bytes(50)
    return bytes(damaged)


def count_tamis(program: str, data: bytes) -> str:
    with tempfile.NamedTemporaryFile(suffix=".warc.gz") as file:
        file.write(data)
        file.flush()
        output = subprocess.run([program, file.name], capture_output=True, text=True, check=True)
    lines = output.stdout.splitlines()
    errors = sum(line.split()[1] == "damaged" for line in lines)
    return f"{len(lines) - errors} records, {errors} errors"


def count_warcio(data: bytes) -> str:
    found = 0
    try:
        # It prints what is wrong with a record, and returns the record.
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            for record in ArchiveIterator(io.BytesIO(data)):
                record.content_stream().read()
                found += 1
    except Exception as error:  # Any exception ends its reading.
        return f"{found} records, then {type(error).__name__}"
    return f"{found} records"


def main() -> None:
    folder, count, program = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    data = archive(folder, count)
    middle = len(data) // 2
    damages = {
        "none": data,
        "50 zeros in the middle": with_zeros(data, 1),
        "50 zeros in 10 places": with_zeros(data, 10),
        "cut at half": data[:middle],
        "1,000 bytes missing": data[:middle] + data[middle + 1000 :],
        "1,000 bytes inserted": data[:middle] + b"\xff" * 1000 + data[middle:],
    }
    print(f"{len(data)} bytes\n\n| damage | tamis-warc | warcio |\n| --- | --- | --- |")
    for name, damaged in damages.items():
        print(f"| {name} | {count_tamis(program, damaged)} | {count_warcio(damaged)} |")


if __name__ == "__main__":
    main()
