#!/usr/bin/env python3
"""Makes the archives, HEIF files, tiled TIFF files and the locked PDF of Fixtures/ anew.

Needs Pillow and pillow-heif from PyPI and Debian's heif-enc (libheif-examples), libtiff-tools, zip, zstd and qpdf. The pictures are the
quadrants of Fixture.swift; nobody's document is in them.
"""
import io
import os
import pathlib
import subprocess
import tarfile
import tempfile
import zipfile

import pillow_heif
from PIL import Image

FIXTURES = pathlib.Path(__file__).parent / "Fixtures"
JPEG = (FIXTURES / "gray.jpg").read_bytes()
PNG = (FIXTURES / "rgb8.png").read_bytes()
FILES = {
    "a/2.jpg": JPEG, "a/10.png": PNG, "notes.txt": b"no picture", ".hidden.jpg": JPEG, "__MACOSX/a/2.jpg": JPEG,
    "./b/\u00fcber.PNG": PNG,
}


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def quadrants(size, colors):
    image = Image.new("RGBA" if len(colors[0]) == 4 else "RGB", size)
    width, height = size[0] // 2, size[1] // 2
    for index, color in enumerate(colors):
        image.paste(color, (index % 2 * width, index // 2 * height, (index % 2 + 1) * width, (index // 2 + 1) * height))
    return image


def zip_bytes(files, method=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return target.getvalue()


def tar_bytes(files, mode="w", members=()):
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode, format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in members:
            archive.addfile(info)
    return target.getvalue()


def member(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def archives():
    write("pictures.zip", zip_bytes(FILES))
    write("stored.zip", zip_bytes(FILES, zipfile.ZIP_STORED))
    for ending in ["", ".gz", ".bz2", ".xz"]:
        write("pictures.tar" + ending, tar_bytes(FILES, "w:" + ending[1:] if ending else "w"))
    write("pictures.tar.zst", subprocess.run(["zstd", "-c"], input=tar_bytes(FILES), stdout=subprocess.PIPE).stdout)
    inner = zip_bytes({"gray.jpg": JPEG})
    write("nested.tar", tar_bytes({"first.jpg": JPEG, "in/inner.zip": inner, "last.png": PNG}))
    deep = inner
    for _ in range(4):
        deep = zip_bytes({"deeper.zip": deep})
    write("deep.zip", deep)
    write("bomb.zip", zip_bytes({"bomb.png": bytes(4 << 20), "after.jpg": JPEG}))
    write("bomb.tar.gz", tar_bytes({"bomb.bin": bytes(4 << 20), "after.jpg": JPEG}, "w:gz"))
    write("many.zip", zip_bytes({f"{n}.txt": b"" for n in range(40)}))
    write("text.txt.gz", subprocess.run(["gzip", "-nc"], input=b"just a text\n" * 99, stdout=subprocess.PIPE).stdout)
    write("links.tar", tar_bytes({"real.jpg": JPEG}, members=[
        member("soft.jpg", tarfile.SYMTYPE, "/etc/passwd"), member("hard.jpg", tarfile.LNKTYPE, "real.jpg"),
        member("pipe.jpg", tarfile.FIFOTYPE), member("folder.jpg", tarfile.DIRTYPE)]))
    write("latin1.tar", latin1_tar())
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "secret.jpg").write_bytes(JPEG)
        pathlib.Path(folder, "open.jpg").write_bytes(JPEG)
        archive = str(FIXTURES / "locked.zip")
        pathlib.Path(archive).unlink(missing_ok=True)
        here = os.getcwd()
        os.chdir(folder)
        run("zip", "-q", "-P", "utopia", archive, "secret.jpg")
        run("zip", "-q", archive, "open.jpg")
        os.chdir(here)


def latin1_tar():
    """An old archive, whose names are in the characters of its time."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT, encoding="latin-1") as archive:
        for name in ["caf\u00e9.jpg", "b.jpg"]:
            info = tarfile.TarInfo(name)
            info.size = len(JPEG)
            archive.addfile(info, io.BytesIO(JPEG))
    return target.getvalue()


def restarts():
    """A JPEG file with a restart marker after every second block."""
    picture = quadrants((32, 16), [(gray,) * 3 for gray in (0, 90, 170, 255)]).convert("L")
    picture.save(FIXTURES / "restart.jpg", quality=90, restart_marker_blocks=2)


def inks():
    """A JPEG file of four inks, without the marker of Adobe's programs and so not inverted, as Pillow writes them."""
    colors = [(0, 255, 255, 0), (255, 0, 255, 0), (0, 0, 0, 255), (0, 0, 0, 0)]
    picture = Image.new("CMYK", (32, 16))
    for index, color in enumerate(colors):
        inverted = tuple(255 - ink for ink in color)
        picture.paste(inverted, (index % 2 * 16, index // 2 * 8, (index % 2 + 1) * 16, (index // 2 + 1) * 8))
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=95, subsampling=0)
    data = target.getvalue()
    marker = data.index(b"\xff\xee")
    write("inks.jpg", data[:marker] + data[marker + 2 + int.from_bytes(data[marker + 2:marker + 4], "big"):])


def transparent():
    """A JPEG 2000 file whose upper half is there, and not to be seen."""
    colors = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 255), (255, 255, 255, 255)]
    quadrants((32, 16), colors).save(FIXTURES / "transparent.jp2", irreversible=False)


def heif():
    pillow_heif.register_heif_opener()
    colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
    picture = quadrants((64, 32), colors)
    picture.save(FIXTURES / "color.heic", quality=90)
    grays = [(0, 0, 0), (90, 90, 90), (170, 170, 170), (255, 255, 255)]
    quadrants((64, 32), grays).convert("L").save(FIXTURES / "gray.heic", quality=90)
    turned = picture.getexif()
    turned[274] = 6
    picture.save(FIXTURES / "turned.heic", quality=90, exif=turned.tobytes())
    quadrants((64, 32), [c + (255 if n != 2 else 0,) for n, c in enumerate(colors)]).save(
        FIXTURES / "alpha.heic", quality=90)
    two = pillow_heif.HeifFile()
    two.add_frombytes("RGB", (16, 16), bytes(16 * 16 * 3))
    two.add_frombytes("RGB", picture.size, picture.tobytes())
    two.save(FIXTURES / "second-is-primary.heic", quality=90, primary_index=1)
    with tempfile.NamedTemporaryFile(suffix=".png") as png:
        quadrants((64, 32), grays).save(png.name)
        run("heif-enc", "-A", "-q", "90", png.name, "-o", str(FIXTURES / "gray.avif"))


def tiffs():
    """What libtiff reads and Leptonica does not: tiles, a plane for each colour, BigTIFF."""
    tiles = ["-t", "-w", "16", "-l", "16"]
    with tempfile.TemporaryDirectory() as folder:
        alpha = pathlib.Path(folder, "alpha.tif")
        colors = [(255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 128), (0, 0, 0, 0)]
        quadrants((32, 16), colors).save(alpha)
        for name, options, source in [
                ("tiles.tif", [*tiles, "-c", "lzw"], FIXTURES / "lzw.tif"),
                ("tiles-gray.tif", [*tiles, "-c", "none"], f"{FIXTURES}/pages.tif,0"),
                ("tiles-bilevel.tif", [*tiles, "-c", "g4"], FIXTURES / "group4.tif"),
                ("tiles-alpha.tif", [*tiles, "-c", "zip"], alpha),
                ("planes.tif", ["-p", "separate", "-c", "zip"], FIXTURES / "lzw.tif"),
                ("big.tif", ["-8"], FIXTURES / "pages.tif"),
                ("big-tiles.tif", ["-8", "-B", *tiles, "-c", "zip"], FIXTURES / "lzw.tif")]:
            run("tiffcp", *options, source, FIXTURES / name)


def locked_pdf():
    page = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n" \
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 36]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    with tempfile.TemporaryDirectory() as folder:
        plain = pathlib.Path(folder, "plain.pdf")
        plain.write_bytes(page)
        # 3 is a warning: qpdf has made up the cross-reference table that is missing.
        for name, password in [("locked.pdf", "utopia"), ("owned.pdf", "")]:
            status = subprocess.run(
                ["qpdf", "--encrypt", password, "owner", "256", "--", plain, FIXTURES / name],
                stderr=subprocess.DEVNULL).returncode
            assert status in (0, 3), status


def write(name, data):
    (FIXTURES / name).write_bytes(data)


if __name__ == "__main__":
    archives()
    heif()
    restarts()
    inks()
    transparent()
    tiffs()
    locked_pdf()
