"""Runs the examples in other libraries' documents, unchanged, on our drop-in modules.

    python examples.py [--pip PYTHON] [--folder FOLDER] [--original] [PROJECT...]

The documents come from each project's source archive, which pip fetches into FOLDER; they are never
part of this repository. An example is a block of Python in a document. Its name is the document's
path and the number of the block there, such as ``README.md#1``. ``documents/PROJECT.toml`` says
which version, which documents, and how many examples must run at least (``floor``).

Each example runs by itself and without a network: `example_web.py` answers. It starts with the code
``given``, because documents take for granted that their reader has a page and has imported the
library; in ``after``, examples have others that must run before them, and ``written`` has files. It
passes if nothing is raised, and if each value is the one that the document shows. What is not so is
listed, each with a reason: examples that fail in ``cannot``, those that show values of
a page on the web, which are not compared, in ``elsewhere``, and those of other libraries, which do
not count, in ``foreign``. The run fails if an example fails that is not listed, if a listed one
passes, or below the floor.

With ``--original`` the examples run on the original instead, to see what it can run itself.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from example_blocks import blocks_of
from run import HERE, ROOT, tomllib, unpacked

DOCUMENTS = HERE / "documents"


@dataclass
class Outcome:
    """What came of a project's examples."""

    name: str
    version: str
    # Why each example failed, or ``None``.
    failures: dict[str, str | None]
    listed: dict[str, dict[str, str]]
    floor: int

    @property
    def passed(self) -> int:
        """The number of examples that run."""
        return sum(of is None for of in self.failures.values())

    def complaints(self) -> list[str]:
        """Returns what is not as listed."""
        cannot = self.listed["cannot"]
        found = [
            f"{name} is listed and does not exist"
            for names in self.listed.values()
            for name in names.keys() - self.failures.keys() - self.listed["foreign"].keys()
        ]
        for name, failure in self.failures.items():
            if failure is None and name in cannot:
                found.append(f"{name} is listed and runs")
            elif failure is not None and name not in cannot:
                found.append(f"{name} fails and is not listed: {failure}")
        if self.passed < self.floor:
            found.append(f"{self.passed} examples run, fewer than {self.floor}")
        return [f"{self.name}: {of}" for of in found]


def main() -> int:
    """Runs the projects of the command line, prints a table, and returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("projects", nargs="*", default=[""], help="how their names begin")
    parser.add_argument("--pip", default=sys.executable, help="the Python whose pip fetches")
    parser.add_argument("--folder", type=Path, default=ROOT / "target/python/originals")
    parser.add_argument("--original", action="store_true", help="run them on the original")
    given = parser.parse_args()
    folder = given.folder.resolve() / "documents"
    paths = [of for name in given.projects for of in sorted(DOCUMENTS.glob(f"{name}*.toml"))]
    outcomes = [run(of.stem, folder, given.pip, given.original) for of in paths]
    print(f"{'project':<20}{'examples of':<12}{'run':>8}{'failed':>8}")
    for of in outcomes:
        failed = len(of.failures) - of.passed
        print(f"{of.name:<20}{of.version:<12}{of.passed:>8}{failed:>8}")
    every = sum(len(of.failures) for of in outcomes)
    print(f"{sum(of.passed for of in outcomes)} of {every} examples run")
    complaints = [line for of in outcomes for line in of.complaints()]
    print("\n".join(complaints))
    return 1 if complaints else 0


def run(name: str, folder: Path, pip: str, original: bool) -> Outcome:
    """Runs a project's examples."""
    project = tomllib.loads((DOCUMENTS / f"{name}.toml").read_text())
    listed = {
        of: {
            example: entry["reason"]
            for entry in project.get(of, [])
            for example in entry["examples"]
        }
        for of in ("cannot", "elsewhere", "foreign")
    }
    blocks = blocks_of(documents(project, folder / name, pip), project["files"])
    for foreign in listed["foreign"]:
        del blocks[foreign]
    work = {of: project.get(of, {}) for of in ("given", "after", "written")}
    work |= {"blocks": blocks, "elsewhere": [*listed["elsewhere"]]}
    failures = session(work, environment(project, folder / name, pip, original))
    return Outcome(name, project["version"], failures, listed, project["floor"])


def reasons(entries: list[dict[str, Any]]) -> dict[str, str]:
    """Returns the reason for each example of a list."""
    return {name: entry["reason"] for entry in entries for name in entry["examples"]}


def documents(project: dict[str, Any], folder: Path, pip: str) -> Path:
    """Returns the folder of a project's documents, without the project itself."""
    kept = folder / "kept"
    if not kept.is_dir():
        source = unpacked(project, folder, pip)
        for path in (of for glob in project["files"] for of in source.glob(glob)):
            place = kept / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
        shutil.rmtree(folder / "source")
    return kept


def environment(project: dict[str, Any], folder: Path, pip: str, original: bool) -> dict[str, str]:
    """Returns the environment of a session, in which other packages are found that it needs."""
    needs = folder / "needs"
    if project.get("needs") and not needs.is_dir():
        command = [pip, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, "--target", str(needs), *project["needs"]], check=True)
    paths = filter(None, [os.environ.get("PYTHONPATH")])
    names = {"ORIGINAL": project["module"], "DROP_IN": f"tamis.compat.{project['module']}"}
    return {
        **os.environ,
        **({} if original else names),
        # No file counts as one of tests, where missing names would be no error.
        "ORIGINAL_TESTS": str(needs / "none"),
        "PYTHONPATH": os.pathsep.join([*paths, str(HERE), str(needs)]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def session(work: dict[str, Any], environment: dict[str, str]) -> dict[str, str | None]:
    """Runs examples in an interpreter of their own."""
    command = [sys.executable, str(HERE / "example_session.py")]
    done = subprocess.run(
        command, input=json.dumps(work), env=environment, text=True, stdout=subprocess.PIPE
    )
    if done.returncode:
        sys.exit(f"the examples could not run: {done.returncode}")
    failures: dict[str, str | None] = json.loads(done.stdout)
    return failures


if __name__ == "__main__":
    sys.exit(main())
