"""Conditions of the document itself, as opposed to those of the camera."""

from dataclasses import replace

import numpy as np

from .camera import at
from .document import Look, random_look
from .ink import Print

CONDITIONS = ("contrast", "inverted", "pattern", "seethrough", "overlay", "print")


def looking(rng: np.random.Generator, layout: str, conditions: dict[str, int]) -> Look:
    """A random look changed by the conditions of the document among those given."""
    look = random_look(rng, layout)
    if "contrast" in conditions:
        faded = at(conditions["contrast"], 0.7, 0.55, 0.42, 0.32, 0.25)
        look = replace(look, print=replace(look.print, density=faded, dots=0.0))
    if "inverted" in conditions:
        level = conditions["inverted"]
        look = replace(
            look,
            inverted=True,
            pattern=at(level, 0.1, 0.3, 0.5, 0.8, 1.1),
            print=replace(look.print, density=at(level, 1, 0.9, 0.8, 0.65, 0.5), dots=0.0),
            seethrough=0.0,
        )
    if "pattern" in conditions:
        level = conditions["pattern"]
        look = replace(look, pattern=at(level, 0.8, 1.1, 1.5, 1.9, 2.3), guilloche=at(level, 0.8, 1, 1.2, 1.4, 1.6))
    if "seethrough" in conditions:
        look = replace(look, seethrough=at(conditions["seethrough"], 0.10, 0.16, 0.22, 0.28, 0.34))
    if "overlay" in conditions:
        look = replace(look, overlay=at(conditions["overlay"], 0.24, 0.36, 0.48, 0.58, 0.66))
    if "print" in conditions:
        look = replace(look, print=degraded(rng, conditions["print"]))
    return look


def degraded(rng: np.random.Generator, level: int) -> Print:
    """Thin, heavy, ragged, voided, engraved or jumping print."""
    kind = int(rng.integers(5))
    skew = float(rng.normal(0, 0.3 * level))
    skew = float(np.clip(skew, -2.5, 2.5))
    jitter = at(level, 0.03, 0.05, 0.08, 0.11, 0.14)
    if kind == 0:
        return Print(weight=-at(level, 0.03, 0.045, 0.06, 0.075, 0.09), skew=skew, jitter=jitter)
    if kind == 1:
        return Print(weight=at(level, 0.04, 0.06, 0.08, 0.10, 0.12), skew=skew, jitter=jitter)
    if kind == 2:
        return Print(raggedness=at(level, 0.35, 0.45, 0.55, 0.65, 0.75), weight=-0.01, skew=skew, jitter=jitter)
    if kind == 3:
        return Print(voids=at(level, 0.2, 0.3, 0.4, 0.5, 0.6), skew=skew, jitter=jitter)
    return Print(dots=at(level, 0.3, 0.45, 0.6, 0.75, 0.9), weight=0.02, skew=skew, jitter=jitter)
