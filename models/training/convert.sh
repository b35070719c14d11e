#!/bin/bash
# convert.sh OUT.traineddata PREFIX...: one checkpoint, or the mean of several, as a model with 8-bit weights.
# PREFIX is run/NAME/rNNNNNN under the training directory, without "_checkpoint".
set -euo pipefail
exec "${PYTHON:-/opt/venv/bin/python}" "$(dirname "$0")/average.py" "$@"
