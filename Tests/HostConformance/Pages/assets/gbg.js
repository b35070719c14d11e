// A journey as GBG's guide has its host: capabilities first, then the document, then how it went.
import {documentType, hostVersion, leaves, play, scanning} from './play.js';

const waiting = new Map();
window.addEventListener('gbgbridge', ({detail}) => {
  if (detail.type === 'response') waiting.get(detail.correlationId)?.(detail.payload);
  if (detail.type !== 'event') return;
  if (detail.payload.action === 'camera.progress') scanning(detail.payload.data);
  if (detail.payload.action === 'journey.cancel') {
    console.info('cancelled by the host:', detail.payload.data.reason);
  }
});
const ask = (action, data = {}) => new Promise((resolve) => {
  const correlationId = crypto.randomUUID();
  waiting.set(correlationId, resolve);
  webkit.messageHandlers.gbgBridge.postMessage({type: 'request', version: '1.0', correlationId, payload: {action, data}});
});
const tell = (action, data = {}) => window.GBGBridge.postMessage(
  {type: 'event', version: '1.0', correlationId: crypto.randomUUID(), payload: {action, data}});

const {data: {capabilities, hostVersion: told}} = await ask('capabilities');
if (told !== hostVersion) throw new Error('two versions');
tell('journey.started');
const camera = capabilities.find(({name}) => name === 'camera.document');
const chip = await ask('nfc.read');
const unknown = await ask('selfie.capture');
if (chip.status !== 'unsupported' || unknown.error.code !== 'UNSUPPORTED_ACTION') throw new Error('a wrong answer');
if (play === 'failure') {
  tell('journey.error', {message: 'The person declined.'});
} else if (play === 'cancelled') {
  tell('journey.complete', {status: 'cancelled'});
} else if (play === 'wait') {
  document.getElementById('said').textContent = 'Waiting.';
  await ask('camera.document', {documentType: 'visa'});
} else {
  const {status, data, error} = await ask('camera.document', {documentType});
  if (status === 'success') {
    tell('journey.complete', {
      status: 'success', referenceId: data.document.documentNumber, permissionState: camera.permissionState,
      image: data.image.mimeType,
    });
  } else if (!leaves(error?.code === 'BUSY')) {
    tell('journey.error', {message: `${error?.code ?? status}`});
  }
}
