#!/usr/bin/env bash
# Runs a suite again and again while something else wants every core. One line a run, and it fails with the first that fails.
#
#     Tests/scripts/repeat-tests.sh TIMES COMMAND...
#
# BESIDE is what runs meanwhile, once for each core: a busy loop. BESIDE=: leaves that to what else runs on the machine.
# Lines of an earlier call in .build/repeated-tests count as well, so that a long measurement can be gone on with; remove the
# file to begin anew, as one has to with another program.
set -euo pipefail
cd "$(dirname "$0")/../.."
times=$1
shift
lines=.build/repeated-tests log=.build/repeated-tests.log
touch "$lines"
busy=()
end() { kill "${busy[@]}" 2> /dev/null || true; }
trap end EXIT
for _ in $(seq "$(nproc)"); do
    bash -c "${BESIDE:-while :; do :; done}" &
    busy+=($!)
done
while [ "$(wc -l < "$lines")" -lt "$times" ]; do
    begun=$(date +%s)
    if ! "$@" > "$log" 2>&1; then
        grep -E '^(✘|↳)' "$log" || tail -20 "$log"
        echo "Run $(($(wc -l < "$lines") + 1)) failed after $(($(date +%s) - begun)) s."
        exit 1
    fi
    echo "$(date '+%F %T') $(grep -o 'Test run with [0-9]* tests.* passed' "$log"), $(($(date +%s) - begun)) s, load $(cut -d' ' -f1 /proc/loadavg)" |
        tee -a "$lines"
done
echo "$times runs passed in a row."
