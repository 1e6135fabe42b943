#!/usr/bin/env bash
# Installs a program that tests run from the Debian package of the same name, unless it is there.
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
