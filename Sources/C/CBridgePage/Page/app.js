// The page of `mrz-scan serve`: a viewfinder, the four states of a scan, and what was read.
'use strict';

const $ = (id) => document.getElementById(id);
const bridge = window.SelfNativeBridge;

/** An element with attributes and children; texts are set as texts, never as markup. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

// ---- What the results say, in words -------------------------------------------------------------------------------

const FIELDS = {
  surname: 'Surname', givenNames: 'Given names', documentNumber: 'Document number', issuingState: 'Issued by',
  nationality: 'Nationality', gender: 'Sex', dateOfBirth: 'Born', dateOfExpiry: 'Expires', personalNumber: 'Personal number', optionalData: 'Optional data',
  optionalData2: 'Optional data 2', dateOfIssue: 'Issued', departmentOfIssue: 'Department', officeOfIssue: 'Office',
  departmentOfIssue2: 'Department 2', sequenceNumber: 'Sequence', blankNumber: 'Blank', language: 'Language',
  versionNumber: 'Version', documentType: 'Document code',
};
const GUARDS = {
  ownCheckDigit: ['own', 'own check digit'],
  composite: ['composite', 'composite digit only'],
  none: ['none', 'no check digit'],
};
const SEXES = {M: 'male', F: 'female', '<': 'not stated', X: 'not stated'};
const WARNINGS = {
  expired: 'This document has expired.',
  specimen: 'A specimen: Utopia is no State.',
  unknownIssuingState: 'No table has the code of the issuer.',
  unknownNationality: 'No table has the code of the nationality.',
  historicIssuingState: 'The issuer’s code is no longer in use.',
  historicNationality: 'The code of the nationality is no longer in use.',
  nameTruncated: 'The name fills its field; something may be cut off.',
  digitInName: 'There is a digit in the name.',
  compositeAbsent: 'This kind of document has no composite check digit.',
  noCheckDigits: 'This kind of document has no check digit at all.',
  unknownDateOfBirth: 'The date of birth is unknown.',
  partiallyUnknownDateOfBirth: 'Day or month of birth are unknown.',
};
const REASONS = {
  checkDigit: 'A check digit does not hold', illegalCharacter: 'A character does not belong there',
  impossibleDate: 'That date does not exist', unknownExpiry: 'The date of expiry is not stated',
  fixedText: 'The text is not the one this layout has', documentCode: 'That document code cannot begin this layout',
  emptyField: 'Nothing stands there', noCheckDigits: 'Without check digits nothing can be verified',
  gap: 'A character could not be read', unsureGlyph: 'A character was not read surely enough',
  ambiguousGlyph: 'A character may be another one', disputedGlyph: 'Two readers saw different characters',
  decidedByCheckDigit: 'Only a check digit decided between two readings',
  weakEvidence: 'The characters do not stand where those of a zone do',
  unknownState: 'No table has that code of a State', obscuredGlyph: 'A character is not seen whole and clean',
  printBeyond: 'Print goes on beyond the zone', mixedPrint: 'The lines are not one print on one paper',
  tooSmallPrint: 'The characters are too small',
};
const FAILURES = {
  MRZ_SCAN_IN_PROGRESS: 'Another page is using the camera. Try again when it is done.',
  CAMERA_PERMISSION_DENIED: 'The host may not use its camera: the user it runs as needs access to the device.',
  NOT_CONFIGURED: 'This host has no camera. Choose a picture instead.',
  NO_TRANSPORT: 'The connection to the host was lost.',
  BRIDGE_TIMEOUT: 'The host did not answer in time.',
  busy: 'The host is busy. Try again in a moment.',
  too_many_bytes: 'That file is too large for this host.',
  not_an_image: 'That file is no picture.',
  unsupported: 'Pictures of that kind are not read.',
  truncated: 'That file is incomplete.',
  damaged: 'That file is damaged.',
  token: 'This page is no longer signed in. Open the address that mrz-scan printed.',
};

const label = (name) => FIELDS[name] ?? name.replace(/([A-Z0-9])/g, ' $1').toLowerCase().replace(/^./, (c) => c.toUpperCase());

function kindOf(result) {
  const code = result.documentType?.[0];
  if (result.format?.endsWith('-DL')) return 'Driving licence';
  if (code === 'P') return 'Passport';
  if (code === 'V') return 'Visa';
  if (code === 'A' || code === 'C' || code === 'I') return 'Identity card';
  return 'Document';
}

function date(iso) {
  const parts = (iso ?? '').split('-').map(Number);
  if (!parts[0]) return null;
  const [year, month, day] = parts;
  const style = {timeZone: 'UTC', year: 'numeric', ...(month && {month: 'short'}), ...(day && {day: 'numeric'})};
  return new Intl.DateTimeFormat('en-GB', style).format(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
}

/** Both shapes, the bridge's and that of `POST /scan`, as one. */
function normalized(result) {
  const lines = result.lines ?? [1, 2, 3].map((n) => result[`mrzLine${n}`]).filter(Boolean);
  const status = result.status ?? (result.verified ? 'verified' : 'unverified');
  return {...result, ...result.fields, lines, status};
}

