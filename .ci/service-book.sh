#!/usr/bin/env bash
# Runs the examples of the book about the service: requests of curl and of Python, a client of
# Firecrawl, the configuration of an agent, a unit of systemd, nginx. Then checks the description of
# the interface against the schema of OpenAPI, and answers to requests that are made from it against
# the description. What these requests ask for cannot be reached, because the proxy does not exist.
# service-book.sh [PROGRAM]: another program than the one that it builds.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/target/service-book
program=$(realpath "${1:-target/debug/tamis}")

[ $# -gt 0 ] || cargo build --quiet --locked --profile test --workspace --bin tamis
.ci/install-package.sh nginx nginx-light
.ci/install-package.sh systemd-analyze systemd
bin=$folder/venv/bin
[ -x "$bin/python" ] || python3 -m venv "$folder/venv"
"$bin/python" -m pip install --quiet --disable-pip-version-check firecrawl-py==4.55.0 \
    openapi-spec-validator==0.9.0 requests==2.34.2 schemathesis==4.32.5
"$bin/python" crates/tamis-server/tests/book/run.py "$program" .

"$bin/openapi-spec-validator" crates/tamis-server/src/openapi.json
cd "$folder"
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
"$program" serve --listen 127.0.0.1:0 --proxy http://127.0.0.1:1 --retries 0 --log off 2>log &
for _ in $(seq 100); do
    server=$(sed -n 's|.*listening on ||p' log)
    [ -n "$server" ] && break
    sleep 0.1
done
# It has no serializer for the lines of a batch. Texts that are no addresses are refused, as they
# should be, so that what is asked for is not checked.
"$bin/schemathesis" run "$server/openapi.json" --no-color --seed 7 --max-examples 30 \
    --phases examples,coverage,fuzzing --continue-on-failure --exclude-path /v1/batch \
    --checks status_code_conformance,content_type_conformance,response_schema_conformance
