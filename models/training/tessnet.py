"""A Tesseract network as a torch module: `load` reads a traineddata file, `save` writes one that Tesseract loads.

A picture is (lines, rows, columns, 1), dark about -1 and light about 1 (`levelled`); the module gives the logarithm of
the probability of every class at every step, (lines, steps, classes).
"""
import copy
import lzma

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import tessfile

ACTIVATIONS = {"Tanh": torch.tanh, "Relu": torch.relu, "Logistic": torch.sigmoid, "Linear": lambda x: x,
               "Softmax": lambda x: F.log_softmax(x, dim=-1)}
# torch has the gates in the order input, forget, cell, output; Tesseract has cell, input, forget, output.
GATES = (1, 2, 0, 3)


def levelled(strip):
    """A strip as the network sees it, by the quartiles of the extremes along its middle row (NetworkIO::FromPix)."""
    row = strip[strip.shape[0] // 2].astype(np.int32)
    before, here, after = row[:-2], row[1:-1], row[2:]
    dark = here[(here < before) & (here <= after) | (here <= before) & (here < after)]
    light = here[(here > before) & (here >= after) | (here >= before) & (here > after)]
    black = _quantile(dark, 0.25, 0.0)
    scale = 2 / (white - black) if (white := _quantile(light, 0.75, 255.0)) > black else 1.0
    return (strip.astype(np.float32) - np.float32(black)) * np.float32(scale) - 1


def _quantile(values, share, otherwise):
    if values.size == 0:
        return otherwise
    counts = np.bincount(values, minlength=256)
    sums = np.cumsum(counts)
    target = max(1.0, share * values.size)
    level = int(np.argmax(sums >= target))
    return level + 1 - (sums[level] - target) / counts[level]


class Stacking(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        self.width, self.height = width, height

    def forward(self, x):
        lines, rows, columns, depth = x.shape
        h, w = rows // self.height, columns // self.width
        x = x[:, :h * self.height, :w * self.width].reshape(lines, h, self.height, w, self.width, depth)
        return x.permute(0, 1, 3, 4, 2, 5).reshape(lines, h, w, -1)


class Dense(nn.Module):
    """A layer over every place and, where `reach` is given, its neighbours."""

    def __init__(self, matrix, kind, reach=(0, 0)):
        super().__init__()
        self.kind, self.reach = kind, reach
        self.linear = nn.Linear(matrix.shape[1] - 1, matrix.shape[0])
        with torch.no_grad():
            self.linear.weight.copy_(torch.from_numpy(matrix[:, :-1]))
            self.linear.bias.copy_(torch.from_numpy(matrix[:, -1]))

    def forward(self, x):
        across, down = self.reach
        if across or down:
            kernel = self.linear.weight.reshape(-1, 2 * across + 1, 2 * down + 1, x.shape[-1]).permute(0, 3, 2, 1)
            y = F.conv2d(x.permute(0, 3, 1, 2), kernel, self.linear.bias, padding=(down, across)).permute(0, 2, 3, 1)
        else:
            y = self.linear(x)
        return ACTIVATIONS[self.kind](y)

    def matrices(self):
        return [torch.cat([self.linear.weight, self.linear.bias[:, None]], 1).detach().double().numpy()]


class Memory(nn.Module):
    """Long short-term memory along the rows, rightwards or leftwards, or down the columns."""

    def __init__(self, gates, direction, summary):
        super().__init__()
        cells = gates[0].shape[0]
        self.inputs, self.direction, self.summary = gates[0].shape[1] - 1 - cells, direction, summary
        self.lstm = nn.LSTM(self.inputs, cells)
        all_gates = torch.from_numpy(np.concatenate([gates[i] for i in GATES])).float()
        with torch.no_grad():
            self.lstm.weight_ih_l0.copy_(all_gates[:, :self.inputs])
            self.lstm.weight_hh_l0.copy_(all_gates[:, self.inputs:-1])
            self.lstm.bias_ih_l0.copy_(all_gates[:, -1])
            self.lstm.bias_hh_l0.zero_()
        self.lstm.bias_hh_l0.requires_grad_(False)

    def forward(self, x):
        lines, rows, columns, depth = x.shape
        if self.direction == "down":
            steps = x.permute(1, 0, 2, 3).reshape(rows, lines * columns, depth)
        else:
            steps = x.permute(2, 0, 1, 3).reshape(columns, lines * rows, depth)
        if self.direction == "left":
            steps = steps.flip(0)
        y, _ = self.lstm(steps)
        if self.summary:
            y = y[-1:]
        if self.direction == "left":
            y = y.flip(0)
        if self.direction == "down":
            return y.reshape(-1, lines, columns, y.shape[-1]).permute(1, 0, 2, 3)
        return y.reshape(-1, lines, rows, y.shape[-1]).permute(1, 2, 0, 3)

    def matrices(self):
        lstm = self.lstm
        every = torch.cat([lstm.weight_ih_l0, lstm.weight_hh_l0, (lstm.bias_ih_l0 + lstm.bias_hh_l0)[:, None]], 1)
        parts = every.detach().double().numpy().reshape(4, -1, every.shape[1])
        return [parts[GATES.index(i)] for i in range(4)]


def _modules(layer, direction, found):
    """(module, layer of the file that holds its weights) in the order in which they act."""
    if layer.kind == "Reconfig":
        found.append((Stacking(*layer.numbers), None))
    elif layer.kind == "Convolve":
        found.append((tuple(layer.numbers), None))      # the layer behind looks at neighbours
    elif layer.kind in ("LSTM", "SummLSTM"):
        found.append((Memory(layer.matrices, direction, layer.kind == "SummLSTM"), layer))
    elif layer.matrices:
        reach = found.pop()[0] if found and isinstance(found[-1][0], tuple) else (0, 0)
        found.append((Dense(layer.matrices[0], layer.kind, reach), layer))
    turned = {"RTLReversed": "left", "XYTranspose": "down"}.get(layer.kind, direction)
    for child in layer.layers:
        _modules(child, turned, found)
    return found


class TessNet(nn.Module):
    def __init__(self, data):
        super().__init__()
        self.count, self.parts = tessfile.components(data)
        self.network = tessfile.parse(self.parts[tessfile.NETWORK])
        pairs = _modules(self.network.root, "right", [])
        self.layers = nn.Sequential(*(module for module, _ in pairs))
        self.homes = [home for _, home in pairs]
        self.blank = self.network.blank
        self.characters = tessfile.classes(self.parts)
        self.classes = {character: i for i, character in self.characters.items()}
        self.stride = int(np.prod([m.width for m in self.layers if isinstance(m, Stacking)]))

    def forward(self, x):
        return self.layers(x)[:, 0]

    def file(self, integer=True):
        """The bytes of a traineddata file with the weights as they are now."""
        for module, home in zip(self.layers, self.homes):
            if home is not None:
                home.matrices = module.matrices()
        network = copy.copy(self.network)
        parts = self.parts | {tessfile.NETWORK: tessfile.serialised(network, integer)}
        return tessfile.assembled(self.count, parts)

    def texts(self, scores):
        """The text of every line on its best path."""
        found = []
        for line in scores.argmax(-1).tolist():
            kept = [c for c, before in zip(line, [None] + line[:-1]) if c != before]
            found.append("".join(self.characters.get(c, "") for c in kept if c != self.blank))
        return found


def load(path):
    """The network of a traineddata file, which may be packed with xz."""
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as file:
        return TessNet(file.read())


def save(network, path, integer=True):
    data = network.file(integer)
    with open(path, "wb") as file:
        file.write(data)
