#!/bin/sh
# Installs the libraries that `tamis-bench speed --peers` compares with, below target/peers of the
# checkout: a Python environment with jusText, Resiliparse, trafilatura and html2text, the programs
# that run the crates justext, dom_smoothie, rs-trafilatura, htmd and fast_html2md, Readability.js
# with jsdom (needs npm), and `parsers-peer`, which compares parsers (needs a C compiler, for
# lexbor).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
peers=$here/../../../target/peers
mkdir -p "$peers"
python3 -m venv "$peers/venv"
# lxml_html_clean: jusText asks lxml for an extra of that name, which lxml 6 no longer has.
"$peers/venv/bin/pip" install --quiet \
    justext==3.0.2 lxml==6.1.3 lxml_html_clean==0.4.6 resiliparse==2.0.0 trafilatura==2.3.1 html2text==2025.4.15
for crate in justext-rs dom-smoothie-rs markdown-rs rs-trafilatura-rs; do
    cargo build --release --locked \
        --manifest-path "$here/$crate/Cargo.toml" --target-dir "$peers/$crate"
done
npm install --silent --no-audit --no-fund --prefix "$peers/node" @mozilla/readability@0.6.0 jsdom@20.0.3
# The source of lexbor is part of that of selectolax.
selectolax=selectolax-1.0.2
"$peers/venv/bin/pip" download --quiet --no-deps --no-binary :all: \
    --dest "$peers" "selectolax==${selectolax#selectolax-}"
tar -C "$peers" -xzf "$peers/$selectolax.tar.gz"
LEXBOR_SOURCE=$peers/$selectolax/lexbor/source cargo build --release --locked \
    --manifest-path "$here/parsers-rs/Cargo.toml" --target-dir "$peers/parsers-rs"
