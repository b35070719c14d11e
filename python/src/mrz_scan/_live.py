from __future__ import annotations

import ctypes
import time as _time
from dataclasses import dataclass
from typing import Callable, Iterator, Optional, Tuple

from . import _pixels
from ._library import Handle, LiveStatusStructure, encoded, fail, library, texts
from ._reader import options_structure
from ._results import Result
from ._types import Channels, Path, Picture, Progress, ReaderOptions, Unpack

_PROGRESS: Tuple[Progress, ...] = ("NO_TEXT", "TEXT_DETECTED", "ONE_MRZ_LINE", "TWO_MRZ_LINES")


@dataclass(frozen=True)
class LiveStatus:
    """How far a live scan is, and what the person can do."""

    #: ``NO_TEXT``, ``TEXT_DETECTED``, ``ONE_MRZ_LINE`` or ``TWO_MRZ_LINES``.
    state: Progress
    #: The same as a number from 0 to 3.
    stateIndex: int
    #: A stable word such as ``moveCloser``, and one English sentence.
    hint: str
    message: str
    #: The corners of the zone in the frame.
    zone: Optional[Tuple[Tuple[float, float], ...]] = None
    #: The document that was read before is gone, or another one is there.
    documentLeft: bool = False
    #: A document that was read with this frame.
    result: Optional[Result] = None


def _status(said: LiveStatusStructure) -> LiveStatus:
    zone = tuple((said.zone[i], said.zone[i + 1]) for i in range(0, 8, 2)) if said.has_zone else None
    results = [Result.of(text) for text in texts(said.results)] if said.results else []
    return LiveStatus(
        _PROGRESS[said.progress], said.progress, said.hint.decode(), said.message.decode(), zone, said.document_left,
        results[0] if results else None)


class LiveScan(Handle):
    """Reads documents in frames that the caller has, one frame after the other.

    :param options: those of ``Reader``.
    """

    def __init__(self, **options: Unpack[ReaderOptions]) -> None:
        super().__init__(library.mrzscan_live_new, library.mrzscan_live_free, options_structure(**options))

    def look(self, frame: Picture, time: Optional[float] = None, *, channels: Channels = "rgb") -> LiveStatus:
        """Looks at the next frame, a NumPy array or a PIL image.

        :param time: when it was taken, in seconds by any clock that only goes forward; by default now.
        :param channels: the order of colours in arrays: ``"rgb"``, or ``"bgr"`` as OpenCV has it.
        """
        if _pixels.is_pillow(frame):
            pixels, _kept = _pixels.of_pillow(frame)
        elif _pixels.is_array(frame):
            pixels, _kept = _pixels.of_array(frame, channels)
        else:
            raise TypeError("a NumPy array or a PIL image is expected")
        taken = _time.monotonic() if time is None else time
        error, status = ctypes.c_void_p(), LiveStatusStructure(ctypes.sizeof(LiveStatusStructure))
        if not library.mrzscan_live_look(self._handle, pixels, int(taken * 1e6), status, error):
            fail(error)
        return _status(status)


#: How long a call waits at most before the interpreter looks for Ctrl-C, in milliseconds.
_PATIENCE = 200


def live(
    device: Path = "/dev/video0",
    *,
    timeout: Optional[float] = 120,
    on_progress: Optional[Callable[[LiveStatus], None]] = None,
    **options: Unpack[ReaderOptions],
) -> Iterator[Result]:
    """The documents that are held before a camera, one after the other; it is let go of when the iterator is.

        for result in mrz_scan.live("/dev/video0"):
            ...

    :param timeout: seconds after which it ends when no document was read; ``None`` for never.
    :param on_progress: is told how far the scan is, whenever that changes, and that a document has left.
    :param options: those of ``Reader``.
    :raises MRZScanError: ``camera_not_found``, ``camera_busy``, ``camera_lost`` and so on.
    """
    error = ctypes.c_void_p()
    if timeout is not None and timeout <= 0:
        raise ValueError("timeout has to be more than 0 seconds, or None for never")
    milliseconds = 0 if timeout is None else max(1, int(timeout * 1000))
    if milliseconds >= 1 << 32:
        raise ValueError("timeout has to be less than 2**32 milliseconds, or None for never")
    camera = library.mrzscan_camera_open(options_structure(**options), encoded(device), milliseconds, error)
    if not camera:
        fail(error)
    try:
        last: Optional[LiveStatus] = None
        while True:
            said = LiveStatusStructure(ctypes.sizeof(LiveStatusStructure))
            if not library.mrzscan_camera_next(camera, _PATIENCE, said, error):
                fail(error)
            status = _status(said)
            is_news = last is None or status.documentLeft or (status.state, status.hint) != (last.state, last.hint)
            if on_progress is not None and is_news:
                on_progress(status)
            last = status
            if status.result is not None:
                yield status.result
            if said.ended:
                return
    finally:
        library.mrzscan_camera_free(camera)
