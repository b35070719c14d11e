"""Pages in space before a camera: bent, creased, out of focus, under lamps, held, on screens. Levels run from 1 to 5."""

import os
import sys
from dataclasses import replace

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "models", "training")]
from specimens import scene, studio  # noqa: E402
from specimens.camera import at  # noqa: E402
from specimens.noise import smooth_noise  # noqa: E402
from specimens.photograph import rounded  # noqa: E402
from surface import Bend, Lens, Surface, lens_points, shown  # noqa: E402

cv2.setNumThreads(1)
LAYOUTS = ("TD3", "TD1", "TD2", "MRVA", "MRVB", "FRA-ID")
LENS_POINTS = 24
GAMMA = 2.2
LARGEST = 2600         # pixels of a side


class Scene:
    """What there is to photograph. A family changes what it is about."""

    def __init__(self, document, rng):
        self.document, self.rng = document, rng
        self.size = np.array(document.image.shape[1::-1]) / document.scale
        self.zone = document.quad.mean(0) / document.scale - self.size / 2
        self.bend = None
        self.turn = rng.normal(0, 3) if rng.random() < 0.7 else rng.uniform(-180, 180)
        self.tilt = rng.normal(0, 4, 2)
        self.distance = rng.uniform(1.8, 2.6)      # in widths of the page
        self.aperture = 0.0
        self.focus_miss = 0.0
        self.lamps = []
        self.gloss = None
        self.fingers = 0.0
        self.screen = 0.0

    def along(self, least=0.15, most=0.85):
        """A place along the lines, in millimetres from the middle of the page."""
        left, right = (self.document.quad[:2, 0] / self.document.scale) - self.size[0] / 2
        return left + (right - left) * self.rng.uniform(least, most)


def bent(scene_, level):
    """Over the curve of a hand: the lines lie on a cylinder."""
    radius = at(level, 160, 110, 80, 62, 50) * scene_.size[0] / 125 * scene_.rng.choice((-1, 1))
    most = np.radians(58)
    scene_.bend = Bend(lambda s: np.clip(s / radius, -most, most), scene_.rng.normal(0, 0.2))


def creased(scene_, level):
    """Folded once and opened again."""
    angle = np.radians(at(level, 12, 20, 28, 36, 44)) * scene_.rng.choice((-1, 1))
    place, sharp = scene_.along(), scene_.rng.uniform(0.4, 1.5)
    scene_.bend = Bend(lambda s: angle * np.tanh((s - place) / sharp), scene_.rng.normal(0, 0.25))


def gutter(scene_, level):
    """A page that rises towards the fold of its book, which runs across the lines at their beginning."""
    steep, soft = np.radians(at(level, 32, 42, 52, 60, 67)), scene_.rng.uniform(9, 16)
    edge = -scene_.size[0] / 2
    scene_.bend = Bend(lambda s: -steep * np.exp(-np.maximum(s - edge, 0) / soft))


def waved(scene_, level):
    """Laminate that has been warm, or paper that has been wet."""
    steep, length = np.radians(at(level, 6, 10, 14, 19, 24)), scene_.rng.uniform(34, 70) * scene_.size[0] / 125
    start = scene_.rng.uniform(0, 2 * np.pi)
    scene_.bend = Bend(lambda s: steep * np.sin(2 * np.pi * s / length + start), scene_.rng.normal(0, 0.3))
    scene_.tilt += [scene_.rng.uniform(8, 20), 0]


def steep(scene_, level):
    """Turned away from the lens, about any axis, close by."""
    angle, heading = at(level, 25, 37, 47, 54, 60), scene_.rng.uniform(0, 2 * np.pi)
    scene_.tilt = angle * np.array([np.cos(heading), np.sin(heading)])
    scene_.distance = 1.5


