#!/usr/bin/env bash
# The tests of archives in object stores for the packages named, against moto, which speaks like S3.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=$PWD/target/moto-venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'moto[server]==5.2.1'; then
    echo "skipped: object stores, because moto cannot be installed"
    exit
fi
packages=()
for package in "$@"; do
    packages+=(--package "$package")
done
PATH=$venv/bin:$PATH \
    cargo test --locked "${packages[@]}" --tests --features cloud bucket -- --include-ignored
