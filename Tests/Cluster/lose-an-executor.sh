#!/usr/bin/env bash
# Runs docs/cluster/spark_job.py twice on a local cluster of two executors, kills one executor in the middle of the second
# run, and compares the results: nothing may be missing and nothing twice.
#
#   Tests/Cluster/lose-an-executor.sh FOLDER [PROGRAM]
. "$(dirname "$0")/preamble.sh"

# Patience is long: on a busy machine an executor is silent for a while and not dead.
run() {
    submit 2 "$program" "$1" 12 "$1.log" --conf spark.worker.timeout=600 --conf spark.network.timeout=900s \
        --conf spark.executor.heartbeatInterval=60s
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
