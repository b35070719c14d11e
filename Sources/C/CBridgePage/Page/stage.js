// The stage: the picture with its outlines, the line under it, the steps, and the way from one document to the next.
import {$, drawn} from './elements.js';
import {number as written, setText} from './texts.js';

/** Zones in the picture: `quad` in fractions of it or in its pixels, `tone`, and `number` where there are several. */
let outlines = [];

/** `idle`, where documents are waited for, `live` or `still`. */
export function setMode(mode) {
  $('stage').dataset.mode = mode;
  $('empty').hidden = mode !== 'idle';
}

export const mode = () => $('stage').dataset.mode;

/**
 * The line under the stage, which screen readers read out, and what can be done about it.
 * @param action `stop`, `again`, `back`, or null for nothing.
 */
export function say(key, values = {}, {action = null, isBusy = false} = {}) {
  setText($('hint-text'), key, values);
  $('hint').toggleAttribute('data-busy', isBusy);
  $('stop').hidden = action === null;
  if (action === null) return;
  $('stop').dataset.action = action;
  setText($('stop-text'), `action.${action}`);
  $('stop-key').hidden = action !== 'stop';
}

/** What the button beside the line is for. */
export const offered = () => ($('stop').hidden ? null : $('stop').dataset.action);

/** How far a scan is, from 0; -1 for no scan. */
export function step(index) {
  $('steps').dataset.step = index;
  $('hint').dataset.step = index;
  [...$('steps').children].forEach((item, i) => {
    item.toggleAttribute('data-reached', i <= index);
    if (i === index) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  });
}

/** Shows the picture at an address, or none. */
export function showPicture(url) {
  const preview = $('preview');
  preview.hidden = true;
  $('no-picture').hidden = true;
  if (url) preview.src = url;
  else preview.removeAttribute('src');
}

/**
 * Outlines zones in the picture, as soon as it is there: each has a `quad` of four corners in fractions of it, or in its
 * pixels where it has `isInPixels`, a `tone`, and perhaps a `number`.
 */
export function outline(zones) {
  outlines = zones;
  $('stage').toggleAttribute('data-found', zones.length > 0);
  draw();
}

function draw() {
  const preview = $('preview');
  const isShown = !preview.hidden && preview.naturalWidth > 0;
  if (!isShown) return $('overlay').replaceChildren();
  const {clientWidth: width, clientHeight: height} = $('stage');
  const scale = Math.min(width / preview.naturalWidth, height / preview.naturalHeight);
  const [w, h] = [preview.naturalWidth * scale, preview.naturalHeight * scale];
  $('overlay').replaceChildren(...outlines.flatMap(({quad, isInPixels, tone, number}) => {
    const [unitX, unitY] = isInPixels ? [scale, scale] : [w, h];
    const corners = quad.map(([x, y]) => [(width - w) / 2 + x * unitX, (height - h) / 2 + y * unitY]);
    const shape = drawn('polygon', {points: corners.map((corner) => corner.join(',')).join(' '), class: tone});
    if (!number) return [shape];
    const [x, y] = corners[0];
    return [shape, drawn('circle', {cx: x, cy: y, r: 13, class: tone}),
      drawn('text', {x, y: y + 5, 'text-anchor': 'middle'}, written(number))];
  }));
}

$('preview').addEventListener('load', () => { $('preview').hidden = false; draw(); });
// What browsers do not show, such as a PDF or a TIFF, is read all the same.
$('preview').addEventListener('error', () => { $('no-picture').hidden = mode() !== 'still'; });
new ResizeObserver(draw).observe($('stage'));

/** Which of several documents is shown; the way to the others is offered where there are any. */
export function showTurn(index, count) {
  $('turn').hidden = count < 2;
  $('previous').disabled = index <= 0;
  $('next').disabled = index >= count - 1;
  setText($('turn-text'), 'stage.place', {number: index + 1, count});
}
