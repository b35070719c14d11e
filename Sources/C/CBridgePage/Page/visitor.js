// A scan with a camera of the device that shows the page, or with a telephone that somebody takes in hand for it.
import {$} from './elements.js';
import {say, setMode, step} from './stage.js';
import {has, onLanguage, setText, t} from './texts.js';
import {toast} from './toast.js';
import {begin, end, entrance, onLeave, setBusy, show, turn} from './visit.js';
import './mrz-scan.js';

const own = $('own');
/** Whether a scan runs with a camera that is not the host's. */
let isRunning = false;
/** The WebSocket to the host by which a telephone is waited for; null when none is waited for. */
let waiting = null;
/** The timer that renews the code for a telephone; 0 while there is none that is good. */
let expiry = 0;
/** Whether a code is shown, and nobody has come with it. */
let isInviting = false;

/** Whether such a scan runs. */
export const isVisiting = () => isRunning;

/** Offers what this host and this browser have. */
export function offerCameras({visitors, telephones}) {
  $('own-start').hidden = !visitors || !navigator.mediaDevices;
  $('telephone').hidden = !telephones;
}

/** Ends the scan, and lets the camera or the telephone go. */
export function stopVisiting() {
  if (!isVisiting()) return;
  end();
  entrance().focus({preventScroll: true});
}

function release() {
  if (!isVisiting()) return;
  isRunning = isInviting = false;
  own.stop();
  own.hidden = true;
  clearTimeout(expiry);
  expiry = 0;
  waiting?.close(1000);
  waiting = null;
  $('handoff').hidden = true;
  $('handoff-code').removeAttribute('src');
  $('handoff-address').textContent = '';
}
// What is begun in its place ends it, whatever that is.
onLeave(release);

function engage() {
  begin('live');
  isRunning = true;
  step(0);
  say('hint.starting', {}, {action: 'stop', isBusy: true});
  $('stop').focus({preventScroll: true});
}

function tell({stateIndex, hint}) {
  step(stateIndex);
  say(has(`hint.${hint}`) ? `hint.${hint}` : 'hint.showDocument', {}, {action: 'stop', isBusy: true});
}

function finish(result, frame) {
  release();
  step(3);
  say('hint.done', {}, {action: 'back'});
  setMode('still');
  show([{url: frame ? URL.createObjectURL(frame) : null, results: [result]}]);
  if (frame) turn(0);
  setBusy(false);
}

function fail(code) {
  end();
  entrance().focus({preventScroll: true});
  if (code !== 'stopped') toast(has(`failure.${code}`) ? `failure.${code}` : 'failure.other');
}

// ---- A camera of this device -------------------------------------------------------------------------------------------

function scan() {
  engage();
  own.setAttribute('host', new URL('.', location.href).href);
  if (window.MRZScanAccess.token) own.setAttribute('token', window.MRZScanAccess.token);
  own.setAttribute('document-type', $('expect').value);
  own.hidden = false;
  own.start();
}

own.addEventListener('ready', () => {
  if (isVisiting()) say('hint.showDocument', {}, {action: 'stop', isBusy: true});
});
own.addEventListener('waiting', () => {
  if (isVisiting()) say('hint.waiting', {}, {action: 'stop', isBusy: true});
});
own.addEventListener('progress', ({detail}) => { if (isVisiting()) tell(detail); });
own.addEventListener('result', ({detail}) => { if (isVisiting()) finish(detail, own.frame); });
own.addEventListener('error', ({detail}) => { if (isVisiting()) fail(detail.code); });
onLanguage(() => { own.labels = {camera: t('camera.label'), torch: t('camera.torch'), zoom: t('camera.zoom')}; });
$('own-start').addEventListener('click', scan);

// ---- A telephone -------------------------------------------------------------------------------------------------------

function sendFor() {
  engage();
  const socket = new WebSocket(window.MRZScanAccess.signed('v1/handoff').replace(/^http/, 'ws'));
  waiting = socket;
  const documentType = $('expect').value;
  if (documentType) socket.onopen = () => socket.send(JSON.stringify({type: 'expect', documentType}));
  socket.onmessage = ({data}) => {
    if (socket !== waiting) return;
    hear(JSON.parse(data));
  };
  socket.onclose = () => {
    if (socket === waiting) fail('host_lost');
  };
}

/** Asks for another code; the one before is good no more. */
function renew() {
  expiry = 0;
  waiting?.send('renew');
}

function hear(message) {
  switch (message.type) {
  case 'handoff': return invite(message);
  case 'joined':
    clearTimeout(expiry);
    isInviting = false;
    setBusy(true);
    $('handoff').hidden = true;
    return say('handoff.joined', {}, {action: 'stop', isBusy: true});
  // It went without a document: another code, for it or for another.
  case 'left': return renew();
  case 'progress': return tell(message);
  case 'result': return finish(message, null);
  // There is no code to be had, or the telephone's scan ended: it may begin again, or leave.
  case 'error': return message.code === 'busy' && !expiry ? fail('busy') : undefined;
  default:
  }
}

function invite({address, svg, expiresInSeconds}) {
  const code = $('handoff-code');
  code.hidden = !svg;
  if (svg) code.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  $('handoff-address').textContent = address;
  setText($('handoff-lead'), 'handoff.lead', {seconds: expiresInSeconds});
  $('handoff').hidden = false;
  step(0);
  say('handoff.waiting', {}, {action: 'stop', isBusy: true});
  clearTimeout(expiry);
  expiry = setTimeout(renew, expiresInSeconds * 1000);
  // While nobody has come the page may be left: another code is no sign of anybody.
  if (!isInviting) setBusy(false);
  isInviting = true;
}

$('telephone').addEventListener('click', sendFor);
