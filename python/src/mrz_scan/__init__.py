"""Reads the machine-readable zone of passports, identity cards, visas and some driving licences.

    import mrz_scan

    for result in mrz_scan.read("passport.jpg"):
        if result.verified:
            print(result.fields.documentNumber)

Names of results and of their fields are those of ``mrz-scan --format jsonl``.
"""

from ._errors import MRZScanError, ReadError
from ._library import library as _library
from ._live import LiveScan, LiveStatus, live
from ._reader import Reader, parse, read, read_many
from ._results import Error, Fields, Quality, Reason, Result, Timing, rows

__version__: str = _library.mrzscan_version().decode()

__all__ = [
    "Error", "Fields", "LiveScan", "LiveStatus", "MRZScanError", "Quality", "ReadError", "Reader", "Reason", "Result",
    "Timing", "live", "parse", "read", "read_many", "rows",
]
