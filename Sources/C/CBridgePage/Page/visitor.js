// A scan with a camera of the device that shows the page, or with a telephone that somebody takes in hand for it.
import {$} from './elements.js';
import {say, setMode, step} from './stage.js';
import {has, onLanguage, setText, t} from './texts.js';
import {toast} from './toast.js';
import {begin, end, entrance, isCurrent, setBusy, show, turn} from './visit.js';
import './mrz-scan.js';

const own = $('own');
/** The attempt that runs with a camera that is not the host's; null when none does. */
let attempt = null;
/** The WebSocket to the host by which a telephone is waited for; null when none is waited for. */
let waiting = null;
/** The timer that renews the code for a telephone; 0 while there is none that is good. */
let expiry = 0;

/** Whether such a scan runs. */
export const isVisiting = () => attempt !== null;

/** Offers what this host and this browser have. */
export function offerCameras({visitors, telephones}) {
  $('own-start').hidden = !visitors || !navigator.mediaDevices;
  $('telephone').hidden = !telephones;
}

/** Ends the scan, and lets the camera or the telephone go. */
export function stopVisiting() {
  if (!isVisiting()) return;
  const current = isCurrent(attempt);
  release();
  if (!current) return;
  end();
  entrance().focus({preventScroll: true});
}

function release() {
  attempt = null;
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

function engage() {
  release();
  attempt = begin('live');
  step(0);
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
  release();
  end();
  entrance().focus({preventScroll: true});
  if (code !== 'stopped') toast(has(`failure.${code}`) ? `failure.${code}` : 'failure.other');
}

/** Whether the page still waits for this scan; one that it has left is ended. */
function isWanted() {
  if (!isVisiting()) return false;
  if (isCurrent(attempt)) return true;
  release();
  return false;
}

// ---- A camera of this device -------------------------------------------------------------------------------------------

function scan() {
  engage();
  say('hint.starting', {}, {action: 'stop', isBusy: true});
  own.setAttribute('host', new URL('.', location.href).href);
  if (window.MRZScanAccess.token) own.setAttribute('token', window.MRZScanAccess.token);
  own.setAttribute('document-type', $('expect').value);
  own.hidden = false;
  own.start();
}

own.addEventListener('ready', () => {
  if (isWanted()) say('hint.showDocument', {}, {action: 'stop', isBusy: true});
});
own.addEventListener('waiting', () => {
  if (isWanted()) say('hint.waiting', {}, {action: 'stop', isBusy: true});
});
own.addEventListener('progress', ({detail}) => { if (isWanted()) tell(detail); });
own.addEventListener('result', ({detail}) => { if (isWanted()) finish(detail, own.frame); });
own.addEventListener('error', ({detail}) => { if (isWanted()) fail(detail.code); });
onLanguage(() => { own.labels = {camera: t('camera.label'), torch: t('camera.torch'), zoom: t('camera.zoom')}; });
$('own-start').addEventListener('click', scan);

// ---- A telephone -------------------------------------------------------------------------------------------------------

function sendFor() {
  engage();
  say('hint.starting', {}, {action: 'stop', isBusy: true});
  const socket = new WebSocket(window.MRZScanAccess.signed('v1/handoff').replace(/^http/, 'ws'));
  waiting = socket;
  socket.onmessage = ({data}) => {
    if (socket !== waiting || !isWanted()) return;
    hear(JSON.parse(data));
  };
  socket.onclose = () => {
    if (socket === waiting && isWanted()) fail('host_lost');
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
  expiry = setTimeout(() => { if (isWanted()) renew(); }, expiresInSeconds * 1000);
}

$('telephone').addEventListener('click', sendFor);
