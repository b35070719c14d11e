// What a result says, as a card.
import {el, icon} from './elements.js';
import {date, has, state, t} from './texts.js';

/** Fields in the order in which people ask for them; whatever else the layout has comes after. */
const FIELDS = [
  'surname', 'givenNames', 'documentNumber', 'issuingState', 'nationality', 'gender', 'dateOfBirth', 'dateOfExpiry',
  'personalNumber', 'optionalData', 'optionalData2', 'dateOfIssue', 'departmentOfIssue', 'officeOfIssue',
  'departmentOfIssue2', 'sequenceNumber', 'blankNumber', 'language', 'versionNumber', 'documentType',
];
const GUARDS = {ownCheckDigit: 'own', composite: 'composite', none: 'none'};
const VERDICTS = {
  verified: ['good', 'check'], unverified: ['warn', 'alert'], not_found: ['none', 'search'], error: ['bad', 'cross'],
};
/** Warnings that are of no use to somebody who only wants to read a document. */
const SILENT = ['longDocumentNumber', 'optionalCheckDigitFiller'];

/** The name of a field, or of a check digit. */
export function label(name) {
  if (has(`field.${name}`)) return t(`field.${name}`);
  const guarded = name.replace(/CheckDigit$/, '');
  if (guarded !== name && has(`field.${guarded}`)) return t('field.checkDigit', {field: t(`field.${guarded}`)});
  return name;
}

/** What kind of document it is. */
function kindOf(result) {
  const code = result.documentType?.[0];
  if (result.format?.endsWith('-DL')) return t('kind.licence');
  if (code === 'P') return t('kind.passport');
  if (code === 'V') return t('kind.visa');
  if (code === 'A' || code === 'C' || code === 'I') return t('kind.card');
  return t('kind.document');
}

/** Both shapes, the bridge's and that of `POST /v1/scan`, as one. */
export function normalized(result) {
  const lines = result.lines ?? [1, 2, 3].map((n) => result[`mrzLine${n}`]).filter(Boolean);
  const status = result.status ?? (result.verified ? 'verified' : 'unverified');
  return {...result, ...result.fields, lines, status};
}

/** What a field shows: its meaning first, then what is printed. */
function shown(name, result) {
  const value = result[name];
  if (value === undefined || value === '') return null;
  if (name.startsWith('dateOf')) return [date(result[`${name}ISO`]) ?? value, date(result[`${name}ISO`]) && value];
  if (name === 'gender') return [t(has(`sex.${value}`) ? `sex.${value}` : 'sex.none'), null];
  const meaning = ['issuingState', 'nationality'].includes(name) && state(value, result[`${name}Name`]);
  return meaning ? [meaning, value] : [value, null];
}

/** What protects a field: a symbol, with words for those who do not see it or in a legend for all. */
function chip(guard, isLegend = false) {
  const words = t(`guard.${guard in GUARDS ? guard : 'none'}`);
  const text = el('span', isLegend ? {} : {class: 'visually-hidden'}, words);
  return el('span', {class: 'chip', 'data-guard': guard, title: isLegend ? undefined : words},
    icon(GUARDS[guard] ?? 'none'), text);
}

function fieldRow(name, result) {
  const value = shown(name, result);
  if (!value) return null;
  const detail = value[1] ? [' ', el('small', {dir: 'ltr', translate: 'no'}, value[1])] : [];
  const guard = result.assurance?.[name] ?? 'none';
  return el('div', {class: 'field', 'data-field': name},
    el('dt', {}, label(name)), el('dd', {}, el('bdi', {}, value[0]), ...detail), el('dd', {class: 'guard'}, chip(guard)));
}

/** What a reason is about, in words: its field and its place. */
export const placeText = ({field, line, column}) =>
  [field && label(field), line && t('result.place', {line, column})].filter(Boolean).join(', ');

/** A reason in words. */
function reasonText(reason) {
  const where = placeText(reason);
  return (has(`reason.${reason.code}`) ? t(`reason.${reason.code}`) : reason.code) + (where ? ` (${where})` : '');
}

