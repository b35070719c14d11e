"""Invented holders. Names come from word lists and from syllables; nobody here exists."""

import random

from .mrz import LAYOUTS, Record, lines, spoil

SURNAMES = """ABELSEN ACHTERBERG ALDERTON ANDRASSY ARKWELL BALINTOS BERGSTROEM BRANNICK CALDERWOOD CARVALHINO CHIDOZIE
DAHLMANN DELACROSSE DEMETRIADIS DRAGOMIR DUBREUIL EICHENDORF ELLSWORTH ERIKSSON ESTEVARRIA FAIRWEATHER FERRANTELLI
FITZALAN GANZORIG GOLDWIN GRABOWSKA HALLORAN HARGITAY HOLMBERG IBARRONDO ILIESCU INGVARSSON JAROSLAV JOKINEN KALNINS
KARAGIANNIS KIPKEMBOI KOVALIK KUROSHIMA LAGERKVIST LINDQVIST LOMBARDINI MACALLEN MARCHETTI MBEKANA MOREVNA NAKAGURA
NIEUWENHUYS NOVOTNAK OAKENSHAW OCONNELLY OKONJO OLUFEMI OYELARAN PAPADOUKAS PELLETIER PETROSYAN QUARTERMAIN QUIROGA
RASMUSSON RIBEIRINHO ROSENQUIST SANTACRUZ SATRIYA SCHOENFELD SORIANO STEVENSON SZENTES TAKAHIRA TCHAIKINA THORVALD
UNDERHILL URQUHART VALLEJOS VANTERPOOL VERHOEVEN VISWANATH WAKEFORD WESTERGAARD WOJTASIK XIMENEZ XUTONG YAMADORI
YILMAZTURK ZABALETA ZELENKOVA ZUIDERWIJK""".split()
GIVEN = """ADA AGNES AKIRA ALBERTO ALMA AMINATA ANNA ANTON ARVO BEATRIX BJORN BRUNO CAMILLE CARLOS CHIARA CLEMENS DAPHNE
DARIO DELPHINE DMITRI EDITH ELENI ELIF EMEKA ENYA ERIK FATOU FELIX FLORIAN FRIDA GABRIEL GIULIA GRETA HANNA HIRO HUGO
IDA IGOR INGRID IVO JACEK JANA JOAO JOHN JOSE JULIA KAMAL KARIN KENJI LARS LEILA LINH LUCIA MAGNUS MARIA MARTIN MEI
MIKKO MONA NADIA NILS NOEMI OLAF OLGA OMAR OSCAR PAULA PETER PIOTR QUENTIN RANIA RITA ROSA SAMIR SIOBHAN SOFIA STEFAN
TARO THEA TIAGO ULLA URSULA VERA VIKTOR WANDA WILLEM XAVIER YARA YUKI YVES ZACHARY ZOE ZOLTAN""".split()
STATES = """UTO UTO UTO UTO D AUS AUT BEL BRA CAN CHE CHL CHN COL CZE DNK EST ESP FIN FRA GBR GEO GRC HRV HUN IDN IND
IRL ISL ITA JPN KAZ KEN KOR LTU LUX LVA MAR MEX NGA NLD NOR NZL PER PHL POL PRT QAT ROU RKS SRB SVK SVN SWE THA TUR UKR
USA VNM ZAF XXA XXB XOM UNO EUE""".split()
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNAMBIGUOUS = "CFGHJKLMNPRTVWXYZ"
DIGITS = "0123456789"

# What the standard allows and readers forget. Names of cases, each honoured by `invent`.
CASES = (
    "plain",
    "german",
    "long-number",
    "filler-digit",
    "birth-day-unknown",
    "birth-unknown",
    "no-secondary",
    "truncated",
    "sex-unspecified",
    "full-optional",
    "letter-o",
    "many-names",
    "one-letter-names",
    "composed-name",
    "short-number",
    "wrong-check-digit",
    "second-letter",
)
CODES = {
    "TD1": ("I<", "ID", "IR", "AC", "C<", "IP"),
    "TD2": ("I<", "ID", "IP", "A<"),
    "TD3": ("P<", "P<", "PD", "PS"),
    "MRVA": ("V<", "VC", "VB"),
    "MRVB": ("V<", "VC", "VD"),
    "FRA-ID": ("ID",),
    "FRA-DL": ("D1",),
    "CHE-DL": ("FA",),
}


def pick(rng: random.Random, alphabet: str, count: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(count))


def surname(rng: random.Random) -> str:
    if rng.random() < 0.65:
        return rng.choice(SURNAMES)
    word = "".join(
        rng.choice("BCDFGHJKLMNPQRSTVWXYZ") + rng.choice("AEIOUY") + rng.choice(("", "", "N", "R", "L", "S"))
        for _ in range(rng.randint(2, 4))
    )
    return word


def number(rng: random.Random, length: int = 9) -> str:
    """Digits, a letter prefix, or a mixture, as issuers do."""
    style = rng.random()
    if style < 0.3:
        return pick(rng, DIGITS, length)
    if style < 0.65:
        prefix = rng.choice((1, 2, 2, 3))
        return pick(rng, LETTERS, prefix) + pick(rng, DIGITS, length - prefix)
    return pick(rng, (UNAMBIGUOUS if style < 0.85 else LETTERS) + DIGITS, length)


def date(rng: random.Random, first: int, last: int) -> str:
    return f"{rng.randint(first, last) % 100:02d}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}"


