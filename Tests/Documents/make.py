#!/usr/bin/env python3
"""Makes the PDF files of this folder anew: one specimen of an invented person, as many programs write it.

Needs Pillow from PyPI and Debian's img2pdf, qpdf, ghostscript, poppler-utils, fonts-ocr-b and libreoffice-writer-nogui.
What the files hold is in expected.jsonl: a line for each, with the status and, of what can be read, the lines.
"""
import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import zlib

from PIL import Image

HERE = pathlib.Path(__file__).parent
SAMPLES = HERE.parent.parent / "Samples"
SAMPLE = "td3/096-scan-rgb.jpg"
JPEG = SAMPLES / SAMPLE


def run(*command, **options):
    environment = os.environ | {"SOURCE_DATE_EPOCH": "0"}
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, env=environment, **options).stdout


def pdf(objects):
    """A file of the bodies of its objects, from 1; the first is the catalog."""
    text, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return text + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, len(text))


def page_of(picture, size, rotation=0):
    """A page that shows one picture all over it."""
    width, height = size
    points = b"%.3f %.3f" % (width * 72 / 200, height * 72 / 200)
    content = b"q %.3f 0 0 %.3f 0 0 cm /I Do Q" % (width * 72 / 200, height * 72 / 200)
    return pdf([
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/Rotate %d/MediaBox[0 0 %s]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
        % (rotation, points),
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content), picture])


def stream(keys, data):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (keys, len(data), data)


def group4(image, folder):
    """The strip of a TIFF file of group 4 that holds all of a picture of two colours, 1 for black."""
    file = folder / "strip.tif"
    image.save(file, compression="group4", tiffinfo={278: image.height})
    with Image.open(file) as opened:
        start, length = opened.tag_v2[273][0], opened.tag_v2[279][0]
        black_is_zero = opened.tag_v2[262] == 1
    return file.read_bytes()[start:start + length], black_is_zero


def jbig2(strip, size):
    """JBIG2 as PDF holds it: a page and a generic region that is coded as group 4 is (ITU-T T.88, 7.2, 7.4.6 and 7.4.8)."""
    width, height = size

    def segment(number, kind, data):
        return struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data

    page = struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)
    region = struct.pack(">IIIIB", width, height, 0, 0, 0) + b"\x01" + strip
    return segment(0, 48, page) + segment(1, 38, region)


def main():
    truth = next(
        label for label in map(json.loads, open(SAMPLES / "labels.jsonl")) if label["image"] == SAMPLE)
    lines = truth["lines"]
    read = {"status": "verified", "lines": lines}
    # Every character is right; whether that is enough to vouch for it is the reader's to say.
    read_only = {"lines": lines}
    files = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        color = Image.open(JPEG).convert("RGB")
        gray = color.convert("L")
        # Twice the size before it is made black and white: a scanner of documents has 300 dots an inch and more.
        large = gray.resize((gray.width * 2, gray.height * 2), Image.LANCZOS)
        bitonal = large.point(lambda value: 255 if value > 110 else 0).convert("1")

        def keep(file, data, expected=read):
            (HERE / file).write_bytes(data)
            files[file] = expected

        keep("img2pdf.pdf", run("img2pdf", "--nodate", JPEG))
        bitonal.save(folder / "bitonal.png")
        keep("img2pdf-ccitt.pdf", run("img2pdf", "--nodate", folder / "bitonal.png"), read_only)
        for angle in (90, 180, 270):
            run("qpdf", "--deterministic-id", f"--rotate={angle}", HERE / "img2pdf.pdf", folder / "turned.pdf")
            keep(f"qpdf-rotated-{angle}.pdf", (folder / "turned.pdf").read_bytes())
        run("qpdf", "--deterministic-id", "--object-streams=generate", "--linearize", HERE / "img2pdf.pdf", folder / "linear.pdf")
        keep("qpdf-linearized.pdf", (folder / "linear.pdf").read_bytes())
        for file, user, expected in [
            ("qpdf-owner-password.pdf", "", read), ("qpdf-password.pdf", "secret", {"status": "error", "code": "encrypted"}),
        ]:
            run("qpdf", "--static-id", "--static-aes-iv", "--encrypt", user, "owner", "256", "--", HERE / "img2pdf.pdf", folder / "locked.pdf")
            keep(file, (folder / "locked.pdf").read_bytes(), expected)

        strip, black_is_zero = group4(bitonal, folder)
        keys = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 1/ColorSpace/DeviceGray" % bitonal.size
        inverted = Image.eval(bitonal.convert("L"), lambda value: 255 - value).convert("1")
        for_jbig2, _ = group4(inverted if black_is_zero else bitonal, folder)
        keep("ccitt-group4.pdf", page_of(stream(
            keys + b"/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns %d/Rows %d/BlackIs1 %s>>"
            % (*bitonal.size, b"true" if black_is_zero else b"false"), strip), bitonal.size), read_only)
        keep("jbig2.pdf", page_of(stream(keys + b"/Filter/JBIG2Decode", jbig2(for_jbig2, bitonal.size)), bitonal.size), read_only)
        raw = zlib.compress(gray.tobytes(), 9)
        keep("flate-rotated.pdf", page_of(stream(
            b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode"
            % gray.size, raw), gray.size, rotation=90), read_only)

        # Cross references that lead nowhere, and none at all: the objects are still there.
        whole = (HERE / "img2pdf.pdf").read_bytes()
        keep("damaged-startxref.pdf", re.sub(rb"startxref\s+\d+", b"startxref\n99999999", whole))
        table = whole.rindex(b"xref\n0 ")
        keep("damaged-xref.pdf", whole[:table] + re.sub(rb"\d{10} 00000 n", b"0000000007 00000 n", whole[table:]))
        keep("without-xref.pdf", whole[:table])

        run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", "-dAutoRotatePages=/None",
            "-dPDFSETTINGS=/printer", f"-sOutputFile={folder}/gs.pdf", HERE / "img2pdf.pdf")
        keep("ghostscript.pdf", (folder / "gs.pdf").read_bytes())
        run("pdftocairo", "-pdf", HERE / "img2pdf.pdf", folder / "cairo.pdf")
        keep("pdftocairo.pdf", (folder / "cairo.pdf").read_bytes())

        # Texts: the lines set in a font, as offices and browsers write them.
        font = "OCR B"
        paragraphs = "".join(f'<p style="margin:0;font:12pt \'{font}\'">{line.replace("<", "&lt;")}</p>' for line in lines)
        (folder / "letter.html").write_text(
            f"<html><body><p>Copy of a passport, an invented person's.</p><img src='{JPEG}' width='480'>{paragraphs}</body></html>")
        run("soffice", f"-env:UserInstallation=file://{folder}/office", "--headless", "--convert-to",
            "pdf:writer_web_pdf_Export", "--outdir", folder, folder / "letter.html")
        keep("libreoffice.pdf", (folder / "letter.pdf").read_bytes())
        run("pdftocairo", "-pdf", folder / "letter.pdf", folder / "cairo.pdf")
        keep("pdftocairo-text.pdf", (folder / "cairo.pdf").read_bytes())

    with open(HERE / "expected.jsonl", "w") as table:
        for file, expected in sorted(files.items()):
            table.write(json.dumps({"file": file} | expected) + "\n")


if __name__ == "__main__":
    main()
