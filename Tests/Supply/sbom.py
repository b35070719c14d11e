#!/usr/bin/env python3
"""Writes the bill of materials of a built program as CycloneDX 1.5.

    Tests/Supply/sbom.py .build/release/mrz-scan > .build/mrz-scan.cdx.json

Listed are the Swift packages of `swift package show-dependencies`, the Debian packages of every shared library that the
loader brings in, what is opened or started only when it is needed, and the recognition models.
"""

import hashlib
import json
import re
import subprocess
import sys
import uuid
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
# Not linked: libarchive is opened with the first archive, libheif with the first HEIF file, PCSC Lite with the first reader of
# chips, libqrencode with the first QR code, Tesseract with the first line that it is asked about; poppler's programs are started
# for PDF files.
ON_DEMAND = {
    "libarchive13": "dlopen", "libheif1": "dlopen", "libpcsclite1": "dlopen", "libqrencode4": "dlopen",
    "libtesseract5": "dlopen", "poppler-utils": "process",
}


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY).stdout


def swift_packages():
    """The dependencies by identity, each with its direct dependencies."""
    found, edges = {}, {}

    def walk(package):
        for child in package["dependencies"]:
            found[child["identity"]] = child
            edges.setdefault(package["identity"], set()).add(child["identity"])
            walk(child)

    text = run("swift", "package", "show-dependencies", "--format", "json")
    root = json.loads(text[text.index("{"):])
    walk(root)
    return root, found, edges


def libraries(program):
    """The paths of the shared libraries that the loader brings in."""
    return sorted({path for path in re.findall(r"=> (/\S+)", run("ldd", program))})


def owner(library):
    """The Debian package that a library is of; None where none is, as with the Swift runtime."""
    # Before /usr was merged, and so in dpkg's lists, some libraries are in /lib.
    for path in (library, library.removeprefix("/usr"), str(Path(library).resolve())):
        found = subprocess.run(["dpkg-query", "-S", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    return None


def debian(package, reason):
    version = run("dpkg-query", "-W", "-f", "${Version}", package)
    source = run("dpkg-query", "-W", "-f", "${source:Package}", package)
    return {
        "type": "application" if reason == "process" else "library", "bom-ref": f"deb:{package}", "name": package,
        "version": version, "licenses": [{"license": {"name": licence}} for licence in licences(package)],
        "purl": f"pkg:deb/debian/{package}@{version.replace('+', '%2B').replace(':', '%3A')}",
        "scope": "optional" if reason != "linked" else "required",
        "properties": [{"name": "mrz-scan:use", "value": reason}, {"name": "mrz-scan:source", "value": source}],
    }


def licences(package):
    """The short names in a package's copyright file, as Debian gives them."""
    path = Path(f"/usr/share/doc/{package}/copyright")
    text = path.read_text(errors="replace") if path.exists() else ""
    names = sorted({name.strip() for name in re.findall(r"^License: *(\S.*)$", text, re.M)})
    return names or ["see the package's copyright file"]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    program = sys.argv[1]
    root, packages, edges = swift_packages()
    components, reasons, own = [], dict(ON_DEMAND), []
    for library in libraries(program):
        package = owner(library)
        if package:
            reasons.setdefault(package, "linked")
        else:
            own.append(library)
    for identity, package in sorted(packages.items()):
        components.append({
            "type": "library", "bom-ref": f"swift:{identity}", "name": identity, "version": package["version"],
            "licenses": [{"license": {"id": "MIT" if identity == "grdb.swift" else "Apache-2.0"}}],
            "purl": "pkg:swift/" + package["url"].removeprefix("https://").removesuffix(".git") + "@" + package["version"],
            "scope": "required", "properties": [{"name": "mrz-scan:use", "value": "compiled in"}],
        })
    components += [debian(package, reason) for package, reason in sorted(reasons.items())]
    if own:
        version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
        components.append({
            "type": "framework", "bom-ref": "swift-runtime", "name": "swift-runtime", "version": version,
            "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}], "scope": "required",
            "properties": [{"name": "mrz-scan:use", "value": "linked"}]
            + [{"name": "mrz-scan:library", "value": Path(library).name} for library in own],
        })
    for model in sorted((REPOSITORY / "models").glob("*.traineddata")):
        components.append({
            "type": "machine-learning-model", "bom-ref": f"model:{model.name}", "name": model.name,
            "licenses": [{"license": {"id": "Apache-2.0"}}], "scope": "required",
            "hashes": [{"alg": "SHA-256", "content": digest(model)}],
            "properties": [{"name": "mrz-scan:use", "value": "compiled in"}],
        })
    references = [component["bom-ref"] for component in components]
    direct = sorted(f"swift:{identity}" for identity in edges[root["identity"]])
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{uuid.uuid4()}", "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": "mrz-scan", "name": "mrz-scan",
            "version": run(program, "--version").strip(), "licenses": [{"license": {"id": "Apache-2.0"}}],
            "hashes": [{"alg": "SHA-256", "content": digest(Path(program))}],
        }},
        "components": components,
        "dependencies": [
            {"ref": "mrz-scan", "dependsOn": direct + [r for r in references if not r.startswith("swift:")]}
        ] + [
            {"ref": f"swift:{identity}", "dependsOn": sorted(f"swift:{child}" for child in edges.get(identity, []))}
            for identity in sorted(packages)
        ],
    }
    json.dump(bill, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
