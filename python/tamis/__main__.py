"""The program `tamis`: `python -m tamis`, or the command that the package installs."""

import signal
import sys

from tamis._native import run_program


def main() -> int:
    """Run the program with the arguments of this process, and return its exit status."""
    # Python's own handler only notes Ctrl-C until Python code runs again.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A folder named `tamis` where the program runs is not the package.
    safe_path = ["-P"] if sys.version_info >= (3, 11) else []
    return run_program([sys.executable, *safe_path, "-m", "tamis"], sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
