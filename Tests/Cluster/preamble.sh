# What the scripts of this folder have in common; to be sourced with their arguments, FOLDER [PROGRAM].
#
# Needs Java and PySpark from PyPI (pip install pyspark==3.5.3); PYTHON names the interpreter that has it.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 FOLDER [PROGRAM]" >&2; exit 64; }
folder=$(realpath "$1")
repository=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
program=$(realpath "${2:-$repository/.build/release/mrz-scan}")
python=${PYTHON:-python3}
"$python" -c 'import pyspark' 2> /dev/null || { echo "$0: $python has no pyspark; see docs/cluster.md" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYSPARK_PYTHON=$python SPARK_LOCAL_DIRS=$scratch SPARK_WORKER_DIR=$scratch/work
# The executors are started by the scripts of this installation.
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME

# Runs the job over the folder on a local cluster: submit EXECUTORS PROGRAM OUTPUT TASKS LOG [option of spark-submit]...
submit() {
    local executors=$1 reader=$2 output=$3 tasks=$4 log=$5
    shift 5
    "$SPARK_HOME/bin/spark-submit" --master "local-cluster[$executors,1,1024]" --conf spark.ui.enabled=false \
        --conf spark.executor.memory=512m --conf spark.driver.memory=512m "$@" \
        "$repository/docs/cluster/spark_job.py" --program "$reader" --input "$folder" --output "$output" \
        --tasks "$tasks" 2> "$log"
}
