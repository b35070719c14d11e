// The telephone that scans for a desk: its camera, once, by the ticket behind the # of the code that it has read.
import {clearAfter, stir, watch} from './away.js';
import {$} from './elements.js';
import {persistently, settings} from './settings.js';
import {has, onLanguage, preferred, setText, speak, t} from './texts.js';
import './mrz-scan.js';

const own = $('own');
const ticket = location.hash.match(/^#ticket=([0-9a-f]{32})$/)?.[1];
// It is good once: nobody who takes this telephone in hand later is to find it.
history.replaceState(null, '', location.pathname);

const say = (key) => setText($('hint-text'), key);

function end(key) {
  own.hidden = true;
  $('start').hidden = true;
  say(key);
}

own.addEventListener('ready', () => say('hint.showDocument'));
own.addEventListener('progress', ({detail}) => say(has(`hint.${detail.hint}`) ? `hint.${detail.hint}` : 'hint.showDocument'));
own.addEventListener('done', () => end('phone.done'));
own.addEventListener('result', ({detail}) => {
  // Only where the host allows it.
  end('phone.shown');
  $('document').textContent = detail.lines.join('\n');
  $('clear').hidden = false;
  stir();
});
own.addEventListener('error', ({detail}) => end(has(`failure.${detail.code}`) ? `failure.${detail.code}` : 'failure.other'));
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
if (ticket) {
  $('start').hidden = false;
  say('phone.ready');
} else {
  say('failure.ticket');
}
clearAfter((await settings).clearAfter);
