"""libmrzscan, as mrzscan.h declares it."""

from __future__ import annotations

import ctypes
import os
import weakref
from ctypes import POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Callable, List, NoReturn, Optional

from ._errors import MRZScanError
from ._types import Path


class Options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("model", c_char_p),
        ("today", c_char_p),
        ("max_bytes", c_uint64),
        ("max_pixels", c_uint64),
        ("max_pages", c_uint64),
        ("heif_program", c_char_p),
        ("access_keys", c_bool),
    ]


class Pixels(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("bytes", c_void_p),
        ("count", c_size_t),
        ("width", c_uint32),
        ("height", c_uint32),
        ("stride", c_size_t),
        ("layout", c_int),
    ]


class LiveStatusStructure(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("progress", c_int),
        ("hint", c_char_p),
        ("message", c_char_p),
        ("has_zone", c_bool),
        ("zone", c_double * 8),
        ("document_left", c_bool),
        ("ended", c_bool),
        ("results", c_void_p),
    ]


def _load() -> ctypes.CDLL:
    # The one of the wheel; without one, that of the system.
    bundled = os.path.join(os.path.dirname(__file__), "lib", "libmrzscan.so.0")
    library = ctypes.CDLL(bundled if os.path.exists(bundled) else "libmrzscan.so.0")
    error = POINTER(c_void_p)
    for name, result, *arguments in [
        ("version", c_char_p),
        ("error_code", c_char_p, c_void_p),
        ("error_message", c_char_p, c_void_p),
        ("error_free", None, c_void_p),
        ("reader_new", c_void_p, POINTER(Options), error),
        ("reader_load", c_bool, c_void_p, error),
        ("reader_free", None, c_void_p),
        ("read_path", c_void_p, c_void_p, c_char_p, error),
        ("read_bytes", c_void_p, c_void_p, c_void_p, c_size_t, c_char_p, error),
        ("read_pixels", c_void_p, c_void_p, POINTER(Pixels), c_char_p, error),
        ("parse", c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, error),
        ("results_count", c_size_t, c_void_p),
        ("results_free", None, c_void_p),
        ("result_json", c_char_p, c_void_p, c_size_t),
        ("live_new", c_void_p, POINTER(Options), error),
        ("live_look", c_bool, c_void_p, POINTER(Pixels), c_int64, POINTER(LiveStatusStructure), error),
        ("live_free", None, c_void_p),
        ("camera_open", c_void_p, POINTER(Options), c_char_p, c_uint32, error),
        ("camera_next", c_bool, c_void_p, c_uint32, POINTER(LiveStatusStructure), error),
        ("camera_stop", None, c_void_p),
        ("camera_free", None, c_void_p),
    ]:
        function = getattr(library, f"mrzscan_{name}")
        function.restype = result
        function.argtypes = arguments
    return library


# ctypes lets go of the interpreter's lock while a function of the library runs.
library = _load()


def fail(error: c_void_p) -> NoReturn:
    """Raises what the library says went wrong."""
    try:
        code = library.mrzscan_error_code(error).decode()
        message = library.mrzscan_error_message(error).decode()
    finally:
        library.mrzscan_error_free(error)
    raise MRZScanError(code, message)


class Handle:
    """Something of the library's, which is freed with the object. It stays where it was made."""

    def __init__(self, create: Callable[..., Optional[int]], free: Callable[[int], None], options: Options) -> None:
        error = c_void_p()
        handle = create(options, error)
        if not handle:
            fail(error)
        self._handle = handle
        weakref.finalize(self, free, handle)

    def __reduce__(self) -> NoReturn:
        # Of copies and pickles alike: two objects would free one thing, and another process does not have it.
        kind = type(self).__name__
        raise TypeError(f"a {kind} can't be copied or pickled; every process makes its own")


def texts(results: int) -> List[str]:
    """The results as JSON; frees them."""
    try:
        return [
            library.mrzscan_result_json(results, index).decode()
            for index in range(library.mrzscan_results_count(results))
        ]
    finally:
        library.mrzscan_results_free(results)


def encoded(text: Optional[Path]) -> Optional[bytes]:
    """A text or a path as C has it."""
    if text is None:
        return None
    data = os.fsencode(text)
    if b"\0" in data:
        # As of open(): C would take what is before it.
        raise ValueError("embedded null byte")
    return data
