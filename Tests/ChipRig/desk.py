#!/usr/bin/env python3
"""Plays one chip after another for the tests: a line in, a line out.

    load NAME {"setting": value}   lays a card of that profile on the desk; the answer is JSON: what opens it, what proves it
    file NUMBER                    what stands in a file of the application, in hexadecimal
    reset                          power; a card that has left is back
    hexadecimal                    a command APDU; the answer is the response APDU, or `removed`

No card takes any time here, whatever its profile says.
"""
import json
import sys

from card import load
from emrtd.card import Removed


def facts(card):
    authority = card.authority
    key, successor = authority.successor()
    return {
        "mrz": card.lines, "information": card.information, "can": card.profile["can"], "atr": card.atr.hex(),
        "csca": authority.csca.hex(), "dsc": authority.dsc.hex(), "masterList": authority.master_list().hex(),
        "crl": authority.crl().hex(), "crlRevoked": authority.crl([authority.serial]).hex(),
        "cscaNext": successor.hex(), "crlNext": authority.crl(key=key).hex(),
        "crlNextRevoked": authority.crl([authority.serial], key).hex(), "crlPartial": authority.crl(partial=True).hex(),
        "extended": card.profile["extended"],
    }


def main():
    card = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "load":
            name, _, changes = rest.partition(" ")
            card = load(name, **json.loads(changes or "{}"))
            card.sleep = lambda seconds: None
            answer = json.dumps(facts(card))
        elif word == "file":
            answer = card.files[int(rest)].hex()
        elif word == "reset":
            card.reset()
            card.profile["remove_after"] = 0
            answer = "ok"
        else:
            try:
                answer = card.transmit(bytes.fromhex(word)).hex()
            except Removed:
                answer = "removed"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
