#!/usr/bin/env python3
"""Fails when a run of Swift Testing skipped a test that it should not have.

    Tests/scripts/skipped-tests.py LOG

A test that is skipped everywhere tests nothing, and nobody sees it.
"""
import os
import re
import sys

# What a test says when it is skipped, and when that is right.
ALLOWED = {
    # Tests/ImageDecodingTests: as any other user it runs.
    "root may read everything": os.geteuid() == 0,
    # Tests/V4L2CaptureTests: `make camera-test` runs it in a kernel of its own, which takes ten minutes to build.
    "needs a camera; make camera-test runs it with one": True,
    # Tests/mrz-scanTests: a store that somebody else reads.
    "only root becomes another user": os.geteuid() != 0,
    # Tests/mrz-scanTests: it takes /proc away.
    "nobody but root may hide /proc": os.geteuid() != 0,
    # A device file can't be made in every container.
    "needs /dev/fuse and the test camera; build it with: make test-camera": os.environ.get("TEST_CAMERA") != "required",
    # A mount that nobody else sees can't be made in every container.
    "needs pcscd, vsmartcard-vpcd and python3-cryptography: make chip-packages": os.environ.get("TEST_CHIP") != "required",
}

with open(sys.argv[1], errors="replace") as log:
    skipped = re.findall(r'^\S+ (?:Test|Suite) (.+?) skipped(?:: "(.*)")?\.?$', log.read(), re.MULTILINE)
wrong = [f"{name}: {reason or 'without a reason'}" for name, reason in skipped if not ALLOWED.get(reason, False)]
if wrong:
    sys.exit("Skipped, and to be run here:\n" + "\n".join(wrong))
print(f"{len(skipped)} tests and suites were skipped, each for a known reason")