/** What a field shows: its meaning first, then what is printed. */
function shown(name, result) {
  const value = result[name];
  if (value === undefined || value === '') return null;
  if (name.startsWith('dateOf')) return [date(result[`${name}ISO`]) ?? value, date(result[`${name}ISO`]) && value];
  if (name === 'gender') return [SEXES[value] ?? value, null];
  const meaning = result[`${name}Name`];
  return meaning ? [meaning, value] : [value, null];
}

// ---- The card of a result ------------------------------------------------------------------------------------------

const VERDICTS = {
  verified: ['good', 'check', 'Verified', 'Every check digit holds, and every character was read surely.'],
  unverified: ['warn', 'alert', 'Not verified', 'Something does not hold. Do not rely on it.'],
  not_found: ['none', 'search', 'No zone found', 'There is no machine-readable zone in this picture.'],
  error: ['bad', 'cross', 'Not readable', 'This file could not be read as a picture.'],
};

function chip(guard, isLegend = false) {
  const [symbol, words] = GUARDS[guard] ?? GUARDS.none;
  const text = el('span', isLegend ? {} : {class: 'visually-hidden'}, words);
  return el('span', {class: 'chip', 'data-guard': guard, title: isLegend ? undefined : words}, icon(symbol), text);
}

function fieldRow(name, result) {
  const value = shown(name, result);
  if (!value) return null;
  const detail = value[1] ? el('small', {}, ` ${value[1]}`) : null;
  const guard = result.assurance?.[name] ?? 'none';
  return el('div', {class: 'field', 'data-field': name},
    el('dt', {}, label(name)), el('dd', {}, value[0], detail), el('dd', {class: 'guard'}, chip(guard)));
}

function notes(result) {
  const place = ({line, column}) => (line ? `, line ${line}, column ${column}` : '');
  const reasons = (result.reasons ?? []).map((reason) => {
    const where = reason.field ? ` (${label(reason.field)}${place(reason)})` : '';
    return el('li', {}, icon('alert'), el('span', {}, `${REASONS[reason.code] ?? reason.code}${where}.`));
  });
  const warnings = (result.warnings ?? []).filter((warning) => WARNINGS[warning]).map((warning) =>
    el('li', {class: warning === 'expired' ? undefined : 'plain'}, icon('alert'), el('span', {}, WARNINGS[warning])));
  const all = [...reasons.slice(0, 6), ...warnings];
  return all.length ? el('ul', {class: 'notes', 'aria-label': 'Remarks'}, ...all) : null;
}

/** The lines as printed, with the characters marked that were repaired or are doubted. */
function zone(result) {
  const marked = new Set([...(result.repairs ?? []), ...(result.reasons ?? []).filter((reason) => reason.line)]
    .map(({line, column}) => `${line}.${column}`));
  const block = el('div', {class: 'zone-text', role: 'group', 'aria-label': 'The lines as printed', tabindex: 0});
  result.lines.forEach((line, row) => {
    const text = el('p', {translate: 'no'});
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

function card(raw) {
  const result = normalized(raw);
  const [tone, symbol, title, explanation] = VERDICTS[result.status] ?? VERDICTS.error;
  const message = result.error ? (FAILURES[result.error.code] ?? result.error.message) : explanation;
  const head = el('div', {class: 'verdict'}, icon(symbol),
    el('p', {}, el('strong', {class: 'verdict-title'}, title), el('small', {}, message)));
  const article = el('article', {class: `card ${tone}`, tabindex: -1, 'data-status': result.status, 'aria-label': title}, head);
  if (!result.lines.length) return article;

  const name = [result.givenNames, result.surname].filter(Boolean).join(' ');
  const issuer = result.issuingStateName ?? result.issuingState;
  // The name and what people ask for first, then whatever else the layout has.
  const names = [...new Set([...Object.keys(FIELDS), ...Object.keys(result.assurance ?? {})])];
  const copy = el('button', {class: 'ghost', type: 'button'}, icon('copy'), 'Copy as JSON');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(raw, null, 2));
      toast('Copied. The clipboard now holds personal data.');
    } catch {
      toast('The browser does not let this page use the clipboard.');
    }
  });
  const clear = el('button', {class: 'ghost', type: 'button'}, 'Clear');
  clear.addEventListener('click', clearResults);

  article.append(el('div', {class: 'body'},
    el('div', {class: 'person'},
      el('h3', {}, name || 'No name'),
      el('p', {}, [kindOf(result), issuer, result.page > 1 && `page ${result.page}`].filter(Boolean).join(' · '))),
    notes(result),
    el('dl', {class: 'fields'},
      ...names.map((field) => fieldRow(field, result)).filter(Boolean)),
    el('p', {class: 'legend', 'aria-label': 'What protects a field'},
      ...Object.keys(GUARDS).map((guard) => chip(guard, true))),
    zone(result),
    el('div', {class: 'foot'}, copy, clear)));
  return article;
}

