from __future__ import annotations

from typing import Any, Sequence, Tuple

from ._results import Result


class MRZScanError(Exception):
    """Why something could not be done. Neither the code nor the message ever holds a character of an MRZ.

    ``code`` is a stable word, see "Errors" in docs/results.md, and ``message`` an English sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> Tuple[Any, ...]:
        # `args` holds what is printed, and not what an error is made of.
        return type(self), (self.code, self.message), self.__dict__


class ReadError(MRZScanError):
    """Nothing of an input could be read; ``results`` says so page by page."""

    def __init__(self, results: Sequence[Result]) -> None:
        error = results[0].error
        assert error is not None
        super().__init__(error.code, error.message)
        self.results = list(results)

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.results,), self.__dict__
