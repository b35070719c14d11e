"""MRZ lines of every layout with their check digits (ICAO Doc 9303 parts 3 to 7 and three national layouts)."""

from dataclasses import dataclass

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"


@dataclass(frozen=True)
class Layout:
    """Lines of a format and the document that carries them. Lengths in millimetres."""

    columns: tuple[int, ...]
    width: float
    height: float
    line_pitch: float
    bottom: float  # centre of the lowest line above the lower edge of the document


LAYOUTS = {
    "TD1": Layout((30, 30, 30), 85.6, 53.98, 4.23, 6.9),
    "TD2": Layout((36, 36), 105.0, 74.0, 6.35, 9.4),
    "TD3": Layout((44, 44), 125.0, 88.0, 6.35, 9.4),
    "MRVA": Layout((44, 44), 120.0, 80.0, 6.35, 9.4),
    "MRVB": Layout((36, 36), 105.0, 74.0, 6.35, 9.4),
    "FRA-ID": Layout((36, 36), 105.0, 74.0, 6.35, 9.0),
    "FRA-DL": Layout((30,), 85.6, 53.98, 4.23, 6.2),
    "CHE-DL": Layout((9, 30, 30), 85.6, 53.98, 4.23, 6.6),
}
CHARACTER_PITCH = 2.54


@dataclass(frozen=True)
class Record:
    """What a document says, in MRZ characters except that spaces and hyphens may stand inside names."""

    code: str
    issuer: str
    primary: str
    secondary: str
    number: str
    nationality: str
    birth: str
    sex: str
    expiry: str
    optional: str = ""
    optional2: str = ""
    personal_digit_filler: bool = False  # TD3: `<` instead of `0` after an empty personal number
    department: str = "75"
    issued: str = "0901"
    language: str = "D"


