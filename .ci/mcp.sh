#!/usr/bin/env bash
# Uses the tools of `tamis mcp` and of `/mcp` with the official clients: that for Python, that for
# JavaScript, and the inspector's command line. `mcp.sh [PROGRAM]`; without one, it is built.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/target/mcp
clients=$PWD/crates/tamis-server/tests/clients
python_client=mcp==2.3.0
node_clients="@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/inspector@0.15.0"

program=${1:-}
if [ -z "$program" ]; then
    cargo build --quiet --workspace --bin tamis
    program=$PWD/target/debug/tamis
fi
mkdir -p "$folder/pages"
if [ "$(cat "$folder/installed" 2>/dev/null)" != "$python_client $node_clients" ]; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet "$python_client"
    # shellcheck disable=SC2086
    npm install --silent --no-save --prefix "$folder" $node_clients
    echo "$python_client $node_clients" >"$folder/installed"
fi

cp testdata/pages/news-harbour/page.html "$folder/pages/page.html"
log=$folder/log
: >"$log"
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
python3 -u -m http.server --bind 127.0.0.1 --directory "$folder/pages" 0 >>"$log" 2>&1 &
"$program" serve --listen 127.0.0.1:0 --allow-private --delay 0 --retries 0 --log off >>"$log" 2>&1 &
for _ in $(seq 100); do
    server=$(sed -n 's|.*listening on ||p' "$log")
    page=$(sed -n 's|.*(\(http://127.0.0.1:[0-9]*/\)).*|\1page.html|p' "$log")
    [ -n "$server" ] && [ -n "$page" ] && break
    sleep 0.1
done

"$folder/python/bin/python" "$clients/client.py" "$program" "$server/mcp" "$page"
node "$clients/client.mjs" "$folder" "$program" "$server/mcp" "$page"

inspect() {
    name=$1
    shift
    for call in "--method tools/list" "--method tools/call --tool-name fetch --tool-arg url=$page"; do
        # shellcheck disable=SC2086
        "$folder/node_modules/.bin/mcp-inspector" --cli "$@" $call >"$folder/inspected.json"
        grep --quiet '"explain"\|Title: ' "$folder/inspected.json"
    done
    echo "inspector, $name: ok"
}
inspect "standard input" "$program" mcp --allow-private
inspect HTTP "$server/mcp" --transport http
