#!/usr/bin/env bash
# Installs the WebAssembly targets: with rustup if possible, else from Debian's packages.
set -euo pipefail

targets=(wasm32-unknown-unknown wasm32-wasip1)
packages=(rustc-web cargo-web rust-web-src lld-19 wasi-libc)

if command -v rustup >/dev/null && rustup target add "${targets[@]}"; then
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update --quiet=2
"${sudo[@]}" apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}"
