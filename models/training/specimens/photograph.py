"""A hand-held photograph, or a flat scan, of one or more documents."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import camera, scene
from .camera import at
from .document import FlatDocument
from .pose import Pose, Projection

# Conditions that the camera adds. Those of the document itself (`inverted`, `pattern`, `print`, `contrast`,
# `seethrough`, `overlay`) are set by `looks.looking`, before the document is drawn.
CONDITIONS = (
    "rotation",
    "perspective",
    "curvature",
    "defocus",
    "motion",
    "lowlight",
    "noise",
    "glare",
    "shadow",
    "lowres",
    "jpeg",
    "moire",
    "clutter",
)


@dataclass
class Photo:
    """The picture as shown, RGB uint8, with the place of each document's MRZ in it."""

    image: np.ndarray
    documents: list[tuple[FlatDocument, np.ndarray]]  # with the MRZ quad, 4x2, in reading order
    quality: int = 82
    pitches: list[float] = field(default_factory=list)  # px of one character, between the upper corners
    cells: list[list[np.ndarray]] = field(default_factory=list)  # centres of the characters, by document and line


def photograph(
    documents: list[FlatDocument],
    rng: np.random.Generator,
    conditions: dict[str, int],
    pitch: float = 18.0,
    turn: float = 0.0,
    ground: str | None = None,
    held: bool = False,
    crop: bool = False,
    margin: float = 0.16,
) -> Photo:
    """Takes the picture. `pitch` is the size of a character in px, `turn` the angle clockwise, before `rotation`."""
    if "lowres" in conditions:
        pitch = at(conditions["lowres"], 13.5, 12, 11, 10, 9)
    poses = [pose_for(d, rng, conditions, pitch, turn) for d in documents]
    size, views = arrange(documents, poses, rng, margin, crop)
    image = scene.table(rng, size, ground, conditions.get("clutter", 0))
    outlines = []
    for view in views:
        outlines.append(place(image, view, rng))
    if held:
        hold(image, views, outlines, rng)
    image = expose(image, views, rng, conditions, pitch)
    photo = developed(image, views)
    if "jpeg" in conditions:
        photo.quality = camera.JPEG_QUALITY[conditions["jpeg"] - 1]
    return photo


def pose_for(document: FlatDocument, rng, conditions: dict[str, int], pitch: float, turn: float) -> Pose:
    sign = rng.choice((-1, 1))
    angle = turn + rng.normal(0, 0.8)
    tilt = rng.normal(0, 1.5, 2)
    distance, bend, wave, curl = 3.2, 0.0, 0.0, 0.0
    if "rotation" in conditions:
        angle += sign * at(conditions["rotation"], 4, 9, 17, 28, 42) * rng.uniform(0.85, 1.1)
    if "perspective" in conditions:
        level, heading = conditions["perspective"], rng.uniform(0, 2 * np.pi)
        tilt = at(level, 10, 18, 26, 34, 42) * np.array([np.cos(heading), np.sin(heading)])
        distance = at(level, 2.6, 2.2, 1.9, 1.7, 1.5)
    if "curvature" in conditions:
        amount = at(conditions["curvature"], 4, 7.5, 11, 15, 19) * min(
            1.0, document.image.shape[1] / document.scale / 125
        )
        kind = int(rng.integers(4 if document.gutter is not None else 3))
        bend, wave, curl = (
            (sign * amount, 0, 0)
            if kind == 0
            else (0, sign * amount * 0.4, 0)
            if kind == 1
            else (sign * amount * 0.5, 0, amount * 0.7)
            if kind == 2
            else (0, 0, amount)
        )
        tilt = tilt + np.array([rng.choice((-1, 1)) * rng.uniform(14, 24), 0])
        distance = min(distance, 2.4)
    return Pose(pitch, angle, (float(tilt[0]), float(tilt[1])), distance, bend, wave, curl)


def arrange(documents, poses, rng, margin: float, crop: bool):
    """Sizes the picture to hold every document, one below or beside the other, and shifts each to its place."""
    views, boxes = [], []
    for document, pose in zip(documents, poses):
        view = Projection(document, pose, (0, 0))
        outline = view.forward(border(document))
        if crop and document.quad is not None:
            outline = view.forward(np.concatenate([document.quad, *document.cells()]))
        views.append(view)
        boxes.append((outline.min(0), outline.max(0)))
    gap = 0.05 * max(float((b - a).max()) for a, b in boxes)
    stacked = sum(b[1] - a[1] for a, b in boxes) <= sum(b[0] - a[0] for a, b in boxes)
    axis = 1 if stacked else 0
    extent = np.zeros(2)
    offsets = []
    for low, high in boxes:
        offset = -low.copy()
        offset[axis] += extent[axis]
        offsets.append(offset)
        extent[axis] += (high - low)[axis] + gap
        extent[1 - axis] = max(extent[1 - axis], (high - low)[1 - axis])
    extent[axis] -= gap
    pad = np.maximum(margin * extent.max() * rng.uniform(0.55, 1.25, 4), 12)
    size = (int(extent[0] + pad[0] + pad[1]), int(extent[1] + pad[2] + pad[3]))
    for view, offset, (low, high) in zip(views, offsets, boxes):
        slack = (extent - (high - low))[1 - axis]
        offset[1 - axis] += slack * rng.uniform(0, 1)
        view.centre = view.centre + offset + (pad[0], pad[2])
    return size, views


def border(document: FlatDocument) -> np.ndarray:
    height, width = document.image.shape[:2]
    t = np.linspace(0, 1, 13)
    zero, one = np.zeros_like(t), np.ones_like(t)
    sides = [(t, zero), (one, t), (1 - t, one), (zero, 1 - t)]
    return np.concatenate([np.stack(s, -1) for s in sides]) * (width, height)


