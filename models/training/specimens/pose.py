"""Where a document's points appear in the picture: bending, pose and projection, and their inverse."""

from dataclasses import dataclass

import cv2
import numpy as np

from .document import FlatDocument


@dataclass(frozen=True)
class Pose:
    """Angles in degrees, lengths in mm on the document, the shift in px of the picture."""

    pitch: float  # px of one MRZ character at the document's centre
    turn: float = 0.0  # clockwise in the picture
    tilt: tuple[float, float] = (0.0, 0.0)  # about the document's horizontal and vertical axis
    distance: float = 3.0  # of the camera, in document widths
    bend: float = 0.0  # mm of sagitta of the page along its width
    wave: float = 0.0  # mm of a full wave along its width
    curl: float = 0.0  # mm that the page rises towards the gutter, or its lower edge when there is none
    shift: tuple[float, float] = (0.0, 0.0)


class Projection:
    """Maps document pixels to picture pixels."""

    def __init__(self, document: FlatDocument, pose: Pose, centre: tuple[float, float]):
        self.document, self.pose = document, pose
        height, width = document.image.shape[:2]
        self.size = np.array([width, height], np.float64) / document.scale
        self.centre = np.array(centre, np.float64) + pose.shift
        self.along = self.profile(self.size[0], self.across_height(np.linspace(-0.5, 0.5, 241)))
        self.down = self.profile(self.size[1], self.down_height(np.linspace(0, 1, 241)))
        a, b, c = np.radians([pose.turn, pose.tilt[0], pose.tilt[1]])
        spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        nod = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
        yaw = np.array([[np.cos(c), 0, np.sin(c)], [0, 1, 0], [-np.sin(c), 0, np.cos(c)]])
        self.rotation = spin @ nod @ yaw
        self.away = pose.distance * max(self.size)
        self.focal = pose.pitch / 2.54 * self.away

    def across_height(self, t: np.ndarray) -> np.ndarray:
        return self.pose.bend * (4 * t * t) + self.pose.wave * np.sin(2 * np.pi * t)

    def down_height(self, t: np.ndarray) -> np.ndarray:
        if not self.pose.curl:
            return np.zeros_like(t)
        mm = t * self.size[1]
        if self.document.gutter is not None:
            return -self.pose.curl * np.exp(-np.abs(mm - self.document.gutter) / 16)
        return -self.pose.curl * np.exp(-(self.size[1] - mm) / 14)

    @staticmethod
    def profile(length: float, height: np.ndarray):
        """Paper does not stretch: a bent page covers less ground. Returns paper position, ground position, height."""
        paper = np.linspace(-length / 2, length / 2, len(height))
        step = np.diff(paper)
        ground = np.sqrt(np.maximum(step**2 - np.diff(height) ** 2, (0.2 * step) ** 2))
        ground = np.concatenate([[0], np.cumsum(ground)])
        return paper, ground - ground[-1] / 2, height

    def lift(self, mm: np.ndarray) -> np.ndarray:
        x, xh = follow(mm[..., 0], *self.along)
        y, yh = follow(mm[..., 1], *self.down)
        return np.stack([x, y, xh + yh], -1)

    def forward(self, pixels: np.ndarray) -> np.ndarray:
        """Picture coordinates of document pixels, (..., 2)."""
        space = self.lift(np.asarray(pixels, np.float64) / self.document.scale - self.size / 2) @ self.rotation.T
        depth = self.away + space[..., 2:]
        return space[..., :2] * self.focal / depth + self.centre

    def backward(self, shape: tuple[int, int], step: int = 6) -> tuple[np.ndarray, np.ndarray]:
        """For every pixel of a picture of (height, width), the document pixel that it shows: two float32 maps."""
        height, width = shape
        corners = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.float32(self.document.image.shape[1::-1])
        flat = cv2.getPerspectiveTransform(corners, self.forward(corners).astype(np.float32))
        inverse = np.linalg.inv(flat)
        ys, xs = np.mgrid[0 : height + step : step, 0 : width + step : step].astype(np.float64)
        target = np.stack([xs, ys], -1)
        guess = apply(inverse, target)
        low, high = -0.3 * np.float64(corners[2]), 1.3 * np.float64(corners[2])
        rounds = 12 if self.pose.bend or self.pose.wave or self.pose.curl else 1
        for _ in range(rounds):
            guess = np.clip(guess, low, high)
            guess = apply(inverse, target - (self.forward(guess) - apply(flat, guess)))
        grid_x, grid_y = np.meshgrid(
            np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step
        )
        return tuple(cv2.remap(guess[..., k].astype(np.float32), grid_x, grid_y, cv2.INTER_LINEAR) for k in (0, 1))

    def slope(self, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        """Brightness of the bent page under light from the upper left, 1 where it is flat."""
        x = np.interp(
            xs / self.document.scale - self.size[0] / 2, self.along[0], np.gradient(self.along[2], self.along[0])
        )
        y = np.interp(
            ys / self.document.scale - self.size[1] / 2, self.down[0], np.gradient(self.down[2], self.down[0])
        )
        return np.clip((1 + 0.9 * x + 0.5 * y) / np.sqrt(1 + x * x + y * y), 0.35, 1.35).astype(np.float32)


def follow(values, paper, ground, height):
    """Position and height along a profile, straight on beyond its ends."""
    inside = np.clip(values, paper[0], paper[-1])
    return np.interp(inside, paper, ground) + (values - inside), np.interp(inside, paper, height)


def apply(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    w = points @ matrix[:2, :2].T
    scale = points @ matrix[2, :2] + matrix[2, 2]
    return (w + matrix[:2, 2]) / np.where(np.abs(scale) < 1e-9, 1e-9, scale)[..., None]
