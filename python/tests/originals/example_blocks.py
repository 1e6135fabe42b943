"""The blocks of Python in documents, as Markdown and reStructuredText write them."""

from __future__ import annotations

import codeop
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

_FENCE = re.compile(r"^( *)``` ?python\s*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_DIRECTIVE = re.compile(
    r"^( *)\.\. code-block:: *python[ \t]*\n((?:\1[ \t]+.*\n|[ \t]*\n)+)", re.MULTILINE
)
_PROMPT = ">>>"
_CONTINUATION = "..."


@dataclass
class Step:
    """A statement of an example, and what the document says that it shows."""

    code: str
    shown: list[str] = field(default_factory=list)


def blocks_of(folder: Path, files: list[str]) -> dict[str, str]:
    """Returns the blocks of documents by their names, such as ``docs/usage.rst#2``."""
    found = {}
    for path in sorted(of for glob in files for of in folder.glob(glob)):
        pattern = _DIRECTIVE if path.suffix == ".rst" else _FENCE
        blocks = pattern.findall(path.read_text(encoding="utf-8") + "\n")
        for number, (_, code) in enumerate(blocks, 1):
            found[f"{path.relative_to(folder)}#{number}"] = dedent(code.expandtabs())
    return found


def steps_of(block: str) -> list[Step]:
    """Returns the statements of a block: all of it, or those after prompts.

    >>> steps_of(">>> 1 + 1\\n2\\n# a remark\\n>>> f(\\n    2)")
    [Step(code='1 + 1', shown=['2']), Step(code='f(\\n    2)', shown=[])]
    """
    lines = block.strip("\n").split("\n")
    if not any(line.startswith(_PROMPT) for line in lines):
        return [Step(block)]
    return list(_prompted(lines))


def _prompted(lines: list[str]) -> Iterator[Step]:
    step: Step | None = None
    for line in lines:
        if line.startswith(_PROMPT):
            if step:
                yield step
            step = Step(line.removeprefix(_PROMPT).removeprefix(" "))
        elif step and (line.startswith(_CONTINUATION) or _goes_on(step.code)):
            # Documents often leave out the prompts of further lines.
            step.code += "\n" + line.removeprefix(_CONTINUATION)
        elif step and line.strip() and not line.startswith("#"):
            step.shown.append(line)
    if step:
        yield step


def _goes_on(code: str) -> bool:
    """Returns true for code that a bracket or a quotation mark leaves open."""
    try:
        return codeop.compile_command(code) is None
    except SyntaxError:
        return False
