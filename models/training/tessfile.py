"""Tesseract's model files, byte by byte: what `tessnet.py` makes a network of, and writes back.

A `traineddata` file is a table of offsets and its components; the network is component 17, `lstm`. Layouts:
`ccutil/tessdatamanager.cpp`, `lstm/network.cpp`, `lstm/weightmatrix.cpp` and `lstm/lstmrecognizer.cpp` of Tesseract 5.
"""
import struct
from dataclasses import dataclass, field

import numpy as np

NETWORK, CHARACTERS, RECODER = 17, 21, 22
INT8, ADAM, DOUBLE = 1, 4, 128              # flags of a weight matrix
INT_MODE = 1                                # flag of a recogniser: all its weights are 8-bit
OWN_RATES = 64                              # flag of a series: learning rates of its layers follow
NUMBERS = {"Input": 5, "Reconfig": 2, "Convolve": 2, "LSTM": 1, "SummLSTM": 1}
MATRICES = {"Tanh": 1, "Relu": 1, "Logistic": 1, "Linear": 1, "Softmax": 1, "LSTM": 4, "SummLSTM": 4}
CONTAINERS = ("Series", "RTLReversed", "XYTranspose")


@dataclass
class Layer:
    kind: str
    flags: int
    inputs: int
    outputs: int
    name: str
    numbers: list = field(default_factory=list)     # what a layer of this kind states besides
    matrices: list = field(default_factory=list)    # outputs x (inputs + 1), the biases last
    layers: list = field(default_factory=list)

    def weights(self):
        return sum(m.size for m in self.matrices) + sum(layer.weights() for layer in self.layers)


@dataclass
class Network:
    root: Layer
    spec: str
    flags: int
    iterations: tuple       # of training, of samples
    blank: int
    rates: tuple            # Adam's beta, learning rate, momentum


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values if len(values) > 1 else values[0]

    def string(self):
        return self.take(f"{self.take('I')}s").decode()

    def array(self, kind, count):
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found


def components(data):
    """The parts of a traineddata file by number."""
    count, = struct.unpack_from("<i", data)
    offsets = struct.unpack_from(f"<{count}q", data, 4)
    ends = sorted(o for o in offsets if o >= 0)[1:] + [len(data)]
    starts = sorted((o, i) for i, o in enumerate(offsets) if o >= 0)
    return count, {i: data[o:end] for (o, i), end in zip(starts, ends)}


def assembled(count, parts):
    """The bytes of a traineddata file of these parts."""
    at, offsets = 4 + 8 * count, [-1] * count
    for i in sorted(parts):
        offsets[i] = at
        at += len(parts[i])
    return struct.pack(f"<i{count}q", count, *offsets) + b"".join(parts[i] for i in sorted(parts))


def classes(parts):
    """The character of every class that stands for one."""
    lines = parts[CHARACTERS].decode().split("\n")
    names = [line.split(" ")[0] for line in lines[1:int(lines[0]) + 1]]
    cursor, found = Cursor(parts[RECODER]), {}
    for name in names[:cursor.take("I")]:
        _, length = cursor.take("bi")
        code = [cursor.take("i") for _ in range(length)]
        if len(name) == 1 and length == 1:
            found[code[0]] = name
    return found


def _matrix(cursor):
    mode = cursor.take("B")
    if not mode & DOUBLE:
        raise ValueError("weights of Tesseract before version 4")
    rows, columns = cursor.take("II")
    if mode & INT8:
        cursor.take("b")
        values = cursor.array(np.int8, rows * columns).reshape(rows, columns)
        scales = cursor.array(np.float64, cursor.take("I"))
        return values * scales[:rows, None]
    cursor.take("d")
    return cursor.array(np.float64, rows * columns).reshape(rows, columns).copy()


def _layer(cursor):
    if cursor.take("b"):
        raise ValueError("a layer of Tesseract before version 4")
    kind = cursor.string()
    if cursor.take("2b")[0]:
        raise ValueError("this is a checkpoint of training; convert it with lstmtraining --stop_training")
    flags, inputs, outputs, _ = cursor.take("4i")
    layer = Layer(kind, flags, inputs, outputs, cursor.string())
    if kind in CONTAINERS:
        layer.layers = [_layer(cursor) for _ in range(cursor.take("I"))]
        if flags & OWN_RATES:
            cursor.array(np.float32, cursor.take("I"))
    elif kind in NUMBERS or kind in MATRICES:
        layer.numbers = [cursor.take("i") for _ in range(NUMBERS.get(kind, 0))]
        layer.matrices = [_matrix(cursor) for _ in range(MATRICES.get(kind, 0))]
    else:
        raise ValueError(f"unknown layer {kind}")
    return layer


def parse(data):
    cursor = Cursor(data)
    network = Network(_layer(cursor), cursor.string(), cursor.take("i"), cursor.take("2i"), cursor.take("i"),
                      cursor.take("3f"))
    if cursor.at != len(data):
        raise ValueError(f"{len(data) - cursor.at} bytes behind the network")
    return network


def _text(text):
    return struct.pack("<I", len(text)) + text.encode()


def quantised(matrix):
    """8-bit weights and what each row of them is to be multiplied by, as `WeightMatrix::ConvertToInt` makes them."""
    most = np.abs(matrix).max(axis=1, keepdims=True) / 127
    return np.rint(matrix / np.where(most == 0, 1, most)).astype(np.int8), most[:, 0]


def _stored(matrix, integer):
    shape = struct.pack("<II", *matrix.shape)
    if not integer:
        return struct.pack("<B", DOUBLE) + shape + struct.pack("<d", 0) + matrix.astype("<f8").tobytes()
    values, scales = quantised(matrix)
    return (struct.pack("<B", DOUBLE | INT8) + shape + b"\0" + values.tobytes()
            + struct.pack("<I", scales.size) + scales.astype("<f8").tobytes())


def _written(layer, integer):
    data = b"\0" + _text(layer.kind) + struct.pack(
        "<2b4i", 0, 0, layer.flags & ~OWN_RATES, layer.inputs, layer.outputs, layer.weights()) + _text(layer.name)
    if layer.kind in CONTAINERS:
        return data + struct.pack("<I", len(layer.layers)) + b"".join(_written(x, integer) for x in layer.layers)
    return (data + struct.pack(f"<{len(layer.numbers)}i", *layer.numbers)
            + b"".join(_stored(m, integer) for m in layer.matrices))


def serialised(network, integer):
    """The bytes of a network, with 8-bit weights or with numbers of double precision."""
    flags = network.flags | INT_MODE if integer else network.flags & ~INT_MODE
    return (_written(network.root, integer) + _text(network.spec)
            + struct.pack("<4i3f", flags, *network.iterations, network.blank, *network.rates))
