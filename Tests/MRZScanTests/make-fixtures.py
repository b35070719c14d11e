"""Draws the pictures of Fixtures: python make-fixtures.py; needs Pillow, OpenCV, fonts-ocr-b and fonts-courier-prime.

cards-on-a-sheet.jpg is of a tester, whose generator is not kept: six cards of invented people on a sheet.
"""
import os
import sys

import numpy as np
from PIL import Image, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Typefaces"))
sys.path.insert(0, os.path.join(HERE, "..", "Perspective"))
from measure import turned  # noqa: E402
from measure_typefaces import page  # noqa: E402
from mrztext import check_digit  # noqa: E402
from typefaces import LEARNT, ROOT, STANDARD  # noqa: E402


def save(name, face, lines):
    page(ROOT + face[1], lines, 24).quantize(16).save(os.path.join(HERE, "Fixtures", name + ".png"), optimize=True)


def checked(text):
    return text + check_digit(text)


number, birth, expiry, rest = checked("SC4471902"), checked("900214"), checked("310630"), "DEPOT7<<<<<<<<"
card = number + birth + "F" + expiry + rest + check_digit(number + birth + expiry + rest)
save("own-layout", STANDARD["OCR-B"], ["SCUTOERIKSSON<<ANNA<MARIA".ljust(40, "<"), card])

save("internal-passport", STANDARD["OCR-B"],
     ["PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3".ljust(44, "<"), "3919353498RUS7207233M<<<<<<<4151218910003<50"])

# A date of expiry that nobody gave is no sign of the layout that does without.
save("no-expiry", STANDARD["OCR-B"],
     ["P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<"), "L898902C36UTO7408122F<<<<<<0<<<<<<<<<<<<<<08"])

save("typewriter", LEARNT["Courier Prime"],
     ["P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<"), "L898902C36UTO7408122F1204159ZE184226B<<<<<10"])

# Turned by 50 degrees about its upright axis, the pitch falls to 2/5 along the line; by 60 about its level one, the lines lie
# 0.85 pitches apart.
passport = ["P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<"), "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
drawn = page(ROOT + STANDARD["OCR-B"][1], passport, 40, spacing=2.6)
for name, tilt, axis, side in (
        ("turned-upright", 50, "upright", 1200), ("turned-level", 60, "level", 1200), ("turned-steep", 66, "upright", 1600)):
    image = Image.fromarray(turned(np.asarray(drawn), tilt, axis, 135, side=side))
    image.quantize(8).save(os.path.join(HERE, "Fixtures", name + ".png"), optimize=True)

# Print that Doc 9303 does not allow, and that some cards have: letters with marks, in the name line alone. The face has none.
card = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "MUNOZ<YANEZ<<ANGUELA".ljust(30, "<")]
HEIGHT = 24
image = page(ROOT + STANDARD["OCR-B"][1], card, HEIGHT)
draw, pitch, top = ImageDraw.Draw(image), (image.width - 4 * HEIGHT) / 30, image.height - 3 * HEIGHT
for column, mark in {2: "tilde", 7: "acute", 8: "tilde", 16: "dieresis"}.items():
    x = 2 * HEIGHT + (column + 0.5) * pitch
    if mark == "tilde":
        draw.line([(x - 6, top - 5), (x - 3, top - 9), (x + 2, top - 6), (x + 6, top - 10)], fill=0, width=3, joint="curve")
    elif mark == "acute":
        draw.line([(x - 3, top - 3), (x + 4, top - 11)], fill=0, width=4)
    else:
        for side in (-4, 4):
            draw.ellipse([x + side - 2, top - 9, x + side + 2, top - 5], fill=0)
image.quantize(16).save(os.path.join(HERE, "Fixtures", "marked-letters.png"), optimize=True)