def invent(layout: str, rng: random.Random, case: str = "plain") -> Record:
    """A record for the layout that shows the case named; a case the layout cannot show yields a plain record."""
    state = rng.choice(STATES)
    fields = dict(
        code=rng.choice(CODES[layout]),
        issuer=state,
        primary=surname(rng),
        secondary=" ".join(rng.choice(GIVEN) for _ in range(rng.choice((1, 1, 2, 2, 3)))),
        number=number(rng),
        nationality=state if rng.random() < 0.8 else rng.choice(STATES),
        birth=date(rng, 1941, 2019),
        sex=rng.choice("MF"),
        expiry=date(rng, 2022, 2039),
        optional="",
        optional2="",
        personal_digit_filler=False,
        department=rng.choice(("13", "33", "59", "69", "75", "92", "94", "2A", "974")),
        issued=f"{rng.randint(5, 20):02d}{rng.randint(1, 12):02d}",
        language=rng.choice("DFIR"),
    )
    if rng.random() < 0.35:
        fields["optional"] = pick(rng, DIGITS if rng.random() < 0.5 else LETTERS + DIGITS, rng.randint(4, 10))
    if layout == "TD1" and rng.random() < 0.4:
        fields["optional2"] = pick(rng, DIGITS, rng.choice((8, 10, 11)))
    apply_case(case, layout, fields, rng)
    if layout == "CHE-DL":
        fields.update(
            issuer=rng.choice(("CHE", "CHE", "CHE", "LIE")),
            optional=pick(rng, DIGITS, 12),
            number=pick(rng, LETTERS, 3) + pick(rng, DIGITS, 3),
        )
    if layout == "FRA-ID":
        fields.update(number=pick(rng, DIGITS, 9), issuer="FRA", nationality="FRA")
    if layout == "FRA-DL":
        fields.update(issuer="FRA", number=f"{rng.randint(13, 24)}{pick(rng, LETTERS, 2)}{pick(rng, DIGITS, 5)}")
    return Record(**fields)


def apply_case(case: str, layout: str, fields: dict, rng: random.Random) -> None:
    if case == "german":
        fields.update(issuer="D", nationality="D", number=pick(rng, UNAMBIGUOUS + DIGITS, 9))
    elif case == "long-number":
        fields.update(number=pick(rng, LETTERS, 1) + pick(rng, DIGITS + "ZX", rng.randint(10, 12)), optional="")
        if layout not in ("TD1", "TD2"):
            fields["number"] = fields["number"][:9]
    elif case == "filler-digit":
        fields.update(optional="", personal_digit_filler=True)
    elif case == "birth-day-unknown":
        fields["birth"] = fields["birth"][:4] + "<<"
    elif case == "birth-unknown":
        fields["birth"] = rng.choice((fields["birth"][:2] + "<<<<", "<<<<<<"))
    elif case == "no-secondary":
        fields.update(primary=rng.choice(("ARKFREITH", "SATRIYA SUDARPA", surname(rng))), secondary="")
    elif case == "truncated":
        fields.update(
            primary=surname(rng) + "DHANANANDA " + surname(rng),
            secondary=" ".join(rng.choice(GIVEN) + "ANTHA" for _ in range(3)),
        )
    elif case == "sex-unspecified":
        fields["sex"] = "<"
    elif case == "full-optional":
        fields.update(
            optional=pick(rng, LETTERS + DIGITS, 16),
            optional2=pick(rng, DIGITS, 11),
            issuer="CHN",
            nationality="CHN",
            primary=rng.choice(("XUTONG", "ZHAOLI", "WENJI")),
            secondary="MEI",
        )
    elif case == "letter-o":
        fields["number"] = "".join(rng.choice(("O0", "0O", "OO", "00", "Q0", "0D")) for _ in range(5))[:9]
    elif case == "many-names":
        fields.update(
            primary="VAN DER " + rng.choice(SURNAMES)[:7],
            secondary=" ".join(rng.sample([g for g in GIVEN if len(g) < 5], 4)),
        )
    elif case == "one-letter-names":
        fields.update(primary=rng.choice(("O", "E", "U", "Y")), secondary=rng.choice(("A", "I B", "X Y Z")))
    elif case == "composed-name":
        fields.update(
            primary=rng.choice(SURNAMES)[:9] + "-" + rng.choice(SURNAMES)[:8],
            secondary=rng.choice(GIVEN) + "-" + rng.choice(GIVEN),
        )
    elif case == "short-number":
        fields["number"] = number(rng, rng.choice((6, 7, 8)))
    elif case == "second-letter":
        fields["code"] = {"TD1": "CR", "TD2": "IV", "TD3": "PM", "MRVA": "VX", "MRVB": "VT"}.get(layout, fields["code"])
        if layout == "TD2":
            fields["code"] = "AR"


SPOILABLE = {
    "TD1": ((0, 14), (1, 6), (1, 29)),
    "TD2": ((1, 9), (1, 27), (1, 35)),
    "TD3": ((1, 9), (1, 19), (1, 43)),
    "MRVA": ((1, 9), (1, 27)),
    "MRVB": ((1, 9), (1, 19)),
    "FRA-ID": ((1, 12), (1, 35)),
    "FRA-DL": ((0, 29),),
}


def printed(layout: str, rng: random.Random, case: str = "plain") -> tuple[Record, list[str]]:
    """A record and the lines its document prints; the case `wrong-check-digit` prints a wrong one."""
    record = invent(layout, rng, case)
    text = lines(layout, record)
    if case == "wrong-check-digit" and layout in SPOILABLE:
        text = spoil(layout, text, rng.choice(SPOILABLE[layout]))
    assert [len(t) for t in text] == list(LAYOUTS[layout].columns)
    return record, text
