"""Trains a network in batches, with the places of the characters: python learn.py OUT MODEL --data KIND=WEIGHT ...

MODEL is a traineddata file with float or 8-bit weights; OUT a folder: `state.pt` (to go on when run again with the same
arguments), `log.jsonl` (scores), `last.traineddata` and `best.traineddata` (8-bit), both with `-float` weights too.

The loss is that of connectionist temporal classification plus, at every step near the middle of a character, the cross
entropy of that character and, at every step away from all of them, that of nothing at all. So characters are stated
where they stand, and beyond the ends of a line nothing is.
The weights that are scored and written are a running mean of the training's.
"""
import argparse
import glob
import json
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

import placed
import tessnet
from augment import CELL, damaged
from evaluate import ROOT, distance

NEAR, FAR = 0.5, 0.36       # a character's steps are this many steps from its middle; nothing stands this many cells off
POOL = 24                   # batches among which lines of like width are put together


def lines_of(kind, root):
    found = []
    for path in sorted(glob.glob(os.path.join(root, kind, "*.npz"))):
        found += placed.read(path)
    return found


def targets(middles, codes, steps, stride, blank):
    """The class wanted at every step; -100 where none is."""
    x = (np.arange(steps) + 0.5) * stride
    away = np.abs(x[:, None] - middles[None])
    wanted = np.where(away.min(axis=1) > FAR * CELL, blank, -100)
    near = away <= NEAR * stride
    for step, which in zip(*np.nonzero(near)):
        wanted[step] = codes[which]
    return wanted


def batch(lines, network, rng, augmented):
    """Pictures, texts as classes, their lengths, wanted classes of the steps; lines padded to the widest."""
    prepared = [damaged(rng, strip, middles) if augmented else (strip, middles) for strip, _, middles in lines]
    width = max(strip.shape[1] for strip, _ in prepared)
    steps = width // network.stride
    pictures = np.empty((len(lines), prepared[0][0].shape[0], width, 1), np.float32)
    wanted = np.full((len(lines), steps), -100)
    codes = [[network.classes[c] for c in text] for _, text, _ in lines]
    for i, (strip, middles) in enumerate(prepared):
        pictures[i, :, :, 0] = np.pad(tessnet.levelled(strip), ((0, 0), (0, width - strip.shape[1])), mode="edge")
        wanted[i] = targets(middles, codes[i], steps, network.stride, network.blank)
    return (torch.from_numpy(pictures), torch.tensor(sum(codes, [])), torch.tensor([len(c) for c in codes]),
            torch.from_numpy(wanted))


def loss_of(scores, texts, lengths, wanted, blank, share):
    lines, steps, classes = scores.shape
    whole = F.ctc_loss(scores.transpose(0, 1), texts, torch.full((lines,), steps), lengths, blank, reduction="none",
                       zero_infinity=True)
    flat, goal = scores.reshape(-1, classes), wanted.reshape(-1)
    each = F.nll_loss(flat, goal.clamp(min=0), reduction="none")
    places = goal >= 0
    empty = goal == blank
    by_place = each[places & ~empty].mean() + each[places & empty].mean()
    return (whole / lengths).mean() + share * by_place


def in_cells(scores, middles, network):
    """For every character what stands alone nearest to its middle on the best path, or nothing."""
    classes = scores.argmax(-1).tolist()
    found, start = [""] * len(middles), 0
    for step in range(1, len(classes) + 1):
        if step == len(classes) or classes[step] != classes[start]:
            if classes[start] != network.blank:
                away = np.abs(middles - (start + step) / 2 * network.stride)
                nearest = int(away.argmin())
                if away[nearest] < 0.75 * CELL:
                    found[nearest] += network.characters.get(classes[start], "")
            start = step
    return found


@torch.no_grad()
def score(network, lines, size=32):
    """Exact lines, character errors and characters that are wrong in their cells, in percent."""
    exact = errors = wrong = total = 0
    order = sorted(range(len(lines)), key=lambda i: lines[i][0].shape[1])
    for start in range(0, len(order), size):
        chosen = [lines[i] for i in order[start:start + size]]
        for width in sorted({line[0].shape[1] for line in chosen}):
            same = [line for line in chosen if line[0].shape[1] == width]
            scores = network(batch(same, network, None, False)[0])
            for (_, text, middles), read, line in zip(same, network.texts(scores), scores):
                exact += read == text
                errors += distance(text, read)
                wrong += sum(a != b for a, b in zip(text, in_cells(line, middles, network)))
                total += len(text)
    return {"exact": 100 * exact / len(lines), "errors": 100 * errors / total, "misplaced": 100 * wrong / total}


class Lines:
    """Batches without end: kinds in their shares, lines of like width together, every line before any again."""

    def __init__(self, kinds, size, seed):
        self.kinds, self.size = kinds, size
        self.rng = np.random.default_rng(seed)
        self.orders = {kind: [] for kind in kinds}

    def pool(self):
        total = sum(share for _, share in self.kinds.values())
        found = []
        for kind, (lines, share) in self.kinds.items():
            for _ in range(round(self.size * POOL * share / total)):
                if not self.orders[kind]:
                    self.orders[kind] = self.rng.permutation(len(lines)).tolist()
                found.append(lines[self.orders[kind].pop()])
        found.sort(key=lambda line: line[0].shape[1] + self.rng.uniform(0, 30))
        batches = [found[i:i + self.size] for i in range(0, len(found), self.size)]
        return [batches[i] for i in self.rng.permutation(len(batches))]


