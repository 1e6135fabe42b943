#!/usr/bin/env bash
# The licences, versions, sources and advisories of the dependencies, against deny.toml. An entry of
# deny.toml that is not needed is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/install-tool.sh cargo-deny 0.20.2
deny=target/tools/bin/cargo-deny
"$deny" --locked check -D unmatched-skip -D unnecessary-skip licenses bans sources
if "$deny" fetch db; then
    "$deny" --locked check advisories
else
    echo "skipped: advisories, because their database cannot be fetched"
fi
