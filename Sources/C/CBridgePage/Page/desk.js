// The desk of `mrz-scan review`: what a batch could not verify, one after another, and what a clerk makes of it.
import {clearAfter, stir, watch} from './away.js';
import {failureText, label, placeText} from './card.js';
import {checks} from './digits.js';
import {$, drawn, el, icon} from './elements.js';
import {persistently, settings} from './settings.js';
import {has, moment, number, offerLanguages, onLanguage, preferred, setText, speak, t} from './texts.js';
import {toast} from './toast.js';

/** Of the list, so many are shown. */
const SHOWN = 400;

let items = [];
let formats = [];
/** The item that is open: what the host says of it, and its place in the list. */
let open = null;
/** Counts what was opened: an answer for an earlier one is not shown. */
let opening = 0;
/** The addresses of the pictures of the open item's lines, or null where one has none. */
let strips = [];
/** Whether an item is on its way, or its pictures are, and whether a correction is. */
let isOpening = false;
let isBusy = false;
let isKeeping = false;
/** Whether the pictures of the open item could not be had: what nobody can see is not kept. */
let isUnseen = false;

async function ask(path, options) {
  const response = await fetch(window.MRZScanAccess.signed(`desk/${path}`), options);
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(path), answer.error);
  return answer;
}

/** Why the host did not do what it was asked to. */
const REASONS = {bad_lines: 'desk.badLines', not_found: 'desk.gone', token: 'failure.token'};
const reasonOf = ({code}, otherwise) => REASONS[code] ?? otherwise;

// ---- The list ------------------------------------------------------------------------------------------------------

/** Why somebody is to look at an item: its reasons, or what became of it. */
const reasonsOf = (item) => {
  if (item.error) return [`failure.${item.error}`];
  if (item.status === 'not_found') return ['verdict.not_found'];
  return [...item.reasons.map((code) => `reason.${code}`), ...(item.isDamaged ? ['warning.damaged'] : [])];
};
const isWanted = (item) => (!$('open-only').checked || !item.isDone || item.id === open?.id)
  && ($('reason').value === '' || reasonsOf(item).includes($('reason').value));
const wanted = () => items.filter(isWanted);
const words = (key) => (has(key) ? t(key) : key.replace(/^\w+\./, ''));
const nameOf = ({source, page}) =>
  source.split('/').pop() + (page > 1 ? `, ${t('result.page', {page})}` : '');

