"""Sheets with several documents, wavy pages, small ones: python measure.py --program P [--seed S] [--keep DIR]

Lays 3 to 9 invented documents of any layout on sheets of A4, each turned by a multiple of 90 degrees, and up to 48 in
rows; bends scans and photographs of single ones into waves; lays small ones into large pictures and long screenshots.
Prints how many are read exactly, how many of those are verified, and how many are verified wrongly. Ends with 1 where
one is.
"""
import argparse
import collections
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "Typefaces"), os.path.join(HERE, "..", "..", "models", "training")]
from measure_typefaces import results_by_picture  # noqa: E402
from specimens import photograph, studio  # noqa: E402

cv2.setNumThreads(1)
SHEETS, WAVES = 60, 8
LAYOUTS = ("TD1", "TD1", "TD1", "TD2", "FRA-ID", "TD3", "FRA-DL", "CHE-DL")
# Heights and lengths of waves, in characters.
HEIGHTS, LENGTHS = (0.1, 0.2, 0.35, 0.5), (10, 15, 22, 30, 45)
TRIES, WHITE = 60, 248
# Rows of documents: layout, columns, rows, pixels a character; sheets of each.
ROWS = (("TD3", 2, 3, 12), ("TD1", 2, 5, 16), ("TD2", 3, 4, 12), ("TD1", 4, 6, 12), ("TD1", 6, 8, 10))
FULL = 3
# Pictures in which a zone is small: sides, and pixels a character.
LARGE = {"12 megapixels": (4000, 3000, (8.5, 10, 12)), "48 megapixels": (8000, 6000, (10, 13, 16)),
         "screenshot": (1080, 9000, (13, 16))}
SMALL = 8


def scanned(words, rng, layout, pitch):
    """A document on a scanner's glass, and its lines."""
    photo = photograph.scan([studio.draw(layout, words, rng, {}, pitch, booklet=False)], rng, pitch)
    return photo.image, photo.documents[0][0].lines


def sheet(seed):
    words, rng = studio.generators(f"{seed}")
    dots = words.choice((150, 200, 300))
    width, height = int(8.27 * dots), int(11.69 * dots)
    page = np.full((height, width, 3), WHITE, np.uint8)
    taken, documents = [], []
    for _ in range(words.randint(3, 9)):
        image, lines = scanned(words, rng, words.choice(LAYOUTS), dots / 10)
        image = np.rot90(image, words.randrange(4))
        h, w = image.shape[:2]
        for _ in range(TRIES if w < width and h < height else 0):
            x, y = words.randrange(width - w), words.randrange(height - h)
            if all(x + w <= a or x >= a + c or y + h <= b or y >= b + d for a, b, c, d in taken):
                page[y:y + h, x:x + w] = image
                taken.append((x, y, w, h))
                documents.append(lines)
                break
    return ("sheets", dots), page, documents


def rows(seed, layout, columns, lines_of_them, pitch):
    """As an office copies cards: side by side, each a little awry."""
    words, rng = studio.generators(f"{seed}")
    pieces, documents = zip(*(scanned(words, rng, layout, pitch) for _ in range(columns * lines_of_them)))
    height, width = (max(image.shape[side] for image in pieces) for side in (0, 1))
    page = np.full((lines_of_them * height, columns * width, 3), WHITE, np.uint8)
    for number, image in enumerate(pieces):
        y, x = number // columns * height, number % columns * width
        page[y:y + image.shape[0], x:x + image.shape[1]] = image
    return ("rows", len(documents)), page, list(documents)


def wave(seed, high, long, number):
    words, rng = studio.generators(f"{seed}")
    pitch = words.uniform(12.5, 20)
    flat = studio.draw(("TD3", "TD1", "MRVB", "TD2")[number % 4], words, rng, {}, pitch)
    take = photograph.scan if words.random() < 0.4 else lambda d, r, p: photograph.photograph(d, r, {}, p)
    photo = take([flat], rng, pitch)
    y, x = np.mgrid[0:photo.image.shape[0], 0:photo.image.shape[1]].astype(np.float32)
    cell, phase = photo.pitches[0], words.uniform(0, 2 * np.pi)
    moved = y + np.float32(high * cell) * np.sin(x * np.float32(2 * np.pi / (long * cell)) + np.float32(phase))
    bent = cv2.remap(photo.image, x, moved, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return (f"waves {high}", long), bent, [flat.lines]


def small(seed, kind, pitch, number):
    """A document somewhere in a picture that is large or long: on a table of some colour and grain, or among white."""
    words, rng = studio.generators(f"{seed}")
    image, lines = scanned(words, rng, ("TD3", "TD1", "MRVA", "TD2")[number % 4], pitch)
    width, height, _ = LARGE[kind]
    if kind == "screenshot":
        page = np.full((height, width, 3), WHITE, np.uint8)
    else:
        grain = rng.normal(words.uniform(60, 200), words.uniform(4, 25), (height // 40, width // 40, 3)).astype(np.float32)
        table = cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
        table += rng.standard_normal((height, width, 1), dtype=np.float32) * 3
        page = np.clip(table, 0, 255).astype(np.uint8)
    h, w = image.shape[:2]
    x, y = words.randrange(width - w), words.randrange(height - h)
    page[y:y + h, x:x + w] = image
    return (kind, pitch), page, [lines]


def draw(job):
    maker, arguments, name = job
    place, image, documents = maker(*arguments)
    cv2.imwrite(name, cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 88])
    return os.path.basename(name), place, documents


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", default="pages-1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="a folder for the pictures and results")
    options = parser.parse_args()
    jobs = [(sheet, (f"{options.seed}/sheet/{n}",)) for n in range(SHEETS)] + [
        (rows, (f"{options.seed}/rows/{place}/{n}", *place)) for place in ROWS for n in range(FULL)] + [
        (wave, (f"{options.seed}/wave/{high}/{long}/{n}", high, long, n))
        for high in HEIGHTS for long in LENGTHS for n in range(WAVES)] + [
        (small, (f"{options.seed}/small/{kind}/{pitch}/{n}", kind, pitch, n))
        for kind, (_, _, pitches) in LARGE.items() for pitch in pitches for n in range(SMALL)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        with ProcessPoolExecutor() as workers:
            truth = list(workers.map(
                draw, [(*job, os.path.join(folder, "images", f"{n:04d}.jpg")) for n, job in enumerate(jobs)]))
        judge(truth, folder, options)


def judge(truth, folder, options):
    found = results_by_picture(folder, options)
    of, exact, verified, wrong = (collections.Counter() for _ in range(4))
    for name, place, documents in truth:
        read = [result for result in found[name] if result.get("lines")]
        of[place] += len(documents)
        exact[place] += sum(any(result["lines"] == lines for result in read) for lines in documents)
        sure = [result["lines"] for result in read if result["status"] == "verified"]
        verified[place] += sum(lines in documents for lines in sure)
        wrong[place] += sum(lines not in documents for lines in sure)
    print(f"{'pages':13} {'size':>5} {'documents':>10} {'exact':>6} {'verified':>9} {'wrong':>6}")
    for place in sorted(of):
        print(f"{place[0]:13} {place[1]:5} {of[place]:10} {exact[place]:6} {verified[place]:9} {wrong[place]:6}")
    print(f"{'all':19} {of.total():10} {exact.total():6} {verified.total():9} {wrong.total():6}")
    sys.exit(wrong.total() > 0 or not exact.total())


if __name__ == "__main__":
    main()
