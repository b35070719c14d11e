"""A sheet of paper in space, and the lens that looks at it. Lengths in millimetres, angles in radians."""

from dataclasses import dataclass

import cv2
import numpy as np

STEPS = 2001           # places along a bend for which its course is kept
ROUNDS = 14            # of the search for the place that a pixel shows


@dataclass(frozen=True)
class Bend:
    """Paper that is bent about parallel lines, and not stretched.

    `slope` has the angle of the paper against the table at each distance along `direction` from the middle of the page.
    """

    slope: object
    direction: float = 0.0


class Surface:
    """A page of `size` (width, height) whose middle is the origin: x to the right, y down, z towards the table."""

    def __init__(self, size, bend: Bend | None):
        self.size = np.array(size, np.float64)
        self.bend = bend
        if bend is None:
            return
        reach = np.hypot(*self.size)
        self.paper = np.linspace(-reach, reach, STEPS)
        self.axis = np.array([np.cos(bend.direction), np.sin(bend.direction)])
        self.angle = bend.slope(self.paper)
        step = self.paper[1] - self.paper[0]
        self.ground, self.height = (integral(part(self.angle), step) for part in (np.cos, np.sin))

    def points(self, places):
        """Where places on the paper, (..., 2), are in space, (..., 3)."""
        if self.bend is None:
            return np.concatenate([places, np.zeros_like(places[..., :1])], -1)
        along = places @ self.axis
        moved = np.interp(along, self.paper, self.ground) - along
        height = np.interp(along, self.paper, self.height)
        return np.concatenate([places + moved[..., None] * self.axis, -height[..., None]], -1)

    def normals(self, places):
        """The paper's upright there, towards the camera."""
        out = np.zeros(places.shape[:-1] + (3,))
        if self.bend is None:
            out[..., 2] = -1
            return out
        angle = np.interp(places @ self.axis, self.paper, self.angle)
        out[..., :2] = np.sin(angle)[..., None] * self.axis
        out[..., 2] = -np.cos(angle)
        return out


def integral(values, step):
    """From the middle on, by trapezoids."""
    total = np.concatenate([[0], np.cumsum((values[1:] + values[:-1]) / 2)]) * step
    return total - total[len(total) // 2]


@dataclass(frozen=True)
class Lens:
    """A thin lens. `focal` is in pixels; `focus` is the distance that is sharp; points of the lens lie off its middle."""

    rotation: np.ndarray
    distance: float
    focal: float
    focus: float
    centre: np.ndarray

    def seen(self, points, off=(0.0, 0.0)):
        """Where points of space, (..., 3), are in the picture, looked at through one point of the lens."""
        space = points @ self.rotation.T
        depth = space[..., 2:] + self.distance
        return self.focal * ((space[..., :2] - off) / depth + np.divide(off, self.focus)) + self.centre

    def eye(self):
        """The middle of the lens in the page's own space."""
        return self.rotation.T @ np.array([0.0, 0.0, -self.distance])


def shown(surface: Surface, lens: Lens, shape, off=(0.0, 0.0), step=3):
    """The places on the paper that the pixels of a picture of `shape` show, (height, width, 2)."""
    height, width = shape
    half = surface.size / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    flat = cv2.getPerspectiveTransform(np.float32(corners), np.float32(lens.seen(surface.points(corners), off)))
    back = np.linalg.inv(flat)
    ys, xs = np.mgrid[0:height + step:step, 0:width + step:step].astype(np.float64)
    target = np.stack([xs, ys], -1)
    guess = through(back, target)
    for _ in range(ROUNDS if surface.bend else 1):
        guess = np.clip(guess, -1.4 * half, 1.4 * half)
        guess = through(back, through(flat, guess) + target - lens.seen(surface.points(guess), off))
    grid = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    return np.stack([cv2.remap(np.float32(guess[..., k]), *grid, cv2.INTER_LINEAR) for k in (0, 1)], -1)


def through(matrix, points):
    seen = points @ matrix[:2, :2].T + matrix[:2, 2]
    return seen / (points @ matrix[2, :2] + matrix[2, 2])[..., None]


def lens_points(count, diameter, turn):
    """Points spread evenly over a round lens; the middle alone where it has no width."""
    if diameter == 0:
        return [np.zeros(2)]
    number = np.arange(count) + 0.5
    radius, angle = diameter / 2 * np.sqrt(number / count), number * np.pi * (3 - np.sqrt(5)) + turn
    return list(np.stack([radius * np.cos(angle), radius * np.sin(angle)], -1))
