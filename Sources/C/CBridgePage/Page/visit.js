// One visitor after another: what is shown of a person's documents, and that nothing of it stays for the next.
import {stir, watch} from './away.js';
import {$, motion} from './elements.js';
import {card} from './card.js';
import {outline, say, setMode, showPicture, showTurn, step} from './stage.js';
import {isPreferred, onLanguage, preferred, speak, t} from './texts.js';
import {toast} from './toast.js';

/** Documents that were read: `url` of the picture, or null, and `results`. */
let documents = [];
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

/** Shows what was read so far; the first card gets the focus when it comes. */
export function show(read) {
  const isFirst = documents.length === 0;
  documents = read;
  showCards();
  if (!isFirst) return;
  const first = $('cards').firstElementChild;
  first?.focus({preventScroll: true});
  if (matchMedia('(max-width: 56rem)').matches) first?.scrollIntoView({behavior: motion(), block: 'start'});
}

function showCards() {
  $('placeholder').hidden = documents.length > 0;
  $('cards').replaceChildren(...documents.flatMap(({results}, number) => {
    const zones = results.filter(({quad}) => quad).length;
    return results.map((result) => {
      const place = [
        documents.length > 1 && t('result.file', {number: number + 1}),
        (result.page > 1 || results.some(({page}) => page > 1)) && t('result.page', {page: result.page ?? 1}),
        zones > 1 && result.quad && t('result.zone', {number: zoneNumber(results, result)}),
      ].filter(Boolean);
      return card(result, {place, copy, clear});
    });
  }));
  [...$('cards').children].forEach((element, index) => { element.dataset.document = documentOf(index); });
}

/** Zones are counted in the order in which they were read. */
const zoneNumber = (results, result) => results.filter(({quad}) => quad).indexOf(result) + 1;

/** Which document the card of an index is of. */
function documentOf(index) {
  let rest = index;
  return documents.findIndex(({results}) => (rest -= results.length) < 0);
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

onLanguage(() => { if (documents.length) showCards(); });

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
