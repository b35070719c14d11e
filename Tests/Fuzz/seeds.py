#!/usr/bin/env python3
"""Writes the seeds of the fuzzers into Tests/Fuzz/corpus: small valid inputs, from the fixtures and by hand.

    Tests/Fuzz/seeds.py
"""

import json
import struct
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
CORPUS = TESTS / "Fuzz" / "corpus"
FIXTURES = TESTS / "ImageDecodingTests" / "Fixtures"
# ICAO Doc 9303's own invented people.
TD3 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"
TD1 = "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"
LONG = "I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN<<<<<<<<<"
MESSAGES = [
    '\0{"type":"request","version":1,"id":"a","domain":"camera","method":"scanMRZ","params":{"documentType":"p"}}\n'
    '{"type":"request","version":1,"id":"b","domain":"secureStorage","method":"get","params":{"key":"k"}}',
    '\1{"action":"camera.document","correlationId":"c","payload":{"countryCode":"UTO"}}\n{"action":"capabilities"}',
    '\2{"method":"initialize","params":{"clientKey":"k"}}\n'
    '{"method":"startDynamicJourney","params":{"journeyDefinitionId":"d"}}\n'
    '{"method":"startStepFromFileUpload","params":{"stepId":"visa","data":"AAAA"}}',
    '\3{"name":"ocr","refId":"r","documentType":"passport"}\n{"type":"log","arguments":["x",{"y":[1.5e3,null,true]}]}',
]
REQUESTS = [
    "\0\x40GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\nGET / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n",
    "\0\x10POST /scan HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 4\r\n\r\nabcd",
    "\0\x80POST /scan HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
    "\0\x20GET /preview.mjpg HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nOrigin: http://evil.example\r\n\r\n",
]
FRAMES = [b"\x81\x85\0\0\0\0hello", b"\x89\x82\0\0\0\0hi", b"\x01\x81\0\0\0\0a\x80\x81\0\0\0\0b", b"\x88\x82\0\0\0\0\x03\xe8",
          b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0"]
POPPLER = """Pages:          2
Page    1 size: 595.276 x 841.89 pts (A4)
Page    1 rot:  0
Page    2 size: 612 x 792 pts (letter)
Page    2 rot:  90
"""
IMAGES = """page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
--------------------------------------------------------------------------------------------
   1     0 image    1275  1650  rgb     3   8  jpeg   no         7  0   150   150  123K 2.0%
"""


def save(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode("latin-1") if isinstance(content, str) else content)


def tiff(entries):
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    return head + b"".join(struct.pack("<HHIHH", tag, 3, 1, value, 0) for tag, value in entries) + b"\0\0\0\0"


def model(characters=3, stacked=0):
    """The smallest network: one line of input; and so many layers that stack 64 x 64 cells of the one before."""
    def text(value):
        return struct.pack("<I", len(value)) + value.encode()

    def head(kind, inputs, outputs):
        return b"\0" + text(kind) + b"\0\0" + struct.pack("<iiii", 0, inputs, outputs, 0) + text("")

    network = head("Series", 1, 2) + struct.pack("<I", 1 + stacked) + head("Input", 1, 1)
    network += struct.pack("<iiiii", 1, 36, 0, 1, 0)
    network += (head("Reconfig", 1, 1) + struct.pack("<ii", 64, 64)) * stacked
    parts = {17: network, 21: b"%d\nNULL 0\n< 0\nA 0\n" % characters, 22: b"\0" * 16}
    place, table, body = 4 + 8 * 23, [], b""
    for number in range(23):
        table.append(place + len(body) if number in parts else -1)
        body += parts.get(number, b"")
    return struct.pack("<i", 23) + b"".join(struct.pack("<q", offset) for offset in table) + body


def chips():
    """Files and answers of the rig's chips, all of whose random numbers are new in each run. Needs python3-cryptography."""
    sys.path.insert(0, str(TESTS / "ChipRig"))
    from card import load

    # In the order of ChipFile.allCases.
    order = [0x0101, 0x0102, 0x0107, 0x010B, 0x010C, 0x010D, 0x010E, 0x010F, 0x0110, 0x011E, 0x011D]
    card = load("bac-aa-rsa", groups=[7, 11, 12, 13, 16], face="jp2", pace=[["ECDH-GM-AES-128", 13]], seed=1)
    for place, identifier in enumerate(order):
        content = bytes([place]) + card.files[identifier]
        if len(content) <= 8192:
            save("chip-files", f"{identifier:04x}", content)
        save("chip-tlv", f"{identifier:04x}", card.files[identifier][:4096])
    save("chip-tlv", "card-access", card.master[0x011C])
    save("chip-sod", "sod", card.files[0x011D])
    save("chip-sod", "ber", load("sod-ber").files[0x011D])
    save("chip-sod", "authority", card.authority.csca)
    save("chip-sod", "revoked", card.authority.crl([card.authority.serial]))
    save("chip-sod", "master-list", card.authority.master_list())
    for cipher in range(4):
        save("chip-answers", f"status-{cipher}", bytes([cipher]) + bytes.fromhex("99029000"))
        save("chip-answers", f"data-{cipher}",
             bytes([cipher]) + bytes.fromhex("871101" + "A5" * 16 + "99029000"))
    for name, settings in (("open", {"face": None}), ("bac", {"face": None}), ("pace", {"face": None})):
        card = load(name, seed=1, **settings)
        answers = []

        def send(command):
            answers.append(card.transmit(command))
            return answers[-1]

        # As the reader begins: EF.CardAccess, PACE or the application, then file after file by short identifiers.
        for command in ("00A4000C023F00", "00A4020C02011C", "00B00000DF"):
            if not (name != "pace" and command[:4] == "00B0"):
                send(bytes.fromhex(command))
        if name == "pace":
            for command in ("0022C1A40F800A04007F00070202040202830101", "10860000027C0000"):
                send(bytes.fromhex(command))
        else:
            for command in ("00A4040C07A0000002471001", "00B09E0008", "0084000008"):
                if not (name == "open" and command[:4] == "0084"):
                    send(bytes.fromhex(command))
            if name == "open":
                for sfi in (0x1E, 0x01, 0x1D, 0x0B, 0x0C):
                    at, size = 0, 1 << 16
                    while at < size:
                        answer = send(bytes([0, 0xB0, 0x80 | sfi if at == 0 else at >> 8, at & 0xFF, 0xDF]))
                        if at == 0:
                            size = 4 + int.from_bytes(answer[2:4], "big") if answer[1] == 0x82 else len(answer) - 2
                        at += max(1, len(answer) - 2)
        save("chip-card", name, b"\0" + b"".join(struct.pack(">H", len(a)) + a for a in answers))


def main():
    for name, document in {"td3": TD3, "td1": TD1, "long": LONG}.items():
        # The text comes after a byte that is no format.
        save("mrz", name, b"\x08" + document.encode())
    for number in range(8):
        save("mrz", f"printed-{number}", bytes([number]) + bytes(range(40, 160)))
    save("glyphs", "sure", bytes([1, 2, 0]) + bytes((37 + 3 * i) % 37 for i in range(90)))
    save("glyphs", "hostile", bytes([2, 0, 1]) + bytes((7 * i) % 251 for i in range(800)))
    save("json", "values", '{"a":[1,-2.5e3,true,null,"\\u00e9\\n"],"b":{"c":1e-7}}')
    save("labels", "two", '{"image":"a.jpg","lines":["A<"],"format":"TD3"}\n{"image":"b.jpg","page":2,"lines":[]}\n')
    for number, text in enumerate(MESSAGES):
        save("bridge", str(number), text)
    for number, text in enumerate(REQUESTS):
        save("http", str(number), text)
    for number, frame in enumerate(FRAMES):
        save("http", f"frame-{number}", b"\x01\x07" + frame)
    save("form", "file", "\x0c; boundary=xy--xy\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\nabc\r\n--xy--\r\n")
    save("poppler", "info", POPPLER)
    save("poppler", "images", IMAGES)
    save("exif", "turned", tiff([(274, 6)]))
    save("model", "small", model())
    save("model", "no-characters", model(characters=0))
    save("model", "stacked", model(stacked=12))
    chips()
    # The fuzzer of HEIF files leaves AV1 out.
    small = sorted(path for path in FIXTURES.iterdir() if path.stat().st_size <= 4096 and path.suffix != ".avif")
    for path in small:
        ending = path.suffix[1:]
        if ending in ("jpg", "png", "tif", "webp", "gif", "bmp", "jp2", "j2k", "pnm", "pgm", "pbm"):
            save("headers", path.name, path.read_bytes()[:2048])
        kinds = {"jpg": "jpeg", "heic": "heif", "pdf": "pdf", "zip": "archive", "tar": "archive",
                 "gz": "archive", "bz2": "archive", "xz": "archive", "zst": "archive"}
        target = kinds.get(ending, "pictures")
        save(target, path.name, path.read_bytes())


if __name__ == "__main__":
    main()
