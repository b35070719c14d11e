// Whether somebody is there: after a time without anybody a page forgets what it shows, and asks before it does.
import {$} from './elements.js';
import {number, setText} from './texts.js';

/** How many seconds before it clears itself the page asks whether somebody is there: what WCAG 2.2.1 asks for. */
const NOTICE = 20;

/** Seconds without anybody, 0 for never; until the host has said how many, as many as where it is told nothing else. */
let idleSeconds = 60;
/** When they are over by the clock: timers stand still while the machine sleeps. Infinity while nothing is counted. */
let deadline = Infinity;
let timer = 0;
let counter = 0;
let page = null;

/**
 * Watches over a page.
 * @param given `isBusy`, whether it waits for its host; `isUntouched`, whether it is as at first; `leave`, what forgets.
 */
export const watch = (given) => { page = given; };

/** From now on the page is cleared when for so many seconds nobody has touched it. */
export function clearAfter(seconds) {
  idleSeconds = seconds;
  stir();
}

/** Somebody is there: the time begins anew. */
export function stir() {
  rest();
  if (!idleSeconds || page.isBusy()) return;
  deadline = Date.now() + idleSeconds * 1000;
  // A short time has a short notice.
  const notice = Math.min(NOTICE, idleSeconds / 2);
  timer = setTimeout(() => { if (!page.isUntouched()) ask(notice); }, (idleSeconds - notice) * 1000);
}

/** Nothing is counted, and nothing asked. */
function rest() {
  clearTimeout(timer);
  clearInterval(counter);
  deadline = Infinity;
  $('away').hidden = true;
}

function ask(notice) {
  setText($('away-text'), 'away.notice', {seconds: Math.ceil(notice)});
  const count = () => { $('away-count').textContent = number(Math.max(0, Math.ceil((deadline - Date.now()) / 1000))); };
  count();
  counter = setInterval(() => { if (!leaveIfOver()) count(); }, 1000);
  $('away').hidden = false;
  timer = setTimeout(leave, notice * 1000);
}

function leave() {
  rest();
  page.leave();
}

/**
 * Whoever comes when the time is over finds nothing of who was there before.
 * @returns whether something was left.
 */
function leaveIfOver() {
  if (Date.now() < deadline || page.isUntouched()) return false;
  leave();
  return true;
}

/** Neither the page nor the browser does anything else for it. */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A key that answers does nothing else: where the focus is, it would keep lines or take them back. Tab leads on, and the
// button for the answer has keys of its own.
addEventListener('keydown', (event) => {
  if (leaveIfOver()) return swallow(event);
  const isAnswer = !$('away').hidden && event.key !== 'Tab' && event.target !== $('stay');
  stir();
  if (isAnswer) swallow(event);
}, {capture: true});
addEventListener('click', (event) => {
  if (leaveIfOver()) swallow(event);
  else stir();
}, {capture: true});
for (const sign of ['wheel', 'touchend', 'dragenter']) {
  addEventListener(sign, () => { if (!leaveIfOver()) stir(); }, {passive: true});
}
// Not while it asks: the answer is a click, and is not to land on what lies below.
for (const sign of ['pointermove', 'pointerdown', 'scroll']) {
  addEventListener(sign, () => { if (!leaveIfOver() && $('away').hidden) stir(); }, {passive: true});
}
// The machine has slept, or the page lay behind others.
for (const sign of ['focus', 'visibilitychange']) addEventListener(sign, leaveIfOver);
