"""The fonts, all from free Debian packages: fonts-ocr-b, fonts-liberation, fonts-dejavu-core, fonts-inconsolata."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

ROOT = Path("/usr/share/fonts")
FILES = {
    "ocrb": "opentype/ocr-b/OCRB.otf",
    "ocrb-sharp": "opentype/ocr-b/OCRBS.otf",
    "sans": "truetype/liberation/LiberationSans-Regular.ttf",
    "sans-bold": "truetype/liberation/LiberationSans-Bold.ttf",
    "sans-italic": "truetype/liberation/LiberationSans-Italic.ttf",
    "narrow": "truetype/liberation/LiberationSansNarrow-Regular.ttf",
    "serif": "truetype/liberation/LiberationSerif-Regular.ttf",
    "serif-bold": "truetype/liberation/LiberationSerif-Bold.ttf",
    "serif-italic": "truetype/liberation/LiberationSerif-Italic.ttf",
    "mono": "truetype/liberation/LiberationMono-Regular.ttf",
    "mono-bold": "truetype/liberation/LiberationMono-Bold.ttf",
    "dejavu": "truetype/dejavu/DejaVuSans.ttf",
    "dejavu-mono": "truetype/dejavu/DejaVuSansMono.ttf",
    "inconsolata": "truetype/inconsolata/Inconsolata.otf",
}
OCRB_ADVANCE = 0.72297  # advance of one OCR-B character in em


@lru_cache(maxsize=256)
def font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(ROOT / FILES[name]), max(4, pixels), layout_engine=ImageFont.Layout.BASIC)
