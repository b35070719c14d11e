// The telephone that scans for a desk: its camera, once, by the ticket behind the # of the code that it has read.
import {$} from './elements.js';
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
  end('phone.done');
  // Only where the host allows it.
  $('document').textContent = detail.lines.join('\n');
});
own.addEventListener('error', ({detail}) => end(has(`failure.${detail.code}`) ? `failure.${detail.code}` : 'failure.other'));
onLanguage(() => { own.labels = {camera: t('camera.label'), torch: t('camera.torch'), zoom: t('camera.zoom')}; });
addEventListener('pagehide', () => { $('document').textContent = ''; });

$('start').addEventListener('click', () => {
  $('start').hidden = true;
  own.hidden = false;
  say('hint.starting');
  own.setAttribute('host', new URL('.', location.href).href);
  own.setAttribute('ticket', ticket);
  own.start();
});

await speak(preferred());
if (ticket) {
  $('start').hidden = false;
  say('phone.ready');
} else {
  say('failure.ticket');
}
