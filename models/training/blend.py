"""The mean of the weights of networks of one form: python blend.py OUT.traineddata MODEL MODEL ...

MODELs are traineddata files of one training, such as two runs of which the second began with the first (learn.py): what
both learnt stays, what each made of its own last lines is halved. OUT has float weights.
"""
import sys

import tessnet


def blend(models):
    states = [model.state_dict() for model in models]
    models[0].load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    return models[0]


if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    tessnet.save(blend([tessnet.load(path) for path in paths]), out, integer=False)
