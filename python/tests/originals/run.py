"""Runs the tests of other libraries, unchanged, on our drop-in modules.

    python run.py [--pip PYTHON] [--folder FOLDER] [PROJECT...]

The tests come from each project's source archive, which pip fetches into FOLDER; they are never
part of this repository. A file ``PROJECT.toml`` says which version, which files, how many tests
must pass at least (``floor``), and which cannot pass, each with its reason. For example:

    [[cannot]]
    reason = "calls the network"
    tests = ["unit_tests.py::test_download"]

A test function counts once, also if it has many parameters: it passes if none of them fails. The
run fails if a test fails that is not listed, if a listed one passes, or below the floor.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

try:
    tomllib = importlib.import_module("tomllib")
except ModuleNotFoundError:
    sys.exit("the tests of the originals need Python 3.11, for tomllib")

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
_OUTCOME = re.compile(r"(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S+?\.py(?:::\w+)*)")


@dataclass
class Outcome:
    """What came of a project's tests."""

    name: str
    version: str
    passed: set[str]
    failed: set[str]
    complaints: list[str]


def main() -> int:
    """Runs the projects of the command line, prints a table, and returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "projects", nargs="*", default=sorted(of.stem for of in HERE.glob("*.toml"))
    )
    parser.add_argument("--pip", default=sys.executable, help="the Python whose pip fetches")
    parser.add_argument("--folder", type=Path, default=ROOT / "target/python/originals")
    given = parser.parse_args()
    outcomes = [run(name, given.folder.resolve(), given.pip) for name in given.projects]
    print(f"{'project':<18}{'tests of':<12}{'passed':>8}{'failed':>8}")
    for of in outcomes:
        print(f"{of.name:<18}{of.version:<12}{len(of.passed):>8}{len(of.failed):>8}")
    complaints = [line for of in outcomes for line in of.complaints]
    print("\n".join(complaints))
    return 1 if complaints else 0


def run(name: str, folder: Path, pip: str) -> Outcome:
    """Runs a project's tests."""
    project = tomllib.loads((HERE / f"{name}.toml").read_text())
    tests = fetched(project, folder / name, pip)
    passed, failed = results(pytest_lines(project, tests))
    listed = {test: of["reason"] for of in project.get("cannot", []) for test in of["tests"]}
    complaints = [
        *(f"{name}: {test} fails and is not listed" for test in sorted(failed - listed.keys())),
        *(f"{name}: {test} is listed and passes" for test in sorted(passed & listed.keys())),
        *(
            f"{name}: {test} is listed and not run"
            for test in sorted(listed.keys() - passed - failed)
        ),
    ]
    if len(passed) < project["floor"]:
        complaints.append(f"{name}: {len(passed)} tests pass, fewer than {project['floor']}")
    return Outcome(name, project["version"], passed, failed, complaints)


def fetched(project: dict[str, Any], folder: Path, pip: str) -> Path:
    """Returns the folder of a project's tests, without the project itself."""
    tests = folder / "tests"
    if tests.is_dir():
        return tests
    shutil.copytree(unpacked(project, folder, pip) / project["tests"], tests)
    # What is left of the project must not be found by an import.
    shutil.rmtree(folder / "source")
    return tests


def unpacked(project: dict[str, Any], folder: Path, pip: str) -> Path:
    """Fetches a source archive, and returns the folder of what is in it."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = download(project, folder, pip)
    with tarfile.open(archive) as members:
        members.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    return source


def download(project: dict[str, Any], folder: Path, pip: str) -> Path:
    """Fetches a source archive."""
    requirement = f"{project['distribution']}=={project['version']}"
    command = [pip, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-binary", ":all:", "--no-deps", "--dest", str(folder), requirement]
    command += project.get("pip", [])
    path = f"{Path(pip).resolve().parent if os.sep not in pip else Path(pip).parent}"
    environment = {**os.environ, "PATH": f"{path}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(command, check=True, env=environment, cwd=folder)
    (archive,) = folder.glob("*.tar.gz")
    return archive


def pytest_lines(project: dict[str, Any], tests: Path) -> Iterator[str]:
    """Runs pytest in an interpreter whose imports of the project give our modules."""
    files = sorted(
        str(of.relative_to(tests)) for glob in project["files"] for of in tests.glob(glob)
    )
    # Tests of the project's own program must not find one that is installed.
    folders = os.environ["PATH"].split(os.pathsep)
    folders = [of for of in folders if not (Path(of) / project["module"]).exists()]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(folders),
        "ORIGINAL": project["module"],
        "DROP_IN": f"tamis.compat.{project['module']}",
        "ORIGINAL_TESTS": str(tests),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")])),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-p", "aliases", "-p", "no:cacheprovider", "-q"]
    command += ["--tb=no", "-rA", "--rootdir", str(tests), *files]
    found = subprocess.run(command, cwd=tests, env=environment, text=True, stdout=subprocess.PIPE)
    if found.returncode not in (0, 1):
        sys.exit(f"{project['distribution']}: pytest could not run:\n{found.stdout}")
    yield from found.stdout.splitlines()


def results(lines: Iterator[str]) -> tuple[set[str], set[str]]:
    """Returns the test functions that pass, and those that fail with any of their parameters."""
    passed: set[str] = set()
    failed: set[str] = set()
    for line in lines:
        if found := _OUTCOME.match(line):
            (failed if found[1] in ("FAILED", "ERROR") else passed).add(found[2])
    return passed - failed, failed


if __name__ == "__main__":
    sys.exit(main())
