"""``read_mrz`` with the attributes that programs written for PassportEye read::

    from mrz_scan.compat.passporteye import read_mrz

What PassportEye calls valid means that check digits hold. Here ``valid``, and a ``valid_score`` of 100, mean that the
reading is verified, which asks for more; ``aux["result"]`` has the whole result.
"""

from __future__ import annotations

import collections
import io
import os
from typing import IO, Any, Dict, List, Optional, OrderedDict, Union

from .._types import Path
from .._pixels import in_8_bits
from .._reader import read
from .._results import Result
from ._columns import best, parts

__all__ = ["MRZ", "read_mrz"]

_CHECKS = (
    ("number", "documentNumber"), ("date_of_birth", "dateOfBirth"), ("expiration_date", "dateOfExpiry"),
    ("composite", "composite"), ("personal_number", "personalNumber"),
)
_ORDER = (
    "type", "country", "number", "date_of_birth", "expiration_date", "nationality", "sex", "names", "surname",
    "personal_number", "optional1", "optional2", "check_number", "check_date_of_birth", "check_expiration_date",
    "check_composite", "check_personal_number",
)


class MRZ:
    """One MRZ. Parts that its layout does not have are no attributes; fillers within parts are kept."""

    mrz_type: Optional[str]
    valid: bool
    valid_score: int
    type: str
    country: str
    number: str
    date_of_birth: str
    expiration_date: str
    nationality: str
    sex: str
    names: str
    surname: str
    personal_number: str
    optional1: str
    optional2: str
    check_number: str
    check_date_of_birth: str
    check_expiration_date: str
    check_composite: str
    check_personal_number: str
    valid_number: bool
    valid_date_of_birth: bool
    valid_expiration_date: bool
    valid_composite: bool
    valid_personal_number: bool
    valid_line_lengths: List[bool]
    aux: Dict[str, Any]

    def __init__(self, result: Result) -> None:
        fields = result.fields
        self.mrz_type = result.format
        self.valid = result.verified
        values: Dict[str, Optional[str]] = dict(parts(result) or {}) or {
            "type": fields.documentType, "country": fields.issuingState, "number": fields.documentNumber,
            "date_of_birth": fields.dateOfBirth, "expiration_date": fields.dateOfExpiry,
            "nationality": fields.nationality, "sex": fields.gender,
        }
        for name, value in values.items():
            setattr(self, name, value or "")
        self.names = fields.givenNames or ""
        self.surname = fields.surname or ""
        # A filler for the check digit of an empty personal number is allowed.
        holds = [result.checks[theirs] != "invalid" for _, theirs in _CHECKS if theirs in result.checks]
        for ours, theirs in _CHECKS:
            if theirs in result.checks:
                setattr(self, f"valid_{ours}", result.checks[theirs] != "invalid")
        self.valid_score = 100 if self.valid else min(99, 100 * sum(holds) // len(holds)) if holds else 0
        self.valid_line_lengths = [True] * len(result.lines)
        self.aux = {"text": "\n".join(result.lines), "method": "mrz-scan", "result": result}

    def to_dict(self) -> OrderedDict[str, Any]:
        """Its parts, those that its layout has."""
        values: OrderedDict[str, Any] = collections.OrderedDict(mrz_type=self.mrz_type, valid_score=self.valid_score)
        for name in _ORDER + tuple(f"valid_{name}" for name, _ in _CHECKS):
            if hasattr(self, name):
                values[name] = getattr(self, name)
        values["method"] = self.aux["method"]
        return values

    def __repr__(self) -> str:
        return f"MRZ({self.mrz_type}[{self.valid_score}])"


def read_mrz(
    file: Union[Path, bytes, IO[bytes]], save_roi: bool = False, extra_cmdline_params: str = ""
) -> Optional[MRZ]:
    """The MRZ in a picture; ``None`` where there is none.

    :param save_roi: whether ``aux["roi"]`` has the gray pixels around it, which takes Pillow and NumPy. It is not there of a
        file that Pillow does not open, such as a PDF, or does not decode, such as a damaged one.
    :param extra_cmdline_params: for Tesseract's program, which is not run here; heeded by nobody.
    :raises ReadError: the picture can't be read.
    """
    data = None if isinstance(file, (str, os.PathLike)) else file if isinstance(file, bytes) else file.read()
    result = best(read(file if data is None else data))
    if result is None:
        return None
    mrz = MRZ(result)
    if save_roi:
        roi = _roi(file if data is None else io.BytesIO(data), result)
        if roi is not None:
            mrz.aux["roi"] = roi
    return mrz


def _roi(file: Any, result: Result) -> Any:
    import numpy
    from PIL import Image, ImageOps

    try:
        with Image.open(file) as image:
            image.seek((result.page or 1) - 1)
            gray = in_8_bits(ImageOps.exif_transpose(image)).convert("L")
    except (OSError, EOFError, Image.DecompressionBombError):
        # Pillow refuses some of what was read: documents, damaged files, large pictures.
        return None
    corners = result.quad or ()
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return numpy.asarray(gray.crop((int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1)))
