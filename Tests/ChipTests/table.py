#!/usr/bin/env python3
"""Writes docs/chip-cases.md from cases.jsonl. A test compares them.

    Tests/ChipTests/table.py
"""
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEAD = """# Documents, faults and their outcomes

Every case that `ChipCaseTests` runs, written by `Tests/ChipTests/table.py` from `Tests/ChipTests/cases.jsonl`. The first
column is a profile of `Tests/ChipRig/profiles.json`. The last one is what must come of it: how the chip was opened and the
verdict, or the error, and each fact that is not as with a document whose chip has no proof of its own. The third names the
subject in the terms of BSI TR-03105-5.1 and of ICAO's *Conformity Test for Inspection Systems*, where it has one there;
`ISO7816_` and `LDS_` are their suites.

| Profile | Case | Subject | Outcome |
|---|---|---|---|
"""


def outcome(expected):
    if "error" in expected:
        return f"`{expected['error']}`"
    words = [f"{expected['access']}: {expected['verdict']}" + (", may be a copy" if expected["clonable"] else "")]
    for key in ("facts", "unread"):
        words += [f"{name} {value}" for name, value in sorted(expected.get(key, {}).items())]
    return "; ".join(words)


def row(case):
    return f"| `{case['profile']}` | {case['about']} | {case.get('subject', '')} | {outcome(case['expect'])} |"


def main():
    cases = [json.loads(line) for line in (HERE / "cases.jsonl").read_text().splitlines()]
    text = HEAD + "".join(row(case) + "\n" for case in cases)
    (HERE.parent.parent / "docs" / "chip-cases.md").write_text(text)


if __name__ == "__main__":
    main()
