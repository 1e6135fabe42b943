#!/bin/sh
# Scores trafilatura, Resiliparse and our engines on wcxb-dev and with-without, one after the other,
# and prints the tables. Needs unpacked corpora in TAMIS_CORPORA, and a run of `setup.sh` before.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
peers=$here/../../../target/peers
bench="cargo run --quiet --release --manifest-path $here/../Cargo.toml -- quality"
for corpus in wcxb-dev with-without; do
    names=
    [ $corpus = with-without ] && names=--whole-names
    for peer in trafilatura resiliparse; do
        texts=$peers/$peer-$corpus.jsonl
        # shellcheck disable=SC2086
        find "$TAMIS_CORPORA/$corpus/html" -type f | sort |
            "$peers/venv/bin/python" "$here/${peer}_peer.py" "$texts" $names >/dev/null
        $bench --corpus $corpus --predictions "$texts" --name $peer
    done
    for engine in auto smart selectors density readability justext; do
        $bench --corpus $corpus --engine $engine
    done
    $bench --corpus $corpus --naive
done
