"""File kinds: writes a picture so that it is shown as given after its EXIF orientation is applied."""

from pathlib import Path

import numpy as np
from PIL import Image

T = Image.Transpose
# The stored picture is the shown one under the inverse of what the orientation tells a viewer to do.
STORED = {
    2: T.FLIP_LEFT_RIGHT,
    3: T.ROTATE_180,
    4: T.FLIP_TOP_BOTTOM,
    5: T.TRANSPOSE,
    6: T.ROTATE_90,
    7: T.TRANSVERSE,
    8: T.ROTATE_270,
}


def save_jpeg(
    path: Path, image: np.ndarray, quality: int, orientation: int = 0, gray: bool = False, progressive: bool = False
):
    picture = Image.fromarray(image)
    if gray:
        picture = picture.convert("L")
    options = {}
    if orientation:
        if orientation in STORED:
            picture = picture.transpose(STORED[orientation])
        exif = Image.Exif()
        exif[0x0112] = orientation
        options["exif"] = exif
    picture.save(path, "JPEG", quality=quality, optimize=True, progressive=progressive, **options)


def bilevel(image: np.ndarray) -> Image.Image:
    """Black and white at a fixed threshold, as fax-like scanners save."""
    gray = np.asarray(Image.fromarray(image).convert("L"))
    return Image.fromarray(np.where(gray > 128, 255, 0).astype(np.uint8)).convert("1")


def save_kind(path: Path, image: np.ndarray, kind: str) -> None:
    """Saves in the kind named: container, then pixel format."""
    picture = Image.fromarray(image)
    if kind == "png-gray":
        picture.convert("L").save(path, optimize=True)
    elif kind == "png-palette":
        picture.quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    elif kind == "png-rgb":
        picture.save(path, optimize=True)
    elif kind == "png-alpha":
        picture.putalpha(255)
        picture.save(path, optimize=True)
    elif kind == "png-16":
        gray = np.asarray(picture.convert("L")).astype(np.uint16) * 257
        Image.fromarray(gray).save(path)
    elif kind == "png-bilevel":
        bilevel(image).save(path)
    elif kind == "tiff-g4":
        bilevel(image).save(path, compression="group4")
    elif kind == "tiff-lzw":
        picture.save(path, compression="tiff_lzw")
    elif kind == "tiff-gray":
        picture.convert("L").save(path, compression="tiff_deflate")
    elif kind == "webp":
        picture.save(path, quality=60, method=4)
    elif kind == "webp-lossless":
        picture.convert("L").save(path, lossless=True, method=4)
    elif kind == "bmp-gray":
        picture.convert("L").save(path)
    elif kind == "bmp-rgb":
        picture.save(path)
    elif kind == "gif":
        picture.quantize(48, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path)
    elif kind == "pgm":
        picture.convert("L").save(path)
    elif kind == "ppm":
        picture.save(path)
    else:
        raise ValueError(f"unknown kind {kind}")


def save_pages(path: Path, images: list[np.ndarray]) -> None:
    """A TIFF of several gray pages."""
    pages = [Image.fromarray(i).convert("L") for i in images]
    pages[0].save(path, save_all=True, append_images=pages[1:], compression="tiff_deflate")
