#!/bin/bash
# tune.sh NAME FROM RATE=LINES...: goes on from the checkpoint FROM_checkpoint, round after round of fresh lines.
#
# Every round takes LINES lines at learning rate RATE, CUT of them in 100 (default 50) as the program cuts them
# (cut_lines.py), the others rendered (make_lines.py); SEED (default mix-1) draws their order. The rounds are kept and
# scored in $TRAIN/run/NAME. Run again with the same arguments to resume; to stop after a round: touch run/NAME/stop.
# The braces make bash read the whole script before it runs, so that it may be edited meanwhile.
{
set -euo pipefail
name=$1 previous=$2
shift 2
root=${TRAIN:-/work/train} run=$root/run/$name here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/opt/venv/bin/python}
export OMP_THREAD_LIMIT=1
mkdir -p "$run" && rm -f "$run/stop"
number=0
for round in "$@"; do
    rate=${round%=*} lines=${round#*=} output=$run/$(printf 'r%03d' "$number")
    if [ ! -e "$output.done" ]; then
        "$python" "$here/mix.py" "$output.lstmf" "$number" --seed "${SEED:-mix-1}" \
            full=$((lines * (100 - ${CUT:-50}) / 100)) cut=$((lines * ${CUT:-50} / 100))
        echo "$output.lstmf" > "$output.list"
        lstmtraining --traineddata "$root/start/ocrb/ocrb.traineddata" --model_output "$output" \
            --continue_from "${previous}_checkpoint" --reset_learning_rate --learning_rate "$rate" \
            --train_listfile "$output.list" --max_iterations "$lines" --max_image_MB 6000 \
            --target_error_rate 0.001 > "$output.log" 2>&1
        rm -f "$output"_*.checkpoint "$output.list" "$output.lstmf"
        date > "$output.done"
        "$python" "$here/choose.py" "$run" > "$output.score" 2>&1 || true
    fi
    previous=$output
    number=$((number + 1))
    [ -e "$run/stop" ] && break
done
exit
}
