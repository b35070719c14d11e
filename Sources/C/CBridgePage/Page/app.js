// The page of `mrz-scan serve`: a scan with the host's camera, files, and the link to the host.
import {clearAfter} from './away.js';
import {$} from './elements.js';
import {stopReading, takeAtMost} from './files.js';
import {persistently, settings} from './settings.js';
import {offered, outline, say, setMode, showPicture, step} from './stage.js';
import {has, offerLanguages, preferred, setText, speak} from './texts.js';
import {toast} from './toast.js';
import {isVisiting, offerCameras, stopVisiting} from './visitor.js';
import {begin, end, entrance, isAtRest, isCurrent, onLeave, setBusy, show} from './visit.js';

const bridge = window.SelfNativeBridge;

// ---- Scanning with the host's camera -----------------------------------------------------------------------------------

let isScanning = false;
let viewing = 0;
/** Milliseconds after which a host that scans has answered; undefined while the page does not know how long it scans. */
let timeout;

/** What the host reads. It says why it gives up; that answer is worth waiting for. */
async function answer() {
  try {
    return await bridge.scanMRZ($('expect').value ? {documentType: $('expect').value} : {}, {timeout});
  } finally {
    isScanning = false;
  }
}

async function scan() {
  if (isScanning) return;
  const own = begin('live');
  isScanning = true;
  step(0);
  say('hint.starting', {}, {action: 'stop', isBusy: true});
  $('stop').focus({preventScroll: true});
  // Frames flow while a scan runs; the number keeps the browser from showing those of the last one again.
  showPicture(window.MRZScanAccess.signed(`preview.mjpg?scan=${++viewing}`));
  try {
    const result = await answer();
    if (!isCurrent(own)) return;
    step(3);
    say('hint.done', {}, {action: 'again'});
    setMode('still');
    show([{url: null, results: [result]}]);
  } catch (error) {
    if (!isCurrent(own)) return;
    end();
    entrance().focus({preventScroll: true});
    if (error.code?.startsWith('CAMERA_')) findCamera();
    if (error.code !== 'MRZ_SCAN_CANCELLED') toast(has(`failure.${error.code}`) ? `failure.${error.code}` : 'failure.other');
  } finally {
    if (isCurrent(own)) setBusy(false);
  }
}

const cancel = () => bridge.fire('camera', 'stopCamera');

/** The button beside the hint: it ends what runs, or leads on or back. */
function act() {
  switch (offered()) {
  case 'stop': return isVisiting() ? stopVisiting() : isScanning ? cancel() : stopReading();
  case 'again': return scan();
  default:
    end();
    entrance().focus({preventScroll: true});
  }
}

bridge.on('camera', 'scanProgress', ({stateIndex, hint, outline: quad}) => {
  if (!isScanning) return;
  step(stateIndex);
  say(has(`hint.${hint}`) ? `hint.${hint}` : 'hint.showDocument', {}, {action: 'stop', isBusy: true});
  outline(quad ? [{quad, tone: 'good'}] : []);
});

$('start').addEventListener('click', scan);
$('stop').addEventListener('click', act);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && offered() === 'stop') act();
});
// What is begun in its place ends it, whatever that is.
onLeave(() => { if (isScanning) cancel(); });

// ---- The link to the host ----------------------------------------------------------------------------------------------

/** Milliseconds after which a host without a camera is asked again: it may have been plugged in. */
const RECHECK = 3000;
let recheck = 0;

/** Asks whether the host has a camera, and while it has none and somebody can see the page, again. */
async function findCamera() {
  try {
    const isAvailable = await bridge.request('camera', 'isAvailable');
    showCamera(isAvailable);
    clearTimeout(recheck);
    if (!isAvailable && !document.hidden) recheck = setTimeout(findCamera, RECHECK);
  } catch {
    // The connection was lost meanwhile; it is asked again when it is back.
  }
}

function showCamera(isAvailable) {
  const hasFocus = document.activeElement === $('start');
  $('start').disabled = !isAvailable;
  if (hasFocus) entrance().focus({preventScroll: true});
  setText($('lead'), isAvailable ? 'scan.lead' : 'scan.noCamera');
  document.body.dataset.ready = isAvailable ? 'camera' : 'files';
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && bridge.state === 'open' && $('start').disabled) findCamera();
});

/** Whether the host refuses what this page brings: the token of an earlier run, or none. */
let isRefused = false;

async function askWhy() {
  try {
    const {status} = await fetch(window.MRZScanAccess.signed('metrics'));
    if (status !== 401 || isRefused) return;
  } catch {
    // The host is away, and may come back.
    return;
  }
  isRefused = true;
  forgetShown();
  bridge.destroy();
  $('link').dataset.state = 'closed';
  setText($('link-text'), 'link.refused');
  toast('failure.token');
}

/** What was read is not left to whoever comes while there is no host. What goes on fails by itself, and clears. */
function forgetShown() {
  if (isAtRest()) end('hint.cleared');
}

function showLink() {
  if (isRefused) return;
  if (bridge.state !== 'open') {
    forgetShown();
    askWhy();
  }
  $('link').dataset.state = bridge.state;
  setText($('link-text'), `link.${bridge.state}`);
  clearTimeout(recheck);
  if (bridge.state === 'open') {
    bridge.fire('lifecycle', 'ready');
    findCamera();
  } else if (!isScanning) $('start').disabled = true;
}

await persistently(() => speak(preferred()));
offerLanguages($('language'), () => toast('files.unreachable'));
say('hint.ready');
bridge.onStateChange?.(showLink);
showLink();
bridge.connect?.();
const {clearAfter: seconds, scanLimit, maxUpload, visitors, telephones} = await settings;
timeout = (scanLimit + 5) * 1000;
offerCameras({visitors, telephones});
takeAtMost(maxUpload);
clearAfter(seconds);
