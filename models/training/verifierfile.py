"""What `verifier.bin` holds: the networks of `verifier.py`, `comparer.py` and `surroundings.py`, and the discriminants of `alterations.py`."""
import struct
from typing import NamedTuple

MAGIC, VERSION = b"MRZV", 7


class Parts(NamedTuple):
    """The networks of each kind as `verifier.packed` gives them, and the discriminants as `alterations.packed` gives them."""
    verifying: list
    comparing: list = []
    surrounding: list = []
    discriminants: list = []


def filled(count, unit):
    """The next multiple of `unit`."""
    return -(-count // unit) * unit


def written(path, parts):
    """Magic, version, how many there are of each part, and the parts one after another."""
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<IIIII", VERSION, *map(len, parts)) + b"".join(each for part in parts for each in part))


def stored(path):
    """The `Parts` that were `written`."""
    with open(path, "rb") as file:
        data = file.read()
    magic, version, *counts = struct.unpack_from("<4sIIIII", data)
    assert (magic, version) == (MAGIC, VERSION), f"{path} is no verifier"
    at = 24
    parts = []
    for part, count in enumerate(counts):
        parts.append([])
        for _ in range(count):
            begin = at
            at = end_of_discriminant(data, at) if part == 3 else end_of_network(data, at)
            parts[-1].append(data[begin:at])
    return Parts(*parts)


def end_of_network(data, at):
    for _ in range(4):
        inputs, outputs = struct.unpack_from("<II", data, at)
        at += 8 + filled(outputs, 8) * (8 + 2 * filled(inputs, 2))
    return at


def end_of_discriminant(data, at):
    _, _, _, weights = struct.unpack_from("<IIII", data, at)
    return at + 20 + 4 * weights
