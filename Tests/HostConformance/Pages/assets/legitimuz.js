// A page as Legitimuz has it: the SDK says how it went by window.postMessage, and the page may say it itself. Where it
// is to read a document it asks this host for it, which is this project's own.
import {documentType, leaves, play, scanning} from './play.js';

const report = (name, status) => window.postMessage({name, status, refId: 'r-1'}, '*');
console.warn('careful', {a: 1});
if (play === 'cancelled') {
  report('close-modal', 'success');
} else if (play === 'failure') {
  window.notifyErrorToNative('facematch');
  setTimeout(() => { throw new Error('lost'); });
  setTimeout(() => report('close-modal', 'success'), 50);
} else {
  window.addEventListener('mrzscan', ({detail}) => {
    if (detail.type === 'progress') scanning(detail.progress);
    if (detail.name !== 'ocr' || leaves(detail.error?.code === 'MRZ_SCAN_IN_PROGRESS')) return;
    report('ocr', detail.status);
    report('close-modal', 'success');
  });
  webkit.messageHandlers.legitimuzEvent.postMessage({type: 'scan', refId: 'r-1', documentType});
}
