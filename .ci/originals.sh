#!/usr/bin/env bash
# Runs the tests of the libraries that the drop-in modules stand for, on these modules.
# originals.sh [PROJECT...]. The environment with the installed wheel is that of python.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/target/python/tools
fresh=$PWD/target/python/fresh

if [ ! -x "$fresh/bin/python" ]; then
    .ci/python.sh
fi
# The tools have what builds an archive of Rust, which pip asks for the archive's name.
(cd target && "$fresh/bin/python" ../python/tests/originals/run.py --pip "$tools/bin/python" "$@")
