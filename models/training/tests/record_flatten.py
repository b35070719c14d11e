"""Writes flatten.json, the recorded strip that both implementations of the normalisation are tested against."""
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from flatten import flatten  # noqa: E402
from make_lines import sample  # noqa: E402

strips = (sample("full", "flatten", 0, i)[0] for i in range(100))
strip = next(s for s in strips if 150 < s.shape[1] < 240).astype(np.float32)
# Undo the normalisation's evenness: a falling light, low contrast and empty ends.
light = np.linspace(0.4, 1, strip.shape[1], dtype=np.float32)[None]
source = ((strip * 0.35 + 90) * light).astype(np.uint8)
source = np.pad(source, ((0, 0), (30, 40)), mode="edge")
with open(os.path.join(HERE, "flatten.json"), "w") as file:
    json.dump({"height": 32, "width": source.shape[1], "input": source.ravel().tolist(),
               "output": flatten(source).ravel().tolist()}, file, separators=(",", ":"))
