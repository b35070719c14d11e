from __future__ import annotations

import ctypes
import datetime
import operator
import os
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _pixels
from ._errors import ReadError
from ._library import Handle, Options, Pixels, encoded, fail, library, texts
from ._results import Result, renamed
from ._types import Channels, Layout, Path, ReaderOptions, Source, Unpack

if TYPE_CHECKING:
    from concurrent.futures import Future


def options_structure(
    model: Optional[Path] = None,
    today: Optional[Union[str, datetime.date]] = None,
    max_bytes: int = 0,
    max_pixels: int = 0,
    max_pages: int = 0,
    heif_program: Optional[Path] = None,
    access_keys: bool = False,
    **unknown: Any,
) -> Options:
    if unknown:
        raise TypeError(f"there is no option {next(iter(unknown))!r}")
    if not isinstance(access_keys, bool):
        raise TypeError("access_keys is True or False")
    if not isinstance(today, (str, datetime.date, type(None))):
        raise TypeError("today is a date, or a text such as '2026-02-28'")
    for limit in (max_bytes, max_pixels, max_pages):
        # C would take the lower 64 bits.
        if not 0 <= operator.index(limit) < 1 << 64:
            raise ValueError("limits are at least 1 and below 2**64, or 0 for the usual ones")
    if isinstance(today, datetime.datetime):
        today = today.date()
    return Options(
        ctypes.sizeof(Options),
        encoded(model),
        encoded(today.isoformat() if isinstance(today, datetime.date) else today),
        max_bytes,
        max_pixels,
        max_pages,
        encoded(heif_program),
        access_keys,
    )


class Reader(Handle):
    """Reads one thing at a time, from any thread; reading side by side takes a reader for each thread, see ``read_many``.

    :param model: a Tesseract model to read with instead of the built-in one.
    :param today: the day that decides about centuries and expiry, a date or ``"2026-02-28"``; by default today.
    :param max_bytes: files of more bytes are refused; 0 for the usual limit, here and below.
    :param max_pixels: pages of more pixels are.
    :param max_pages: files of more pages are.
    :param heif_program: the program mrz-scan, which then decodes HEIF files in a confined process. Without it their
        codecs run in this process, and one that crashes takes it along.
    :param access_keys: whether results of verified passports and cards have the keys to the chip.
    :raises MRZScanError: ``model_missing``, ``invalid_argument``.
    """

    def __init__(self, **options: Unpack[ReaderOptions]) -> None:
        super().__init__(library.mrzscan_reader_new, library.mrzscan_reader_free, options_structure(**options))

    def load(self) -> None:
        """Loads the models now, so that no reading has to."""
        error = ctypes.c_void_p()
        if not library.mrzscan_reader_load(self._handle, error):
            fail(error)

    def read(self, source: Source, *, name: Optional[str] = None, channels: Channels = "rgb") -> List[Result]:
        """One result for each MRZ, and one for each page without one; at least one.

        :param name: what results call the input; by default its path, where it has one.
        :param channels: the order of colours in arrays: ``"rgb"``, or ``"bgr"`` as OpenCV has it.
        :raises ReadError: nothing of it could be read.
        :raises MRZScanError: there is nothing to read with.
        """
        results = self.results(source, name=name, channels=channels)
        if all(result.error for result in results):
            raise ReadError(results)
        return results

    def results(self, source: Source, *, name: Optional[str] = None, channels: Channels = "rgb") -> List[Result]:
        """As ``read``, but what could not be read is a result with the status ``error``, as for the program."""
        _pixels.check_channels(channels)
        if isinstance(source, (str, os.PathLike)):
            called = encoded(name)
            results = self._call(library.mrzscan_read_path, encoded(source))
            if called is None:
                return results
            return [renamed(result, called.decode("utf-8", "replace")) for result in results]
        if isinstance(source, (bytes, bytearray, memoryview)):
            return self._bytes(_pixels.in_bytes(source), name)
        if _pixels.is_pillow(source):
            return self._pixels(_pixels.of_pillow(source), name)
        if _pixels.is_array(source):
            return self._pixels(_pixels.of_array(source, channels), name)
        if hasattr(source, "read"):
            data = source.read()
            if not isinstance(data, bytes):
                raise TypeError("files have to be opened to read bytes: mode 'rb'")
            given = getattr(source, "name", None)
            return self._bytes(data, name if name is not None else given if isinstance(given, str) else None)
        raise TypeError("a path, bytes, a file, a NumPy array or a PIL image is expected")

    def read_pixels(
        self, data: Union[bytes, bytearray, memoryview], width: int, height: int, layout: Layout, *, stride: int = 0,
        name: Optional[str] = None
    ) -> List[Result]:
        """The results of pixels as a camera gives them, the top row first.

        :param data: bytes, or what else has a buffer of them.
        :param layout: ``gray``, ``rgb``, ``bgr``, ``rgba``, ``bgra``, ``yuyv`` or ``nv12``.
        :param stride: bytes from one row to the next; 0 where nothing lies between them.
        """
        return self._pixels(_pixels.of_bytes(data, width, height, layout, stride), name)

    def parse(self, text: str, *, name: Optional[str] = None) -> List[Result]:
        """The MRZs in a text; one result that says so where there is none."""
        if not isinstance(text, str):
            raise TypeError("a text is expected, a str; read takes the bytes of a file")
        data = text.encode("utf-8", "replace")
        return self._call(library.mrzscan_parse, data, len(data), encoded(name))

    def _bytes(self, data: bytes, name: Optional[str]) -> List[Result]:
        return self._call(library.mrzscan_read_bytes, data, len(data), encoded(name))

    def _pixels(self, pixels: Tuple[Pixels, Any], name: Optional[str]) -> List[Result]:
        structure, _kept = pixels
        return self._call(library.mrzscan_read_pixels, structure, encoded(name))

    def _call(self, function: Callable[..., Optional[int]], *arguments: Any) -> List[Result]:
        error = ctypes.c_void_p()
        results = function(self._handle, *arguments, error)
        if not results:
            fail(error)
        return [Result.of(text) for text in texts(results)]


