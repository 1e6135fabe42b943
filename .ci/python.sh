#!/usr/bin/env bash
# Builds the Python package, installs it into a fresh environment, and runs its tests.
# python.sh [PROFILE]: the profile of Cargo. `test` uses what the tests have built.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
tools=$PWD/target/python/tools
fresh=$PWD/target/python/fresh
wheels=$PWD/target/python/wheels

# The largest wheel, in bytes.
limit=$((8 << 20))

pip() {
    local python=$1
    shift
    "$python" -m pip --quiet --disable-pip-version-check "$@"
}

[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
pip "$tools/bin/python" install maturin==1.16.0 mypy==2.4.1 pyright==1.1.414 ruff==0.17.6
rm -rf "$wheels" "$fresh"
"$tools/bin/maturin" build --profile "$profile" --manifest-path crates/tamis-python/Cargo.toml \
    --out "$wheels" --locked
size=$(stat -c %s "$wheels"/*.whl)
echo "the wheel has $size bytes"
[ "$size" -le "$limit" ]

python3 -m venv "$fresh"
pip "$fresh/bin/python" install --no-index "$wheels"/*.whl
"$fresh/bin/python" -c 'import tamis; assert tamis.extract("<p>Hello")'
pip "$fresh/bin/python" install pytest==9.2.0 pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0 \
    typing_extensions

cd python
"$tools/bin/ruff" check .
"$tools/bin/ruff" format --check .
"$tools/bin/mypy" --python-executable "$fresh/bin/python" tamis tests
if "$tools/bin/pyright" --version >/dev/null; then
    "$tools/bin/pyright" --pythonpath "$fresh/bin/python" tamis
else
    echo "skipped: pyright, because Node.js cannot be installed"
fi
# The tests run on the installed package, not on the folder.
cd tests
"$fresh/bin/python" -m pytest -q -p no:cacheprovider .
"$fresh/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs tamis
