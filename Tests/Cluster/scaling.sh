#!/usr/bin/env bash
# Runs docs/cluster/spark_job.py on a local cluster of one executor and of two, each with one core. Prints how long the
# reading stage took, without the start of Spark and of its executors, and how long the programs ran in it: what two of
# them take longer than one is what they cost each other.
#
#   Tests/Cluster/scaling.sh FOLDER [PROGRAM]
#
# Needs what lose-an-executor.sh needs, and two cores with nothing else to do. Where there are none, PRIORITY="chrt -r 1"
# lets the programs, and only them, go first for these seconds.
set -euo pipefail
folder=$(realpath "$1")
repository=$(realpath "$(dirname "$0")/../..")
program=$(realpath "${2:-$repository/.build/release/mrz-scan}")
python=${PYTHON:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYSPARK_PYTHON=$python SPARK_LOCAL_DIRS=$scratch
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME
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
    "$SPARK_HOME/bin/spark-submit" --master "local-cluster[$executors,1,1024]" --conf spark.ui.enabled=false \
        --conf spark.executor.memory=512m --conf spark.driver.memory=512m \
        --conf spark.scheduler.minRegisteredResourcesRatio=1.0 --conf spark.scheduler.maxRegisteredResourcesWaitingTime=300s \
        "$repository/docs/cluster/spark_job.py" --program "$scratch/pipe" --input "$folder" \
        --output "$scratch/$executors.parquet" --tasks 4 2> "$scratch/log"
    programs=$(awk '{ sum += $1 } END { print sum / 1000 }' "$scratch/milliseconds")
    rm "$scratch/milliseconds"
    seconds=$(grep -oE 'ResultStage 0 .*finished in [0-9.]+ s' "$scratch/log" | grep -oE '[0-9.]+ s$' | cut -d' ' -f1)
    echo "$executors executors: $files files in $seconds s, the programs ran for $programs s"
done
