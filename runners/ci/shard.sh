#!/usr/bin/env bash
# One shard of n, for a scheduler: SHARD=2 SHARDS=8 ADAPTER='python3 adapter.py' bash shard.sh
# Its report is shards/$SHARD.json. A shard with a report is done, whatever it found: the gate decides over all of them.
# Without one it ends with 2 (wrong usage: do not repeat it), with 3 (it could not run), or with 128 + the number of a signal.
set -uo pipefail
[ -n "${SHARD:-}" ] && [ -n "${SHARDS:-}" ] && [ -n "${ADAPTER:-}" ] ||
  { echo 'shard.sh: give SHARD, SHARDS and ADAPTER' >&2; exit 2; }
: "${CHANNELPROOF:=npx --yes --package ./channelproof.tgz -- channelproof}"
read -r -d '' -a adapter <<<"$ADAPTER" || true
read -r -d '' -a channelproof <<<"$CHANNELPROOF" || true
mkdir -p shards
report="shards/$SHARD.json"
rm -f "$report"
code=0
"${channelproof[@]}" sdk --shard "$SHARD/$SHARDS" --quiet \
  --baseline channelproof-baseline.yaml --lock channelproof-lock.json --report "json=$report" -- "${adapter[@]}" || code=$?
case $code in
  0 | 1 | 4 | 5) [ -s "$report" ] || exit 3 ;;
  *) exit "$code" ;;
esac
