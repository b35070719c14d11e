"""readmrz: `readmrz_text.py PICTURE` prints the lines that it read, and whether it vouches for them, as JSON."""

import json
import sys

from readmrz import MrzDetector, MrzReader

reader, detector = MrzReader(), MrzDetector()
text = reader.read_mrz(detector.crop_area(detector.read(sys.argv[1])))
try:
    reader.get_fields(text)
    is_valid = True
except Exception:
    # Its own word for a text that its checker does not take.
    is_valid = False
print(json.dumps({"lines": text.split("\n"), "valid": is_valid} if text else {}))
