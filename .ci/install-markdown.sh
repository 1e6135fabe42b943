#!/usr/bin/env bash
# Installs the renderers of Markdown below target/markdown that the browser test runs, in fixed
# versions. Their install scripts are not run.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    marked@15.0.12
    markdown-it@14.1.0
    markdown-it-footnote@4.0.0
    markdown-it-texmath@1.0.0
    commonmark@0.31.2
)
root=target/markdown
if [ "$(cat "$root/installed" 2>/dev/null)" = "${packages[*]}" ]; then
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
printf '%s' "${packages[*]}" >"$root/installed"
