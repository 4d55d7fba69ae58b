#!/usr/bin/env bash
# The step of action.yml: runs channelproof and hands its result on. Annotations and the job's summary it makes itself.
set -uo pipefail

# All lines: a value may begin with a line break.
read -r -d '' -a adapter <<<"$ADAPTER"
read -r -d '' -a more <<<"$ARGUMENTS"
flags=(--report text)
for format in json junit html ndjson; do flags+=(--report "$format=$REPORTS/channelproof.$format"); done
[ -z "$BASELINE" ] || flags+=(--baseline "$BASELINE")
[ -z "$LOCK" ] || flags+=(--lock "$LOCK")
# An adapter that is empty is refused, where no device stands for it: the reference is not what was meant.
device='(^|[[:space:]])--(connect|listen)'
if [ ${#adapter[@]} -gt 0 ] || { [ "$RUN" = sdk ] && [[ ! $ARGUMENTS =~ $device ]]; }; then
  more+=(-- ${adapter[@]+"${adapter[@]}"})
fi

# The verdict is read from the report of this run: no older one may stand there.
report="$REPORTS/channelproof.json"
rm -f -- "$report" || exit 2
npx --yes --package "$PACKAGE" -- channelproof "$RUN" "${flags[@]}" ${more[@]+"${more[@]}"}
code=$?

conforms=false
if [ ! -s "$report" ]; then
  # --help and --dry-run end with 0, and Node itself with 1 where the program cannot start: neither is a verdict.
  [ "$code" -gt 1 ] || code=3
  echo "channelproof: this run wrote no report, so there is no verdict" >&2
elif [ "$code" -eq 0 ]; then
  # A part of the suite, such as one shard, may end with 0 and conform to nothing.
  read_verdict='const { conforms, subject } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))
    process.exit(subject.bundled ? 2 : conforms === true ? 0 : 1)'
  node -e "$read_verdict" -- "$report"
  case $? in
    0) conforms=true ;;
    2) code=2
      echo "channelproof: no endpoint was judged; name one: arguments: --base-url URL" >&2 ;;
  esac
fi
{
  echo "conforms=$conforms"
  echo "exit-code=$code"
  echo "report=$report"
} >>"$GITHUB_OUTPUT"
exit "$code"
