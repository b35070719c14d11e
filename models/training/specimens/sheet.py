"""A page to draw on, measured in millimetres."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .fonts import font
from .noise import smooth_noise


class Sheet:
    """An RGB float32 page of `width` x `height` mm at `scale` px per mm."""

    def __init__(self, page: np.ndarray, scale: float):
        self.page, self.scale = page, scale

    def blend(self, x: float, y: float, alpha: np.ndarray, colour) -> None:
        """Prints `colour` where alpha (float 0 to 1, pixels) covers, with its corner at (x, y) mm."""
        left, top = round(x * self.scale), round(y * self.scale)
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.page.shape[1], left + alpha.shape[1]), min(self.page.shape[0], top + alpha.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        a = alpha[y0 - top : y1 - top, x0 - left : x1 - left, None]
        part = colour if np.ndim(colour) == 1 else colour[y0 - top : y1 - top, x0 - left : x1 - left]
        area = self.page[y0:y1, x0:x1]
        area += (np.float32(part) - area) * a

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: str = "sans",
        colour=(40, 40, 46),
        alpha: float = 0.92,
        angle: float = 0,
        mirrored: bool = False,
        anchor: str = "left",
    ) -> None:
        """Text whose em is `size` mm with its top left corner at (x, y) mm."""
        if not text:
            return
        face = font(face, round(size * self.scale))
        box = face.getbbox(text)
        mark = Image.new("L", (box[2] + 4, box[3] + 4))
        ImageDraw.Draw(mark).text((2, 0), text, font=face, fill=255)
        if mirrored:
            mark = mark.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if angle:
            mark = mark.rotate(angle, expand=True, resample=Image.Resampling.BILINEAR)
        if anchor == "right":
            x -= mark.width / self.scale
        elif anchor == "middle":
            x -= mark.width / self.scale / 2
        self.blend(x, y, np.asarray(mark, np.float32) * (alpha / 255), colour)

    def picture(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        image: np.ndarray,
        alpha: float = 1.0,
        feather: float = 0.0,
    ) -> None:
        size = (max(1, round(width * self.scale)), max(1, round(height * self.scale)))
        grown = image.shape[1] < size[0]
        small = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR if grown else cv2.INTER_AREA)
        mask = np.full(size[::-1], alpha, np.float32)
        if feather:
            edge = max(1, round(feather * self.scale))
            mask = cv2.copyMakeBorder(
                mask[edge:-edge, edge:-edge], edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=0
            )
            mask = cv2.GaussianBlur(mask, (0, 0), edge / 2)
        self.blend(x, y, mask, small.astype(np.float32))

    def box(self, x: float, y: float, width: float, height: float, colour, alpha: float = 1.0) -> None:
        shape = max(1, round(height * self.scale)), max(1, round(width * self.scale))
        self.blend(x, y, np.full(shape, alpha, np.float32), colour)

    def signature(self, x: float, y: float, width: float, rng: np.random.Generator) -> None:
        shape = round(9 * self.scale), round((width + 4) * self.scale)
        mask = np.zeros(shape, np.uint8)
        t = np.linspace(0, 1, 160)
        wobble = sum(
            rng.normal(0, 1.3 / k) * np.sin(2 * np.pi * k * (3 + k) * t / 2 + rng.uniform(0, 6)) for k in (1, 2, 3)
        )
        xs = (2 + width * t + 1.5 * np.sin(2 * np.pi * t * rng.integers(5, 9))) * self.scale
        ys = (4.5 + np.clip(wobble, -4, 4) * (1 - 0.6 * t)) * self.scale
        points = (np.stack([xs, ys], -1) * 16).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, max(1, round(0.35 * self.scale)), cv2.LINE_AA, 4)
        self.blend(x, y, mask.astype(np.float32) / 255 * 0.85, (30, 34, 90))

    def stamp(
        self, x: float, y: float, radius: float, text: str, colour, alpha: float, rng: np.random.Generator
    ) -> None:
        """A round rubber stamp, unevenly inked, centred at (x, y)."""
        side = round(2 * radius * self.scale) + 8
        mark = Image.new("L", (side, side))
        pen, c, r = ImageDraw.Draw(mark), side / 2, radius * self.scale
        line = max(1, round(0.45 * self.scale))
        for factor in (1.0, 0.66):
            pen.ellipse((c - r * factor, c - r * factor, c + r * factor, c + r * factor), outline=255, width=line)
        pen.text((c, c), text[:3], font=font("sans-bold", round(r * 0.5)), fill=255, anchor="mm")
        letters, face = text + " * ", font("sans-bold", round(r * 0.22))
        for k, letter in enumerate(letters):
            turn = 360 * k / len(letters)
            tile = Image.new("L", (side, side))
            ImageDraw.Draw(tile).text((c, c - r * 0.83), letter, font=face, fill=255, anchor="mm")
            mark.paste(255, mask=tile.rotate(-turn, center=(c, c)))
        mark = mark.rotate(rng.uniform(-40, 40), resample=Image.Resampling.BILINEAR)
        uneven = np.clip(0.8 + 0.3 * smooth_noise(rng, (side, side), 1.2 * self.scale), 0.15, 1)
        self.blend(
            x - side / 2 / self.scale,
            y - side / 2 / self.scale,
            np.asarray(mark, np.float32) / 255 * uneven * alpha,
            colour,
        )

    def barcode(self, x: float, y: float, width: float, height: float, rng: np.random.Generator) -> None:
        at = 0.0
        while at < width:
            bar = 0.25 * rng.integers(1, 4)
            self.box(x + at, y, bar, height, (25, 25, 25))
            at += bar + 0.25 * rng.integers(1, 4)

    def matrix_code(self, x: float, y: float, side: float, rng: np.random.Generator) -> None:
        cells = (rng.random((24, 24)) < 0.5).astype(np.float32)
        cells[:, 0] = cells[-1] = 1
        size = round(side * self.scale)
        self.blend(x, y, cv2.resize(cells, (size, size), interpolation=cv2.INTER_NEAREST), (25, 25, 25))

    def chip(self, x: float, y: float) -> None:
        self.box(x, y, 12, 10, (206, 178, 104))
        for k in (2.4, 5.0, 7.5):
            self.box(x, y + k, 12, 0.25, (120, 96, 50))
        for k in (3.6, 8.2):
            self.box(x + k, y, 0.25, 10, (120, 96, 50))
        self.box(x + 3.6, y + 2.4, 4.6, 5.1, (214, 188, 118))

    def hologram(
        self, x: float, y: float, width: float, height: float, strength: float, rng: np.random.Generator
    ) -> None:
        """A patch of diffraction colours with thin arcs."""
        size = round(width * self.scale), round(height * self.scale)
        hue = smooth_noise(rng, size, 9 * self.scale) * 40 + np.linspace(0, 200, size[0], dtype=np.float32)
        hsv = np.stack([hue % 180, np.full_like(hue, 110), np.full_like(hue, 255)], -1).astype(np.uint8)
        colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB).astype(np.float32)
        alpha = np.clip(0.5 + 0.4 * smooth_noise(rng, size, 7 * self.scale), 0, 1)
        arcs = np.zeros(size[::-1], np.uint8)
        for k in range(12):
            centre = (int(rng.uniform(0, size[0])), int(rng.uniform(0, size[1])))
            cv2.circle(
                arcs, centre, int(rng.uniform(3, 14) * self.scale), 255, max(1, round(0.2 * self.scale)), cv2.LINE_AA
            )
        alpha = np.clip(alpha + arcs.astype(np.float32) / 400, 0, 1) * strength
        ys, xs = np.ogrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
        self.blend(x, y, (alpha * np.clip((1.15 - xs**4 - ys**4) * 3, 0, 1)).astype(np.float32), colour)
