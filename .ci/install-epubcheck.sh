#!/usr/bin/env bash
# Makes epubcheck available, which checks the volumes of tests: Debian's package, where there is none yet.
set -euo pipefail

if command -v epubcheck >/dev/null; then
    exit 0
fi

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update --quiet=2
"${sudo[@]}" apt-get install --quiet=2 --yes --no-install-recommends epubcheck
