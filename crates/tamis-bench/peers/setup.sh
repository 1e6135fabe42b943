#!/bin/sh
# Makes what `tamis-bench speed --peers` compares with, under target/peers of the checkout:
# a Python environment with jusText and Resiliparse, and the program that runs the justext crate.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
peers=$here/../../../target/peers
mkdir -p "$peers"
python3 -m venv "$peers/venv"
# lxml_html_clean: jusText asks lxml for an extra of that name, which lxml 6 no longer has.
"$peers/venv/bin/pip" install --quiet \
    justext==3.0.2 lxml==6.1.3 lxml_html_clean==0.4.6 resiliparse==2.0.0
cargo build --release --locked \
    --manifest-path "$here/justext-rs/Cargo.toml" --target-dir "$peers/justext-rs"
