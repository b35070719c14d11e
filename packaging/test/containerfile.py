"""Prints the last stage of a Containerfile as arrays for bash: kinds and values of its steps, user, entrypoint, command and
health, the last three in the form of JSON arrays, which needs no shell.
"""

import json
import re
import shlex
import sys

text = open(sys.argv[1], encoding="utf-8").read()
lines = [line for line in re.sub(r"\\\n", " ", text).splitlines() if line and not line.startswith("#")]
last = max(number for number, line in enumerate(lines) if line.startswith("FROM "))
arrays = {"kinds": [], "values": [], "entrypoint": [], "command": [], "health": []}
user = ""
for line in lines[last + 1 :]:
    kind, value = line.split(None, 1)
    if kind in ("COPY", "RUN"):
        arrays["kinds"].append(kind)
        arrays["values"].append(value.split()[-2] if kind == "COPY" else value)
    elif kind == "USER":
        user = value
    elif kind == "ENTRYPOINT":
        arrays["entrypoint"] = json.loads(value)
    elif kind == "CMD":
        arrays["command"] = json.loads(value)
    elif kind == "HEALTHCHECK":
        arrays["health"] = json.loads(value[value.index("[") :])
    elif kind != "EXPOSE":
        sys.exit(f"{sys.argv[1]}: a step that is not known here: {kind}")
for name, values in arrays.items():
    print(f"{name}=({' '.join(map(shlex.quote, values))})")
print(f"user={shlex.quote(user)}")
