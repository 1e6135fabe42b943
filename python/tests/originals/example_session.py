"""Runs the examples that standard input has as JSON, and writes what came of each as JSON.

The input is an object with ``given``, the code that each example starts with, ``blocks``, the
examples by their names, ``after``, the names of those that must run before an example, and
``written``, the files that they find. The names in ``elsewhere`` show values that are not compared.
The output has, for each name, why it failed, or ``null``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import logging
import os
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import aliases  # noqa: F401, names of the project mean our modules
import example_web
from example_blocks import Step, steps_of


def main() -> None:
    """Runs all examples."""
    work = json.load(sys.stdin)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    example_web.install()
    # Examples wait between requests, which cost nobody anything here.
    time.sleep = lambda _seconds: None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in dict(work["written"]).items():
            Path(name).write_text(text, encoding="utf-8")
        failures = {name: failure(name, work) for name in work["blocks"]}
    json.dump(failures, sys.stdout)


def failure(name: str, work: dict[str, Any]) -> str | None:
    """Runs an example, and returns why it failed, or ``None``."""
    space: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(work["given"] or "", space)
        for before in dict(work["after"]).get(name, ()):
            for step in steps_of(work["blocks"][before]):
                _value(step, space)
        for step in steps_of(work["blocks"][name]):
            value, shown = _value(step, space), _shown(step)
            if shown and value != shown and name not in work["elsewhere"]:
                return f"{step.code} shows {value}, and not {shown}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _value(step: Step, space: dict[str, Any]) -> str:
    """Runs a statement, and returns what an interpreter would show, on one line."""
    tree = ast.parse(step.code)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
            value = eval(compile(ast.Expression(tree.body[0].value), "example", "eval"), space)
            if value is not None:
                print(repr(value))
        else:
            exec(compile(tree, "example", "exec"), space)
    return " ".join(printed.getvalue().split())


def _shown(step: Step) -> str:
    """Returns what a document shows, without the remarks after it."""
    lines = (line.split("  #")[0].split(" # ")[0] for line in step.shown)
    return " ".join(" ".join(lines).split())


if __name__ == "__main__":
    main()
