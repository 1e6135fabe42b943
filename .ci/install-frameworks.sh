#!/usr/bin/env bash
# Makes target/frameworks/programs: a small program with each of the frameworks that build pages in
# browsers, for the tests of the crate tamis-browser. Needs npm; install scripts are not run.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    react@18.3.1 react-dom@18.3.1
    vue@3.5.13
    preact@10.25.4
    lit@3.2.1
    svelte@5.19.0
    @angular/common@19.1.0 @angular/compiler@19.1.0 @angular/core@19.1.0
    @angular/platform-browser@19.1.0 rxjs@7.8.1 zone.js@0.15.0
    esbuild@0.24.2
)
sources=crates/tamis-browser/tests/frameworks
root=target/frameworks
wanted="${packages[*]} $(cat "$sources"/* | sha256sum)"
if [ "$(cat "$root/installed" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

.ci/install-package.sh npm
rm -rf "$root"
mkdir -p "$root"
# Node has certificates of its own; the system's are those that the other tools use.
system=/etc/ssl/certs/ca-certificates.crt
[ -n "${NODE_EXTRA_CA_CERTS:-}" ] || [ ! -f "$system" ] || export NODE_EXTRA_CA_CERTS=$system
timeout 240 npm install --prefix "$root" --no-audit --no-fund --no-save --ignore-scripts --loglevel=error \
    "${packages[@]}"
node "$sources/bundle.mjs" "$sources" "$root" "$root/programs"
printf '%s' "$wanted" >"$root/installed"
