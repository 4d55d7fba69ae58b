#!/usr/bin/env bash
# The step of action.yml: runs channelproof and hands its result on. Annotations and the job's summary it makes itself.
set -uo pipefail

read -ra adapter <<<"$ADAPTER"
read -ra more <<<"$ARGUMENTS"
flags=(--report text)
for format in json junit html ndjson; do flags+=(--report "$format=$REPORTS/channelproof.$format"); done
[ -z "$BASELINE" ] || flags+=(--baseline "$BASELINE")
[ -z "$LOCK" ] || flags+=(--lock "$LOCK")
[ ${#adapter[@]} -eq 0 ] || more+=(-- "${adapter[@]}")

npx --yes --package "$PACKAGE" -- channelproof "$RUN" "${flags[@]}" ${more[@]+"${more[@]}"}
code=$?

conforms=false
[ "$code" -ne 0 ] || conforms=true
{
  echo "conforms=$conforms"
  echo "exit-code=$code"
  echo "report=$REPORTS/channelproof.json"
} >>"$GITHUB_OUTPUT"
exit "$code"
