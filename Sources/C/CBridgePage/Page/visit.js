// One visitor after another: what is shown of a person's documents, and that nothing of it stays for the next.
import {stir, watch} from './away.js';
import {$, motion} from './elements.js';
import {card} from './card.js';
import {outline, say, setMode, showPicture, showTurn, step} from './stage.js';
import {isPreferred, onLanguage, preferred, speak, t} from './texts.js';
import {toast} from './toast.js';

/** Documents that were read: `url` of the picture, or null, and `results`. */
let documents = [];
/** How many there will be. */
let expected = 0;
let current = 0;
/** Counts what was begun: what comes of an earlier attempt is not shown any more. */
let attempt = 0;
/** Called when what ran is left for something else, or for nothing. */
const leavers = [];
/** Whether the clipboard has what was copied here, also before this page was loaded anew. */
let isCopied = false;
/** What this tab remembers that by. */
const COPIED = 'mrz-scan-copied';
let isBusy = false;

// ---- What is shown -------------------------------------------------------------------------------------------------

/**
 * Begins an attempt, with nothing of the last one.
 * @returns its number.
 */
export function begin(mode) {
  const own = leaveAttempt();
  forget();
  setMode(mode);
  setBusy(true);
  return own;
}

/** What was begun before is over, and lets go of what it holds. */
function leaveAttempt() {
  const own = ++attempt;
  for (const leaver of leavers) leaver();
  return own;
}

/** Calls `leaver` whenever what ran is left. */
export const onLeave = (leaver) => { leavers.push(leaver); };

/** Whether a document is shown, and nothing goes on any more. */
export const isAtRest = () => documents.length > 0 && !isBusy;

/** Whether nothing was begun since. */
export const isCurrent = (own) => own === attempt;

/** Whether a camera looks or files are read. */
export function setBusy(busy) {
  isBusy = busy;
  $('results').setAttribute('aria-busy', String(busy));
  stir();
}

/**
 * Shows what was read so far; the first card gets the focus when it comes, and those that are there stay as they are.
 * @param count how many documents there will be.
 */
export function show(read, count = read.length) {
  const shown = documents.length;
  documents = read;
  expected = count;
  $('placeholder').hidden = true;
  $('cards').append(...read.slice(shown).flatMap((document, index) => cardsOf(document, shown + index)));
  if (shown) return;
  const first = $('cards').firstElementChild;
  first?.focus({preventScroll: true});
  if (matchMedia('(max-width: 56rem)').matches) first?.scrollIntoView({behavior: motion(), block: 'start'});
}

/** The cards of a document; `number` counts documents from 0. */
function cardsOf({results}, number) {
  const zones = results.filter(({quad}) => quad);
  return results.map((result) => {
    const place = [
      expected > 1 && t('result.file', {number: number + 1}),
      (result.page > 1 || results.some(({page}) => page > 1)) && t('result.page', {page: result.page ?? 1}),
      // Zones are counted in the order in which they were read.
      zones.length > 1 && result.quad && t('result.zone', {number: zones.indexOf(result) + 1}),
    ].filter(Boolean);
    const element = card(result, {place, copy, clear});
    element.dataset.document = number;
    return element;
  });
}

/** The same cards in another language; the focus stays where it is among them. */
function showAnew() {
  const places = () => [...$('cards').querySelectorAll('.card, button, [tabindex="0"]')];
  const place = places().indexOf(document.activeElement);
  $('cards').replaceChildren(...documents.flatMap(cardsOf));
  places()[place]?.focus({preventScroll: true});
}

/** Shows the picture of a document with its zones, in the order in which they were read. */
export function turn(index) {
  const {url, results} = documents[index];
  current = index;
  showTurn(index, documents.length);
  showPicture(url);
  const zones = results.filter(({quad, page}) => quad && (page ?? 1) === 1);
  outline(zones.map(({quad, status}, i) => ({
    quad, isInPixels: true, tone: status === 'verified' ? 'good' : 'bad', number: zones.length > 1 ? i + 1 : 0,
  })));
}

function turnTo(index) {
  turn(index);
  const first = $('cards').querySelector(`[data-document="${index}"]`);
  first?.scrollIntoView({behavior: motion(), block: 'nearest'});
}
$('previous').addEventListener('click', () => turnTo(current - 1));
$('next').addEventListener('click', () => turnTo(current + 1));

onLanguage(showAnew);

// ---- What is forgotten ---------------------------------------------------------------------------------------------

/** Nothing of a person stays: not in the page, not in the memory of its pictures, not in the clipboard. */
function forget() {
  for (const {url} of documents) if (url) URL.revokeObjectURL(url);
  documents = [];
  getSelection()?.removeAllRanges();
  $('cards').replaceChildren();
  $('placeholder').hidden = false;
  $('file').value = '';
  toast(null);
  showPicture(null);
  outline([]);
  showTurn(0, 0);
  step(-1);
  wipe();
}

/** Back to the way in, with nothing of anybody. */
export function end(key = 'hint.ready') {
  leaveAttempt();
  forget();
  setMode('idle');
  say(key);
  setBusy(false);
}

/** The same for somebody who asks for it. */
function clear() {
  end('hint.cleared');
  entrance().focus({preventScroll: true});
}

/** Where a visit begins for those who use the keyboard. */
export const entrance = () => [$('start'), $('own-start')].find((button) => !button.disabled && !button.hidden) ?? $('file');

async function copy(result) {
  try {
    await navigator.clipboard.writeText(JSON.stringify(result, null, 2));
    remember(true);
    toast('action.copied');
  } catch {
    toast('action.notCopied');
  }
}

function remember(copied) {
  isCopied = copied;
  try {
    if (copied) sessionStorage.setItem(COPIED, 'true');
    else sessionStorage.removeItem(COPIED);
  } catch {
    // A browser without storage: a page that is loaded anew does not know of it.
  }
}

/** Takes what was copied here out of the clipboard; where the browser wants to see a person first, with the next one. */
async function wipe() {
  if (!isCopied) return;
  try {
    await navigator.clipboard.writeText('');
    remember(false);
  } catch {
    for (const sign of ['pointerup', 'keydown']) addEventListener(sign, wipe, {once: true});
  }
}

// A tab that was left or loaded anew while the clipboard held a document.
try {
  isCopied = sessionStorage.getItem(COPIED) !== null;
} catch {
  // As above.
}
wipe();

// A page that is left is not kept as it was, for whoever goes back to it.
addEventListener('pagehide', () => end());

// ---- Nobody there --------------------------------------------------------------------------------------------------

const isUntouched = () => documents.length === 0 && $('stage').dataset.mode === 'idle' && $('expect').value === ''
  && isPreferred();

/** The visitor has left: the next one finds the page as it was at first. */
function leave() {
  end('hint.cleared');
  $('expect').value = '';
  scrollTo({top: 0, behavior: 'instant'});
  document.activeElement?.blur();
  // Without its host the page stays in the language that it has.
  if (!isPreferred()) speak(preferred()).catch(() => {});
}
watch({isBusy: () => isBusy, isUntouched, leave});