function showChoice() {
  const counts = new Map();
  for (const item of items) for (const key of reasonsOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const chosen = $('reason').value;
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  $('reason').replaceChildren(
    el('option', {value: ''}, t('desk.any', {count: items.length})),
    ...sorted.map(([key, count]) => el('option', {value: key}, t('desk.counted', {reason: words(key), count}))));
  $('reason').value = counts.has(chosen) ? chosen : '';
}

function showList() {
  const shown = wanted();
  setText($('progress'), 'desk.progress', {done: items.filter(({isDone}) => isDone).length, count: items.length});
  $('items').replaceChildren(...shown.slice(0, SHOWN).map((item) => {
    const why = item.isDone ? t('desk.done') : reasonsOf(item).slice(0, 2).map(words).join(', ');
    const button = el('button', {
      type: 'button', 'data-id': item.id, 'data-done': item.isDone, 'aria-current': item.id === open?.id ? 'true' : undefined,
    }, el('bdi', {translate: 'no'}, nameOf(item)), el('small', {}, why));
    button.addEventListener('click', () => openItem(item.id));
    return el('li', {}, button);
  }));
  $('items').querySelector('[aria-current]')?.scrollIntoView({block: 'nearest'});
}

/** The item before or after the one that is open, among those that are wanted. */
function neighbour(step) {
  const list = wanted();
  const index = list.findIndex(({id}) => id === open?.id);
  return list[index + step]?.id ?? null;
}

// ---- The item that is open -----------------------------------------------------------------------------------------

/** Whether the item is on its way, or its pictures are, is said to those who cannot see it, too. */
function setBusy(busy) {
  isBusy = busy;
  $('document').setAttribute('aria-busy', String(busy));
}

async function openItem(id) {
  const own = ++opening;
  isOpening = true;
  setBusy(true);
  stir();
  try {
    const item = await ask(`item?id=${encodeURIComponent(id)}`);
    if (own !== opening) return;
    open = {...item, read: item.record.lines ?? []};
    strips = [];
    isOpening = false;
    showItem();
    await showPictures(own);
  } catch (error) {
    if (own === opening) toast(reasonOf(error, 'files.unreachable'));
  } finally {
    if (own === opening) {
      isOpening = false;
      setBusy(false);
      stir();
    }
  }
}

/** Nothing of a document stays when nobody looks at it. */
function closeItem() {
  opening++;
  open = null;
  strips = [];
  isOpening = false;
  setBusy(false);
  for (const id of ['lines', 'reasons', 'digits', 'history', 'missing', 'said', 'zone', 'status']) $(id).replaceChildren();
  $('page').removeAttribute('src');
  $('sheet').hidden = true;
  $('document').hidden = true;
  setText($('document-title'), items.every(({isDone}) => isDone) ? 'desk.allDone' : 'desk.choose');
  showList();
}

function showItem() {
  const {record} = open;
  $('document').hidden = false;
  delete $('document-title').dataset.text;
  $('document-title').textContent = nameOf(record);
  $('missing').replaceChildren();
  $('sheet').hidden = true;
  $('page').removeAttribute('src');
  $('zone').replaceChildren();
  setUnseen(false);
  showWords();
  // Where nothing was read a clerk may type what stands there.
  $('form').hidden = !open.canBeCorrected;
  const last = open.corrections.at(-1);
  const lines = last && last.lines.length ? last.lines : open.read;
  showLines(last?.format ?? record.format ?? '', lines);
  showList();
  if (!open.canBeCorrected) $('document-title').focus({preventScroll: true});
  else if (lines.length) goTo(firstDoubt());
  else $('nothing').focus({preventScroll: true});
}

/** What is said of it in the reader's language. */
function showWords() {
  const {record} = open;
  $('status').textContent = [t(`verdict.${record.status}`), record.format, record.source].filter(Boolean).join(' · ');
  // The places of one reason stand together.
  const codes = [...new Set((record.reasons ?? []).map(({code}) => code))];
  const reasons = codes.map((code) => {
    const places = record.reasons.filter((reason) => reason.code === code).map(placeText).filter(Boolean);
    return words(`reason.${code}`) + (places.length ? `: ${places.join('; ')}` : '');
  });
  if (record.error) reasons.push(failureText(record.error.code));
  if (record.status === 'not_found') reasons.push(t('verdict.not_found.text'));
  const others = (record.warnings ?? []).filter((code) => has(`warning.${code}`)).map((code) => t(`warning.${code}`));
  const advice = (record.quality?.faults ?? []).filter((fault) => has(`advice.${fault}`)).map((fault) => t(`advice.${fault}`));
  $('reasons').replaceChildren(
    ...reasons.map((text) => el('li', {}, icon('alert'), el('span', {}, text))),
    ...[...others, ...advice].map((text) => el('li', {class: 'plain'}, icon('alert'), el('span', {}, text))));
  $('history').replaceChildren(...open.corrections.map(({by, at, lines}) => el('li', {},
    t('desk.correction', {name: by, time: moment(Date.parse(at))}), ' ',
    lines.length ? el('code', {dir: 'ltr', translate: 'no'}, lines.join(' ')) : t('desk.nothing'))));
  $('format').replaceChildren(el('option', {value: ''}, t('desk.noFormat')),
    ...formats.map(({format, title}) => el('option', {value: format}, `${format}, ${title}`)));
  $('format').value = formatNow()?.format ?? '';
}

function setUnseen(unseen) {
  isUnseen = unseen;
  $('keep').disabled = unseen || !inputs().length;
  $('nothing').disabled = unseen;
}

/** Shows the pictures, until a person can see them, or says why there are none. */
async function showPictures(own) {
  try {
    const view = await ask(`view?id=${encodeURIComponent(open.id)}`);
    if (own !== opening) return;
    showView(view);
    await Promise.all([...document.querySelectorAll('#page[src], .strip img[src]')].map((image) => image.decode()));
    if (own === opening) prefetch();
  } catch (error) {
    if (own !== opening) return;
    setUnseen(true);
    $('missing').textContent = `${t('desk.unreadable')} ${t(reasonOf(error, 'files.unreachable'))}`;
  }
}

function showView(view) {
  if (view.missing) {
    $('missing').textContent = t(['gone', 'changed'].includes(view.missing) ? `desk.${view.missing}` : 'desk.unreadable')
      + (['gone', 'changed'].includes(view.missing) ? '' : ` ${failureText(view.missing)}`);
    return;
  }
  const part = (number) => window.MRZScanAccess.signed(`desk/picture?id=${encodeURIComponent(open.id)}&part=${number}`);
  $('page').alt = t('desk.page', {name: nameOf(open.record)});
  $('page').src = part(0);
  $('sheet').hidden = false;
  $('zone').setAttribute('viewBox', `0 0 ${view.width} ${view.height}`);
  const {quad} = open.record;
  $('zone').replaceChildren(...(quad ? [drawn('polygon', {points: quad.map((corner) => corner.join(',')).join(' ')})] : []));
  strips = Array.from({length: view.lines}, (_, index) => part(index + 1));
  showStrips();
}

/** The next item's pictures are made while this one is looked at. */
function prefetch() {
  const next = neighbour(1);
  if (next) ask(`view?id=${encodeURIComponent(next)}`).catch(() => {});
}

// ---- The lines -----------------------------------------------------------------------------------------------------

const inputs = () => [...$('lines').querySelectorAll('input')];
const linesNow = () => inputs().map(({value}) => value);
let formatName = '';
const formatNow = () => formats.find(({format}) => format === formatName);

/** Characters that the reader doubts or has repaired, as `line.column` from 0. */
function doubts() {
  const {record} = open;
  return [...(record.reasons ?? []), ...(record.repairs ?? [])].filter(({line}) => line)
    .map(({line, column}) => `${line - 1}.${column - 1}`);
}

function showLines(name, lines) {
  formatName = name;
  $('format').value = name;
  const marked = new Set(doubts());
  $('lines').replaceChildren(...lines.map((text, row) => {
    const columns = text.length;
    const marks = () => [...text].flatMap((_, column) => {
      if (!marked.has(`${row}.${column}`)) return [];
      const mark = el('span', {class: 'mark', 'aria-hidden': 'true'});
      mark.style.setProperty('--column', column);
      return [mark];
    });
    const places = [...text].map((_, column) => column).filter((column) => marked.has(`${row}.${column}`));
    const hint = el('span', {class: 'visually-hidden', id: `doubts-${row}`},
      places.length ? t('desk.doubtful', {columns: places.map((column) => number(column + 1)).join(', ')}) : '');
    const input = el('input', {
      type: 'text', value: text, maxlength: columns, spellcheck: 'false', autocapitalize: 'characters', autocomplete: 'off',
      dir: 'ltr', translate: 'no', 'aria-label': t('desk.line', {line: row + 1}), 'aria-describedby': `doubts-${row}`,
    });
    const line = el('div', {class: 'line', 'data-missing': true, dir: 'ltr'},
      el('span', {class: 'strip'}, el('img', {alt: '', draggable: 'false'}), ...marks()),
      el('span', {class: 'typed'}, ...marks(), input), hint);
    line.style.setProperty('--columns', columns);
    wire(input, row);
    return line;
  }));
  showStrips();
  setUnseen(isUnseen);
  $('undo').disabled = open.read.length === 0;
  showDigits();
}

/** The picture of each line, where there is one. */
function showStrips() {
  for (const [index, line] of [...$('lines').children].entries()) {
    if (!strips[index]) continue;
    delete line.dataset.missing;
    line.querySelector('img').src = strips[index];
  }
}

/** One character after another is typed over what is there: a line has as many characters as its layout. */
function wire(input, row) {
  const put = (text, at) => {
    const typed = [...text.toUpperCase().replaceAll(' ', '<')].filter((character) => /[A-Z0-9<]/.test(character)).join('');
    const fitting = typed.slice(0, input.maxLength - at);
    input.value = input.value.slice(0, at) + fitting + input.value.slice(at + fitting.length);
    showDigits();
    goTo([row, Math.min(at + fitting.length, input.maxLength - 1)]);
  };
  input.addEventListener('beforeinput', (event) => {
    // Enter keeps the lines.
    if (event.inputType === 'insertLineBreak') return;
    event.preventDefault();
    // What an input method composes cannot be prevented; its end is what is typed.
    if (event.isComposing) return;
    const at = input.selectionStart;
    switch (event.inputType) {
    case 'deleteContentBackward':
      if (at > 0) input.value = input.value.slice(0, at - 1) + '<' + input.value.slice(at);
      goTo([row, Math.max(0, at - 1)]);
      return showDigits();
    case 'deleteContentForward': return put('<', at);
    default: return put(event.data ?? event.dataTransfer?.getData('text/plain') ?? '', at);
    }
  });
  let composed = null;
  input.addEventListener('compositionstart', () => { composed = {value: input.value, at: input.selectionStart}; });
  input.addEventListener('compositionend', ({data}) => {
    input.value = composed.value;
    put(data ?? '', composed.at);
  });
  input.addEventListener('keydown', (event) => {
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    const at = input.selectionStart;
    if (event.altKey || event.metaKey || event.shiftKey) return;
    if (step && event.ctrlKey && step[1]) goTo(nextDoubt([row, at], step[1]));
    else if (step && !event.ctrlKey) goTo([row + step[0], at + step[1]]);
    else if (event.key === 'Home') goTo([row, 0]);
    else if (event.key === 'End') goTo([row, input.maxLength - 1]);
    else return;
    event.preventDefault();
  });
  input.addEventListener('click', () => goTo([row, input.selectionStart]));
}

/** Puts the cursor on a character, which is what is typed over next. */
function goTo(place) {
  if (!place) return;
  const input = inputs()[place[0]];
  if (!input || place[1] < 0 || place[1] >= input.maxLength) return;
  input.focus({preventScroll: true});
  input.setSelectionRange(place[1], place[1] + 1);
}

const sorted = () => [...new Set(doubts())].map((place) => place.split('.').map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
const firstDoubt = () => sorted()[0] ?? [0, 0];
function nextDoubt([row, column], step) {
  const places = sorted();
  if (step > 0) return places.find(([r, c]) => r > row || (r === row && c > column));
  return places.findLast(([r, c]) => r < row || (r === row && c < column));
}

/** Which check digits hold with what is typed by now. */
function showDigits() {
  const format = formatNow();
  const now = format && inputs().length ? checks(format, linesNow()) : [];
  $('digits').replaceChildren(...now.map(({name, state, expected}) => el('li', {'data-state': state, 'data-check': name},
    icon({valid: 'check', invalid: 'cross', absent: 'none'}[state]),
    t(`digits.${state}`, {field: label(name), digit: expected}))));
  const held = now.filter(({state}) => state === 'valid').length;
  // What is said of one document is not left for the next.
  if (now.length) setText($('said'), 'digits.held', {held, count: now.length});
  else $('said').replaceChildren();
}

$('format').addEventListener('change', () => {
  const format = formats.find(({format: name}) => name === $('format').value);
  const before = linesNow();
  showLines(format?.format ?? '', (format?.lineLengths ?? []).map((length, row) => (before[row] ?? '').slice(0, length).padEnd(length, '<')));
  if (format) goTo([0, 0]);
});

// ---- What a clerk makes of it --------------------------------------------------------------------------------------

async function keep(lines) {
  // Nobody has looked at what is not shown yet.
  if (!open?.canBeCorrected || isBusy || isUnseen || isKeeping) return;
  isKeeping = true;
  const {id} = open;
  try {
    const body = JSON.stringify(lines.length ? {format: formatName, lines} : {lines});
    await ask(`correct?id=${encodeURIComponent(id)}`, {method: 'POST', body, headers: {'Content-Type': 'application/json'}});
    const next = neighbour(1) ?? wanted().find((item) => !item.isDone && item.id !== id)?.id;
    items.find((item) => item.id === id).isDone = true;
    // Another one was chosen meanwhile.
    if (isOpening || open?.id !== id) return showList();
    if (next) openItem(next);
    else {
      closeItem();
      $('document-title').focus();
    }
  } catch (error) {
    toast(reasonOf(error, 'desk.notKept'));
  } finally {
    isKeeping = false;
  }
}

function move(step) {
  const id = neighbour(step);
  if (id) openItem(id);
}

$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (inputs().length) keep(linesNow());
});
$('nothing').addEventListener('click', () => keep([]));
$('undo').addEventListener('click', undo);
$('skip').addEventListener('click', () => move(1));
function undo() {
  if (!open?.read.length) return;
  showLines(open.record.format, open.read);
  goTo(firstDoubt());
}

