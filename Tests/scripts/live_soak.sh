#!/usr/bin/env bash
# How much memory and processor time a live scan takes over many frames of a camera: documents that come and go before
# the test camera of `make test-camera`, 1280 x 720 and 30 frames a second. Prints a row every so many seconds, and at
# the end how many frames the program itself has counted.
#
#   Tests/scripts/live_soak.sh FORMAT SECONDS EVERY PICTURE...
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -ge 4 ] || { echo "usage: $0 FORMAT SECONDS EVERY PICTURE..." >&2; exit 64; }
format=$1
seconds=$2
every=$3
shift 3

folder=$(mktemp -d)
# Non-interactive shells start what runs in the background with Ctrl-C ignored: it is ended with TERM.
trap 'kill "${scan:-}" "${camera:-}" 2> /dev/null || true; sleep 1; rm -rf "$folder"' EXIT
.build/test-camera "$folder/camera" "$@" --format "$format" --hold 60 > "$folder/ready" &
camera=$!
until grep -q ready "$folder/ready"; do kill -0 "$camera"; sleep 0.1; done

.build/release/mrz-scan --device "$folder/camera" --continuous --format jsonl --statistics \
    > "$folder/results" 2> "$folder/notes" &
scan=$!
ticks=$(getconf CLK_TCK)
echo "seconds  results  resident KiB  processor s  % of a core"
last=0
for ((at = every; at <= seconds; at += every)); do
    sleep "$every"
    kill -0 "$scan"
    resident=$(awk '/^VmRSS/ { print $2 }' "/proc/$scan/status")
    used=$(awk -v t="$ticks" '{ sub(/.*\) /, ""); print ($12 + $13) / t }' "/proc/$scan/stat")
    results=$(grep -c '"type":"result"' "$folder/results" || true)
    awk -v at="$at" -v r="$resident" -v u="$used" -v l="$last" -v e="$every" -v n="$results" \
        'BEGIN { printf "%7d  %7d  %12d  %11.2f  %11.1f\n", at, n, r, u, 100 * (u - l) / e }'
    last=$used
done
grep '^VmHWM' "/proc/$scan/status" | tr -s '\t ' ' '
kill -TERM "$scan"
wait "$scan" || true
cat "$folder/notes"
wrong=$(grep '"type":"result"' "$folder/results" | grep -vc '"status":"verified"' || true)
echo "results that are not verified: $wrong"