class _Pool:
    """Readers that nobody uses now, for who asks without one."""

    def __init__(self) -> None:
        self._idle: List[Reader] = []
        self._lock = threading.Lock()

    def use(self, call: Callable[[Reader], List[Result]]) -> List[Result]:
        with self._lock:
            reader = self._idle.pop() if self._idle else None
        reader = reader or Reader()
        try:
            return call(reader)
        finally:
            with self._lock:
                self._idle.append(reader)


_pool = _Pool()


def _renew_pool() -> None:
    # In the child of a fork another thread may have been about to use a reader.
    global _pool
    _pool = _Pool()


os.register_at_fork(after_in_child=_renew_pool)


def _with_reader(options: ReaderOptions, call: Callable[[Reader], List[Result]]) -> List[Result]:
    return call(Reader(**options)) if options else _pool.use(call)


def read(
    source: Source, *, name: Optional[str] = None, channels: Channels = "rgb", **options: Unpack[ReaderOptions]
) -> List[Result]:
    """Reads a path, bytes, a file, a NumPy array or a PIL image; see ``Reader`` and ``Reader.read``.

    It may be called from several threads at once. Whoever passes options for many inputs makes a ``Reader`` of them.
    """
    return _with_reader(options, lambda reader: reader.read(source, name=name, channels=channels))


def parse(text: str, *, name: Optional[str] = None, **options: Unpack[ReaderOptions]) -> List[Result]:
    """The MRZs in a text; see ``Reader.parse``."""
    return _with_reader(options, lambda reader: reader.parse(text, name=name))


def read_many(
    sources: Iterable[Source],
    *,
    threads: Optional[int] = None,
    channels: Channels = "rgb",
    **options: Unpack[ReaderOptions],
) -> Iterator[List[Result]]:
    """The results of each source, in their order, read on several threads that run side by side.

    What could not be read is a result with the status ``error``: one bad file spoils nothing. What is no source ends it.

    :param threads: by default one for each processor.
    :param options: those of ``Reader``.
    :raises MRZScanError: there is nothing to read with; as all wrong arguments, at the call.
    :raises TypeError: `sources` is a single one, at the call; one of them is nothing that can be read, when it is its turn.
    """
    if isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike)) or _pixels.is_one(sources):
        raise TypeError("read_many takes several sources; read takes one")
    count = operator.index(threads if threads is not None else os.cpu_count() or 1)
    if count < 1:
        raise ValueError("threads has to be at least 1")
    _pixels.check_channels(channels)
    Reader(**options)
    return _side_by_side(iter(sources), count, channels, options)


def _side_by_side(
    sources: Iterator[Source], count: int, channels: Channels, options: ReaderOptions
) -> Iterator[List[Result]]:
    # Here, since loading it takes a third of the start of everything.
    from concurrent.futures import ThreadPoolExecutor

    local = threading.local()

    def begin() -> None:
        local.reader = Reader(**options)

    def work(source: Source) -> List[Result]:
        results: List[Result] = local.reader.results(source, channels=channels)
        return results

    with ThreadPoolExecutor(count, "mrz-scan", begin) as executor:
        waiting: Deque[Future[List[Result]]] = deque()
        try:
            for source in sources:
                waiting.append(executor.submit(work, source))
                # So that sources of any number take little memory.
                if len(waiting) >= 4 * count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
