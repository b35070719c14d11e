#!/usr/bin/env python3
"""Compares the table of modules in docs/architecture.md with Package.swift: every module a row, in the section of its
folder, below all that it imports (but for C, which stands last). `--write` puts the folders' and the imports' columns right; what a module holds
is for people to write.

    Tests/scripts/modules.py [--write]
"""
import json
import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "docs" / "architecture.md"
HEAD = "| Folder | Module | What it holds | Imports |\n|---|---|---|---|\n"


def targets():
    """Every module that is not of the tests: its folder under Sources, its name, and the names of what it imports."""
    text = subprocess.run(["swift", "package", "dump-package"], cwd=REPOSITORY, capture_output=True, check=True).stdout
    for target in json.loads(text)["targets"]:
        path = pathlib.PurePath(target.get("path") or f"Sources/{target['name']}")
        if target["type"] == "test" or path.parts[0] == "Tests":
            continue
        folder = path.parts[1] if path.parts[0] == "Sources" else path.parts[0]
        imports = [(d.get("byName") or d.get("product") or d.get("target"))[0] for d in target["dependencies"]]
        yield folder, target["name"], imports


def main():
    page = PAGE.read_text()
    start = page.index(HEAD) + len(HEAD)
    end = page.index("\n\n", start) + 1
    held, order = {}, []
    for row in page[start:end].splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) != 4 or not (name := re.fullmatch(r"`(.+)`", cells[1])):
            sys.exit(f"{PAGE}: not a row of modules: {row}")
        held[name[1]] = cells[2]
        order.append(name[1])
    known = {name: (folder, imports) for folder, name, imports in targets()}
    if missing := known.keys() - held.keys():
        sys.exit(f"{PAGE}: no row says what these modules hold: {', '.join(sorted(missing))}")
    if gone := held.keys() - known.keys():
        sys.exit(f"{PAGE}: there is no such module: {', '.join(sorted(gone))}")
    rows = ""
    for place, name in enumerate(order):
        folder, imports = known[name]
        below = [i for i in imports if i in known and known[i][0] != "C" and i not in order[:place]]
        if below:
            sys.exit(f"{PAGE}: {name} imports what stands below it: {', '.join(below)}")
        listed = ", ".join(f"`{i}`" for i in imports) or "nothing"
        rows += f"| {folder} | `{name}` | {held[name]} | {listed} |\n"
    if "--write" in sys.argv:
        PAGE.write_text(page[:start] + rows + page[end:])
    elif rows != page[start:end]:
        sys.exit(f"{PAGE}: the table of modules is not what Package.swift says; Tests/scripts/modules.py --write mends it")
    print(f"{len(order)} modules, as Package.swift has them")


main()
