"""Turns a trained network of E's kind into a one-dimensional one: python unfold.py MODEL EMPTY_CHECKPOINT OUT.lstm

E looks at 4 x 4 blocks through a 3 x 3 convolution that shares its weights between the eight rows of blocks, and stacks
the rows. The same sum is one matrix over the pixels of three neighbouring columns of blocks. Tesseract spends more time
on the indices of a two-dimensional input than on multiplying, so that the larger matrix is faster.

MODEL, with float weights, is of [1,32,0,1 S4,4 Ct3,3,32 S8,1 Ct1,1,64 Lfx64 Lrx64 Lfx96 O1c38]: a checkpoint without "_checkpoint", or a traineddata file;
EMPTY_CHECKPOINT of [1,1,0,32 S1,STEP Ct1,3,256 Ct1,1,64 Lfx64 Lrx64 Lfx96 O1c38], of which only the form is taken.
With STEP 4 the result reads as the original does. With STEP 5 the same features are taken every 5 pixels: a start for
training, four steps to a character instead of five.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

from average import spans
from evaluate import convert

BLOCK, ROWS, FEATURES, REACH = 4, 8, 32, 3
HEIGHT = BLOCK * ROWS


def network(source, folder):
    model = os.path.join(folder, "m.traineddata")
    if source.endswith(".traineddata"):
        model = source
    else:
        convert(source, model, integer=False)
    subprocess.run(["combine_tessdata", "-e", model, os.path.join(folder, "m.lstm")], check=True, capture_output=True)
    with open(os.path.join(folder, "m.lstm"), "rb") as file:
        return file.read()


def matrices(data):
    """(offset, outputs x inputs + 1 matrix) of every layer; the last column is the bias."""
    found = []
    for offset, count in spans(data):
        rows, columns = np.frombuffer(data, np.uint32, 2, offset - 16)
        found.append((offset, np.frombuffer(data, np.float64, count, offset).reshape(rows, columns)))
    return found


def unfolded(convolution, step):
    """The convolution as a matrix over the pixels of three steps."""
    result = np.zeros((ROWS * FEATURES, REACH * step * HEIGHT + 1))
    # [feature, block column, block row, pixel column, pixel row] of the blocks that one output sees
    kernel = convolution[:, :-1].reshape(FEATURES, REACH, REACH, BLOCK, BLOCK)
    target = result[:, :-1].reshape(ROWS, FEATURES, REACH * step, HEIGHT)
    left = (REACH * step - REACH * BLOCK) // 2
    for row in range(ROWS):
        for dx in range(REACH):
            for dy in range(REACH):
                at = row + dy - 1
                if 0 <= at < ROWS:
                    x = left + dx * BLOCK
                    target[row, :, x:x + BLOCK, at * BLOCK:(at + 1) * BLOCK] = kernel[:, dx, dy]
    result[:, -1] = np.tile(convolution[:, -1], ROWS)
    return result


def main():
    source, empty, out = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        old = [m for _, m in matrices(network(source, folder))]
        data = bytearray(network(empty, folder))
    new = matrices(bytes(data))
    step = (new[0][1].shape[1] - 1) // (REACH * HEIGHT)
    old[0] = unfolded(old[0], step)
    for (offset, shape), weights in zip(new, old, strict=True):
        if shape.shape != weights.shape:
            raise ValueError(f"a layer has {weights.shape} weights, not {shape.shape}")
        data[offset:offset + 8 * weights.size] = np.ascontiguousarray(weights).tobytes()
    with open(out, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
