// Check digits as somebody types. ICAO Doc 9303-3, 4.9: weights 7, 3, 1; fillers are 0, letters 10 to 35.

const valueOf = (character) => (character === '<' ? 0 : parseInt(character, 36));

/** The check digit of some characters. */
const digitOf = (text) =>
  String([...text].reduce((sum, character, i) => sum + valueOf(character) * [7, 3, 1][i % 3], 0) % 10);

/** A document number that goes on in the optional data, where its check digit follows it; null where it does not. */
function longNumber(format, check, lines) {
  if (!format.longestDocumentNumber || check.check !== 'documentNumber') return null;
  const rest = format.fields.find(({field}) => field === 'optionalData');
  if (!rest || lines[check.line - 1][check.column - 1] !== '<') return null;
  const [more] = lines[rest.line - 1].slice(rest.column - 1, rest.column - 1 + rest.length).split('<');
  return more.length > 1 ? {more: more.slice(0, -1), digit: more.at(-1)} : null;
}

/**
 * Which check digits of a layout hold.
 * @param format one of `mrz-scan formats`.
 * @returns for each its name, its place, the digit that it should be, and `valid`, `invalid` or `absent`.
 */
export const checks = (format, lines) => format.checks.map((check) => {
  const covered = check.covers.map(({line, column, length}) => lines[line - 1].slice(column - 1, column - 1 + length)).join('');
  const long = longNumber(format, check, lines);
  const expected = digitOf(long ? covered + '<' + long.more : covered);
  const actual = long ? long.digit : lines[check.line - 1][check.column - 1];
  const state = actual === '<' ? 'absent' : actual === expected ? 'valid' : 'invalid';
  return {name: check.check, line: check.line, column: check.column, expected, state};
});