def place(image: np.ndarray, view: Projection, rng) -> np.ndarray:
    """Draws the document into the picture with its shadow; returns its outline."""
    document = view.document
    height, width = document.image.shape[:2]
    xs, ys = view.backward(image.shape[:2])
    mask = rounded(width, height, document.corner_radius * document.scale)
    alpha = cv2.remap(mask, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)[..., None]
    alpha = np.clip(alpha, 0, 1)
    page = cv2.remap(document.image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if view.pose.bend or view.pose.wave or view.pose.curl:
        page *= view.slope(xs, ys)[..., None]
    reach = max(2.0, view.pose.pitch * 0.25)
    moved = np.roll(alpha[..., 0], (round(reach * rng.uniform(0.2, 1.2)), round(reach * rng.uniform(-1, 1))), (0, 1))
    image *= 1 - 0.45 * cv2.GaussianBlur(moved, (0, 0), reach)[..., None] * (1 - alpha)
    image += (page - image) * alpha
    return view.forward(border(document))


def rounded(width: int, height: int, radius: float) -> np.ndarray:
    mask = np.zeros((height, width), np.float32)
    r = max(1, int(radius))
    cv2.rectangle(mask, (r, 1), (width - r - 1, height - 2), 1.0, -1)
    cv2.rectangle(mask, (1, r), (width - 2, height - r - 1), 1.0, -1)
    for x in (r, width - r - 1):
        for y in (r, height - r - 1):
            cv2.circle(mask, (x, y), r - 1, 1.0, -1, cv2.LINE_AA)
    return mask


def hold(image, views, outlines, rng) -> None:
    """One or two fingers at the edges away from the MRZ."""
    view = views[0]
    height, width = view.document.image.shape[:2]
    spots = [
        ((0.0, rng.uniform(0.08, 0.4)), (-1, 0)),
        ((1.0, rng.uniform(0.08, 0.4)), (1, 0)),
        ((rng.uniform(0.2, 0.8), 0.0), (0, -1)),
    ]
    chosen = [spots[int(k)] for k in rng.permutation(3)[:2]]
    tips, towards = [], []
    for (x, y), out in chosen:
        tip = view.forward(np.array([x * width - out[0] * 0.05 * width, y * height - out[1] * 0.05 * height]))
        beyond = view.forward(np.array([x * width + out[0] * width * 0.2, y * height + out[1] * width * 0.2]))
        tips.append(tip)
        towards.append(beyond - tip)
    clear = np.zeros(image.shape[:2], np.float32)
    for v in views:
        if v.document.quad is not None:
            cv2.fillPoly(clear, [np.int32(v.forward(v.document.quad))], 1.0)
    clear = cv2.dilate(clear, np.ones((9, 9), np.uint8))
    scene.fingers(rng, image, tips, towards, 14 / 2.54 * view.pose.pitch, clear)


def expose(image, views, rng, conditions: dict[str, int], pitch: float):
    """Light, lens, sensor: in the order in which they act."""
    target = next((v for v in views if v.document.quad is not None), views[0])
    if target.document.quad is not None:
        quad = target.forward(target.document.quad)
    else:
        quad = target.forward(border(target.document)[::13])
    reach = float(np.linalg.norm(quad[1] - quad[0]))
    spot = quad[0] + (quad[1] - quad[0]) * rng.uniform(0.2, 0.8) + (quad[3] - quad[0]) * rng.uniform(0.1, 0.9)
    image = camera.illuminate(image, rng)
    if "shadow" in conditions:
        image = camera.shadow(image, conditions["shadow"], spot, reach, rng)
    if "glare" in conditions:
        image = camera.glare(image, conditions["glare"], spot, reach, rng)
    if "moire" in conditions:
        image = camera.moire(image, conditions["moire"], pitch, rng)
    if "defocus" in conditions:
        image = camera.defocus(image, conditions["defocus"], pitch, rng)
    if "motion" in conditions:
        image = camera.motion(image, conditions["motion"], pitch, rng)
    image = camera.lens(image, rng)
    image = np.clip(image, 0, 255)
    if "lowlight" in conditions:
        image = camera.low_light(image, conditions["lowlight"], pitch, rng)
    if "noise" in conditions:
        image = camera.noise(image, conditions["noise"], pitch, rng)
    return image


def scan(
    documents: list[FlatDocument], rng: np.random.Generator, pitch: float, turn: float = 0.0, margin: float = 0.05
) -> Photo:
    """A flatbed scan: even light, no perspective, a white lid."""
    poses = [Pose(pitch, turn + float(rng.normal(0, 0.15)), (0.0, 0.0), 1000.0) for _ in documents]
    size, views = arrange(documents, poses, rng, margin, False)
    image = scene.table(rng, size, "scanner")
    for view in views:
        place(image, view, rng)
    image = cv2.GaussianBlur(image, (0, 0), 0.5)
    image = image * rng.uniform(0.97, 1.03) + rng.uniform(-2, 4)
    return developed(image, views)


def developed(image: np.ndarray, views: list[Projection]) -> Photo:
    """The finished picture with the places of what is in it."""
    zones = [v for v in views if v.document.quad is not None]
    quads = [(v.document, v.forward(v.document.quad)) for v in zones]
    pitches = [float(np.linalg.norm(q[1] - q[0])) / max(map(len, d.lines)) for d, q in quads]
    cells = [[v.forward(line) for line in v.document.cells()] for v in zones]
    return Photo(np.clip(image, 0, 255).astype(np.uint8), quads, pitches=pitches, cells=cells)
