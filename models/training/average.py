"""Averages the weights of checkpoints of one network: python average.py OUT.traineddata [--float] PREFIX PREFIX ...

PREFIX_checkpoint is lstmtraining's file. Late checkpoints differ by the noise of updates from single lines; their
mean is usually better than any of them. OUT has 8-bit weights unless --float is given.
"""
import argparse
import os
import shutil
import struct
import subprocess
import tempfile

import numpy as np

from evaluate import convert

# A weight matrix in a float model: mode (double | Adam), rows, columns, an unused default, then doubles.
_MODE = b"\x84"


def spans(network):
    """(offset, count) of every weight matrix; raises if they do not add up to the count that the network states."""
    name_length, = struct.unpack_from("<I", network, 1)
    # After the type name: training and backpropagation flags, then flags, inputs, outputs and the number of weights.
    stated, = struct.unpack_from("<i", network, 5 + name_length + 2 + 12)
    found, at = [], 0
    while (at := network.find(_MODE, at)) >= 0:
        if at + 17 <= len(network):
            rows, columns = struct.unpack_from("<II", network, at + 1)
            count = rows * columns
            if 0 < rows < 4096 and 0 < columns < 4096 and network[at + 9:at + 17] == bytes(8) \
                    and at + 17 + 8 * count <= len(network):
                found.append((at + 17, count))
                at += 17 + 8 * count
                continue
        at += 1
    if sum(count for _, count in found) != stated:
        raise ValueError(f"weight matrices hold {sum(c for _, c in found)} weights, the network states {stated}")
    return found


def mean(networks, where):
    result = bytearray(networks[0])
    for offset, count in where:
        weights = [np.frombuffer(n, np.float64, count, offset) for n in networks]
        result[offset:offset + 8 * count] = np.mean(weights, axis=0).tobytes()
    return bytes(result)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out")
    p.add_argument("checkpoints", nargs="+")
    p.add_argument("--float", action="store_true")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        networks = []
        for i, checkpoint in enumerate(o.checkpoints):
            model = os.path.join(folder, f"{i}.traineddata")
            convert(checkpoint, model, integer=False)
            subprocess.run(["combine_tessdata", "-e", model, os.path.join(folder, f"{i}.lstm")], check=True,
                           capture_output=True)
            with open(os.path.join(folder, f"{i}.lstm"), "rb") as file:
                networks.append(file.read())
        averaged = os.path.join(folder, "mean.lstm")
        with open(averaged, "wb") as file:
            file.write(mean(networks, spans(networks[0])))
        model = os.path.join(folder, "0.traineddata")
        subprocess.run(["combine_tessdata", "-o", model, averaged], check=True, capture_output=True)
        if not o.float:
            subprocess.run(["combine_tessdata", "-c", model], check=True, capture_output=True)
        shutil.copy(model, o.out)


if __name__ == "__main__":
    main()