function showResults(results) {
  $('placeholder').hidden = true;
  $('cards').replaceChildren(...results.map(card));
  const first = $('cards').firstElementChild;
  first?.focus({preventScroll: true});
  if (matchMedia('(max-width: 56rem)').matches) first?.scrollIntoView({behavior: motion(), block: 'start'});
}

/** Nothing of the last person stays beside the next one's document. */
function forget() {
  $('cards').replaceChildren();
  $('placeholder').hidden = false;
}

function clearResults() {
  idle();
  $('start').focus();
}

const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');

let toastTimer = 0;
function toast(text) {
  clearTimeout(toastTimer);
  $('toast').textContent = text;
  $('toast').hidden = false;
  toastTimer = setTimeout(() => { $('toast').hidden = true; }, 6000);
}

// ---- The viewfinder --------------------------------------------------------------------------------------------------

let corners = null;
let pictureURL = null;
let viewing = 0;
/** Counts what was begun: what comes of an earlier attempt is not shown any more. */
let attempt = 0;

function idle() {
  forget();
  delete $('stage').dataset.verdict;
  $('stage').dataset.mode = 'idle';
  $('empty').hidden = false;
  showPicture(null);
  outline(null);
  step(-1);
  say('Ready.');
}

/**
 * The stage shows pictures, not the way in.
 * @returns the number of the attempt that begins.
 */
function engage(mode) {
  forget();
  delete $('stage').dataset.verdict;
  $('stage').dataset.mode = mode;
  $('empty').hidden = true;
  outline(null);
  return ++attempt;
}

/**
 * The line under the viewfinder, which screen readers read out, and what can be done about it.
 * @param action the text of the button, or null for none.
 */
function say(text, {action = null, isBusy = false} = {}) {
  if ($('hint-text').textContent !== text) $('hint-text').textContent = text;
  $('hint').toggleAttribute('data-busy', isBusy);
  $('stop').hidden = action === null;
  if (action !== null && $('stop').dataset.action !== action) {
    $('stop').dataset.action = action;
    $('stop').replaceChildren(...(action === 'Stop' ? ['Stop ', el('kbd', {}, 'Esc')] : [action]));
  }
}

function showPicture(url, isOurs = false) {
  if (pictureURL) URL.revokeObjectURL(pictureURL);
  pictureURL = isOurs ? url : null;
  const preview = $('preview');
  preview.hidden = true;
  if (url) preview.src = url;
  else preview.removeAttribute('src');
}

// A picture that cannot be shown, such as a PDF or a TIFF, is read all the same.
$('preview').addEventListener('load', () => { $('preview').hidden = false; drawOutline(); });

/** @param quad four corners in fractions of the picture, or null. */
function outline(quad) {
  corners = quad;
  $('stage').toggleAttribute('data-found', Boolean(quad));
  drawOutline();
}

function drawOutline() {
  const [preview, polygon] = [$('preview'), $('outline')];
  const isShown = corners && !preview.hidden && preview.naturalWidth > 0;
  polygon.toggleAttribute('hidden', !isShown);
  if (!isShown) return;
  const {clientWidth: width, clientHeight: height} = $('stage');
  const scale = Math.min(width / preview.naturalWidth, height / preview.naturalHeight);
  const [w, h] = [preview.naturalWidth * scale, preview.naturalHeight * scale];
  const points = corners.map(([x, y]) => `${(width - w) / 2 + x * w},${(height - h) / 2 + y * h}`);
  polygon.setAttribute('points', points.join(' '));
}
new ResizeObserver(drawOutline).observe($('stage'));

function step(index) {
  $('steps').dataset.step = index;
  $('hint').dataset.step = index;
  [...$('steps').children].forEach((item, i) => {
    item.toggleAttribute('data-reached', i <= index);
    if (i === index) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  });
}

// ---- Scanning ----------------------------------------------------------------------------------------------------------

let isScanning = false;

