"""Writes .lstmf files: Tesseract 5's serialised DocumentData, without one tesseract process per line."""
import struct

import cv2


def _string(data):
    return struct.pack("<I", len(data)) + data


def page(image, text, index):
    """One serialised ImageData: name, page number, PNG, language, transcription, one box and its text."""
    png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 2])[1].tobytes()
    height, width = image.shape
    label = _string(text.encode())
    return (_string(b"mrz") + struct.pack("<i", index) + _string(png) + _string(b"ocrb") + label
            + struct.pack("<I", 1) + struct.pack("<hhhh", 0, 0, width, height) + struct.pack("<I", 1) + label + b"\0")


def write(path, pages):
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(pages)))
        for data in pages:
            file.write(b"\1" + data)
