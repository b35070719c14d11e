"""How many clean pages in other typefaces are read: python measure_typefaces.py --program P [--count 20] [--height 30] [--seed S]

Draws COUNT invented documents of every layout in each face of models/training/typefaces.py, as a newcomer would: black
text on white, capitals HEIGHT pixels high, with the face's own spacing. Prints for each face how many are read exactly,
how many of those are verified, and how many are verified wrongly. Ends with 1 where one is verified wrongly.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont, features

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models", "training"))
import mrztext  # noqa: E402
import typefaces  # noqa: E402

LAYOUTS = [mrztext.td3, mrztext.td3, mrztext.td1, mrztext.td1, mrztext.td2, lambda r: mrztext.visa(r, 44)]


def page(path, lines, height, spacing=2):
    """White paper with the lines at its foot; `height` is that of capitals, `spacing` from line to line in such heights."""
    capital = ImageFont.truetype(path, 200).getbbox("H", anchor="ls")
    font = ImageFont.truetype(path, round(200 * height / (capital[3] - capital[1])))
    width = round(max(font.getlength(line) for line in lines))
    space = round(spacing * height)
    image = Image.new("L", (width + 4 * height, max(round(0.6 * width), len(lines) * space + 8 * height)), 255)
    draw = ImageDraw.Draw(image)
    for i, line in enumerate(lines):
        # Without ligatures: a row of fillers is one glyph in some faces. Without libraqm there are none.
        draw.text((2 * height, image.height - 2 * height - space * (len(lines) - 1 - i)), line, font=font, fill=0,
                  anchor="ls", features=["-liga", "-calt", "-dlig", "-clig"] if features.check("raqm") else None)
    return image


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--height", type=int, default=30)
    parser.add_argument("--seed", default="typefaces-1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the pictures and results")
    options = parser.parse_args()
    faces = typefaces.STANDARD | typefaces.LEARNT | typefaces.LEFT_OUT
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        truth = draw_all(faces, folder, options)
        judge(faces, truth, folder, options)


def draw_all(faces, folder, options):
    truth = {}
    for number, (name, (package, file)) in enumerate(faces.items()):
        path = typefaces.ROOT + file
        if not os.path.exists(path):
            sys.exit(f"{path} is missing: apt-get install {package}")
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        for index in range(options.count):
            # The same documents in every face.
            r = random.Random(f"{options.seed}/{index}")
            lines = LAYOUTS[index % len(LAYOUTS)](r)
            picture = f"{number:02d}-{index:03d}.png"
            page(path, lines, options.height).save(os.path.join(folder, "images", picture))
            truth[picture] = (name, lines)
    return truth


def results(folder, options):
    """What the program says of the pictures in `folder`/images; it is kept there."""
    path = os.path.join(folder, "results.jsonl")
    with open(path, "w") as file:
        code = subprocess.run([options.program, "--format", "jsonl", "--jobs", str(options.jobs),
                               os.path.join(folder, "images")], stdout=file, stderr=subprocess.DEVNULL).returncode
    if code not in (0, 1):
        sys.exit(f"{options.program} ended with {code}")
    with open(path) as file:
        return [json.loads(line) for line in file]


def results_by_picture(folder, options):
    """The same, of each picture by its name."""
    found = collections.defaultdict(list)
    for result in results(folder, options):
        found[os.path.basename(result["source"])].append(result)
    return found


def judge(faces, truth, folder, options):
    exact, verified, wrong, warned = (collections.Counter() for _ in range(4))
    for result in results(folder, options):
        name, lines = truth[os.path.basename(result["source"])]
        right = result.get("lines") == lines
        exact[name] += right
        verified[name] += right and result["status"] == "verified"
        wrong[name] += not right and result["status"] == "verified"
        warned[name] += "otherTypeface" in result.get("warnings", [])
    print(f"{'typeface':24} {'':9} exact of {options.count}, verified, wrong, told as other")
    for name in faces:
        role = "learnt" if name in typefaces.LEARNT else "left out" if name in typefaces.LEFT_OUT else ""
        print(f"{name:24} {role:9} {exact[name]:5} {verified[name]:8} {wrong[name]:8} {warned[name]:8}")
    print(f"{'all':24} {'':9} {exact.total():5} {verified.total():8} {wrong.total():8} {warned.total():8}")
    sys.exit(wrong.total() > 0)


if __name__ == "__main__":
    main()
