#!/usr/bin/env python3
"""Fails when a script of ours can't be read: Python is compiled, without a file of it, and shell is parsed.

    Tests/scripts/syntax.py
"""
import re
import subprocess
import sys
import warnings
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FOLDERS = [".ci", "Examples", "Tests", "docs", "models", "packaging", "python"]


def language(file):
    """What a file is written in, by its first line or its name; None for what is no script."""
    with file.open("rb") as start:
        first = start.readline(100)
    if found := re.match(rb"#!.*\b(python3|bash|sh)\b", first):
        return found[1].decode()
    return "python3" if file.suffix == ".py" else None


def complaint(file):
    """Why a script can't be read; None where it can, and for what is no script."""
    written = language(file)
    if written == "python3":
        try:
            compile(file.read_bytes(), file, "exec")
        except SyntaxError as error:
            return str(error)
    elif written:
        run = subprocess.run([written, "-n", file], capture_output=True, text=True)
        return run.stderr if run.returncode else None


def main():
    warnings.simplefilter("error")
    files = [file for folder in FOLDERS for file in sorted((REPOSITORY / folder).rglob("*")) if file.is_file()]
    wrong = [f"{file.relative_to(REPOSITORY)}: {said}" for file in files if (said := complaint(file))]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{sum(language(file) is not None for file in files)} scripts can be read")


main()