def check_digit(text: str) -> str:
    """The 7-3-1 digit (part 3 clause 4.9)."""
    return str(sum(value(c) * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def value(character: str) -> int:
    return 0 if character == "<" else ALPHABET.index(character)


def fill(text: str, length: int) -> str:
    """Filled on the right, with everything outside the alphabet turned into fillers."""
    return "".join(c if c in ALPHABET else "<" for c in text)[:length].ljust(length, "<")


def name_field(primary: str, secondary: str, length: int) -> str:
    """Primary and secondary identifier, truncated so that the last position holds a letter (part 4 clause 4.2.3)."""
    first = fill(primary, len(primary)).split("<")
    rest = fill(secondary, len(secondary)).split("<") if secondary else []

    def joined() -> str:
        return "<".join(first) + ("<<" + "<".join(rest) if rest else "")

    if len(joined()) <= length:
        return joined().ljust(length, "<")
    while len("<".join(first)) > length - (3 if rest else 0):
        first[max(range(len(first)), key=lambda i: len(first[i]))] = max(first, key=len)[:-1]
    while joined()[length - 1] == "<":
        longest = max(range(len(first)), key=lambda i: len(first[i]))
        first[longest] = first[longest][:-1]
    return joined()[:length]


def lines(layout: str, r: Record) -> list[str]:
    """The printed lines of `r` in the layout named."""
    return {
        "TD1": td1,
        "TD2": td2,
        "TD3": td3,
        "MRVA": visa_a,
        "MRVB": visa_b,
        "FRA-ID": french_identity_card,
        "FRA-DL": french_licence,
        "CHE-DL": swiss_licence,
    }[layout](r)


def dated(text: str) -> str:
    return text + check_digit(text)


def td3(r: Record) -> list[str]:
    number, personal = dated(fill(r.number, 9)), fill(r.optional, 14)
    digit = "<" if not r.optional and r.personal_digit_filler else check_digit(personal)
    tail = dated(r.birth), dated(r.expiry) + personal + digit
    composite = check_digit(number + tail[0] + tail[1])
    upper = r.code.ljust(2, "<") + r.issuer.ljust(3, "<") + name_field(r.primary, r.secondary, 39)
    return [upper, number + r.nationality.ljust(3, "<") + tail[0] + r.sex + tail[1] + composite]


def td1(r: Record) -> list[str]:
    if len(r.number) > 9:
        numbered = r.number[:9] + "<" + fill(r.number[9:] + check_digit(r.number) + "<" + r.optional, 15)
    else:
        numbered = dated(fill(r.number, 9)) + fill(r.optional, 15)
    birth, expiry, optional = dated(r.birth), dated(r.expiry), fill(r.optional2, 11)
    composite = check_digit(numbered + birth + expiry + optional)
    return [
        r.code.ljust(2, "<") + r.issuer.ljust(3, "<") + numbered,
        birth + r.sex + expiry + r.nationality.ljust(3, "<") + optional + composite,
        name_field(r.primary, r.secondary, 30),
    ]


def td2(r: Record) -> list[str]:
    if len(r.number) > 9:
        number, optional = r.number[:9] + "<", fill(r.number[9:] + check_digit(r.number) + "<" + r.optional, 7)
    else:
        number, optional = dated(fill(r.number, 9)), fill(r.optional, 7)
    birth, rest = dated(r.birth), dated(r.expiry) + optional
    upper = r.code.ljust(2, "<") + r.issuer.ljust(3, "<") + name_field(r.primary, r.secondary, 31)
    lower = number + r.nationality.ljust(3, "<") + birth + r.sex + rest
    return [upper, lower + check_digit(number + birth + rest)]


def visa(r: Record, columns: int) -> list[str]:
    upper = r.code.ljust(2, "<") + r.issuer.ljust(3, "<") + name_field(r.primary, r.secondary, columns - 5)
    lower = dated(fill(r.number, 9)) + r.nationality.ljust(3, "<") + dated(r.birth) + r.sex + dated(r.expiry)
    return [upper, lower + fill(r.optional, columns - 28)]


def visa_a(r: Record) -> list[str]:
    return visa(r, 44)


def visa_b(r: Record) -> list[str]:
    return visa(r, 36)


def french_identity_card(r: Record) -> list[str]:
    """IDFRA, issued 1988 to 2021; given names are separated by two fillers."""
    upper = "IDFRA" + fill(r.primary, 25) + fill(r.department + "0" + r.number[6:9], 6)
    card = dated(fill(r.issued + r.department.ljust(3, "0") + r.number[:5], 12))
    given = fill(r.secondary.replace(" ", "<<"), 14)
    lower = card + given + dated(r.birth) + r.sex
    return [upper, lower + check_digit(upper + lower)]


def french_licence(r: Record) -> list[str]:
    head = dated("D1FRA" + fill(r.number, 9))
    return [dated(head + r.expiry + fill(r.primary, 8))]


def swiss_licence(r: Record) -> list[str]:
    return [
        fill(r.number, 6) + r.language + "<<",
        fill("FA" + r.issuer + r.optional.rjust(12, "0") + "<<" + r.birth, 30),
        name_field(r.primary, r.secondary, 30),
    ]


def check_digits_valid(layout: str, text: list[str]) -> bool:
    """Whether every check digit that the layout carries is right. True for a layout without any."""

    def holds(covered: str, digit: str) -> bool:
        return digit == check_digit(covered)

    a = text[0]
    b = text[1] if len(text) > 1 else ""
    if layout == "CHE-DL":
        return True
    if layout == "FRA-DL":
        return holds(a[:14], a[14]) and holds(a[:29], a[29])
    if layout == "FRA-ID":
        return holds(b[:12], b[12]) and holds(b[27:33], b[33]) and holds(a + b[:35], b[35])
    if layout == "TD1":
        composite = holds(a[5:30] + b[:7] + b[8:15] + b[18:29], b[29])
        return number_holds(a[5:14], a[14], a[15:30]) and holds(b[:6], b[6]) and holds(b[8:14], b[14]) and composite
    dates = holds(b[13:19], b[19]) and holds(b[21:27], b[27])
    if layout in ("MRVA", "MRVB"):
        return dates and holds(b[:9], b[9])
    if layout == "TD2":
        composite = holds(b[:10] + b[13:20] + b[21:35], b[35])
        return dates and number_holds(b[:9], b[9], b[28:35]) and composite
    personal = holds(b[28:42], b[42]) or (b[28:42] == "<" * 14 and b[42] == "<")
    return dates and holds(b[:9], b[9]) and personal and holds(b[:10] + b[13:20] + b[21:43], b[43])


def number_holds(number: str, digit: str, optional: str) -> bool:
    if digit != "<":
        return digit == check_digit(number)
    rest = optional.split("<")[0]
    return len(rest) >= 2 and rest[-1] == check_digit(number + rest[:-1])


def spoil(layout: str, text: list[str], position: tuple[int, int]) -> list[str]:
    """The lines with the digit at (line, column) replaced by a wrong one."""
    line, column = position
    old = text[line]
    wrong = str((int(old[column]) + 4) % 10) if old[column].isdigit() else "7"
    return [old[:column] + wrong + old[column + 1 :] if i == line else t for i, t in enumerate(text)]
