#!/usr/bin/env bash
# Runs docs/cluster/spark_job.py twice on a local cluster of two executors, kills one executor in the middle of the second
# run, and compares the results: nothing may be missing and nothing twice.
#
#   Tests/Cluster/lose-an-executor.sh FOLDER [PROGRAM]
#
# Patience is long: on a busy machine an executor is silent for a while and not dead.
# Needs Java and PySpark from PyPI (pip install pyspark==3.5.3); PYTHON names the interpreter that has it.
set -euo pipefail
folder=$(realpath "$1")
repository=$(realpath "$(dirname "$0")/../..")
program=$(realpath "${2:-$repository/.build/release/mrz-scan}")
python=${PYTHON:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYSPARK_PYTHON=$python SPARK_LOCAL_DIRS=$scratch SPARK_WORKER_DIR=$scratch/work
# The executors are started by the scripts of this installation.
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME

run() {
    "$SPARK_HOME/bin/spark-submit" --master "local-cluster[2,1,1024]" --conf spark.ui.enabled=false \
        --conf spark.executor.memory=512m --conf spark.driver.memory=512m \
        --conf spark.worker.timeout=600 --conf spark.network.timeout=900s --conf spark.executor.heartbeatInterval=60s \
        "$repository/docs/cluster/spark_job.py" --program "$program" --input "$folder" --output "$1" --tasks 12 \
        2> "$1.log"
}

# One line for each row, without what differs from run to run.
rows() {
    "$python" - "$1" <<'PYTHON'
import json, sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
for row in sorted(spark.read.parquet(sys.argv[1]).collect(), key=lambda row: (row.source, row.page or 0, row["index"] or 0)):
    result = json.loads(row.result)
    result.pop("timing", None)
    print(row.source, row.page, row["index"], row.status, row.format, json.dumps(result))
PYTHON
}

echo "Undisturbed:"
time run "$scratch/whole.parquet"
rows "$scratch/whole.parquet" > "$scratch/whole" 2> "$scratch/rows.log"
echo "$(wc -l < "$scratch/whole") rows"

echo "One executor lost:"
run "$scratch/disturbed.parquet" &
job=$!
# When the third task has ended.
until [ -e "$scratch/disturbed.parquet.log" ] && [ "$(grep -c 'Finished task' "$scratch/disturbed.parquet.log")" -ge 3 ]; do
    kill -0 "$job"
    sleep 0.2
done
# The executors are grandchildren of the master, which is in the driver's process.
victim=$(ps -eo pid,args | awk -v dir="$scratch" '/CoarseGrainedExecutorBackend/ && /--executor-id 0/ && !/awk/ { print $1; exit }')
kill -9 "$victim"
echo "killed executor 0, process $victim, after $(grep -c 'Finished task' "$scratch/disturbed.parquet.log") of 12 tasks"
wait "$job"
grep -E 'Lost executor|Lost task' "$scratch/disturbed.parquet.log" | sed 's/^.*Lost/Lost/' | cut -c1-110
rows "$scratch/disturbed.parquet" > "$scratch/disturbed" 2> "$scratch/rows.log"
echo "$(wc -l < "$scratch/disturbed") rows"
cmp "$scratch/whole" "$scratch/disturbed" && echo "The results are the same."
