#!/usr/bin/env bash
# The gate over the reports of all shards: SHARDS=8 bash gate.sh. Its exit code is the verdict.
# A shard without a report is exit code 4.
set -uo pipefail
: "${CHANNELPROOF:=npx --yes --package ./channelproof.tgz -- channelproof}"
read -r -d '' -a channelproof <<<"$CHANNELPROOF" || true
rm -f reports/channelproof.json
code=0
"${channelproof[@]}" merge shards/*.json --baseline channelproof-baseline.yaml --lock channelproof-lock.json \
  --report text --report json=reports/channelproof.json --report junit=reports/channelproof.xml || code=$?
# Node itself ends with 1 where it cannot start the program: without a report there is no verdict.
[ -s reports/channelproof.json ] || [ "$code" -gt 1 ] || code=3
exit "$code"
