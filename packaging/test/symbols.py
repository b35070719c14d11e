#!/usr/bin/env python3
"""Fails when the functions that mrzscan.h declares are not those that Debian's list of the library's symbols has.

    packaging/test/symbols.py
"""
import re
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
header = (REPOSITORY / "Sources/C/CMRZScan/mrzscan.h").read_text()
declared = set(re.findall(r"\b(mrzscan_\w+)\s*\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S)))
symbols = (REPOSITORY / "packaging/debian/libmrzscan0.symbols").read_text()
listed = set(re.findall(r"^ (mrzscan_\w+)@", symbols, re.M))
if declared != listed or not declared:
    sys.exit(f"declared and not listed, or the other way round: {', '.join(sorted(declared ^ listed))}")
print(f"{len(declared)} functions of mrzscan.h are listed")
