"""Results as values. Names are those of docs/results.md, which says what each of them means."""

from __future__ import annotations

import json as _json
from dataclasses import (
    MISSING as _MISSING,
    dataclass,
    field as _field,
    fields as _members,
    is_dataclass as _is_dataclass,
    replace as _replace,
)
from typing import Any, Dict, Iterable, List, Optional, Tuple, Type, TypeVar

from ._types import Status

_Value = TypeVar("_Value")
_ACCESS_KEYS = ("mrzInformation", "kSeed", "kEnc", "kMac", "paceKey")


def _known(kind: Type[_Value], values: Dict[str, Any]) -> _Value:
    """A value of the keys that this version knows: new ones may be added."""
    names = {member.name for member in _members(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in values.items() if name in names})


def _plain(value: Any) -> Any:
    """A value as it stands in JSON."""
    if _is_dataclass(value):
        members = ((member.name, getattr(value, member.name)) for member in _members(value))
        return {name: _plain(member) for name, member in members if member is not None}
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(member) for member in value]
    return value


def _place(line: Optional[int], column: Optional[int]) -> str:
    """Line and column as CSV has them: ``@2.44``."""
    return "" if line is None or column is None else f"@{line}.{column}"


@dataclass(frozen=True, repr=False)
class Fields:
    """What the fields say. One that the layout does not have is ``None``, one in which nothing is printed ``""``."""

    documentType: Optional[str] = None
    issuingState: Optional[str] = None
    surname: Optional[str] = None
    givenNames: Optional[str] = None
    documentNumber: Optional[str] = None
    nationality: Optional[str] = None
    dateOfBirth: Optional[str] = None
    gender: Optional[str] = None
    dateOfExpiry: Optional[str] = None
    personalNumber: Optional[str] = None
    optionalData: Optional[str] = None
    optionalData2: Optional[str] = None
    dateOfIssue: Optional[str] = None
    departmentOfIssue: Optional[str] = None
    officeOfIssue: Optional[str] = None
    departmentOfIssue2: Optional[str] = None
    sequenceNumber: Optional[str] = None
    blankNumber: Optional[str] = None
    language: Optional[str] = None
    versionNumber: Optional[str] = None
    dateOfBirthISO: Optional[str] = None
    dateOfExpiryISO: Optional[str] = None
    dateOfIssueISO: Optional[str] = None
    issuingStateName: Optional[str] = None
    nationalityName: Optional[str] = None

    def __repr__(self) -> str:
        # What they say is personal data, which is not to get into logs by chance.
        return "<Fields>"


@dataclass(frozen=True, repr=False)
class Reason:
    """Why a reading is not verified."""

    code: str
    field: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    expected: Optional[str] = None
    actual: Optional[str] = None

    def __repr__(self) -> str:
        return f"<Reason {self.code}>"


@dataclass(frozen=True)
class Quality:
    """How the picture shows the zone."""

    pitch: float
    sharpness: float
    paper: float
    contrast: float
    glare: float
    faults: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Timing:
    """Wall time spent on the page, in milliseconds."""

    decodeMs: float
    detectMs: float
    recognizeMs: float
    totalMs: float


@dataclass(frozen=True)
class Error:
    """Why an input could not be read."""

    code: str
    message: str


