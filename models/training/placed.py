"""Lines with the place of every character, many to a file: what `train.py` learns from.

A file holds `pixels` (32 rows, the strips side by side), `widths` of the strips, `texts`, and `middles`: the middle of
every character of every text in turn, in pixels from its strip's left edge.
"""
import os

import numpy as np


def write(path, lines):
    """`lines`: (strip, text, middles) each."""
    strips, texts, middles = zip(*lines)
    part = path + ".part.npz"
    np.savez_compressed(part, pixels=np.concatenate(strips, axis=1), widths=np.int32([s.shape[1] for s in strips]),
                        texts=np.array(texts), middles=np.concatenate(middles).astype(np.float32))
    os.rename(part, path)


def read(path):
    """(strip, text, middles) of every line."""
    with np.load(path) as file:
        pixels, widths, texts, middles = (file[name] for name in ("pixels", "widths", "texts", "middles"))
    strips = np.split(pixels, np.cumsum(widths)[:-1], axis=1)
    places = np.split(middles, np.cumsum([len(text) for text in texts])[:-1])
    return [(strip, str(text), place) for strip, text, place in zip(strips, texts, places, strict=True)]
