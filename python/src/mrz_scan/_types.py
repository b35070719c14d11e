"""What callers may pass, for those who check types and for their editors."""

from __future__ import annotations

import datetime
import os
import sys
from typing import IO, TYPE_CHECKING, Any, Dict, Literal, Optional, Protocol, TypedDict, Union

# Python 3.8 has a PathLike that takes no type.
if TYPE_CHECKING or sys.version_info >= (3, 9):
    Path = Union[str, os.PathLike[str]]
else:
    Path = Union[str, os.PathLike]

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack
else:
    class Unpack:
        """Older versions have no name for options by their names."""

        def __class_getitem__(cls, options: Any) -> Any:
            return Any

__all__ = [
    "Array", "Channels", "Layout", "Path", "Picture", "PillowImage", "Progress", "ReaderOptions", "Source", "Status",
    "Unpack",
]


class Array(Protocol):
    """A NumPy array, and what else has pixels in memory as those have."""

    @property
    def __array_interface__(self) -> Dict[str, Any]: ...


class PillowImage(Protocol):
    """A picture of Pillow."""

    @property
    def mode(self) -> str: ...

    def getexif(self) -> Any: ...

    def tobytes(self) -> bytes: ...


class ReaderOptions(TypedDict, total=False):
    """What ``Reader`` takes; its documentation says what each of them means."""

    model: Optional[Path]
    today: Optional[Union[str, datetime.date]]
    max_bytes: int
    max_pixels: int
    max_pages: int
    heif_program: Optional[Path]
    access_keys: bool


#: A picture in memory.
Picture = Union[Array, PillowImage]
#: What can be read: a path, the bytes of a file, an open file, a NumPy array or a PIL image.
Source = Union[Path, bytes, bytearray, memoryview, IO[bytes], Picture]
#: The order of colours in arrays.
Channels = Literal["rgb", "bgr"]
#: How the pixels of a camera lie in memory.
Layout = Literal["gray", "rgb", "bgr", "rgba", "bgra", "yuyv", "nv12"]
Status = Literal["verified", "unverified", "not_found", "error"]
#: How far a live scan is.
Progress = Literal["NO_TEXT", "TEXT_DETECTED", "ONE_MRZ_LINE", "TWO_MRZ_LINES"]
