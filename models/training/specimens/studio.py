"""One call from a seed to a finished picture: invents the holder, draws the document, takes the picture."""

import random
from dataclasses import replace

import cv2
import numpy as np

from . import document, looks, people
from . import photograph as camera_work
from .camera import at
from .document import FlatDocument
from .mrz import Record

ALL = camera_work.CONDITIONS + looks.CONDITIONS


def generators(seed: str) -> tuple[random.Random, np.random.Generator]:
    """Both kinds of generator from one name, so that every picture is reproducible by itself."""
    words = random.Random(seed)
    return words, np.random.default_rng(words.getrandbits(64))


def working_pitch(pitch: float, conditions: dict[str, int]) -> float:
    return at(conditions["lowres"], 13.5, 12, 11, 10, 9) if "lowres" in conditions else pitch


def draw(
    layout: str,
    words: random.Random,
    rng: np.random.Generator,
    conditions: dict[str, int],
    pitch: float,
    case: str = "plain",
    booklet: bool | None = None,
) -> FlatDocument:
    """The document for a picture with `pitch` px to a character."""
    record, lines = people.printed(layout, words, case)
    look = looks.looking(rng, layout, conditions)
    if booklet is not None:
        look = replace(look, booklet=booklet and layout == "TD3")
    wanted = working_pitch(pitch, conditions) / 2.54 * 1.15
    return reduced(document.render(layout, record, lines, rng, look, max(wanted, 7.0)), wanted)


def card_front(record: Record, rng: np.random.Generator, pitch: float, layout: str = "TD1") -> FlatDocument:
    """A side without an MRZ."""
    wanted = pitch / 2.54 * 1.15
    return reduced(
        document.without_mrz(record, rng, document.random_look(rng, layout), max(wanted, 7.0), layout), wanted
    )


def reduced(flat: FlatDocument, scale: float) -> FlatDocument:
    """The document at a lower resolution; unchanged if it is not larger than `scale`."""
    if flat.scale <= scale * 1.05:
        return flat
    size = (round(flat.image.shape[1] * scale / flat.scale), round(flat.image.shape[0] * scale / flat.scale))
    ratio = np.array(size) / flat.image.shape[1::-1]
    return replace(
        flat,
        image=cv2.resize(flat.image, size, interpolation=cv2.INTER_AREA),
        scale=flat.scale * float(ratio[0]),
        quad=None if flat.quad is None else flat.quad * ratio,
        line_quads=[q * ratio for q in flat.line_quads],
    )


def mirrored(photo: camera_work.Photo) -> camera_work.Photo:
    """As a front camera stores it: left and right exchanged, the quad still in the order of the text."""
    width = photo.image.shape[1]

    def flip(points: np.ndarray) -> np.ndarray:
        return np.stack([width - 1 - points[:, 0], points[:, 1]], -1)

    return replace(
        photo,
        image=np.ascontiguousarray(photo.image[:, ::-1]),
        documents=[(d, flip(q)) for d, q in photo.documents],
        cells=[[flip(line) for line in lines] for lines in photo.cells],
    )
