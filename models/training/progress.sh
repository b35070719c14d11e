#!/bin/bash
# progress.sh: the validation score of every finished round, and where each running round stands.
root=${TRAIN:-/work/train}
for run in "$root"/run/*/; do
    echo "== $(basename "$run")"
    grep -H '' "$run"/r*.score 2>/dev/null | sed 's#^.*/\(r[0-9]*\.score\)#\1#' | tail -n "${1:-12}"
    log=$(ls -t "$run"/*.log 2>/dev/null | head -n 1)
    [ -n "$log" ] && echo "$(basename "$log"): $(grep -o 'At iteration.*BCER train=[0-9.]*' "$log" | tail -n 1)"
done
