"""A plugin of pytest: the names of a project's modules mean our drop-in modules.

``ORIGINAL`` in the environment is the name that the tests import, ``DROP_IN`` our module. For
example ``import trafilatura.settings`` in a test gives ``tamis.compat.trafilatura.settings``. A
module that we have not raises :class:`ModuleNotFoundError`, also if the project itself is
installed: the tests never run on the original.

A file of tests imports at its top all that any of its tests needs. So that one missing name does
not fail them all, a name that is missing there stands for a :class:`Missing` object, and each test
that uses it fails by itself. Imports in functions are strict.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

# Without these, nothing is changed.
ORIGINAL = os.environ.get("ORIGINAL", "")
DROP_IN = os.environ.get("DROP_IN", "")
TESTS = os.environ.get("ORIGINAL_TESTS", "")


class Missing:
    """A name that the drop-in has not. Whatever a test does with it fails."""

    def __init__(self, name: str) -> None:
        self.__dict__["missing"] = name

    def _fail(self, *_: Any, **__: Any) -> NoReturn:
        raise ModuleNotFoundError(f"The drop-in module has no {self.__dict__['missing']}.")

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Fails, but at the top of a file the result is one more missing object."""
        if _top_of_a_test(1):
            return self
        self._fail()

    def __bool__(self) -> bool:
        """Fails, but a condition at the top of a file is false."""
        if _top_of_a_test(1):
            return False
        self._fail()

    __iter__ = __len__ = __contains__ = __getitem__ = __enter__ = _fail
    __eq__ = __hash__ = __str__ = _fail

    def __setattr__(self, name: str, value: Any) -> None:
        """Does nothing: a fixture may change what is missing, and no test sees it."""

    def __delattr__(self, name: str) -> None:
        """Does nothing, for the end of such a fixture."""

    def __getattr__(self, name: str) -> Any:
        """Fails, except for what pytest asks of everything that a file holds."""
        if name.startswith("__") or name in {"pytestmark", "_pytestfixturefunction"}:
            raise AttributeError(name)
        return Missing(f"{self.__dict__['missing']}.{name}")


def _top_of_a_test(depth: int) -> bool:
    """Returns true if the nearest frame outside the import system is the top of a test file."""
    frame: types.FrameType | None = sys._getframe(depth)
    while frame and (
        "importlib" in frame.f_code.co_filename or frame.f_code.co_filename == __file__
    ):
        frame = frame.f_back
    return (
        frame is not None
        and frame.f_code.co_name == "<module>"
        and frame.f_code.co_filename.startswith(TESTS)
    )


def _in_a_fixture() -> bool:
    """Returns true if pytest's ``monkeypatch`` asks for a name, to replace it."""
    return sys._getframe(2).f_code.co_filename.endswith("monkeypatch.py")


class _Loader(importlib.abc.Loader):
    """Gives a module that exists already under another name."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return self._module

    def exec_module(self, module: types.ModuleType) -> None:
        module.__spec__ = self._spec


class _Aliases(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != ORIGINAL and not fullname.startswith(ORIGINAL + "."):
            return None
        module = _drop_in(fullname)
        loader = _Loader(module)
        return importlib.util.spec_from_loader(fullname, loader, is_package=True)


def _drop_in(fullname: str) -> types.ModuleType:
    ours = DROP_IN + fullname.removeprefix(ORIGINAL)
    try:
        module = importlib.import_module(ours)
        _share_submodules(fullname)
    except ModuleNotFoundError as error:
        if error.name is None or not ours.startswith(error.name):
            raise
        missing = f"The drop-in module has no {fullname}."
        if not _top_of_a_test(2):
            raise ModuleNotFoundError(missing, name=fullname) from None
        module = types.ModuleType(fullname)
        module.__path__ = []
        module.__getattr__ = _absent(fullname, anywhere=True)  # type: ignore[method-assign]

    return _told(module, fullname)


def _told(module: types.ModuleType, fullname: str) -> types.ModuleType:
    """Returns a module that says which names it has not."""
    if "__getattr__" not in vars(module):
        module.__getattr__ = _absent(fullname, anywhere=False)  # type: ignore[method-assign]
    return module


def _share_submodules(asked: str) -> None:
    """Gives the modules that ours have imported their other names, except for the one asked for.

    That one gets its name from the import system, which would load it again if it had one before.
    Without this ``from trafilatura.baseline import html2txt`` would load that module a second time,
    and so set ``trafilatura.baseline`` to the module, which is a function of the package.
    """
    for ours, module in list(sys.modules.items()):
        if ours.startswith(f"{DROP_IN}.") and "._" not in ours:
            name = ORIGINAL + ours.removeprefix(DROP_IN)
            if name != asked:
                sys.modules.setdefault(name, _told(module, name))


def _absent(module: str, anywhere: bool) -> Callable[[str], Any]:
    """Returns what a module does about names that it has not."""

    def absent(name: str) -> Any:
        if not name.startswith("__") and (anywhere or _top_of_a_test(2) or _in_a_fixture()):
            try:
                importlib.import_module(f"{DROP_IN}{module.removeprefix(ORIGINAL)}.{name}")
            except ModuleNotFoundError:
                return Missing(f"{module}.{name}")
            return importlib.import_module(f"{module}.{name}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return absent


if ORIGINAL:
    sys.meta_path.insert(0, _Aliases())