def rate(step, o):
    """A short rise, then half a cosine to nothing."""
    if step < o.rise:
        return (step + 1) / o.rise
    return 0.5 * (1 + math.cos(math.pi * (step - o.rise) / max(1, o.steps - o.rise))) * 0.99 + 0.01


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out")
    p.add_argument("model")
    p.add_argument("--data", nargs="+", required=True, help="KIND=SHARE: folders of .npz files and how much of each")
    p.add_argument("--root", default=os.path.join(ROOT, "torch"))
    p.add_argument("--validation", nargs="+", default=["cut-validation", "full-validation"])
    p.add_argument("--steps", type=int, default=3000)
    p.add_argument("--size", type=int, default=32, help="lines of a batch")
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--rise", type=int, default=50)
    p.add_argument("--places", type=float, default=0.5, help="weight of the places in the loss")
    p.add_argument("--decay", type=float, default=0.01)
    p.add_argument("--mean", type=float, default=0.998, help="what the running mean keeps at every step")
    p.add_argument("--every", type=int, default=250, help="steps between scores")
    p.add_argument("--fresh", action="store_true", help="begin from random weights of the model's form")
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def fresh(network):
    """Random weights, the forget gates open."""
    for layer in network.layers:
        for name, weights in layer.named_parameters():
            if weights.dim() > 1:
                (torch.nn.init.orthogonal_ if "hh" in name else torch.nn.init.xavier_uniform_)(weights)
            else:
                torch.nn.init.zeros_(weights)
        if isinstance(layer, tessnet.Memory):
            cells = layer.lstm.hidden_size
            with torch.no_grad():
                layer.lstm.bias_ih_l0[cells:2 * cells] = 1


def main():
    o = options()
    torch.set_num_threads(1)
    torch.manual_seed(o.seed)
    os.makedirs(o.out, exist_ok=True)
    state_path = os.path.join(o.out, "state.pt")
    network, mean = tessnet.load(o.model), tessnet.load(o.model)
    if o.fresh:
        fresh(network)
        mean.load_state_dict(network.state_dict())
    weights = [w for w in network.parameters() if w.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=o.rate, betas=(0.9, 0.98), weight_decay=o.decay)
    kinds = {kind: (lines_of(kind, o.root), float(share)) for kind, share in (k.split("=") for k in o.data)}
    print({kind: len(lines) for kind, (lines, _) in kinds.items()}, flush=True)
    held = {kind: lines_of(kind, o.root) for kind in o.validation}
    step, best, spent = 0, math.inf, 0.0
    if os.path.exists(state_path):
        state = torch.load(state_path, weights_only=False)
        network.load_state_dict(state["network"])
        mean.load_state_dict(state["mean"])
        optimiser.load_state_dict(state["optimiser"])
        step, best, spent = state["step"], state["best"], state["spent"]
    source = Lines(kinds, o.size, [o.seed, step])
    rng = np.random.default_rng([o.seed, step, 1])
    waiting, losses, clock = [], [], time.process_time()
    while step < o.steps:
        waiting = waiting or source.pool()
        for group in optimiser.param_groups:
            group["lr"] = o.rate * rate(step, o)
        pictures, texts, lengths, wanted = batch(waiting.pop(), network, rng, True)
        loss = loss_of(network(pictures), texts, lengths, wanted, network.blank, o.places)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 2.0)
        optimiser.step()
        losses.append(loss.item())
        step += 1
        with torch.no_grad():
            keep = min(o.mean, step / (step + 10))
            for a, b in zip(mean.parameters(), network.parameters()):
                a.lerp_(b, 1 - keep)
        if step % o.every and step < o.steps:
            continue
        spent += time.process_time() - clock
        row = {"step": step, "lines": step * o.size, "cpu": round(spent), "loss": round(float(np.mean(losses)), 4)}
        row |= {kind: {k: round(v, 3) for k, v in score(mean, lines).items()} for kind, lines in held.items()}
        print(json.dumps(row), flush=True)
        with open(os.path.join(o.out, "log.jsonl"), "a") as file:
            file.write(json.dumps(row) + "\n")
        tessnet.save(mean, os.path.join(o.out, "last.traineddata"))
        tessnet.save(mean, os.path.join(o.out, "last-float.traineddata"), integer=False)
        reached = row[o.validation[0]]["misplaced"]
        if reached < best:
            best = reached
            tessnet.save(mean, os.path.join(o.out, "best.traineddata"))
            tessnet.save(mean, os.path.join(o.out, "best-float.traineddata"), integer=False)
        torch.save({"network": network.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(),
                    "step": step, "best": best, "spent": spent}, state_path + ".part")
        os.replace(state_path + ".part", state_path)
        losses, clock = [], time.process_time()


if __name__ == "__main__":
    main()
