#!/usr/bin/env bash
# Runs the official clients of Firecrawl, for Python and for JavaScript, against `tamis serve`.
# firecrawl.sh [PROGRAM]: another program than the one that it builds.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/target/firecrawl
program=${1:-$PWD/target/debug/tamis}

[ $# -gt 0 ] || cargo build --quiet --locked --profile test --workspace --bin tamis
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
"$python" -m pip install --quiet --disable-pip-version-check firecrawl-py==4.55.0
npm install --silent --no-audit --no-fund --prefix "$folder/npm" @mendable/firecrawl-js@4.42.0
"$python" crates/tamis-server/tests/firecrawl/run.py "$program" "$folder/npm"
