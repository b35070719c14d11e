"""Lines with the place of every character, many to a file: what `train.py` learns from.

A file holds `pixels` (32 rows, the strips side by side), `widths` of the strips, `texts`, and `middles`: the middle of
every character of every text in turn, in pixels from its strip's left edge.
"""
import os

import numpy as np


def write(path, lines):
    """`lines`: (strip, text, middles) each; none leaves a file of none."""
    strips, texts, middles = zip(*lines) if lines else ((), (), ())
    pixels = np.concatenate([np.zeros((32, 0), np.uint8), *strips], axis=1)
    places = np.concatenate([np.zeros(0, np.float32), *middles]).astype(np.float32)
    part = path + ".part.npz"
    np.savez_compressed(part, pixels=pixels, widths=np.int32([s.shape[1] for s in strips]),
                        texts=np.array(texts, dtype=str), middles=places)
    os.rename(part, path)


def read(path):
    """(strip, text, middles) of every line."""
    with np.load(path) as file:
        pixels, widths, texts, middles = (file[name] for name in ("pixels", "widths", "texts", "middles"))
    if not len(texts):
        return []
    strips = np.split(pixels, np.cumsum(widths)[:-1], axis=1)
    places = np.split(middles, np.cumsum([len(text) for text in texts])[:-1])
    return [(strip, str(text), place) for strip, text, place in zip(strips, texts, places, strict=True)]