function notes(result) {
  const reasons = (result.reasons ?? []).map((reason) => el('li', {}, icon('alert'), el('span', {}, reasonText(reason))));
  const warnings = (result.warnings ?? []).filter((code) => has(`warning.${code}`) && !SILENT.includes(code)).map((code) =>
    el('li', {class: code === 'expired' ? undefined : 'plain'}, icon('alert'), el('span', {}, t(`warning.${code}`))));
  const all = [...reasons.slice(0, 6), ...warnings];
  return all.length ? el('ul', {class: 'notes', 'aria-label': t('result.remarks')}, ...all) : null;
}

/** What would help, where the picture is why nothing was read or verified. */
function advice(result) {
  if (result.status === 'verified' || result.status === 'error') return null;
  const faults = (result.quality?.faults ?? []).filter((fault) => has(`advice.${fault}`));
  if (!faults.length && result.status !== 'not_found') return null;
  const all = faults.length ? faults : ['none'];
  return el('ul', {class: 'notes advice', 'aria-label': t('result.advice')}, ...all.map((fault) =>
    el('li', {class: 'plain', 'data-advice': fault}, icon('search'), el('span', {}, t(`advice.${fault}`)))));
}

/** The lines as printed, with the characters marked that were repaired or are doubted. */
function zone(result) {
  const marked = new Set([...(result.repairs ?? []), ...(result.reasons ?? []).filter((reason) => reason.line)]
    .map(({line, column}) => `${line}.${column}`));
  const block = el('div', {
    class: 'zone-text', role: 'group', 'aria-label': t('result.lines'), tabindex: 0, dir: 'ltr', translate: 'no',
  });
  result.lines.forEach((line, row) => {
    const text = el('p');
    for (const [column, character] of [...line].entries()) {
      const isMarked = marked.has(`${row + 1}.${column + 1}`);
      if (isMarked) text.append(el('mark', {}, character));
      else if (text.lastChild?.nodeType === Node.TEXT_NODE) text.lastChild.data += character;
      else text.append(character);
    }
    block.append(text);
  });
  block.style.setProperty('--columns', String(Math.max(30, ...result.lines.map((line) => line.length))));
  return block;
}

/** What an error that has a code says. */
export const failureText = (code) => t(has(`failure.${code}`) ? `failure.${code}` : 'failure.other');

/**
 * The card of a result.
 * @param place words that say which of several documents, pages or zones it is.
 * @param copy, clear what its buttons do.
 */
export function card(raw, {place = [], copy, clear}) {
  const result = normalized(raw);
  const status = result.status in VERDICTS ? result.status : 'error';
  const [tone, symbol] = VERDICTS[status];
  const title = t(`verdict.${status}`);
  const message = result.error ? failureText(result.error.code) : t(`verdict.${status}.text`);
  const head = el('div', {class: 'verdict'}, icon(symbol),
    el('p', {}, el('strong', {class: 'verdict-title'}, title), el('small', {}, message)));
  const named = [title, ...place].join(', ');
  const article = el('article', {class: `card ${tone}`, tabindex: -1, 'data-status': status, 'aria-label': named}, head);
  if (!result.lines.length) {
    article.append(el('div', {class: 'body'},
      place.length ? el('p', {class: 'place'}, place.join(' · ')) : null, notes(result), advice(result)));
    return article;
  }
  const name = [result.givenNames, result.surname].filter(Boolean).join(' ');
  const issuer = state(result.issuingState, result.issuingStateName ?? result.issuingState);
  const names = [...new Set([...FIELDS, ...Object.keys(result.assurance ?? {})])];
  const button = (key, symbols, action) => {
    const element = el('button', {class: 'ghost', type: 'button'}, ...symbols.map(icon), t(key));
    element.addEventListener('click', action);
    return element;
  };
  article.append(el('div', {class: 'body'},
    el('div', {class: 'person'},
      el('h3', {translate: 'no'}, el('bdi', {}, name || t('result.noName'))),
      el('p', {}, [kindOf(result), issuer, ...place].filter(Boolean).join(' · '))),
    notes(result), advice(result),
    el('dl', {class: 'fields'}, ...names.map((field) => fieldRow(field, result)).filter(Boolean)),
    el('div', {class: 'legend', role: 'group', 'aria-label': t('result.protection')},
      ...Object.keys(GUARDS).map((guard) => chip(guard, true))),
    zone(result),
    el('div', {class: 'foot'}, button('action.copy', ['copy'], () => copy(raw)), button('action.clear', [], clear))));
  return article;
}
