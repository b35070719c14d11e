// A client of mrz-scan's bridge, for any page: include this file, then use window.SelfNativeBridge.
//
//   const document = await SelfNativeBridge.request('camera', 'scanMRZ', {documentType: 'P'});
//   const stop = SelfNativeBridge.on('camera', 'scanProgress', ({stateIndex, message}) => …);
//
// Pages written for the SDK bring a SelfNativeBridge of their own and post to SelfNativeAndroid: load this file
// before theirs, and both ends meet here. `data-url` on the script element names the bridge of another host:
//
//   <script src="bridge.js" data-url="ws://127.0.0.1:8080/bridge"></script>
(() => {
  'use strict';

  const VERSION = 1;
  const TIMEOUT = 30_000;
  // By itself a host gives up a scan after 120 seconds and says why; that answer is worth waiting for. Where --scan-limit is
  // another, the page says how long it waits.
  const LONG_TIMEOUT = 125_000;

  /** A request that failed: `code` is a stable word, `details` an object or undefined. */
  class BridgeError extends Error {
    constructor(code, message, details) {
      super(message);
      this.name = 'BridgeError';
      this.code = code;
      if (details !== undefined) this.details = details;
    }
  }

  /** The socket: opens when needed, and again when it was lost. */
  class Transport extends EventTarget {
    #url;
    #socket = null;
    #waiting = [];
    #attempts = 0;
    #timer = null;
    #isDestroyed = false;

    constructor(url) {
      super();
      this.#url = url;
    }

    /** 'connecting', 'open' or 'closed'. */
    get state() {
      if (!this.#socket) return this.#timer === null ? 'closed' : 'connecting';
      return ['connecting', 'open', 'closed', 'closed'][this.#socket.readyState];
    }

    connect() {
      if (this.#socket || this.#isDestroyed) return;
      clearTimeout(this.#timer);
      this.#timer = null;
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      socket.onopen = () => {
        this.#attempts = 0;
        for (const text of this.#waiting.splice(0)) socket.send(text);
        this.#changed();
      };
      socket.onmessage = ({data}) => {
        if (typeof data === 'string') this.dispatchEvent(new MessageEvent('message', {data}));
      };
      socket.onclose = () => {
        this.#socket = null;
        this.#waiting = [];
        this.dispatchEvent(new Event('lost'));
        if (!this.#isDestroyed) {
          const pause = Math.min(8_000, 500 * 2 ** this.#attempts++);
          this.#timer = setTimeout(() => this.connect(), pause);
        }
        this.#changed();
      };
      this.#changed();
    }

    send(text) {
      this.connect();
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#waiting.push(text);
    }

    destroy() {
      this.#isDestroyed = true;
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#socket?.close(1000);
    }

    #changed() {
      this.dispatchEvent(new Event('statechange'));
    }
  }

  /** Requests that are answered, events that are listened to. */
  class Bridge {
    #transport;
    #pending = new Map();
    #listeners = new Map();
    #isDestroyed = false;
    /** Scans that were asked for. */
    #scans = 0;

    constructor(transport) {
      this.#transport = transport;
      transport.addEventListener('lost', () => this.#failAll('NO_TRANSPORT', 'The connection to the host was lost.'));
    }

    /** 'connecting', 'open' or 'closed'; `onStateChange` tells of changes. */
    get state() {
      return this.#transport.state;
    }

    get pendingCount() {
      return this.#pending.size;
    }

    connect() {
      this.#transport.connect();
    }

    onStateChange(listener) {
      const tell = () => listener(this.state);
      this.#transport.addEventListener('statechange', tell);
      return () => this.#transport.removeEventListener('statechange', tell);
    }

    /**
     * Asks the host.
     * @returns a promise of the answer's data; it rejects with a BridgeError.
     */
    request(domain, method, params = {}, {timeout} = {}) {
      if (this.#isDestroyed) return Promise.reject(new BridgeError('BRIDGE_DESTROYED', 'The bridge was closed.'));
      const isScan = domain === 'camera' && method === 'scanMRZ';
      if (isScan) this.#scans++;
      const isLong = isScan || domain === 'nfc';
      const message = envelope(domain, method, params);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          this.#pending.delete(message.id);
          reject(new BridgeError('BRIDGE_TIMEOUT', `${domain}.${method} was not answered in time.`));
        }, timeout ?? (isLong ? LONG_TIMEOUT : TIMEOUT));
        this.#pending.set(message.id, {resolve, reject, timer});
        this.#transport.send(JSON.stringify(message));
      });
    }

    /** Tells the host something that needs no answer. */
    fire(domain, method, params = {}) {
      if (!this.#isDestroyed) this.#transport.send(JSON.stringify(envelope(domain, method, params)));
    }

    /**
     * Listens to an event of the host.
     * @returns what ends that.
     */
    on(domain, event, listener) {
      const key = `${domain}.${event}`;
      const listeners = this.#listeners.get(key) ?? new Set();
      this.#listeners.set(key, listeners.add(listener));
      return () => listeners.delete(listener);
    }

    /** Ends what `on` began. */
    off(domain, event, listener) {
      this.#listeners.get(`${domain}.${event}`)?.delete(listener);
    }

    /** Scans; when that fails for whatever reason the camera is let go, unless a later scan has it. */
    async scanMRZ(params = {}, options) {
      const answer = this.request('camera', 'scanMRZ', params, options);
      const own = this.#scans;
      try {
        return await answer;
      } catch (error) {
        if (own === this.#scans) this.fire('camera', 'stopCamera');
        throw error;
      }
    }

    destroy() {
      this.#isDestroyed = true;
      this.#failAll('BRIDGE_DESTROYED', 'The bridge was closed.');
      this.#listeners.clear();
      this.#transport.destroy();
    }

    _handleResponse(json) {
      const message = parsed(json, 'response');
      const entry = message && this.#pending.get(message.requestId);
      if (!entry) return;
      this.#pending.delete(message.requestId);
      clearTimeout(entry.timer);
      if (message.success) return entry.resolve(message.data);
      const {code = 'UNKNOWN_ERROR', message: text = 'The host does not say why.', details} = message.error ?? {};
      entry.reject(new BridgeError(code, text, details));
    }

    _handleEvent(json) {
      const message = parsed(json, 'event');
      if (!message) return;
      for (const listener of this.#listeners.get(`${message.domain}.${message.event}`) ?? []) {
        try {
          listener(message.data);
        } catch (error) {
          // One listener's fault is not the next one's.
          console.error(error);
        }
      }
    }

    #failAll(code, text) {
      for (const {reject, timer} of this.#pending.values()) {
        clearTimeout(timer);
        reject(new BridgeError(code, text));
      }
      this.#pending.clear();
    }
  }

  const envelope = (domain, method, params) => ({
    type: 'request', version: VERSION, id: uuid(), domain, method, params, timestamp: Date.now(),
  });

  // crypto.randomUUID is there for secure contexts only, and a host on the local network is none.
  const uuid = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };

  const parsed = (json, type) => {
    try {
      const message = JSON.parse(json);
      return message?.type === type ? message : null;
    } catch {
      return null;
    }
  };

  const script = document.currentScript;
  const url = new URL(window.MRZScanHost?.url ?? script?.dataset.url ?? new URL('bridge', script?.src ?? location.href), location.href);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  // A page of the host's own has its token from access.js.
  const {token} = window.MRZScanAccess ?? {};
  if (token && !url.searchParams.has('token') && url.host === location.host) url.searchParams.set('token', token);
  const transport = new Transport(url.href);
  transport.addEventListener('message', ({data}) => {
    // Whichever object the page has there by now: this one, or the SDK's.
    const handler = parsed(data, 'event') ? '_handleEvent' : '_handleResponse';
    window.SelfNativeBridge?.[handler](data);
  });
  // Where pages of the SDK post to, in the web views of both systems.
  const port = {postMessage: (json) => transport.send(json), get isOpen() { return transport.state === 'open'; }};
  window.SelfNativeAndroid ??= port;
  window.webkit ??= {};
  window.webkit.messageHandlers ??= {};
  window.webkit.messageHandlers.SelfNativeIOS ??= port;
  window.SelfNativeBridge ??= new Bridge(transport);
  window.BridgeError = BridgeError;
})();
