"""What the visual zone says: titles, labels and values of a record."""

from .mrz import Record

MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
KINDS = {
    "TD1": "IDENTITY CARD · AUSWEIS",
    "TD2": "IDENTITY CARD / AUSWEIS",
    "TD3": "PASSPORT / PASSEPORT",
    "MRVA": "VISA",
    "MRVB": "VISA",
    "FRA-ID": "CARTE D'IDENTITÉ · SPÉCIMEN",
    "FRA-DL": "PERMIS · SPÉCIMEN",
    "CHE-DL": "FÜHRERAUSWEIS · MUSTER",
}


def title_of(layout: str, record: Record) -> tuple[str, str]:
    """State and kind of document; no real State's name is printed."""
    return ("UTOPIA" if record.issuer == "UTO" else f"SPECIMEN STATE · {record.issuer}"), KINDS[layout]


def written(date: str, birth: bool) -> str:
    """`740812` as `12 AUG 1974`, unknown parts as X."""
    year, month, day = date[:2], date[2:4], date[4:6]
    century = "19" if birth and year.isdigit() and int(year) > 24 else "20"
    shown = MONTHS[int(month) - 1] if month.isdigit() else "XXX"
    return f"{day if day.isdigit() else 'XX'} {shown} {century + year if year.isdigit() else 'XXXX'}"


def fields_of(layout: str, r: Record) -> list[tuple[str, str]]:
    """Labels and values in the order in which they are printed; names come first."""
    names = [("Surname / Nom", r.primary), ("Given names / Prénoms", r.secondary)]
    sex = r.sex if r.sex != "<" else "X"
    rest = [
        ("Nationality / Nationalité", r.nationality),
        ("Document No / No", r.number),
        ("Date of birth / Né(e) le", written(r.birth, True)),
        ("Sex / Sexe", sex),
        ("Date of expiry / Expire le", written(r.expiry, False)),
        ("Type / Code", f"{r.code.strip('<')}  {r.issuer}"),
        ("Authority / Autorité", "SPECIMEN OFFICE"),
        ("Place of birth / Lieu", "ZENITH"),
    ]
    if layout.startswith("MRV"):
        rest[6:] = [("Entries / Entrées", "MULT"), ("Stay / Durée", "90 DAYS")]
    return names + rest
