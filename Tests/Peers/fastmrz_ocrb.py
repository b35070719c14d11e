"""FastMRZ with a model for OCR-B: `fastmrz_ocrb.py PICTURE FOLDER-OF-THE-MODEL` prints what it read as JSON."""

import json
import sys

from fastmrz import FastMRZ

reader = FastMRZ(tessdata_path=sys.argv[2])
text = reader.get_details(sys.argv[1], ignore_parse=True)
lines = text.split("\n") if text else []
# It vouches for what its own check of a text takes.
print(json.dumps({"lines": lines, "valid": bool(text) and reader.validate_mrz(text)["is_valid"]} if lines else {}))
