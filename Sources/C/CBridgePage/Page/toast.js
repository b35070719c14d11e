// A notice that stays for a moment.
import {$} from './elements.js';
import {setText} from './texts.js';

let timer = 0;

/** Says something for a moment; null for nothing. */
export function toast(key) {
  clearTimeout(timer);
  if (key === null) {
    delete $('toast').dataset.text;
    $('toast').replaceChildren();
    return;
  }
  setText($('toast'), key);
  timer = setTimeout(() => toast(null), 8000);
}
