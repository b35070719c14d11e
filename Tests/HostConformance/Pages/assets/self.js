// A page as the Self SDK has it: a bridge of its own, which posts to the iOS handler, then the SDK's steps in order.
import {documentType, leaves, play, scanning} from './play.js';

const pending = new Map();
const listeners = new Map();
window.SelfNativeBridge = {
  request(domain, method, params = {}) {
    const id = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('BRIDGE_TIMEOUT')), 30_000);
      pending.set(id, {resolve, reject, timer});
      const text = JSON.stringify(
        {type: 'request', version: 1, id, domain, method, params, timestamp: Date.now()});
      webkit.messageHandlers.SelfNativeIOS.postMessage(text);
    });
  },
  on(domain, event, listener) {
    listeners.set(`${domain}:${event}`, listener);
  },
  _handleResponse(json) {
    const {requestId, success, data, error} = JSON.parse(json);
    const entry = pending.get(requestId);
    if (!entry) return;
    pending.delete(requestId);
    clearTimeout(entry.timer);
    // A success has no error, and says so.
    if (success && error === null) entry.resolve(data);
    else entry.reject(Object.assign(new Error(error.message), error));
  },
  _handleEvent(json) {
    const {domain, event, data} = JSON.parse(json);
    listeners.get(`${domain}:${event}`)?.(data);
  },
};

const bridge = window.SelfNativeBridge;
const said = document.getElementById('said');

const run = async () => {
  const {request} = await bridge.request('lifecycle', 'getConfig');
  if (request?.play !== play) throw new Error('two requests');
  await bridge.request('lifecycle', 'ready');
  console.info('page', play, 'is ready');
  await bridge.request('haptic', 'impact', {style: 'light'});
  await bridge.request('analytics', 'trackEvent', {event: 'opened'});
  if (play === 'cancelled') return bridge.request('lifecycle', 'dismiss');
  if (play === 'failure') {
    return bridge.request('lifecycle', 'setResult', {success: false, errorCode: 'DECLINED', errorMessage: 'No.'});
  }
  const states = [];
  bridge.on('camera', 'scanProgress', (progress) => {
    states.push(progress.stateIndex);
    scanning(progress);
  });
  try {
    const {documentNumber, dateOfBirth, dateOfExpiry} = await bridge.request('camera', 'scanMRZ', {documentType});
    const store = await bridge.request('lifecycle', 'getConfig').then((config) => config.capabilities.secureStorage);
    if (store) {
      await bridge.request('secureStorage', 'set', {key: 'visits', value: 1});
      const visits = await bridge.request('secureStorage', 'get', {key: 'visits'});
      if (visits !== '1') throw new Error('nothing is kept');
    }
    said.textContent = 'Done.';
    await bridge.request('lifecycle', 'setResult', {
      success: true,
      data: {documentNumber, dateOfBirth, dateOfExpiry, first: states[0], last: states.at(-1)},
    });
  } catch ({code, message}) {
    if (leaves(code === 'MRZ_SCAN_IN_PROGRESS')) return;
    await bridge.request('lifecycle', 'setResult', {success: false, errorCode: code, errorMessage: message});
  }
};
run().catch((error) => console.error(error));
