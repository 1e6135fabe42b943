#!/usr/bin/env bash
# Makes a program that tests run available, where there is none yet, by Debian's package of its name.
set -euo pipefail

program=$1
if command -v "$program" >/dev/null; then
    exit 0
fi

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update --quiet=2
"${sudo[@]}" apt-get install --quiet=2 --yes --no-install-recommends "$program"
