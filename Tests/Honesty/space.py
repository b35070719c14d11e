"""What a camera makes of a page that is a surface in space: bent, creased, steep, under lamps (`Tests/Scenes`)."""
import os
import random
import sys
from dataclasses import dataclass

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Scenes"))

import page as printing
import scenes

# Levels at which a person reads without effort, the easy ones more often.
LEVELS = (1, 1, 2, 2, 3)
LEAST_PITCH = 12


@dataclass
class Sheet:
    """A page as `Tests/Scenes` takes documents: 8 bits RGB, `scale` pixels a millimetre, the corners of its zone."""

    image: np.ndarray
    scale: float
    quad: np.ndarray
    lines: list[str]
    corner_radius: float = 0


def taken(words: random.Random, rng: np.random.Generator, page: printing.Page, sheet: np.ndarray, pitch: float):
    """The page as a picture, BGR uint8, how it was shown, and how many pixels a character has."""
    pitch = max(LEAST_PITCH, pitch)
    family, level = words.choice(list(scenes.FAMILIES)), words.choice(LEVELS)
    # Reduced by area: smoothed first by what the reduction leaves out.
    soft = cv2.GaussianBlur(sheet, (0, 0), max(0.3, 0.36 * printing.CELL / pitch))
    left, top = page.left, page.tops[0]
    right = left + max(map(len, page.lines)) * printing.CELL
    bottom = page.tops[-1] + printing.CAPITAL
    document = Sheet(
        np.clip(soft * 255, 0, 255).astype(np.uint8), printing.CELL / 2.54,
        np.array([[left, top], [right, top], [right, bottom], [left, bottom]]), page.lines)
    return scenes.taken(document, family, level, pitch, rng)[..., ::-1], f"{family}-{level}", pitch
