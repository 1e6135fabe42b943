#!/usr/bin/env bash
# Installs maturin, unless it is there, and runs it in the folder of the caller.
set -euo pipefail

tools=$(dirname "$0")/../target/python/tools
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check maturin==1.16.0
exec "$tools/bin/maturin" "$@"
