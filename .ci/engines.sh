#!/usr/bin/env bash
# Runs the tests of the Python package's adapters, each engine in an environment of its own.
# engines.sh ENGINE...: `sail`, `spark`, `ray`, `datatrove`, `dask`, `daft`, `frames` (pandas and polars)
# `documents` (LangChain, LlamaIndex, Haystack, Scrapy) or `spacy`. Needs the wheel of python.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
wheels=$PWD/target/python/wheels

# The packages of each engine, with the versions that the tests know.
declare -A packages=(
    [sail]="pysail==0.7.2 pyspark-client==4.2.0 pandas<3 pyarrow==26.0.1"
    [spark]="pyspark==4.3.0 pandas pyarrow==26.0.1"
    [ray]="ray[data]==2.60.0 pandas pyarrow==26.0.1"
    [datatrove]="datatrove==0.10.1 orjson regex pyarrow==26.0.1"
    [dask]="dask[dataframe]==2026.8.0 distributed==2026.8.0 pyarrow==26.0.1"
    [daft]="daft==0.7.26 pyarrow"
    [frames]="pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1"
    [spacy]="spacy==3.8.18"
    [documents]="langchain-core==1.8.3 llama-index-core==0.14.25 haystack-ai==3.4.1 scrapy==2.19.0"
)

for engine in "$@"; do
    if [ "$engine" = spark ] && ! command -v java >/dev/null; then
        .ci/install-package.sh openjdk-17-jre-headless
    fi
    python=$root/target/python/$engine/bin/python
    [ -x "$python" ] || python3 -m venv "$root/target/python/$engine"
    read -ra names <<<"${packages[$engine]}"
    "$python" -m pip install --quiet --disable-pip-version-check --upgrade pip
    "$python" -m pip install --quiet pytest==9.2.0 "${names[@]}"
    "$python" -m pip install --quiet --force-reinstall --no-index --no-deps "$wheels"/*.whl
    # A skipped test would hide that the engine is missing.
    (cd python/tests && "$python" -m pytest -q -p no:cacheprovider -W ignore \
        "test_adapters_$engine.py") | tee "$root/target/python/$engine.log"
    ! grep -q " skipped" "$root/target/python/$engine.log"
done