// A key that is held down is one answer, and no more.
addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.repeat) event.preventDefault(); }, {capture: true});
addEventListener('keydown', (event) => {
  if (!open || event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
  if (event.key === 'PageDown') move(1);
  else if (event.key === 'PageUp') move(-1);
  else if (event.key === 'Escape') undo();
  else return;
  event.preventDefault();
});
$('reason').addEventListener('change', showList);
$('open-only').addEventListener('change', showList);

onLanguage(() => {
  if (!document.body.dataset.ready) return;
  showChoice();
  showList();
  if (!open) return;
  showWords();
  showLines(formatName, linesNow());
});

addEventListener('pagehide', closeItem);
watch({isBusy: () => isBusy, isUntouched: () => !open, leave: closeItem});

async function begin() {
  const [{clearAfter: seconds}, list] = await Promise.all([settings, ask('items')]);
  ({items, formats} = list);
  $('store').textContent = list.store;
  $('clerk').textContent = list.clerk;
  showChoice();
  closeItem();
  clearAfter(seconds);
  document.body.dataset.ready = 'desk';
  const first = items.find(({isDone}) => !isDone);
  if (first) openItem(first.id);
}

await persistently(() => speak(preferred()));
offerLanguages($('language'), () => toast('files.unreachable'));
try {
  await begin();
} catch (error) {
  // What waits is not known: an empty list would look like one that is done.
  setText($('document-title'), reasonOf(error, 'files.unreachable'));
}
