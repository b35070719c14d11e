// What `mrz-scan launch` puts into a page at document start, as a native host does in its web view: the handlers that
// the page's SDK posts to, and the page's console and errors for the host. `window.MRZScanHost` is there before.
(() => {
  'use strict';

  const {dialect, url} = window.MRZScanHost;
  const script = document.currentScript;

  /**
   * Sends texts to the host over a WebSocket of its own, and hands on what comes back.
   * @param lost called when a connection that was there is lost: what it has carried is not answered any more. It gets
   *   those texts that wait for the next one.
   */
  const connected = (receive, lost = () => {}) => {
    const address = new URL(url ?? new URL('bridge', script.src), location.href);
    address.protocol = address.protocol.replace(/^http/, 'ws');
    address.searchParams.set('dialect', dialect);
    const {token} = window.MRZScanAccess ?? {};
    if (token && !address.searchParams.has('token')) address.searchParams.set('token', token);
    const waiting = [];
    let socket = null;
    let pause = 250;
    const open = () => {
      let wasOpen = false;
      socket = new WebSocket(address.href);
      socket.onopen = () => {
        wasOpen = true;
        pause = 250;
        for (const text of waiting.splice(0)) socket.send(text);
      };
      socket.onmessage = ({data}) => receive(JSON.parse(data));
      socket.onclose = () => {
        pause = Math.min(pause * 2, 8_000);
        setTimeout(open, pause);
        if (wasOpen) lost(waiting);
      };
    };
    open();
    const isOpen = () => socket.readyState === WebSocket.OPEN;
    const send = (text) => {
      if (isOpen()) socket.send(text);
      else waiting.push(text);
    };
    return {send, isOpen};
  };

  const LOST = 'The connection to the host was lost.';
  const handlers = ((window.webkit ??= {}).messageHandlers ??= {});
  const asText = (message) => (typeof message === 'string' ? message : JSON.stringify(message));
  /** The object that a text is as JSON; undefined for others. */
  const asMembers = (text) => {
    try {
      const value = JSON.parse(text);
      return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
      return undefined;
    }
  };
  // Not randomUUID: an address on the local network is no secure context.
  const newID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

  /** Each dialect's own objects; what comes of them sends a text to the host, and knows whether it can do so at once. */
  const dialects = {
    self: () => ({
      send: (text) => window.SelfNativeAndroid.postMessage(text),
      isOpen: () => window.SelfNativeAndroid.isOpen ?? true,
    }),

    gbg: () => {
      /** What is asked and not answered, by its correlation id. */
      const asked = new Map();
      const receive = (message) => {
        window.GBGBridge.receive?.(message);
        window.dispatchEvent(new CustomEvent('gbgbridge', {detail: message}));
      };
      const isAnswered = ({type, event}) => type === 'request' || (type === undefined && event === undefined);
      /** What a lost connection has carried is answered here, in the shape of its question. */
      const fail = (unsent) => {
        const status = 'error';
        const error = {code: 'NO_TRANSPORT', message: LOST, recoverable: true};
        for (const [correlationId, {text, action, payload}] of asked) {
          if (unsent.includes(text)) continue;
          asked.delete(correlationId);
          const answer = payload?.action === undefined
            ? {action, correlationId, status, error}
            : {correlationId, payload: {action: payload.action, status, error}};
          queueMicrotask(() => receive({type: 'response', version: '1.0', ...answer}));
        }
      };
      const link = connected((message) => {
        if (message.type === 'response') asked.delete(message.correlationId);
        receive(message);
      }, fail);
      const port = {
        postMessage: (message) => {
          const text = asText(message);
          const members = asMembers(text);
          const id = members?.correlationId ?? null;
          if (id !== null && isAnswered(members)) asked.set(id, {...members, text});
          link.send(text);
        },
      };
      // A page's own `receive` is called with what the host says.
      window.GBGBridge = Object.assign(window.GBGBridge ?? {}, port);
      handlers.gbgBridge = port;
      // Contract 002, lifecycle: the person has turned to something else, or has come back.
      document.addEventListener('visibilitychange', () => {
        const action = document.hidden ? 'host.background' : 'host.foreground';
        receive({type: 'event', version: '1.0', correlationId: newID(), payload: {action, data: {}}});
      });
      return link;
    },

    idwise: () => {
      // The host takes no larger file, and no message at all that is much longer.
      const MAX_FILE = 4 << 20;
      let delegates = {journey: null, step: null};
      /** What waits for its answer, by the id of the call. */
      const waiting = new Map();
      let calls = 0;
      const callbacks = {
        onJourneyStarted: ({journeyID}) => ['JourneyStarted', journeyID],
        onJourneyFinished: () => ['JourneyFinished'],
        onJourneyCancelled: () => ['JourneyCancelled'],
        onJourneyResumed: ({journeyId}) => ['onJourneyResumed', journeyId],
        onError: (error) => ['onError', error],
        onStepCaptured: ({stepId, capturedImage}) => ['onStepCaptured', stepId, capturedImage],
        onStepResult: ({stepId, result}) => ['onStepResult', stepId, result],
        onStepProgress: ({stepId, ...progress}) => ['onStepProgress', stepId, progress],
      };
      /** Calls back once: the delegate that is for it, or the other one where only that has it. */
      const tell = (event, data) => {
        const [name, ...values] = callbacks[event]?.(data) ?? [event, data];
        const {journey, step} = delegates;
        const order = event.startsWith('onStep') ? [step, journey] : [journey, step];
        order.find((delegate) => typeof delegate?.[name] === 'function')?.[name](...values);
      };
      /** A lost connection ends the journey that went over it, and nothing of what was asked is answered. */
      const fail = () => {
        const error = {code: -101, message: LOST};
        const callbacks = [...waiting.values()];
        waiting.clear();
        // Each by itself: what one of them throws is not the next one's.
        for (const callback of callbacks) queueMicrotask(() => callback(error, null));
        queueMicrotask(() => tell('onError', error));
      };
      const link = connected(({event, data, id}) => {
        if (id === undefined) return tell(event, data);
        const callback = waiting.get(id);
        // Whoever asked has been told that the connection was lost.
        if (!callback) return;
        waiting.delete(id);
        if (event === 'onError') callback(data, null);
        else callback(null, data);
      }, fail);
      const call = (method, params, callback) => {
        if (!callback) return link.send(JSON.stringify({method, params}));
        const id = ++calls;
        waiting.set(id, callback);
        link.send(JSON.stringify({method, params, id}));
      };
      const isTooLarge = (data) => {
        const size = data?.size ?? data?.byteLength;
        if (size !== undefined) return size > MAX_FILE;
        if (typeof data !== 'string' || data.length * 3 / 4 - 2 <= MAX_FILE) return false;
        return data.replace(/[\s=]/g, '').length * 3 / 4 > MAX_FILE;
      };
      const isBytes = (data) => data instanceof Blob || data instanceof ArrayBuffer || ArrayBuffer.isView(data);
      /** Hands on what follows the comma of an address with data in it. */
      const behindComma = (address) => address.slice(address.indexOf(',') + 1);
      const sendFile = (stepId, data) => call('startStepFromFileUpload', {stepId, data});
      /** The names of the themes that `initialize` takes. */
      window.IDWiseSDKTheme ??= {light: 'light', dark: 'dark', systemDefault: 'systemDefault'};
      window.IDWise = {
        initialize(clientKey, theme, callback) {
          // What the page leaves to the host is light or dark as the theme says.
          document.documentElement.style.colorScheme ||= theme === 'light' || theme === 'dark' ? theme : 'light dark';
          call('initialize', {clientKey, theme}, (error) => callback?.(error));
        },
        startDynamicJourney(journeyDefinitionId, referenceNumber, locale, journeyDelegate, stepDelegate) {
          delegates = {journey: journeyDelegate, step: stepDelegate};
          call('startDynamicJourney', {journeyDefinitionId, referenceNumber, locale});
        },
        resumeDynamicJourney(journeyDefinitionId, journeyId, locale, journeyDelegate, stepDelegate) {
          delegates = {journey: journeyDelegate, step: stepDelegate};
          call('resumeDynamicJourney', {journeyDefinitionId, journeyId, locale});
        },
        startStep: (stepId) => call('startStep', {stepId}),
        /** Not of this host, which says so. */
        startJourney(journeyDefinitionId, referenceNumber, locale, journeyDelegate) {
          delegates = {journey: journeyDelegate, step: null};
          call('startJourney', {journeyDefinitionId, referenceNumber, locale});
        },
        /** @param data bytes, a Blob, or their base64 with or without what a FileReader puts before it. */
        startStepFromFileUpload(stepId, data) {
          const isAddress = typeof data === 'string' && /^data:[^,]*;base64,/.test(data);
          const file = isAddress ? behindComma(data) : data;
          if (isTooLarge(file)) {
            return queueMicrotask(() => tell('onError', {code: 45, message: `The file has more than ${MAX_FILE} bytes.`}));
          }
          if (!isBytes(file)) return sendFile(stepId, file);
          const reader = new FileReader();
          reader.onload = () => sendFile(stepId, behindComma(reader.result));
          // What the browser can't read is no file.
          reader.onerror = () => sendFile(stepId, '');
          reader.readAsDataURL(new Blob([file]));
        },
        finishDynamicJourney: (journeyId) => call('finishDynamicJourney', {journeyId}),
        cancelJourney: (journeyId) => call('cancelJourney', {journeyId}),
        getJourneySummary(journeyId, callback) {
          call('getJourneySummary', {journeyId}, (error, summary) => callback?.(summary, error));
        },
      };
      return link;
    },

    legitimuz: () => {
      const link = connected((message) => {
        window.dispatchEvent(new CustomEvent('mrzscan', {detail: message}));
      });
      for (const handler of ['legitimuzEvent', 'onSuccess', 'onError']) {
        handlers[handler] = {postMessage: (body) => link.send(JSON.stringify({handler, body}))};
      }
      handlers.consoleLog = {postMessage: (body) => report({handler: 'consoleLog', body})};
      window.addEventListener('message', ({data}) => {
        if (typeof data === 'object' && data?.name) handlers.legitimuzEvent.postMessage(data);
      });
      // Nobody at a kiosk is to answer it: the host hears it, and the page goes on. Contract 004, JavaScript alerts.
      window.alert = (message = '') => report({type: 'info', content: String(message)});
      window.notifySuccessToNative = (name) => handlers.onSuccess.postMessage(name);
      window.notifyErrorToNative = (name) => handlers.onError.postMessage(name);
      return link;
    },
  };

  const {send, isOpen} = dialects[dialect]();
  const say = (message) => send(JSON.stringify(message));

  /** Lines of the console that are passed on in a second: a host hangs up on a page that says more than it takes. */
  const LINES = 100;
  let left = LINES;
  let omitted = 0;
  const renew = () => {
    // What waits for a connection is not to be more than that either.
    if (!isOpen()) return setTimeout(renew, 1000);
    left = LINES;
    if (omitted) say({type: 'warn', content: `${omitted} lines left out`});
    omitted = 0;
  };
  const report = (message) => {
    if (left === LINES) setTimeout(renew, 1000);
    if (left > 0) say(message);
    else omitted++;
    left--;
  };

  // A console line of anything: texts as they are, objects as JSON where they have one.
  const shown = (value) => {
    try {
      return typeof value !== 'object' || value === null || value instanceof Error ? String(value) : JSON.stringify(value);
    } catch {
      // It holds itself; some of those have no text at all.
      return Object.prototype.toString.call(value);
    }
  };
  for (const type of ['log', 'error', 'warn', 'info', 'debug']) {
    const original = console[type].bind(console);
    console[type] = (...values) => {
      original(...values);
      report({type, content: values.map(shown).join(' ')});
    };
  }
  window.addEventListener('error', ({message, filename, lineno}) => {
    // A picture or a script that did not come has no message.
    if (message) report({type: 'uncaught', message, source: filename, line: lineno});
  });
  window.addEventListener('unhandledrejection', ({reason}) => {
    const said = reason ? reason.message || String(reason) : 'Unknown Promise Error';
    report({type: 'unhandledrejection', reason: said});
  });
  // What it shows in frames is not the page.
  if (window === window.top) window.addEventListener('load', () => say({type: 'page_loaded'}));
})();
