#!/usr/bin/env python3
"""Prints how many lines of each module of Sources the tests have reached, the tests' own process and the programs that they
start, and names the modules below 80 %. Confined workers write no profile: what only they do counts as not reached.

    Tests/scripts/coverage.py .build-coverage/x86_64-unknown-linux-gnu/release PROFILES
"""
import collections
import json
import pathlib
import shutil
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LEAST = 80


def main():
    built, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    profiles = sorted(folder.glob("*.profraw"))
    if not profiles:
        sys.exit(f"{folder}: no profile; the tests write them where LLVM_PROFILE_FILE says")
    # Those beside the compiler: another LLVM does not know its format.
    tools = pathlib.Path(shutil.which("swift")).resolve().parent
    merged = folder / "all.profdata"
    # Programs that the tests kill leave half a profile: what cannot be read is left out.
    subprocess.run(
        [tools / "llvm-profdata", "merge", "-sparse", "-failure-mode=all", "-o", merged, *profiles], check=True,
        stderr=subprocess.DEVNULL)
    objects = [built / "mrz-scanPackageTests.xctest", built / "mrz-scan", built / "mrz-bench"]
    export = subprocess.run(
        [tools / "llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", objects[0], "-object", objects[1]],
        check=True, capture_output=True)
    lines = collections.Counter()
    reached = collections.Counter()
    for file in json.loads(export.stdout)["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if not path.is_relative_to(REPOSITORY / "Sources"):
            continue
        parts = path.relative_to(REPOSITORY / "Sources").parts
        module = parts[0] if len(parts) == 2 or parts[0] == "MRZScan" else "/".join(parts[:2])
        lines[module] += file["summary"]["lines"]["count"]
        reached[module] += file["summary"]["lines"]["covered"]
    for module in sorted(lines):
        print(f"{100 * reached[module] / lines[module]:6.1f} %  {reached[module]:6} of {lines[module]:6} lines  {module}")
    print(f"{100 * reached.total() / lines.total():6.1f} %  {reached.total():6} of {lines.total():6} lines  in all")
    below = sorted(module for module in lines if reached[module] < LEAST / 100 * lines[module])
    print(f"Below {LEAST} %: " + (", ".join(below) or "none"))


main()
