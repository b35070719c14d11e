"""Structurally true MRZ lines with invented holders, and strings that teach glyphs rather than language.

Layouts follow ICAO Doc 9303 parts 4 to 7 (TD3, TD1, TD2, MRV-A and MRV-B), the French identity card of
1994 (two lines of 36), the French driving licence (one line of 30) and the Swiss one (9 + 30 + 30).
All functions take a `random.Random`, so a text is a function of its seed.
"""
import random
import string

from words import CODES, FREQUENT_CODES, GIVEN_NAMES, SURNAMES

LETTERS, DIGITS = string.ascii_uppercase, string.digits
ALPHABET = LETTERS + DIGITS + "<"
_VALUES = {c: i for i, c in enumerate(DIGITS + LETTERS)} | {"<": 0}

# Groups whose glyphs are mistaken for one another.
LOOKALIKES = (
    "0O 0OQD DO0 1I 1IL I1L< 1L 5S 5S8 2Z 2Z7 8B 8B3 6G 6GC UV UVY VY MN MNWH MW NH KX KX< <C <K <L <4 <1 CG"
    " PFR EF PR 4A 7T 7TY Y7V B3 J1 JI J3 U0 0U VU DB QO0 0O 69 35 17 XY A4H"
).split()


def check_digit(text):
    """Doc 9303-3, 4.9: weights 7, 3, 1, modulo 10."""
    return str(sum(_VALUES[c] * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def draw(r, alphabet, count):
    return "".join(r.choice(alphabet) for _ in range(count))


def _invented_name(r):
    if r.random() < 0.5:
        return draw(r, LETTERS, r.randint(2, 12))
    syllables = (r.choice("BCDFGHJKLMNPQRSTVWXYZ") + r.choice("AEIOUY") + r.choice(["", "", "N", "R", "L", "S", "T"])
                 for _ in range(r.randint(2, 5)))
    return "".join(syllables)[:12]


def _name(r, words):
    # A third are inventions, so that the network cannot learn the lists by heart.
    return _invented_name(r) if r.random() < 0.34 else r.choice(words)


def names(r, width):
    text = _name(r, SURNAMES)
    if r.random() < 0.18:
        text += "<" + _name(r, SURNAMES)
    if r.random() < 0.96:
        text += "<<" + "<".join(_name(r, GIVEN_NAMES) for _ in range(r.choice([1, 1, 1, 2, 2, 3])))
    return text[:width].ljust(width, "<")


def code(r):
    k = r.random()
    if k < 0.45:
        return r.choice(FREQUENT_CODES)
    return r.choice(CODES) if k < 0.93 else draw(r, LETTERS, 3)


def date(r, first, last):
    year = r.randint(first, last) % 100
    if r.random() < 0.01:
        return "%02d<<<<" % year
    return "%02d%02d%02d" % (year, r.randint(1, 12), r.randint(1, 31))


def number(r, width=9):
    """A document number. O and 0 both occur: issuers exist that print either."""
    k = r.random()
    if k < 0.28:
        text = draw(r, DIGITS, width)
    elif k < 0.46:
        text = draw(r, LETTERS, r.choice([1, 2, 3]))
        text += draw(r, DIGITS, width - len(text))
    elif k < 0.68:
        text = draw(r, LETTERS + DIGITS, width)
    elif k < 0.76:
        text = draw(r, "CFGHJKLMNPRTVWXYZ" + DIGITS, width)
    elif k < 0.82:
        text = draw(r, "O0OI1DQ" + LETTERS + DIGITS, width)
    else:
        text = draw(r, LETTERS, r.choice([0, 1, 2]))
        text += draw(r, DIGITS, r.choice([5, 6, 7]))
    return text[:width].ljust(width, "<")


def optional(r, width):
    k = r.random()
    if k < 0.4:
        return "<" * width
    alphabet = DIGITS if k < 0.66 else LETTERS + DIGITS if k < 0.9 else LETTERS + DIGITS + "O0O0"
    text = draw(r, alphabet, r.randint(1, width))
    if r.random() < 0.2:
        text = "".join(c if r.random() > 0.15 else "<" for c in text)
    return text.ljust(width, "<")


def sex(r):
    return r.choice("MMMMFFFF<X")


def _holder(r):
    issuer = code(r)
    return issuer, issuer if r.random() < 0.8 else code(r), date(r, 30, 126), date(r, 5, 40)


def td3(r):
    issuer, nationality, birth, expiry = _holder(r)
    kind = r.choice(["P<"] * 6 + ["PD", "PO", "PS", "PM", "PP", "PE", "PA", "PC", "PN", "PR", "P" + r.choice(LETTERS)])
    doc, personal = number(r), optional(r, 14)
    digit = check_digit(personal) if personal.strip("<") or r.random() < 0.5 else "<"
    line = (doc + check_digit(doc) + nationality + birth + check_digit(birth) + sex(r) + expiry + check_digit(expiry)
            + personal + digit)
    return [kind + issuer + names(r, 39), line + check_digit(line[:10] + line[13:20] + line[21:43])]


def td1(r):
    issuer, nationality, birth, expiry = _holder(r)
    kind = r.choice(["I<", "I<", "ID", "ID", "AC", "AR", "IR", "IT", "IP", "C<", "CR", "CA", "A<", "IX",
                     "I" + r.choice(LETTERS), "C" + r.choice(LETTERS + DIGITS), "A" + r.choice(LETTERS)])
    if r.random() < 0.08:  # Doc 9303-5, 4.2.4: a number of more than nine characters runs on into the optional data
        doc = draw(r, r.choice([DIGITS, LETTERS + DIGITS]), r.randint(10, 22))
        first = (kind + issuer + doc[:9] + "<" + doc[9:] + check_digit(doc) + "<").ljust(30, "<")[:30]
    else:
        doc = number(r)
        first = kind + issuer + doc + check_digit(doc) + optional(r, 15)
    second = (birth + check_digit(birth) + sex(r) + expiry + check_digit(expiry) + nationality + optional(r, 11))
    return [first, second + check_digit(first[5:30] + second[:7] + second[8:15] + second[18:29]), names(r, 30)]


def td2(r):
    issuer, nationality, birth, expiry = _holder(r)
    kind = r.choice(["I<", "ID", "IP", "AC", "P<", "IR", "C<", "A<"])
    doc = number(r)
    line = (doc + check_digit(doc) + nationality + birth + check_digit(birth) + sex(r) + expiry + check_digit(expiry)
            + optional(r, 7))
    return [kind + issuer + names(r, 31), line + check_digit(line[:10] + line[13:20] + line[21:35])]


def french_identity_card(r):
    office = draw(r, DIGITS, 6) if r.random() < 0.6 else draw(r, DIGITS, 3) + "<<<"
    first = "IDFRA" + _name(r, SURNAMES)[:25].ljust(25, "<") + office
    doc = draw(r, DIGITS, 12) if r.random() < 0.8 else draw(r, DIGITS, 4) + draw(r, LETTERS, 3) + draw(r, DIGITS, 5)
    given = "<<".join(_name(r, GIVEN_NAMES) for _ in range(r.choice([1, 2, 2, 3])))[:14].ljust(14, "<")
    birth = date(r, 30, 106)
    line = doc + check_digit(doc) + given + birth + check_digit(birth) + r.choice("MF")
    return [first, line + check_digit(first + line)]


def visa(r, width):
    issuer, nationality, birth, expiry = _holder(r)
    kind = r.choice(["V<", "V<", "VC", "VN", "VA", "VB", "VR", "V" + r.choice(LETTERS)])
    doc = number(r)
    line = doc + check_digit(doc) + nationality + birth + check_digit(birth) + sex(r) + expiry + check_digit(expiry)
    return [kind + issuer + names(r, width - 5), line + optional(r, width - 28)]


def french_driving_licence(r):
    doc = draw(r, DIGITS, 2) + draw(r, LETTERS, 2) + draw(r, DIGITS, 5)
    line = "D1FRA" + doc + check_digit(doc) + date(r, 20, 45) + _name(r, SURNAMES)[:8].ljust(8, "<")
    return [line + check_digit(line)]


def swiss_driving_licence(r):
    first = draw(r, LETTERS, 3) + draw(r, DIGITS, 3) + r.choice("DFIR") + "<<"
    second = "FACHE" + draw(r, DIGITS, 12) + "<<" + date(r, 30, 106)
    return [first, second.ljust(30, "<")[:30], names(r, 30)]


def document(r):
    """The lines of one invented document."""
    k = r.random()
    if k < 0.34:
        return td3(r)
    if k < 0.62:
        return td1(r)
    if k < 0.72:
        return td2(r)
    if k < 0.76:
        return french_identity_card(r)
    if k < 0.94:
        return visa(r, 44 if k < 0.87 else 36)
    return french_driving_licence(r) if k < 0.97 else swiss_driving_licence(r)


def filler_runs(r, width):
    """Runs of fillers of any length between short words, so that their count is learnt."""
    text = draw(r, ALPHABET, r.randint(0, 6))
    while len(text) < width:
        text += "<" * r.randint(1, min(39, max(1, width - len(text)))) + draw(r, LETTERS + DIGITS, r.randint(0, 4))
    return text[:width]


def glyph_string(r, width):
    """A string without structure: uniform, or thick with characters that look alike."""
    k = r.random()
    if k < 0.35:
        return draw(r, ALPHABET, width)
    if k < 0.45:
        return draw(r, DIGITS, width)
    if k < 0.55:
        return draw(r, LETTERS, width)
    return draw(r, r.choice(LOOKALIKES) * 5 + r.choice(LOOKALIKES) * 5 + ALPHABET, width)


def line(r):
    """One line for training: two thirds documents, the rest parts of them, glyph strings and filler runs."""
    k = r.random()
    if k < 0.66:
        return r.choice(document(r))
    if k < 0.73:
        text = r.choice(document(r))
        start = r.randint(0, len(text) - 6)
        return text[start:start + r.randint(6, len(text) - start)]
    width = r.choice([30, 36, 44, r.randint(4, 28), r.randint(4, 44)])
    return glyph_string(r, width) if k < 0.93 else filler_runs(r, width)


def short(r, low, high):
    """A short string for the first stages of the curriculum."""
    width = r.randint(low, high)
    if r.random() < 0.6:
        return glyph_string(r, width)
    text = r.choice([t for t in document(r) if len(t) >= width] or ["<" * width])
    start = r.randint(0, len(text) - width)
    return text[start:start + width]
