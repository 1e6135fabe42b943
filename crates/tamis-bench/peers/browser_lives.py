#!/usr/bin/env python3
"""Very many pages drawn by one process of tamis: what its browser needs, and what is left of it.

    browser_lives.py PROGRAM [--pages 2000] [--jobs 6]

Serves pages on this machine and has the program draw all of them. Looks at the processes of the browser
twice a second. In the middle, kills the browser (SIGKILL). Then checks that the content of all pages was
found, how many pages were drawn twice, and that no process and no profile is left. A second run is ended
by Ctrl-C. Linux only.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

from browser import OF_MENU, Handler, story

PATIENCE = 30


class Counting(Handler):
    """Counts the requests for pages and for their stories, by number."""

    counts = {}
    lock = threading.Lock()

    def do_GET(self):
        with self.lock:
            self.counts[self.path] = self.counts.get(self.path, 0) + 1
        super().do_GET()


def text_of(path):
    try:
        return Path(path).read_bytes().decode(errors="replace")
    except OSError:
        return ""


def processes(folder):
    """Returns the processes with this folder in their arguments, with their arguments."""
    found = {}
    for name in os.listdir("/proc"):
        arguments = text_of(f"/proc/{name}/cmdline") if name.isdigit() else ""
        if folder in arguments and int(name) != os.getpid():
            found[int(name)] = arguments
    return found


def below(parent):
    """Returns the processes that a process has started, directly or not, with their states."""
    parents, states = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        fields = text_of(f"/proc/{name}/stat").rpartition(")")[2].split()
        if fields:
            states[int(name)], parents[int(name)] = fields[0], int(fields[1])
    found = {parent}
    while more := {of for of, by in parents.items() if by in found} - found:
        found |= more
    return {of: states[of] for of in found - {parent}}


def memory(ids):
    """Returns the memory of processes in MiB, with their share of what is in several of them."""
    lines = [line for of in ids for line in text_of(f"/proc/{of}/smaps_rollup").splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def look(child, most):
    """Notes what the browser has now. Returns its processes."""
    states = below(child.pid)
    renderers = [of for of in states if "--type=renderer" in text_of(f"/proc/{of}/cmdline")]
    values = {
        "processes": len(states),
        "renderers": len(renderers),
        "zombies": sum(state == "Z" for state in states.values()),
        "browser_mib": round(memory(states)),
        "program_mib": round(memory([child.pid])),
    }
    for name, value in values.items():
        most[name] = max(most.get(name, 0), value)
    return states


def wait_until(what, is_so):
    begin = time.monotonic()
    while not is_so():
        if time.monotonic() - begin > PATIENCE:
            sys.exit(f"not so after {PATIENCE} s: {what}")
        time.sleep(0.1)


def is_whole(row):
    text = " ".join((row.get("text") or "").split())
    parts = story(int(row["url"].rsplit("/", 1)[1]))["paragraphs"]
    return all(part in text for part in parts) and not any(part in text for part in OF_MENU)


def check_left(folder):
    wait_until("no process is left", lambda: not processes(folder))
    wait_until("no profile is left", lambda: not os.listdir(folder))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--browser", default=shutil.which("chromium"))
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=6)
    args = parser.parse_args()
    # A shell that starts this script in the background ignores Ctrl-C, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Counting)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tempfile.mkdtemp(prefix="browser-lives-")
    base = f"http://127.0.0.1:{server.server_port}"
    listed = Path(tempfile.mkdtemp()) / "list.txt"
    listed.write_text("\n".join(f"{base}/page/{n}" for n in range(args.pages)))
    command = [args.program, "--render=always", "--allow-private", "--delay=0", "--format=jsonl"]
    command += ["--browser", args.browser, f"--jobs={args.jobs}", "--files-from", str(listed)]
    environment = {**os.environ, "TMPDIR": folder}

    def start(out):
        return subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, env=environment)

    begin = time.monotonic()
    quarters = [{} for _ in range(4)]
    killed = None
    with tempfile.TemporaryFile("w+") as out:
        child = start(out)
        while child.poll() is None:
            done = sum("/story/" in path for path in list(Counting.counts))
            states = look(child, quarters[min(3, 4 * done // args.pages)])
            if killed is None and done > args.pages / 2 and states:
                killed = len(states)
                for of in states:
                    try:
                        os.kill(of, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
            time.sleep(0.5)
        seconds = time.monotonic() - begin
        check_left(folder)
        out.seek(0)
        rows = [json.loads(line) for line in out]
    whole = sum(map(is_whole, rows))
    again = sum(count - 1 for path, count in Counting.counts.items() if "/story/" in path)
    print(f"{len(rows)} rows, content found on {whole}, exit {child.returncode}, {seconds:.0f} s")
    print(f"killed {killed} processes in the middle; {again} pages were drawn twice")
    for number, most in enumerate(quarters, 1):
        print(f"quarter {number}, at most: {most}")
    print("no process and no profile is left")
    child = start(subprocess.DEVNULL)
    wait_until("the browser runs", lambda: len(below(child.pid)) > 3)
    time.sleep(3)
    number = len(below(child.pid))
    child.send_signal(signal.SIGINT)
    child.wait(PATIENCE)
    check_left(folder)
    print(f"Ctrl-C with {number} processes of the browser: exit {child.returncode}, none is left")


if __name__ == "__main__":
    main()
