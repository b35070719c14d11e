#!/usr/bin/env bash
# What decoding costs by kind of file: the same picture of twelve megapixels in each, five times.
#
#   Tests/measure-inputs.sh [PROGRAM]
#
# Prints the median CPU time of decoding as `mrz-bench` measures it, and that of poppler's programs, which work in
# processes of their own. Needs Pillow, pillow-heif and img2pdf from PyPI; PYTHON names the interpreter that has them.
set -euo pipefail
repository=$(realpath "$(dirname "$0")/..")
program=$(realpath "${1:-$repository/.build/release/mrz-bench}")
python=${PYTHON:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$python" - "$repository/Samples" "$scratch" <<'PYTHON'
import json, pathlib, shutil, sys, zipfile
import img2pdf, pillow_heif
from PIL import Image
pillow_heif.register_heif_opener()
samples, scratch = map(pathlib.Path, sys.argv[1:])
name = "formats/176-twelve-megapixels.jpg"
label = next(l for l in map(json.loads, (samples / "labels.jsonl").open()) if l["image"] == name)
source = samples / name
image = Image.open(source).convert("RGB")
print(f"{image.width}x{image.height}, {image.width * image.height / 1e6:.1f} megapixels")
kinds = {
    "jpeg.jpg": lambda p: shutil.copy(source, p),
    "progressive.jpg": lambda p: image.save(p, quality=85, progressive=True),
    "png.png": lambda p: image.save(p),
    "tiff-lzw.tif": lambda p: image.save(p, compression="tiff_lzw"),
    "webp.webp": lambda p: image.save(p, quality=85),
    "bmp.bmp": lambda p: image.save(p),
    "gif.gif": lambda p: image.convert("L").save(p),
    "jp2.jp2": lambda p: image.save(p, quality_mode="rates", quality_layers=[20]),
    "ppm.ppm": lambda p: image.save(p),
    "heic.heic": lambda p: image.save(p, quality=60),
    "avif.avif": lambda p: image.save(p, quality=60),
    "scan.pdf": lambda p: p.write_bytes(img2pdf.convert(str(source))),
    "drawn.pdf": lambda p: p.write_bytes(img2pdf.convert(
        str(source), layout_fun=img2pdf.get_layout_fun((img2pdf.mm_to_pt(210), img2pdf.mm_to_pt(297))))),
}
with (scratch / "labels.jsonl").open("w") as labels:
    for kind, save in kinds.items():
        first = scratch / f"0-{kind}"
        save(first)
        for number in range(5):
            path = scratch / f"{number}-{kind}"
            if number: path.hardlink_to(first)
            entry = {key: value for key, value in label.items() if key != "corners"}
            labels.write(json.dumps({**entry, "image": path.name}) + "\n")
PYTHON

for kind in jpeg.jpg progressive.jpg png.png tiff-lzw.tif webp.webp bmp.bmp gif.gif jp2.jp2 ppm.ppm heic.heic avif.avif scan.pdf drawn.pdf; do
    printf '%-16s' "$kind"
    "$program" "$scratch" --filter "$kind" --jobs 1 2> /dev/null | awk '/CPU ms, decode/ { print $4, "ms" }' || true
done
TIMEFORMAT='%U user, %S system'
for command in "pdfinfo -l 1000" "pdfimages -list" "pdffonts" "pdftoppm -gray -cropbox -f 1 -l 1 -scale-to-x 2480 -scale-to-y 3508"; do
    printf '%s: ' "$command"
    { time for run in 1 2 3 4 5; do $command - < "$scratch/0-drawn.pdf" > /dev/null; done; } 2>&1 | tail -1 | sed 's/$/ seconds for five/'
done
