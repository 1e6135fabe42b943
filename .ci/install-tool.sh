#!/usr/bin/env bash
# Installs a program of the crate registry below target/tools, in the given version.
# Usage: install-tool.sh PROGRAM VERSION
set -euo pipefail
cd "$(dirname "$0")/.."

program=$1 version=$2
root=target/tools
if grep --quiet --no-messages "\"$program $version " "$root/.crates2.json"; then
    exit 0
fi

# An optimized build would take longer than the program runs.
CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug --root "$root" \
    --target-dir target/tools-build "$program@$version"
rm -rf target/tools-build
