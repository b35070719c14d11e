// Documents that are chosen, dropped, pasted or taken by a telephone's camera.
import {$} from './elements.js';
import {isIntact} from './intact.js';
import {say, step} from './stage.js';
import {has} from './texts.js';
import {toast} from './toast.js';
import {begin, end, entrance, isCurrent, onLeave, setBusy, show, turn} from './visit.js';

/**
 * Pixels of the longer side above which a picture is made smaller before it is sent: the reader itself looks at 2400 of
 * them first.
 */
const LONG_SIDE = 3000;
const QUALITY = 0.92;
/** What browsers decode as one picture. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'];

/** Bytes that the host takes. */
let largest = Infinity;
export const takeAtMost = (bytes) => { largest = bytes; };

let abort = null;

/** Ends what is being read. */
export const stopReading = () => abort?.abort();
// What is begun in its place ends it, whatever that is.
onLeave(stopReading);

/**
 * A picture no larger than the reader needs; a damaged one as it is.
 * @returns the bytes to send and how many pixels of the file one of theirs is.
 */
async function shrunk(file) {
  const whole = {body: file, scale: 1};
  if (!PICTURES.includes(file.type)) return whole;
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    // The host says what is wrong with it.
    return whole;
  }
  try {
    const scale = Math.max(bitmap.width, bitmap.height) / LONG_SIDE;
    // Drawn anew, a damaged picture would be a whole one, of which the host has nothing to warn.
    if (scale <= 1 || !isIntact(await file.arrayBuffer())) return whole;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(bitmap.width / scale), Math.round(bitmap.height / scale)];
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const body = await new Promise((done) => { canvas.toBlob(done, 'image/jpeg', QUALITY); });
    return body && body.size < file.size ? {body, scale: bitmap.width / canvas.width} : whole;
  } finally {
    bitmap.close();
  }
}

/** What the host reads in some bytes; rejects with an error that has a `code`. */
async function sent({body, scale}, name, signal) {
  const form = new FormData();
  // The name may be a person's; the host calls it what this page calls it.
  form.append('file', body, name);
  const response = await fetch(window.MRZScanAccess.signed('v1/scan'), {method: 'POST', body: form, signal});
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('application/jsonl')) {
    throw failed(JSON.parse(text).error.code);
  }
  return text.trim().split('\n').map((line) => {
    const result = JSON.parse(line);
    // In pixels of the file, as the host says it of what it gets.
    if (result.quad) result.quad = result.quad.map((corner) => corner.map((value) => Math.round(value * scale * 10) / 10));
    return result;
  });
}

const isSure = (results) => results.every(({status}) => status === 'verified');

const failed = (code) => Object.assign(new Error(code), {code});

/** Rejects where the browser can't read a file: when it is sent, that would look as if the host were lost. */
async function check(file) {
  try {
    const reader = file.stream().getReader();
    await reader.read();
    await reader.cancel();
  } catch {
    // A folder, or a file that is gone.
    throw failed('unreadable');
  }
}

/** Small enough to be sent fast; and whole where that was not enough. */
async function results(file, name, signal) {
  await check(file);
  const small = await shrunk(file);
  // A host that refuses it hangs up, which may come before its answer.
  if (small.body.size > largest) throw failed('too_many_bytes');
  const first = await sent(small, name, signal);
  if (small.scale === 1 || isSure(first) || file.size > largest) return first;
  let second;
  try {
    second = await sent({body: file, scale: 1}, name, signal);
  } catch (error) {
    // What was read of the small one stands, unless the person has had enough.
    if (signal.aborted) throw error;
    return first;
  }
  const count = (all, wanted) => all.filter(({status}) => wanted.includes(status)).length;
  for (const wanted of [['verified'], ['verified', 'unverified'], ['verified', 'unverified', 'not_found']]) {
    const more = count(second, wanted) - count(first, wanted);
    if (more) return more > 0 ? second : first;
  }
  return second;
}

/** What came of one of several files: its picture with what was read, or why there is none. Rejects without a host. */
async function outcome(file, name, signal) {
  try {
    const all = await results(file, name, signal);
    return {url: URL.createObjectURL(file), results: all};
  } catch (error) {
    // What browsers throw has numbers for codes.
    if (typeof error.code !== 'string') throw error;
    return {url: null, results: [{status: 'error', error: {code: error.code}}], failure: error.code};
  }
}

/** Reads files, one after another, and shows each as soon as it is read. What was read when somebody stops it stays. */
export async function readFiles(files) {
  if (!files.length) return;
  const own = begin('still');
  abort = new AbortController();
  const {signal} = abort;
  step(-1);
  const documents = [];
  const count = files.length;
  try {
    for (const [index, file] of files.entries()) {
      say('files.reading', {number: index + 1, count}, {action: 'stop', isBusy: true});
      const read = await outcome(file, `document-${index + 1}`, signal);
      if (!isCurrent(own)) return URL.revokeObjectURL(read.url);
      // Of a single one a moment's notice is enough.
      if (count === 1 && read.failure) return giveUp(`failure.${read.failure}`);
      documents.push(read);
      show([...documents], count);
      turn(index);
    }
  } catch {
    if (!isCurrent(own)) return;
    if (!signal.aborted) return giveUp('files.unreachable');
    if (!documents.length) return giveUp(null);
  }
  turn(0);
  finish(documents.flatMap((document) => document.results));
  setBusy(false);
}

/** Back to the way in, with nothing of anybody; `key` says why. */
function giveUp(key) {
  end();
  entrance().focus({preventScroll: true});
  if (key) toast(has(key) ? key : 'failure.other');
}

function finish(all) {
  if (all.length === 1) return say(`verdict.${all[0].status}`, {}, {action: 'back'});
  const count = (status) => all.filter((result) => result.status === status).length;
  const [verified, unverified] = [count('verified'), count('unverified')];
  say('files.done', {count: all.length, verified, unverified, other: all.length - verified - unverified}, {action: 'back'});
}

$('file').addEventListener('change', ({target}) => {
  const files = [...target.files];
  // The same file again is a change, too.
  target.value = '';
  readFiles(files);
});

let depth = 0;
const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
const dragging = (isOn) => document.body.classList.toggle('dragging', isOn);
addEventListener('dragenter', (event) => { if (hasFiles(event)) { depth++; dragging(true); } });
addEventListener('dragleave', () => { if (depth && --depth === 0) dragging(false); });
addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  dragging(false);
  readFiles([...event.dataTransfer.files]);
});
addEventListener('paste', (event) => {
  const files = [...event.clipboardData?.files ?? []];
  if (!files.length) return;
  event.preventDefault();
  readFiles(files);
});
