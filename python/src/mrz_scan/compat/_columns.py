"""Where the parts of an MRZ stand, as ICAO Doc 9303 has it, for results that other readers give with their fillers."""

from __future__ import annotations

from typing import Dict, Iterable, Optional

from .._results import Result

#: Of each layout: line, first column and the one behind the last, from 0.
COLUMNS = {
    "TD1": {
        "type": (0, 0, 2), "country": (0, 2, 5), "number": (0, 5, 14), "check_number": (0, 14, 15),
        "optional1": (0, 15, 30), "date_of_birth": (1, 0, 6), "check_date_of_birth": (1, 6, 7), "sex": (1, 7, 8),
        "expiration_date": (1, 8, 14), "check_expiration_date": (1, 14, 15), "nationality": (1, 15, 18),
        "optional2": (1, 18, 29), "check_composite": (1, 29, 30),
    },
}
_SECOND = {
    "type": (0, 0, 2), "country": (0, 2, 5), "number": (1, 0, 9), "check_number": (1, 9, 10),
    "nationality": (1, 10, 13), "date_of_birth": (1, 13, 19), "check_date_of_birth": (1, 19, 20), "sex": (1, 20, 21),
    "expiration_date": (1, 21, 27), "check_expiration_date": (1, 27, 28),
}
COLUMNS["TD2"] = {**_SECOND, "optional1": (1, 28, 35), "check_composite": (1, 35, 36)}
COLUMNS["TD3"] = {
    **_SECOND, "personal_number": (1, 28, 42), "check_personal_number": (1, 42, 43), "check_composite": (1, 43, 44),
}
COLUMNS["MRVA"] = {**_SECOND, "optional1": (1, 28, 44)}
COLUMNS["MRVB"] = {**_SECOND, "optional1": (1, 28, 36)}


def parts(result: Result) -> Optional[Dict[str, str]]:
    """What stands in the columns; ``None`` of layouts that Doc 9303 does not have."""
    columns = COLUMNS.get(result.format or "")
    if columns is None:
        return None
    return {name: result.lines[line][start:end] for name, (line, start, end) in columns.items()}


def best(results: Iterable[Result]) -> Optional[Result]:
    """The first MRZ that is verified, or the first at all."""
    found = [result for result in results if result.format]
    return next((result for result in found if result.verified), found[0] if found else None)
