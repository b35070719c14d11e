// Whether somebody is there: after a time without anybody a page forgets what it shows, and asks before it does.
import {$} from './elements.js';
import {setText} from './texts.js';

/** How many seconds before it clears itself the page asks whether somebody is there: what WCAG 2.2.1 asks for. */
const NOTICE = 20;

/** Seconds without anybody; 0 for never. */
let idleSeconds = 0;
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
  clearTimeout(timer);
  clearInterval(counter);
  $('away').hidden = true;
  if (!idleSeconds || page.isBusy()) return;
  // A short time has a short notice.
  const notice = Math.min(NOTICE, idleSeconds / 2);
  timer = setTimeout(() => { if (!page.isUntouched()) ask(notice); }, (idleSeconds - notice) * 1000);
}

function ask(notice) {
  setText($('away-text'), 'away.notice', {seconds: Math.ceil(notice)});
  const over = performance.now() + notice * 1000;
  const count = () => { $('away-count').textContent = String(Math.max(0, Math.ceil((over - performance.now()) / 1000))); };
  count();
  counter = setInterval(count, 1000);
  $('away').hidden = false;
  timer = setTimeout(() => {
    clearInterval(counter);
    $('away').hidden = true;
    page.leave();
  }, notice * 1000);
}

for (const sign of ['keydown', 'click', 'wheel', 'touchend']) addEventListener(sign, stir, {passive: true});
// Not while it asks: the answer is a click, and is not to land on what lies below.
for (const sign of ['pointermove', 'pointerdown', 'scroll']) {
  addEventListener(sign, () => { if ($('away').hidden) stir(); }, {passive: true});
}
