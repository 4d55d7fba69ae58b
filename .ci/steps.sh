# Steps of .ci/run and .ci/release, which source this file: a folder for their files, each step with its time, two rows of
# steps side by side. shellcheck shell=bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each step leaves a line in $work/steps: exit code, seconds, name. So it may run in another process.
step() {
  local name=$1 started=$SECONDS code=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || code=$?
  [ $code = 0 ] || printf '== FAILED: %s\n' "$name"
  printf '== %s: %s s\n' "$name" $((SECONDS - started))
  printf '%s\t%s\t%s\n' $code $((SECONDS - started)) "$name" >>"$work/steps"
}

# Two functions with steps that keep one processor busy, side by side; what the second prints follows the first.
beside() {
  "$2" >"$work/beside.log" 2>&1 &
  local second=$!
  "$1"
  wait $second
  cat "$work/beside.log"
}

# For whoever sees only the tail of the log: what took its time.
times() {
  printf '\n'
  awk -F '\t' '{ printf "%5d s  %s\n", $2, $3 }' "$work/steps"
  printf '%5d s  everything\n' $SECONDS
}

failed_steps() { awk -F '\t' '$1 != 0 { print "FAILED STEP: " $3 }' "$work/steps"; }
