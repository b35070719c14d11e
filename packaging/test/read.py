"""Prints the results of every path in a file of paths as the program writes them, read on two threads."""

import sys

import mrz_scan

with open(sys.argv[1], encoding="utf-8") as paths:
    for results in mrz_scan.read_many(paths.read().splitlines(), threads=2):
        for result in results:
            print(result.json)