async function scan() {
  if (isScanning) return;
  isScanning = true;
  engage('live');
  step(0);
  say('Starting the camera.', {action: 'Stop', isBusy: true});
  $('results').setAttribute('aria-busy', 'true');
  $('stop').focus({preventScroll: true});
  // Frames flow while a scan runs; the number keeps the browser from showing those of the last one again.
  showPicture(`preview.mjpg?scan=${++viewing}`);
  try {
    const result = await bridge.scanMRZ($('expect').value ? {documentType: $('expect').value} : {});
    step(3);
    say('Done.', {action: 'Scan another'});
    $('stage').dataset.mode = 'still';
    showResults([result]);
  } catch (error) {
    idle();
    $('start').focus({preventScroll: true});
    if (error.code !== 'MRZ_SCAN_CANCELLED') toast(FAILURES[error.code] ?? error.message);
  } finally {
    isScanning = false;
    $('results').setAttribute('aria-busy', 'false');
  }
}

/** The button beside the hint: it ends what runs, or leads back. */
function act() {
  if (isScanning) return bridge.fire('camera', 'stopCamera');
  if ($('stop').dataset.action === 'Scan another') return scan();
  idle();
  $('start').focus({preventScroll: true});
}

bridge.on('camera', 'scanProgress', ({stateIndex, message, outline: quad}) => {
  if (!isScanning) return;
  step(stateIndex);
  say(message, {action: 'Stop', isBusy: true});
  outline(quad ?? null);
});

$('start').addEventListener('click', scan);
$('stop').addEventListener('click', act);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isScanning) bridge.fire('camera', 'stopCamera');
});

// ---- Files ---------------------------------------------------------------------------------------------------------------

const VERDICT_WORDS = {
  verified: 'Verified.', unverified: 'Read, but not verified.', not_found: 'No zone found.', error: 'Not readable.',
};

async function read(file) {
  if (isScanning) return toast('Stop the scan first.');
  const own = engage('still');
  step(-1);
  say('Reading.', {isBusy: true});
  showPicture(URL.createObjectURL(file), true);
  $('results').setAttribute('aria-busy', 'true');
  try {
    const body = new FormData();
    body.append('file', file);
    const response = await fetch('scan', {method: 'POST', body});
    const text = await response.text();
    if (!response.headers.get('content-type')?.startsWith('application/jsonl')) {
      const {error} = JSON.parse(text);
      throw Object.assign(new Error(error.message), error);
    }
    if (own !== attempt) return;
    const results = text.trim().split('\n').map((line) => JSON.parse(line));
    showResults(results);
    mark(results[0]);
    say(VERDICT_WORDS[results[0].status], {action: 'Back'});
  } catch (error) {
    if (own !== attempt) return;
    idle();
    toast(FAILURES[error.code] ?? 'The host could not be reached.');
  } finally {
    if (own === attempt) $('results').setAttribute('aria-busy', 'false');
  }
}

/** Outlines the zone in the picture, whose pixels the result counts in. */
function mark({quad, status}) {
  const preview = $('preview');
  if (!quad) return;
  if (status !== 'verified') $('stage').dataset.verdict = 'bad';
  const draw = () => outline(quad.map(([x, y]) => [x / preview.naturalWidth, y / preview.naturalHeight]));
  if (preview.complete && preview.naturalWidth) draw();
  else preview.addEventListener('load', draw, {once: true});
}

$('file').addEventListener('change', ({target}) => {
  const [file] = target.files;
  // The same file again is a change, too.
  target.value = '';
  if (file) read(file);
});

let depth = 0;
const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
addEventListener('dragenter', (event) => { if (hasFiles(event)) { depth++; document.body.classList.add('dragging'); } });
addEventListener('dragleave', () => { if (depth && --depth === 0) document.body.classList.remove('dragging'); });
addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  document.body.classList.remove('dragging');
  if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
});

// ---- The link to the host ----------------------------------------------------------------------------------------------

async function greet() {
  bridge.fire('lifecycle', 'ready');
  try {
    const isAvailable = await bridge.request('camera', 'isAvailable');
    $('start').disabled = !isAvailable;
    $('lead').textContent = isAvailable
      ? 'Hold the two or three lines at the foot of a document before the camera.'
      : 'No camera is set up on this host. Choose a picture of the document instead.';
    document.body.dataset.ready = isAvailable ? 'camera' : 'files';
  } catch {
    // The connection was lost meanwhile; it is greeted again when it is back.
  }
}

const LINKS = {open: 'Connected', connecting: 'Connecting', closed: 'Not connected'};
bridge.onStateChange?.((state) => {
  $('link').dataset.state = state;
  $('link-text').textContent = LINKS[state];
  if (state === 'open') greet();
  else if (!isScanning) $('start').disabled = true;
});
bridge.connect?.();
