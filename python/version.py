"""The version, as Sources/MRZScan/MRZReader.swift has it; packaging/wheel passes it on."""

import os

version = os.environ["MRZ_SCAN_VERSION"]
