#!/usr/bin/env bash
# Installs the readers of Markdown below target/markdown that the browser tests run, in fixed
# versions: those in JavaScript, whose install scripts are not run, and those in Python.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    marked@15.0.12
    markdown-it@14.1.0
    markdown-it-footnote@4.0.0
    markdown-it-texmath@1.0.0
    commonmark@0.31.2
    showdown@2.1.0
)
python_packages=(
    Markdown==3.11.3
    markdown2==2.5.5
    marko==2.2.4
    mistune==3.4.0
)
root=target/markdown
wanted="${packages[*]} ${python_packages[*]}"
if [ "$(cat "$root/installed" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

.ci/install-package.sh npm
rm -rf "$root"
mkdir -p "$root"
# Node has certificates of its own; the system's are those that the other tools use.
system=/etc/ssl/certs/ca-certificates.crt
[ -n "${NODE_EXTRA_CA_CERTS:-}" ] || [ ! -f "$system" ] || export NODE_EXTRA_CA_CERTS=$system
timeout 120 npm install --prefix "$root" --no-audit --no-fund --no-save --ignore-scripts --loglevel=error \
    "${packages[@]}"
python3 -m venv "$root/venv"
timeout 120 "$root/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --only-binary :all: "${python_packages[@]}"
printf '%s' "$wanted" >"$root/installed"
