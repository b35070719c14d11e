#!/usr/bin/env python3
"""Prints a filter for the tests that failed in a run of Swift Testing, for running them once more and alone.

    Tests/scripts/failed-tests.py LOG

Fails when none did, when the run did not end, or when more than three failed: that is no test that met a busy machine.
"""
import re
import sys

MAX_TESTS = 3

with open(sys.argv[1], errors="replace") as log:
    text = log.read()
names = sorted(set(re.findall(r"^✘ Test (\w+)\(.* failed after ", text, re.MULTILINE)))
if "Test run with" not in text:
    sys.exit("the run did not end")
if not names:
    sys.exit("no test failed")
if len(names) > MAX_TESTS:
    sys.exit(f"{len(names)} tests failed, not {MAX_TESTS} at most")
print(rf"/({'|'.join(names)})\(")
