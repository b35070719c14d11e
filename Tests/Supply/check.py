#!/usr/bin/env python3
"""Checks a bill of materials of sbom.py, and NOTICE against it. Says what is wrong and ends with 1.

    Tests/Supply/check.py .build/mrz-scan.cdx.json .build/release/mrz-scan
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from sbom import ON_DEMAND, REPOSITORY, digest, libraries, owner

# CycloneDX 1.5, components[].type and licenses[].
TYPES = {"application", "framework", "library", "machine-learning-model"}


def shape(bill):
    """What CycloneDX 1.5 demands of the parts that are used here."""
    if (bill.get("bomFormat"), bill.get("specVersion")) != ("CycloneDX", "1.5"):
        yield "it is no CycloneDX 1.5"
    if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill.get("serialNumber", "")):
        yield "it has no serial number"
    parts = [bill["metadata"]["component"], *bill["components"]]
    references = [part["bom-ref"] for part in parts]
    if len(set(references)) != len(references):
        yield "two components have one reference"
    for part in parts:
        name = part.get("name", "?")
        if part["type"] not in TYPES or not part.get("name"):
            yield f"{name}: no type or no name"
        if not part.get("version") and part["type"] != "machine-learning-model":
            yield f"{name}: no version"
        if not part.get("licenses"):
            yield f"{name}: no licence"
        for licence in part.get("licenses", []):
            names = [licence[key] for key in ("license", "expression") if key in licence]
            if len(names) != 1 or not names[0]:
                yield f"{name}: a licence without a name"
        for entry in part.get("hashes", []):
            if not re.fullmatch(r"[0-9a-f]{64}", entry["content"]):
                yield f"{name}: no SHA-256"
    for edge in bill["dependencies"]:
        for reference in [edge["ref"], *edge["dependsOn"]]:
            if reference not in references:
                yield f"{reference} is depended on and not listed"


def complete(bill, program):
    """That nothing which is really there is missing."""
    listed = {part["bom-ref"]: part for part in bill["components"]}
    for library in libraries(program):
        package = owner(library)
        if package in ON_DEMAND:
            yield f"{library} is loaded at each start, and not when it is needed"
        names = [entry["value"] for entry in listed.get("swift-runtime", {}).get("properties", [])]
        if f"deb:{package}" not in listed and Path(library).name not in names:
            yield f"{library} is loaded and not listed"
    for package in ON_DEMAND:
        if f"deb:{package}" not in listed:
            yield f"{package} is used and not listed"
    manifest = (REPOSITORY / "Package.swift").read_text()
    pins = re.findall(r'\.package\(\s*url: "https://github.com/[^/]+/([^"]+)", ([a-z]+)[:(] ?"([^"]+)"', manifest)
    for name, kind, version in pins:
        part = listed.get(f"swift:{name.lower()}")
        if kind != "exact":
            yield f"{name} is not pinned to a version"
        if not part or part["version"] != version:
            yield f"{name} is not listed with version {version}"
    if len(pins) != manifest.count(".package(url:"):
        yield "a dependency of Package.swift was not understood"
    for line, text in enumerate(manifest.splitlines()):
        if ".package(url:" in text and not manifest.splitlines()[line - 1].strip().startswith("//"):
            yield f"Package.swift does not say why: {text.strip()}"
    for model in (REPOSITORY / "models").glob("*.traineddata"):
        part = listed.get(f"model:{model.name}")
        if not part or part["hashes"][0]["content"] != digest(model):
            yield f"{model.name} is not listed as it is"


def noticed(bill, program):
    """That NOTICE names what this program itself links or uses; what that links in turn is in the bill alone."""
    notice = (REPOSITORY / "NOTICE").read_text()
    needed = subprocess.run(["readelf", "-d", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    wanted = set(re.findall(r"Shared library: \[([^\]]+)\]", needed))
    paths = {Path(path).name: path for path in libraries(program)}
    names = {owner(paths[name]) for name in wanted if name in paths} - {None} | set(ON_DEMAND)
    names |= {part["name"] for part in bill["components"] if part["bom-ref"].startswith(("swift", "model:"))}
    for name in sorted(names):
        if not re.search(rf"^\| {re.escape(name)} \|", notice, re.M):
            yield f"NOTICE does not name {name}"


def main():
    bill = json.loads(Path(sys.argv[1]).read_text())
    program = sys.argv[2]
    faults = [*shape(bill), *complete(bill, program), *noticed(bill, program)]
    for fault in faults:
        print(f"bill of materials: {fault}.", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"{sys.argv[1]}: {len(bill['components'])} components, and NOTICE names what is linked.")


if __name__ == "__main__":
    main()
