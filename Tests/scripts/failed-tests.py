#!/usr/bin/env python3
"""Prints how many tests failed in a run of Swift Testing, and a filter for running them once more and alone.

    Tests/scripts/failed-tests.py LOG

A browser that a busy machine keeps waiting is no wrong program: only tests that drive one are run again, three at most. Fails
with a sentence where any other test failed, where none did or was run, and where the run did not end.
"""
import re
import sys
from pathlib import Path

MAX_TESTS = 3
TESTS = Path(__file__).resolve().parent.parent
# The modules whose tests drive a browser, by their folders.
BROWSER_MODULES = {"PageTests": "PageTests", "HostConformance": "HostConformanceTests"}


def declared():
    """The folders that declare a test, by its name; a folder stands there once for each."""
    folders = {}
    for file in TESTS.rglob("*.swift"):
        for part in re.split(r"@Test\b", file.read_text())[1:]:
            if name := re.search(r"\bfunc (\w+)\(", part):
                folders.setdefault(name[1], []).append(file.relative_to(TESTS).parts[0])
    return folders


def main():
    try:
        text = Path(sys.argv[1]).read_text(errors="replace")
    except FileNotFoundError:
        sys.exit("no test was run")
    if not re.search(r"Test run with \d+ tests? ", text):
        sys.exit("the run did not end")
    failed = sorted(set(re.findall(r"^✘ Test (?!run )(.+?)(?: with \d+ test cases?)? failed after ", text, re.MULTILINE)))
    if not failed:
        sys.exit("no test failed")
    if len(failed) > MAX_TESTS:
        sys.exit(f"{len(failed)} tests failed, not {MAX_TESTS} at most")
    folders = declared()
    names = [test.split("(")[0] for test in failed]
    for test, name in zip(failed, names):
        found = folders.get(name, [])
        if not found or not set(found) <= BROWSER_MODULES.keys():
            sys.exit(f"{test} failed, and is not certainly a test that drives a browser")
    count = sum(len(folders[name]) for name in names)
    print(count, rf"({'|'.join(BROWSER_MODULES.values())})\..*/({'|'.join(names)})\(")


main()
