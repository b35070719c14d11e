#!/usr/bin/env bash
# Builds the documentation of the library's modules with the toolchain's DocC, from the modules as they were built. Any
# warning, such as a link to a symbol that is not there, is an error.
#
#   Tests/scripts/documentation.sh .build/release .build/documentation
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -eq 2 ] || { echo "usage: $0 BUILT FOLDER" >&2; exit 64; }
built=$(realpath "$1")
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
# The products of the library, as Package.swift lists them.
modules=$(swift package dump-package | python3 -c '
import json, sys
print(*next(p["targets"] for p in json.load(sys.stdin)["products"] if p["name"] == "MRZScan"))')
maps=()
while IFS= read -r map; do maps+=(-Xcc "-fmodule-map-file=$map"); done < <(
    # Of the system's libraries, and of what was built.
    find "$PWD"/Sources/C/* -maxdepth 1 -name module.modulemap
    find "$built"/C*.build "$built"/_*.build -maxdepth 1 -name module.modulemap
    find .build/checkouts/*/Sources -path '*/include/module.modulemap' | sed "s|^|$PWD/|"
)
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
for module in $modules; do
    mkdir -p "$folder/graphs/$module"
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$built/Modules" "${maps[@]}" \
        -minimum-access-level public -skip-inherited-docs -output-dir "$folder/graphs/$module"
    docc convert --additional-symbol-graph-dir "$folder/graphs/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "mrz-scan.$module" --warnings-as-errors --output-path "$folder/$module.doccarchive"
done
echo "$(echo "$modules" | wc -w) modules documented in $folder."