def focused(scene_, level):
    """A lens that is sharp at one distance only, and a page that lies askew to it."""
    steep(scene_, 1 + level // 2)
    scene_.aperture = at(level, 1.2, 2, 3, 4.2, 5.5)
    scene_.focus_miss = at(level, 0.02, 0.04, 0.06, 0.08, 0.1) * scene_.rng.choice((-1, 1))


def lamps(scene_, level):
    """Lamps that are seen in laminate which is not quite flat."""
    scene_.gloss = scene_.rng.uniform(0.004, 0.02)
    scene_.tilt += scene_.rng.normal(0, 8, 2)
    count = 1 + int(scene_.rng.integers(0, 2))
    scene_.lamps = [(scene_.rng.uniform(6, 14) * at(level, 0.7, 0.85, 1, 1.15, 1.3),
                     at(level, 0.12, 0.25, 0.45, 0.8, 1.5)) for _ in range(count)]


def held(scene_, level):
    """Between fingers that reach to the zone."""
    scene_.fingers = at(level, 0.2, 0.5, 0.8, 0.95, 1.0)
    scene_.tilt += scene_.rng.normal(0, 7, 2)
    bent(scene_, 1)


def screen(scene_, level):
    """Shown by a screen of coloured stripes."""
    scene_.screen = at(level, 0.08, 0.11, 0.15, 0.2, 0.25)
    scene_.tilt += scene_.rng.normal(0, 6, 2)


FAMILIES = {f.__name__: f for f in (bent, creased, gutter, waved, steep, focused, lamps, held, screen)}


def photographed(family, level, layout, seed):
    """One picture, RGB with 8 bits, and the lines printed in it."""
    words, rng = studio.generators(seed)
    pitch = words.uniform(13, 22)
    document = studio.draw(layout, words, rng, {}, pitch * 1.25, booklet=False)
    return taken(document, family, level, pitch, rng), document.lines


def taken(document, family, level, pitch, rng):
    """A document in space as a picture of about `pitch` pixels a character, RGB with 8 bits."""
    subject = Scene(document, rng)
    FAMILIES[family](subject, level)
    surface = Surface(subject.size, subject.bend)
    lens, shape = camera(subject, surface, pitch)
    return exposed(subject, surface, lens, shape, pitch)


def camera(subject, surface, pitch):
    turn, nod, yaw = np.radians([subject.turn, *subject.tilt])
    rotation = (cv2.Rodrigues(np.array([0, 0, turn]))[0] @ cv2.Rodrigues(np.array([nod, 0, 0]))[0]
                @ cv2.Rodrigues(np.array([0, yaw, 0]))[0])
    distance = subject.distance * subject.size[0]
    zone = surface.points(subject.zone[None])[0]
    depth = (rotation @ zone)[2] + distance
    lens = Lens(rotation, distance, pitch / 2.54 * depth, depth * (1 + subject.focus_miss), np.zeros(2))
    t = np.linspace(-1, 1, 41)
    sides = np.concatenate([np.stack(s, -1) for s in ((t, t * 0 - 1), (t, t * 0 + 1), (t * 0 - 1, t), (t * 0 + 1, t))])
    outline = lens.seen(surface.points(sides * subject.size / 2))
    low, high = outline.min(0), outline.max(0)
    pad = (high - low).max() * subject.rng.uniform(0.03, 0.14, 4)
    shape = np.minimum(np.ceil(high - low + pad[:2] + pad[2:]), LARGEST).astype(int)
    return replace(lens, centre=pad[:2] - low), (int(shape[1]), int(shape[0]))


def exposed(subject, surface, lens, shape, pitch):
    rng, document = subject.rng, subject.document
    light = radiance(subject, surface, lens)
    height, width = document.image.shape[:2]
    mask = rounded(width, height, document.corner_radius * document.scale)
    ground = (np.clip(scene.table(rng, shape[::-1]), 2, 255) / 255) ** GAMMA
    total, cover = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32)
    looks = lens_points(LENS_POINTS, subject.aperture, rng.uniform(0, 6.3))
    for off in looks:
        places = np.float32((shown(surface, lens, shape, off) + subject.size / 2) * document.scale - 0.5)
        total += cv2.remap(light, places[..., 0], places[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        cover += cv2.remap(mask, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    alpha = np.clip(cover / len(looks), 0, 1)[..., None]
    shadow = cv2.GaussianBlur(np.roll(alpha[..., 0], (int(pitch * 0.6), int(pitch * 0.4)), (0, 1)), (0, 0), pitch)
    image = ground * (1 - 0.6 * shadow[..., None]) * (1 - alpha) + np.maximum(total / len(looks), 0) * alpha
    if subject.fingers:
        image = grasped(subject, surface, lens, image, pitch)
    return developed(image.astype(np.float32), rng)


def radiance(subject, surface, lens):
    """The light that each pixel of the page sends to the lens: linear, 1 is white paper in full light."""
    rng, document = subject.rng, subject.document
    height, width = document.image.shape[:2]
    paper = (document.image.astype(np.float32) / 255) ** GAMMA
    if subject.screen:
        return raster(paper, document.scale, subject.screen)
    coarse = 4
    ys, xs = np.mgrid[0:height:coarse, 0:width:coarse]
    places = np.stack([xs, ys], -1) / document.scale - subject.size / 2
    points, normals = surface.points(places), surface.normals(places)
    toward = rng.normal(0, 0.45, 2)
    light = np.array([*toward, -1]) / np.sqrt(1 + toward @ toward)
    diffuse = 0.25 + 0.75 * np.clip(normals @ light, 0, 1)
    out = paper * enlarged(diffuse, width, height)[..., None]
    if subject.lamps:
        bumps = [smooth_noise(rng, xs.shape[::-1], 6 * document.scale / coarse) for _ in range(2)]
        normals[..., :2] += subject.gloss * np.stack(bumps, -1)
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        out += enlarged(reflections(subject, surface, lens, points, normals), width, height)[..., None]
    return out


def enlarged(values, width, height):
    return cv2.resize(np.float32(values), (width, height), interpolation=cv2.INTER_CUBIC)


def reflections(subject, surface, lens, points, normals):
    """Lamps, each a soft disc as far away as the lens, placed so that it is seen somewhere in the zone."""
    view = lens.eye() - points
    view /= np.linalg.norm(view, axis=-1, keepdims=True)
    mirrored = 2 * (normals * view).sum(-1, keepdims=True) * normals - view
    total = np.zeros(points.shape[:2])
    for size, bright in subject.lamps:
        place = subject.zone + [subject.along(0.1, 0.9) - subject.zone[0], subject.rng.normal(0, 4)]
        row, column = nearest(points, surface.points(place[None])[0])
        aim = mirrored[row, column]
        apart = np.linalg.norm(np.cross(mirrored, aim), axis=-1) * lens.distance
        total += bright / (1 + np.exp((apart - size) / (0.25 * size)))
    return total


def nearest(points, point):
    return np.unravel_index(np.linalg.norm(points - point, axis=-1).argmin(), points.shape[:2])


def raster(paper, scale, pitch):
    """As a screen shows it: pixels of `pitch` millimetres, each of three stripes, with black between."""
    height, width = paper.shape[:2]
    columns, rows = int(width / scale / pitch), int(height / scale / pitch)
    pixels = cv2.resize(paper, (columns, rows), interpolation=cv2.INTER_AREA)
    fine = max(3, int(np.ceil(scale * pitch / 3)) * 3)
    out = np.zeros((rows * fine, columns * fine, 3), np.float32)
    stripe = fine // 3
    for channel in range(3):
        whole = np.kron(pixels[..., channel], np.ones((fine, 1), np.float32))
        for column in range(stripe):
            out[:, channel * stripe + column::fine, channel] = whole
    out[::fine] *= 0.4
    # A stripe is a third of a pixel: three times as bright, so that the whole is as bright as before.
    return cv2.resize(out, (width, height), interpolation=cv2.INTER_AREA) * 3


def grasped(subject, surface, lens, image, pitch):
    """Fingers over both ends of the zone, which cover `fingers` of the margin between the edge and the print."""
    document, half = subject.document, subject.size / 2
    left, right = document.quad[:2, 0] / document.scale - half[0]
    tips, towards = [], []
    for edge, print_, out in ((-half[0], left, -1), (half[0], right, 1)):
        depth = abs(print_ - edge) * subject.fingers
        place = np.array([edge - out * depth, subject.zone[1] + subject.rng.normal(0, 5)])
        tip, beyond = lens.seen(surface.points(np.stack([place, place + [out * 30, 0]])))
        # The round end of a finger begins half its width before the middle of its tip.
        way = (beyond - tip) / np.linalg.norm(beyond - tip)
        tips.append(tip + way * 0.46 * 14 / 2.54 * pitch)
        towards.append(beyond - tip)
    picture = np.float32(255 * np.clip(image, 0, 1) ** (1 / GAMMA))
    clear = np.zeros(image.shape[:2], np.float32)
    scene.fingers(subject.rng, picture, tips, towards, 14 / 2.54 * pitch, clear)
    return (np.clip(picture, 0, 255) / 255) ** GAMMA


def developed(image, rng):
    """A sensor under a mosaic of colours, with the noise of light and of reading; then the camera's own sharpening."""
    image = cv2.GaussianBlur(image * np.float32((rng.uniform(0.9, 1.05), 1, rng.uniform(0.85, 1.05))), (0, 0), 0.5)
    image *= rng.uniform(0.75, 0.98)
    height, width = (n // 2 * 2 for n in image.shape[:2])
    raw = np.empty((height, width), np.float32)
    raw[::2, ::2], raw[1::2, 1::2] = image[:height:2, :width:2, 0], image[1:height:2, 1:width:2, 2]
    raw[::2, 1::2], raw[1::2, ::2] = image[:height:2, 1:width:2, 1], image[1:height:2, :width:2, 1]
    photons = rng.uniform(800, 4000)
    raw += rng.standard_normal(raw.shape, np.float32) * np.sqrt(np.clip(raw, 0, 1) / photons + 0.002 ** 2)
    counts = np.uint16(np.clip(raw, 0, 1) * 65535)
    # OpenCV names a mosaic by its second row: this one begins with red.
    image = cv2.cvtColor(counts, cv2.COLOR_BayerBG2RGB).astype(np.float32) / 65535
    image = 255 * np.clip(image, 0, 1) ** (1 / GAMMA)
    image += (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * rng.uniform(0.1, 0.6)
    return np.uint8(np.clip(image, 0, 255))