@dataclass(frozen=True, repr=False)
class Result:
    """One MRZ, or a page or an input in which none was found or that could not be read."""

    schema: int
    source: str
    index: int
    #: ``verified``, ``unverified``, ``not_found`` or ``error``.
    status: Status
    #: The object as the program writes it.
    json: str = _field(compare=False)
    page: Optional[int] = None
    textLine: Optional[int] = None
    #: Such as ``TD3``; ``None`` without an MRZ, as everything from here to ``accessKeys``.
    format: Optional[str] = None
    lines: Tuple[str, ...] = ()
    fields: Fields = Fields()
    checks: Dict[str, str] = _field(default_factory=dict)
    assurance: Dict[str, str] = _field(default_factory=dict)
    blindSpots: Dict[str, List[Dict[str, Any]]] = _field(default_factory=dict)
    blindPairs: Tuple[List[Dict[str, Any]], ...] = ()
    repairs: Tuple[Dict[str, Any], ...] = ()
    warnings: Tuple[str, ...] = ()
    reasons: Tuple[Reason, ...] = ()
    confidence: Optional[float] = None
    #: Corners in pixels: top left, top right, bottom right, bottom left as the text reads.
    quad: Optional[Tuple[Tuple[float, float], ...]] = None
    rotation: Optional[float] = None
    mirrored: Optional[bool] = None
    accessKeys: Optional[Dict[str, str]] = None
    #: Of a page without an MRZ: lines that are plainly of one and fit no layout, ``?`` for what could not be read.
    unmatchedLines: Tuple[str, ...] = ()
    quality: Optional[Quality] = None
    timing: Optional[Timing] = _field(default=None, compare=False)
    error: Optional[Error] = None

    def __post_init__(self) -> None:
        # What `dataclasses.replace` changes is changed in the text as well, which it hands on as it was.
        value = self.to_dict()
        written = _attributes(self.json)
        is_changed = False
        for member in _members(self):
            usual = member.default if member.default_factory is _MISSING else member.default_factory()
            given = getattr(self, member.name)
            if member.name == "json" or given == written.get(member.name, usual):
                continue
            is_changed = True
            if given is None:
                value.pop(member.name, None)
            else:
                value[member.name] = _plain(given)
        if is_changed:
            text = _json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            object.__setattr__(self, "json", text)

    @property
    def verified(self) -> bool:
        """Whether everything that can be checked holds. See "What verified means" in the README of mrz-scan."""
        return self.status == "verified"

    def to_dict(self) -> Dict[str, Any]:
        """The object of ``json``: dictionaries, lists, texts and numbers only."""
        value: Dict[str, Any] = _json.loads(self.json)
        return value

    def row(self) -> Dict[str, Any]:
        """One flat row for a table: the columns of ``--format csv`` and what it writes there, but that numbers are numbers.

        What keeps spreadsheets from running a text as a formula is left out.
        """
        return self._row(self.accessKeys is not None)

    def _row(self, has_access_keys: bool) -> Dict[str, Any]:
        row: Dict[str, Any] = {
            "source": self.source,
            "page": self.page,
            "textLine": self.textLine,
            "index": self.index,
            "status": self.status,
            "format": self.format,
            "lines": " ".join(self.lines) or None,
        }
        row.update((member.name, getattr(self.fields, member.name)) for member in _members(self.fields))
        row.update(
            checks=" ".join(f"{name}={state}" for name, state in self.checks.items()),
            repairs=" ".join(repair["reason"] + _place(repair["line"], repair["column"]) for repair in self.repairs),
            warnings=" ".join(self.warnings),
            reasons=" ".join(
                reason.code + (f":{reason.field}" if reason.field else "") + _place(reason.line, reason.column)
                for reason in self.reasons),
            confidence=self.confidence,
            quad=" ".join(str(number) for corner in self.quad for number in corner) if self.quad else None,
            rotation=self.rotation,
            mirrored=self.mirrored,
        )
        if has_access_keys:
            keys = self.accessKeys or {}
            row.update((name, keys.get(name)) for name in _ACCESS_KEYS)
        row.update(
            totalMs=self.timing.totalMs if self.timing else None,
            errorCode=self.error.code if self.error else None,
            errorMessage=self.error.message if self.error else None,
        )
        return row

    def __hash__(self) -> int:
        # Of members that make results differ, without the dictionaries, which have no hash.
        return hash((self.source, self.page, self.textLine, self.index, self.status, self.lines))

    def __repr__(self) -> str:
        # Everything else is personal data, which is not to get into logs by chance.
        return f"<Result {self.status}{' ' + self.format if self.format else ''}>"

    @classmethod
    def of(cls, text: str) -> Result:
        """The result that ``text``, its JSON, describes."""
        return _known(cls, dict(_attributes(text), json=text))


def _attributes(text: str) -> Dict[str, Any]:
    """The attributes of the result that ``text``, its JSON, describes, but for that text itself."""
    values: Dict[str, Any] = _json.loads(text)
    for name in ("lines", "blindPairs", "repairs", "warnings", "unmatchedLines"):
        if name in values:
            values[name] = tuple(values[name])
    for name, kind in (("fields", Fields), ("quality", Quality), ("timing", Timing), ("error", Error)):
        if name in values:
            values[name] = _known(kind, values[name])
    if "reasons" in values:
        values["reasons"] = tuple(_known(Reason, reason) for reason in values["reasons"])
    if "quality" in values:
        values["quality"] = _replace(values["quality"], faults=tuple(values["quality"].faults))
    if "quad" in values:
        values["quad"] = tuple((x, y) for x, y in values["quad"])
    return values


def renamed(result: Result, source: str) -> Result:
    """The same of an input that is called ``source``."""
    return _replace(result, source=source)


def rows(results: Iterable[Result]) -> List[Dict[str, Any]]:
    """The results as rows of a table, see ``Result.row``: ``pandas.DataFrame(mrz_scan.rows(results))``.

    The keys to the chip have columns where any result has them.
    """
    results = list(results)
    has_access_keys = any(result.accessKeys is not None for result in results)
    return [result._row(has_access_keys) for result in results]
