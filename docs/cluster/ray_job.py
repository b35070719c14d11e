#!/usr/bin/env python3
"""Reads every file under a folder with mrz-scan on Ray: one actor a core, each with one `mrz-scan pipe`.

    python ray_job.py FOLDER RESULTS.jsonl [ACTORS] [PROGRAM]

Ray starts an actor that died again and repeats the picture it had.
"""
import json
import pathlib
import subprocess
import sys

import ray
from ray.util import ActorPool


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=3)
class Reader:
    def __init__(self, program):
        self.pipe = subprocess.Popen([program, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, path):
        # The answer is written before the next line is read: asking and waiting is enough.
        self.pipe.stdin.write((json.dumps({"id": path, "path": path}) + "\n").encode())
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline()
        if not answer:
            # The actor ends with its program, and Ray starts both again.
            sys.exit(1)
        return answer.decode()


folder, results = sys.argv[1:3]
actors = int(sys.argv[3]) if len(sys.argv) > 3 else 2
program = sys.argv[4] if len(sys.argv) > 4 else "mrz-scan"
ray.init()
pool = ActorPool([Reader.remote(program) for _ in range(actors)])
paths = sorted(str(path) for path in pathlib.Path(folder).resolve().rglob("*") if path.is_file())
with open(results, "w", encoding="utf-8") as output:
    for answer in pool.map(lambda actor, path: actor.read.remote(path), paths):
        output.write(answer)
