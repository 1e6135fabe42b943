#!/usr/bin/env bash
# Installs a program that tests run from a Debian package, unless it is there.
# install-package.sh PROGRAM [PACKAGE]: the package has the name of the program, if none is given.
set -euo pipefail

program=$1
if command -v "$program" >/dev/null; then
    exit 0
fi

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update --quiet=2
"${sudo[@]}" apt-get install --quiet=2 --yes --no-install-recommends "${2:-$program}"
