#!/usr/bin/env bash
# Shards by GNU parallel, and the gate over them: SHARDS=8 ADAPTER='python3 adapter.py' bash parallel.sh
# On other machines too, where the project lies in the same folder and is shared: PARALLEL='--sshlogin a,b --workdir .'.
set -uo pipefail
here=$(dirname "$0")
[ -n "${SHARDS:-}" ] && [ -n "${ADAPTER:-}" ] || { echo 'parallel.sh: give SHARDS and ADAPTER' >&2; exit 2; }
export SHARDS ADAPTER
export CHANNELPROOF="${CHANNELPROOF:-npx --yes --package ./channelproof.tgz -- channelproof}"
rm -rf shards && mkdir shards
# Three tries for a shard that could not run, or that was killed; one that is wrong usage fails again at once.
parallel --retries 3 --joblog shards/jobs.txt --env SHARDS --env ADAPTER --env CHANNELPROOF \
  "SHARD={} bash '$here/shard.sh'" ::: $(seq "$SHARDS")
bash "$here/gate.sh"
