#!/usr/bin/env bash
# Runs docs/cluster/spark_job.py on a local cluster of one executor and of two, each with one core. Prints how long the
# reading stage took, without the start of Spark and of its executors, and how long the programs ran in it: what two of
# them take longer than one is what they cost each other.
#
#   Tests/Cluster/scaling.sh FOLDER [PROGRAM]
#
# Needs two cores with nothing else to do. Where there are none, PRIORITY="chrt -r 1" lets the programs, and only them, go
# first for these seconds.
. "$(dirname "$0")/preamble.sh"

cat > "$scratch/pipe" <<WRAPPER
#!/bin/sh
started=\$(date +%s%N)
${PRIORITY:-} "$program" "\$@"
status=\$?
echo \$(((\$(date +%s%N) - started) / 1000000)) >> "$scratch/milliseconds"
exit \$status
WRAPPER
chmod +x "$scratch/pipe"
files=$(find "$folder" -type f | wc -l)
for executors in ${EXECUTORS:-1 2 1 2}; do
    submit "$executors" "$scratch/pipe" "$scratch/$executors.parquet" 4 "$scratch/log" \
        --conf spark.scheduler.minRegisteredResourcesRatio=1.0 \
        --conf spark.scheduler.maxRegisteredResourcesWaitingTime=300s
    programs=$(awk '{ sum += $1 } END { print sum / 1000 }' "$scratch/milliseconds")
    rm "$scratch/milliseconds"
    seconds=$(grep -oE 'ResultStage 0 .*finished in [0-9.]+ s' "$scratch/log" | grep -oE '[0-9.]+ s$' | cut -d' ' -f1)
    echo "$executors executors: $files files in $seconds s, the programs ran for $programs s"
done
