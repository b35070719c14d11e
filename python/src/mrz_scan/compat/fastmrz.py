"""``FastMRZ`` with the dictionaries that programs written for fastmrz read::

    from mrz_scan.compat.fastmrz import FastMRZ

Its ``SUCCESS`` means that check digits hold; here it means that the reading is verified, which asks for more.
"""

from __future__ import annotations

import base64
from typing import Any, Dict, Union

from .._errors import MRZScanError
from .._reader import parse, read
from .._results import Result
from ._columns import best, parts

__all__ = ["FastMRZ"]


class FastMRZ:
    """Takes the arguments that name Tesseract's program and models, and has no use for them."""

    def __init__(self, tesseract_path: str = "", tessdata_path: str = "", lang: str = "mrz") -> None:
        pass

    def get_details(
        self, input_data: Any, input_type: str = "imagepath", ignore_parse: bool = False, include_checkdigit: bool = True
    ) -> Union[str, Dict[str, Any]]:
        """What an MRZ says.

        :param input_type: ``imagepath``, ``numpy`` (an array as OpenCV gives it), ``base64`` or ``text``.
        :param ignore_parse: whether only the lines are wanted; ``""`` where there are none.
        :param include_checkdigit: whether the check digits, as printed, are among the keys.
        """
        if input_type not in ("imagepath", "numpy", "base64", "text"):
            raise ValueError("input_type has to be imagepath, numpy, base64 or text")
        try:
            if input_type == "text":
                results = parse(input_data)
            elif input_type == "base64":
                results = read(_decoded(input_data))
            else:
                results = read(input_data, channels="bgr")
        except MRZScanError as error:
            return "" if ignore_parse else _failure(error.message)
        result = best(results)
        if ignore_parse:
            return "\n".join(result.lines) if result else ""
        return _details(result, include_checkdigit) if result else _failure("No MRZ detected")

    def validate_mrz(self, mrz_text: str) -> Dict[str, Any]:
        """Whether everything in a text of an MRZ holds that can be checked."""
        result = best(parse(mrz_text))
        if result is None:
            return {"is_valid": False, "status_message": "No MRZ detected"}
        return {"is_valid": result.verified, "status_message": _message(result)}


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.rpartition(",")[2])
    except ValueError:
        raise MRZScanError("invalid_argument", "The text is no base64.") from None


def _failure(message: str) -> Dict[str, Any]:
    return {"status": "FAILURE", "status_message": message}


def _message(result: Result) -> str:
    if result.verified:
        return "The given mrz is valid"
    return "Not verified: " + ", ".join(
        reason.code + (f" ({reason.field})" if reason.field else "") for reason in result.reasons)


def _details(result: Result, include_checkdigit: bool) -> Dict[str, Any]:
    fields = result.fields
    columns = parts(result) or {}
    details: Dict[str, Any] = {
        "mrz_type": result.format,
        "document_code": fields.documentType or "",
        "issuer_code": fields.issuingState or "",
        "surname": fields.surname or "",
        "given_name": fields.givenNames or "",
        "document_number": fields.documentNumber or "",
        "nationality_code": fields.nationality or "",
        "birth_date": fields.dateOfBirthISO or fields.dateOfBirth or "",
        "sex": fields.gender or "",
        "expiry_date": fields.dateOfExpiryISO or fields.dateOfExpiry or "",
        "optional_data": fields.personalNumber or fields.optionalData or "",
    }
    if result.format == "TD1":
        details["optional_data_1"] = details.pop("optional_data")
        details["optional_data_2"] = fields.optionalData2 or ""
    if include_checkdigit:
        for theirs, name in (
            ("check_number", "document_number"), ("check_date_of_birth", "birth_date"),
            ("check_expiration_date", "expiry_date"), ("check_personal_number", "optional_data"),
            ("check_composite", "final"),
        ):
            if theirs in columns:
                details[f"{name}_checkdigit"] = columns[theirs]
    details["mrz_text"] = "\n".join(result.lines)
    details["status"] = "SUCCESS" if result.verified else "FAILURE"
    if not result.verified:
        details["status_message"] = _message(result)
    return details
