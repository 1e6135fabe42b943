#!/bin/sh
# Scores the Markdown of Tamis, htmd and html2text for the paragraphs that the references of
# wcxb-dev keep. Needs a run of `setup.sh` before.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
peers=$here/../../../target/peers
bench="cargo run --quiet --release --manifest-path $here/../Cargo.toml -- fidelity"
$bench --write-html "$peers/selected.jsonl"
"$peers/markdown-rs/release/markdown-peer" <"$peers/selected.jsonl" >"$peers/htmd.jsonl"
"$peers/venv/bin/python" "$here/html2text_peer.py" <"$peers/selected.jsonl" >"$peers/html2text.jsonl"
$bench
for peer in htmd html2text; do
    $bench --predictions "$peers/$peer.jsonl" --name $peer
done
