#!/usr/bin/env bash
# Runs the tests of the libraries that the drop-in modules stand for, and the examples of their
# documents, on these modules.
# originals.sh [PROJECT...]. The environment with the installed wheel is that of python.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/target/python/tools
fresh=$PWD/target/python/fresh

if [ ! -x "$fresh/bin/python" ]; then
    .ci/python.sh
fi
# The tools have what builds an archive of Rust, which pip asks for the archive's name.
status=0
for program in run examples; do
    (cd target && "$fresh/bin/python" "../python/tests/originals/$program.py" \
        --pip "$tools/bin/python" "$@") || status=1
done
exit "$status"
