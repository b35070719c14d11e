#!/bin/bash
# train.sh NAME SPEC: trains a network by rounds until stopped; run again with the same NAME to resume.
# TRAIN (default /work/train) holds start/, data/ and run/NAME/. To stop after the round: touch run/NAME/stop.
# The braces make bash read the whole script before it runs, so that it may be edited meanwhile.
{
set -euo pipefail
name=$1 spec=$2
root=${TRAIN:-/work/train} run=$root/run/$name here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/opt/venv/bin/python}
export OMP_THREAD_LIMIT=1
mkdir -p "$run" && rm -f "$run/stop"

# stage NAME ITERATIONS RATE KIND [ROUND]: one lstmtraining run of ITERATIONS from the previous checkpoint.
# lstmtraining counts from 0 with --continue_from, but goes on counting if OUTPUT_checkpoint exists: that is resuming.
stage() {
    local output=$run/$1
    [ -e "$output.done" ] && { previous=$output; return; }
    # With --continue_from lstmtraining starts again at the first line of its list: every round gets lines of its own.
    if [ "$4" = full ]; then
        "$python" "$here/mix.py" "$output.lstmf" "$5" "full=$2"
        echo "$output.lstmf" > "$output.list"
    else
        find "$root/data/$4" -name '*.lstmf' | sort > "$output.list"
    fi
    local from=(--continue_from "${previous:-}_checkpoint" --reset_learning_rate)
    [ -z "${previous:-}" ] && from=(--net_spec "$spec")
    lstmtraining --traineddata "$root/start/ocrb/ocrb.traineddata" --model_output "$output" "${from[@]}" \
        --train_listfile "$output.list" --max_iterations "$2" --learning_rate "$3" \
        --max_image_MB 6000 --target_error_rate 0.001 > "$output.log" 2>&1
    rm -f "$output"_*.checkpoint "$output.list" "$output.lstmf"
    date > "$output.done"
    previous=$output
}

# rate ITERATION: the learning rate falls in steps.
rate() {
    if   (( $1 <= 65000 )); then echo 0.0015
    elif (( $1 <= 135000 )); then echo 0.001
    elif (( $1 <= 205000 )); then echo 0.0005
    elif (( $1 <= 265000 )); then echo 0.00025
    else echo 0.0001
    fi
}

stage a-first "${FIRST:-5000}" 0.002 first
for (( iterations = 15000; iterations <= ${LAST:-305000}; iterations += 10000 )); do
    stage "$(printf 'r%06d' "$iterations")" 10000 "$(rate "$iterations")" full $((iterations / 10000 - 1))
    [ -e "$previous.score" ] || "$python" "$here/choose.py" "$run" > "$previous.score" 2>&1 || true
    [ -e "$run/stop" ] && break
done
exit
}
