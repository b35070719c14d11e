"""PassportEye with a model for OCR-B: `passporteye_ocrb.py PICTURE FOLDER-OF-THE-MODEL` prints what it read as JSON."""

import json
import sys

from passporteye import read_mrz

mrz = read_mrz(sys.argv[1], extra_cmdline_params="-l mrz --tessdata-dir " + sys.argv[2])
print(json.dumps(mrz.to_dict() if mrz else {}))
