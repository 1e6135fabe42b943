#!/usr/bin/env bash
# Makes the model from the corpora. See README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
python=target/train/bin/python
model=crates/tamis/src/engine/model/model.bin

[ -x "$python" ] || python3 -m venv target/train
"$python" -m pip install --quiet -r train/requirements.txt
features() {
    cargo run --release --locked -p tamis-bench -- features --output target/features \
        --packed-labels train/labels.jsonl "$@"
}

features
"$python" train/train.py target/features --voters target/voters
features --fold-models target/voters
"$python" train/train.py target/features --folds target/folds --record train/model.json \
    --output "$model"
