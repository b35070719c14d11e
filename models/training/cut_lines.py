"""Lines as the program's own rectifier cuts them: python cut_lines.py FIRST LAST OUT [--photos N] [--seed S]

The zones of photographed specimens (`specimens`) and what is round them are drawn and saved as JPEG, thrice: as taken,
and twice through another camera (smaller, blurred, darker, noisier). `mrz-bench strips` finds and cuts
the lines; each strip is paired with the characters that it shows, from the place of every character in the
photograph. A strip that cuts a character in two, or shows nothing of a line, is left out.

Training: OUT/cutNNNN.lstmf for every number FIRST...LAST, with N photographs each; --places: .npz files with the place
of every character (placed.py). --hard: small print, blurred in more than one way. --validation: OUT/NNNN-*.png and
OUT/level0.json ... level4.json, as `evaluate.py` reads them; the level of a line is that of its photograph.
Each file depends on nothing but its number, the seed and the program. PROGRAM names the program.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time

import cv2
import numpy as np

import lstmf
import placed
from evaluate import ROOT, distance, read
from specimens import studio
from specimens.people import CASES
from specimens.photograph import photograph, scan
from specimens.stress import FORMATS, SHARPNESS, mixture

PROGRAM = os.environ.get("PROGRAM", os.path.join(ROOT, "bin/mrz-bench"))
PITCH, MARGIN = 20, 2               # of the strips: pixels a cell, cells beyond each end
SHOWN, HIDDEN = 8.0, 7.0            # a character is shown whole, or not at all, this far from a strip's end; pixels
SETTLED = 0.5                       # share of errors from which the reader's text belongs to another line

BLURRING = sorted(SHARPNESS - {"lowres", "pattern"})
HARD_PITCH = 6.8, 12.5              # of hard photographs, pixels a character

cv2.setNumThreads(1)


def hard(words):
    """One to three of what costs sharpness, by its level and without a common budget, perhaps seen from the side."""
    chosen = words.sample(BLURRING, words.choice((1, 1, 2, 2, 3)))
    conditions = {c: words.randint(1, 5 if len(chosen) < 3 else 3) for c in chosen}
    if words.random() < 0.5:
        conditions[words.choice(("perspective", "rotation", "shadow", "glare", "curvature"))] = words.randint(1, 3)
    return conditions


def take(words, rng, is_hard):
    """One photograph with its conditions, drawn as the stress sets are, all conditions equally often; or a hard one."""
    conditions = {words.choice(studio.ALL): words.randint(1, 5)} if words.random() < 0.7 else mixture(words)
    layout, turn = words.choice(FORMATS), words.choice((0.0, 0.0, 0.0, 90.0, 180.0))
    pitch = words.uniform(7.5, 19)
    if is_hard:
        conditions, pitch = hard(words), words.uniform(*HARD_PITCH)
    case = words.choice(CASES) if words.random() < 0.5 else "plain"
    flat = studio.draw(layout, words, rng, conditions, pitch, case)
    flat_scan = not set(conditions) - {"print", "contrast", "pattern", "seethrough", "inverted", "overlay"}
    if flat_scan and words.random() < 0.3:
        return scan([flat], rng, pitch, turn), conditions
    return photograph([flat], rng, conditions, pitch, turn, crop=True, margin=0.1), conditions


def crop(photo, words):
    """The zone and some of what is round it, and the centres of its characters there."""
    cells = photo.cells[0]
    every = np.concatenate(cells)
    height, width = photo.image.shape[:2]
    around = photo.pitches[0] * words.uniform(2.5, 6)
    low = np.maximum(every.min(axis=0) - around, 0).astype(int)
    high = np.minimum(every.max(axis=0) + around, (width, height)).astype(int)
    return photo.image[low[1]:high[1], low[0]:high[0]], [line - low for line in cells]


def again(image, cells, words, rng, pitch, least):
    """The crop through another camera: at another size, of `least` pixels a character, softer, noisier."""
    scale = max(least / pitch, words.uniform(0.55, 1.0)) if pitch > least + 1 else 1.0
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=words.choice((cv2.INTER_AREA, cv2.INTER_CUBIC)))
    if words.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), 0.3 + 0.05 * pitch * scale * words.random())
    image = image * words.uniform(0.75, 1.1) + rng.normal(0, words.uniform(0, 7), image.shape[:2] + (1,))
    return np.clip(image, 0, 255).astype(np.uint8), [(line + 0.5) * scale - 0.5 for line in cells]


def photographs(seed, number, count, folder, is_hard):
    """Writes the crops of one file; returns by name the lines, the places of their characters and the level."""
    least = HARD_PITCH[0] if is_hard else 8.0
    truth = {}
    for k in range(count):
        words, rng = studio.generators(f"{seed}/{number}/{k}")
        photo, conditions = take(words, rng, is_hard)
        if photo.documents:
            lines = photo.documents[0][0].lines
            first = crop(photo, words)
            others = [again(*first, words, rng, photo.pitches[0], least) for _ in range(2)]
            for name, (image, cells) in zip("abc", [first, *others]):
                path = os.path.join(folder, f"{k:04d}{name}.jpg")
                quality = photo.quality if name == "a" and "jpeg" in conditions else words.choice((45, 55, 70, 82, 90))
                cv2.imwrite(path, cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
                truth[path] = (lines, cells, min(4, max(conditions.values()) - 1))
    return truth


def visible(row, lines, cells):
    """The number of the line that a strip shows, its characters there and their middles; None where not certain."""
    corners = np.float32(row["quad"])
    across = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    along = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    columns, count = row["columns"], row["lineCount"]
    flat = np.float32([[0, 0], [columns, 0], [columns, across / along * columns], [0, across / along * columns]])
    matrix = cv2.getPerspectiveTransform(corners, flat)
    placed = [cv2.perspectiveTransform(np.float32(line)[None], matrix)[0] for line in cells]
    # The quad goes from the top of the first line's capitals to the foot of the last one's; a capital is about
    # 1.15 cells high.
    capital = 1.15
    spacing = (flat[2, 1] - capital) / max(1, count - 1)
    expected = capital / 2 + spacing * row["line"] if count > 1 else flat[2, 1] / 2
    away = [abs(float(np.median(p[:, 1])) - expected) for p in placed]
    best = int(np.argmin(away))
    if away[best] > 0.55:
        return None
    x = (placed[best][:, 0] + MARGIN) * PITCH
    width = (columns + 2 * MARGIN) * PITCH
    whole, gone = (x > SHOWN) & (x < width - SHOWN), (x < -HIDDEN) | (x > width + HIDDEN)
    if not np.all(whole | gone) or whole.sum() < 8:
        return None
    steps = np.diff(x[whole])
    if steps.min() <= 0 or not 16 < np.median(steps) < 26:
        return None
    return best, "".join(c for c, w in zip(lines[best], whole) if w), x[whole].astype(np.float32)


def strips(truth, photos, folder):
    """Cuts the crops with the program: (path of the strip, text, middles of the characters, level)."""
    subprocess.run([PROGRAM, "strips", photos, "--out", folder], check=True, capture_output=True)
    found, pieces = [], set()
    with open(os.path.join(folder, "strips.jsonl")) as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        if row["upright"] and row["image"] in truth:
            lines, cells, level = truth[row["image"]]
            shown = visible(row, lines, cells)
            key = (row["image"], row["search"], shown and shown[0])
            # One cut of a line and search is enough, and of the further searches one in all.
            if shown and key not in pieces and (row["search"] == 0 or (row["image"], 0, shown[0]) not in pieces):
                pieces.add(key)
                found.append((os.path.join(folder, row["file"]), *shown[1:], level))
    return found


def certain(found, reader):
    """Without the strips that the reader reads as something else altogether: another line, or illegible."""
    rows = read(reader, [f[0] for f in found])
    return [f for f, row in zip(found, rows) if distance(f[1], row[0]) <= SETTLED * len(f[1])]


def lines_of(seed, number, count, reader, is_hard, scratch):
    photos, cut = os.path.join(scratch, "photos"), os.path.join(scratch, "strips")
    os.makedirs(photos)
    truth = photographs(seed, number, count, photos, is_hard)
    drawn = time.process_time()
    found = strips(truth, photos, cut)
    kept = certain(found, reader)
    print(f"{number}: {count} photographs, {len(found)} lines, {len(kept)} kept; drawing {drawn:.0f} s CPU", flush=True)
    return [(cv2.imread(path, cv2.IMREAD_GRAYSCALE), *rest) for path, *rest in kept]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("first", type=int)
    p.add_argument("last", type=int)
    p.add_argument("folder")
    p.add_argument("--photos", type=int, default=100)
    p.add_argument("--seed", default="cut-1")
    p.add_argument("--reader", default=os.path.join(ROOT, "candidate/D.traineddata"))
    p.add_argument("--hard", action="store_true", help="small print, blurred, without a bound to what adds up")
    p.add_argument("--places", action="store_true")
    p.add_argument("--validation", action="store_true")
    o = p.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    truth = {level: [] for level in range(5)}
    for number in range(o.first, o.last + 1):
        path = os.path.join(o.folder, f"cut{number:04d}." + ("npz" if o.places else "lstmf"))
        if os.path.exists(path):
            continue
        scratch = tempfile.mkdtemp()
        rows = lines_of(o.seed, number, o.photos, o.reader, o.hard, scratch)
        shutil.rmtree(scratch)
        if o.validation:
            for i, (image, text, _, level) in enumerate(rows):
                name = f"{number:04d}-{i:04d}.png"
                cv2.imwrite(os.path.join(o.folder, name), image)
                truth[level].append([name, text])
        elif o.places:
            placed.write(path, [row[:3] for row in rows])
        else:
            lstmf.write(path + ".part", [lstmf.page(row[0], row[1], i) for i, row in enumerate(rows)])
            os.rename(path + ".part", path)
    for level in truth if o.validation else ():
        with open(os.path.join(o.folder, f"level{level}.json"), "w") as file:
            json.dump(truth[level], file)


if __name__ == "__main__":
    main()
