// The telephone that scans for a desk: its camera, once, by the ticket behind the # of the code that it has read.
import {clearAfter, stir, watch} from './away.js';
import {$} from './elements.js';
import {persistently, settings} from './settings.js';
import {has, onLanguage, preferred, setText, speak, t} from './texts.js';
import './mrz-scan.js';

const own = $('own');
/** Where this tab keeps the ticket until it is used: a page that is loaded anew has it still. */
const KEPT = 'mrz-scan-ticket';
const given = location.hash.match(/^#ticket=([0-9a-f]{32})$/)?.[1];
const ticket = given ?? kept();
if (given) keep(given);
// It is good once: nobody who takes this telephone in hand later is to find it.
history.replaceState(null, '', location.pathname);

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    // A browser without storage.
    return null;
  }
}

/** Keeps a ticket, or with null none. */
function keep(text) {
  try {
    if (text) sessionStorage.setItem(KEPT, text);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
}

/** Whether the ticket may still be good. */
let isGood = Boolean(ticket);

/** The ticket was taken, or will not be. */
function spend() {
  isGood = false;
  keep(null);
}

const say = (key) => setText($('hint-text'), key);

function end(key) {
  own.hidden = true;
  $('start').hidden = true;
  say(key);
}

own.addEventListener('ready', () => {
  spend();
  say('hint.showDocument');
});
own.addEventListener('progress', ({detail}) => say(has(`hint.${detail.hint}`) ? `hint.${detail.hint}` : 'hint.showDocument'));
own.addEventListener('done', () => end('phone.done'));
own.addEventListener('result', ({detail}) => {
  // Only where the host allows it.
  end('phone.shown');
  $('document').textContent = detail.lines.join('\n');
  $('clear').hidden = false;
  stir();
});
own.addEventListener('error', ({detail}) => {
  // Only who was let in is told that all are busy.
  if (['ticket', 'busy'].includes(detail.code)) spend();
  end(has(`failure.${detail.code}`) ? `failure.${detail.code}` : 'failure.other');
  // Whoever has not allowed the camera may do so yet.
  $('start').hidden = !isGood;
});
onLanguage(() => { own.labels = {camera: t('camera.label'), torch: t('camera.torch'), zoom: t('camera.zoom')}; });

const isShown = () => $('document').textContent !== '';

/** Nothing of a document stays on the telephone. */
function clear() {
  if (!isShown()) return;
  // And with it the frame that it was read in.
  own.stop();
  $('document').textContent = '';
  getSelection()?.removeAllRanges();
  $('clear').hidden = true;
  say('phone.done');
}
$('clear').addEventListener('click', clear);
addEventListener('pagehide', clear);
watch({isBusy: () => false, isUntouched: () => !isShown(), leave: clear});

$('start').addEventListener('click', () => {
  $('start').hidden = true;
  own.hidden = false;
  say('hint.starting');
  own.setAttribute('host', new URL('.', location.href).href);
  own.setAttribute('ticket', ticket);
  own.start();
});

await persistently(() => speak(preferred()));
if (isGood) {
  $('start').hidden = false;
  say('phone.ready');
} else {
  say('failure.ticket');
}
clearAfter((await settings).clearAfter);
