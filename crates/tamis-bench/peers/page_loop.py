"""Runs a peer over the pages whose paths stand on standard input, one a line.

Prints one JSON line: `seconds_cpu` (decoding and extraction; reading the pages is not counted), `pages`,
`failures` and `peak_rss_bytes`. An argument names a file to write {"id", "text"} lines to; the id is the name of the
page's file, without its ending unless a second argument, --whole-names, says so.
"""

import json
import pathlib
import resource
import sys
import time


def run(extract):
    """Calls `extract` with the bytes of each page; it answers with the text."""
    whole_names = "--whole-names" in sys.argv[2:]
    predictions = open(sys.argv[1], "w", encoding="utf-8") if len(sys.argv) > 1 else None
    seconds, pages, failures = 0.0, 0, 0
    for line in sys.stdin:
        path = pathlib.Path(line.rstrip("\n"))
        page = path.read_bytes()
        started = time.process_time()
        try:
            text = extract(page)
        except Exception:  # A page that a peer cannot read counts as empty, and as a failure.
            text = ""
            failures += 1
        seconds += time.process_time() - started
        pages += 1
        if predictions:
            name = path.name if whole_names else path.stem
            predictions.write(json.dumps({"id": name, "text": text}) + "\n")
    if predictions:
        predictions.close()
    result = {
        "seconds_cpu": seconds,
        "pages": pages,
        "failures": failures,
        "peak_rss_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    print(json.dumps(result))
