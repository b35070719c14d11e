"""What other libraries hold pictures in, as pixels in memory."""

from __future__ import annotations

import ctypes
from typing import Any, Tuple, Union

from ._library import Pixels

_LAYOUTS = {"gray": 0, "rgb": 1, "bgr": 2, "rgba": 3, "bgra": 4, "yuyv": 5, "nv12": 6}
_CHANNELS = {1: ("gray", "gray"), 3: ("rgb", "bgr"), 4: ("rgba", "bgra")}


def is_pillow(source: Any) -> bool:
    return hasattr(source, "getexif") and hasattr(source, "tobytes") and hasattr(source, "mode")


def is_array(source: Any) -> bool:
    return hasattr(source, "__array_interface__")


def is_one(source: Any) -> bool:
    """Whether it is one picture or one open file, though it may be gone through as rows or lines."""
    if is_pillow(source) or hasattr(source, "read"):
        return True
    shape: Tuple[int, ...] = source.__array_interface__["shape"] if is_array(source) else ()
    return len(shape) == 2 or len(shape) == 3 and shape[2] in _CHANNELS


def check_channels(channels: str) -> None:
    if channels not in ("rgb", "bgr"):
        raise ValueError("channels has to be 'rgb' or 'bgr'")


def in_bytes(data: Union[bytes, bytearray, memoryview]) -> bytes:
    """What a buffer holds; a TypeError of what is none."""
    return data if isinstance(data, bytes) else memoryview(data).tobytes()


def of_bytes(
    source: Union[bytes, bytearray, memoryview], width: int, height: int, layout: str, stride: int = 0
) -> Tuple[Pixels, Any]:
    """Pixels, and what has to be kept as long as they are used."""
    data = in_bytes(source)
    if layout not in _LAYOUTS:
        raise ValueError(f"layout has to be one of {', '.join(_LAYOUTS)}")
    if not (0 < width < 1 << 32 and 0 < height < 1 << 32 and 0 <= stride < 1 << 64):
        raise ValueError("width and height have to be from 1 to 2**32 - 1, and stride from 0 to 2**64 - 1")
    address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
    return Pixels(ctypes.sizeof(Pixels), address, len(data), width, height, stride, _LAYOUTS[layout]), data


def of_pillow(image: Any) -> Tuple[Pixels, Any]:
    # As files are read: upright by their metadata.
    from PIL import ImageOps

    image = ImageOps.exif_transpose(image)
    image = in_8_bits(image)
    if image.mode in ("I", "F"):
        low, high = image.getextrema()
        # Pillow would take what is above for white.
        if not (0 <= low and high <= 255):
            raise ValueError(
                f"pictures of the mode {image.mode} have values from 0 to 255: scale them, or read the file by its path")
    # One gray or one colour may be called transparent.
    is_keyed = image.mode != "RGBA" and "transparency" in image.info
    if image.mode not in ("L", "RGB", "RGBA") or is_keyed:
        has_opacity = image.mode in ("LA", "PA", "La", "RGBa") or is_keyed
        is_gray = image.mode == "1" or image.mode[0] in "IF"
        image = image.convert("RGBA" if has_opacity else "L" if is_gray else "RGB")
    layout = {"L": "gray", "RGB": "rgb", "RGBA": "rgba"}[image.mode]
    return of_bytes(image.tobytes(), image.width, image.height, layout)


def in_8_bits(image: Any) -> Any:
    """Of a picture of 16 bits the upper 8, and what it calls transparent; others as they are."""
    if not image.mode.startswith("I;16"):
        return image
    from PIL import Image, ImageChops

    data, upper = image.tobytes(), 0 if image.mode == "I;16B" else 1
    gray, rest = (Image.frombytes("L", image.size, data[start::2]) for start in (upper, 1 - upper))
    hidden = image.info.get("transparency")
    if hidden is not None:
        is_hidden = ImageChops.multiply(
            gray.point([255 * (value == hidden >> 8) for value in range(256)]),
            rest.point([255 * (value == hidden & 255) for value in range(256)]))
        gray.putalpha(ImageChops.invert(is_hidden))
    return gray


def of_array(array: Any, channels: str) -> Tuple[Pixels, Any]:
    """An array of rows, of rows and columns of pixels, 8 bits a sample; only rows may lie apart."""
    check_channels(channels)
    interface = array.__array_interface__
    shape = interface["shape"]
    if interface["typestr"] not in ("|u1", "|b1"):
        raise TypeError("arrays of pictures have to be of uint8 or bool")
    if len(shape) not in (2, 3) or len(shape) == 3 and shape[2] not in _CHANNELS or 0 in shape:
        raise TypeError("arrays of pictures have rows, columns and 1, 3 or 4 channels")
    if interface["typestr"] == "|b1":
        array = array.astype("uint8") * 255
        interface = array.__array_interface__
    depth = shape[2] if len(shape) == 3 else 1
    line = shape[1] * depth
    strides = interface.get("strides")
    if strides is not None and (strides[1:] != ((depth, 1) if len(shape) == 3 else (1,)) or strides[0] < line):
        array = array.copy(order="C")
        interface = array.__array_interface__
        strides = None
    stride = strides[0] if strides is not None else line
    layout = _CHANNELS[depth][channels == "bgr"]
    count = stride * (shape[0] - 1) + line
    pixels = Pixels(
        ctypes.sizeof(Pixels), interface["data"][0], count, shape[1], shape[0], stride, _LAYOUTS[layout])
    return pixels, array
