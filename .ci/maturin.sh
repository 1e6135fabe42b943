#!/usr/bin/env bash
# Installs maturin, unless it is there, and runs it in the folder of the caller.
set -euo pipefail

tools=$(dirname "$0")/../target/python/tools
[ -f "$tools/pyvenv.cfg" ] || python3 -m venv "$tools"
# Windows has another name for the folder.
[ -d "$tools/bin" ] && bin=$tools/bin || bin=$tools/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check maturin==1.16.0
exec "$bin/maturin" "$@"
