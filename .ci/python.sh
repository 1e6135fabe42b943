#!/usr/bin/env bash
# Installs the Python package into a fresh environment, and runs its tests.
# python.sh: builds the wheel from the sdist, as those are that are published, and compares whole
# samples.
# python.sh quick: makes it of the library in `target/debug`, which is built with the tests and has no
# object stores.
set -euo pipefail
cd "$(dirname "$0")/.."
form=${1:-published}
export TAMIS_REQUIRE_CORPORA="${TAMIS_REQUIRE_CORPORA:-1}"
tools=$PWD/target/python/tools
fresh=$PWD/target/python/fresh
wheels=$PWD/target/python/wheels
source=$PWD/target/python/source

# The largest wheel, in bytes.
limit=$((16 << 20))

# What the drop-in modules are compared with.
references=(justext==3.0.2 readability-lxml==0.9 trafilatura==2.3.1 resiliparse==2.0.0
    htmldate==1.11.0 lxml_html_clean==0.4.6 html5lib==1.1)

# install PYTHON PACKAGE...: installs packages into an environment.
install() {
    "$1" -m pip install --quiet --disable-pip-version-check "${@:2}"
}

# Runs a program of the tools in the package's folder.
tool() {
    (cd python && "$tools/bin/$1" "${@:2}")
}

.ci/maturin.sh --version
install "$tools/bin/python" mypy==2.4.1 pyright==1.1.414 ruff==0.17.6
rm -rf "$wheels" "$fresh" "$source"
tool maturin sdist --out "$source"
tar -xzf "$source"/*.tar.gz -C "$source" --strip-components 1
if [ "$form" = quick ]; then
    "$tools/bin/python" .ci/quick_wheel.py "$source" target/debug/lib_native.so "$wheels"
else
    export TAMIS_FULL=1
    # The sdist has all that the wheel needs, or it does not build.
    (cd "$source" && CARGO_TARGET_DIR=$OLDPWD/target "$tools/bin/maturin" build --out "$wheels")
    size=$(stat -c %s "$wheels"/*.whl)
    echo "the wheel has $size bytes"
    [ "$size" -le "$limit" ]
fi

# The tests run on the installed package, not on the folder.
python3 -m venv "$fresh"
install "$fresh/bin/python" "$wheels"/*.whl
(cd target && "$fresh/bin/python" -c 'import tamis; assert tamis.extract("<p>Hello")')
install "$fresh/bin/python" --upgrade pip
install "$fresh/bin/python" pytest==9.2.0 hypothesis==6.170.17 pyarrow==26.0.1 \
    polars==2.1.0 duckdb==2.0.0 \
    "${references[@]}"
(cd python/tests && "$fresh/bin/python" -m pytest -q -p no:cacheprovider .)
# The adapters need their engines.
(cd target && "$fresh/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules \
    --doctest-ignore-import-errors --pyargs tamis)
(cd target && "$fresh/bin/python" -m doctest ../python/README.md)

tool ruff check .
tool ruff format --check .
tool mypy --python-executable "$fresh/bin/python" tamis tests
if tool pyright --version >/dev/null; then
    tool pyright --pythonpath "$fresh/bin/python" tamis
else
    echo "skipped: pyright, because Node.js cannot be installed"
fi
