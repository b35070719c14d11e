// What `mrz-scan launch` puts into a page at document start, as a native host does in its web view: the handlers that
// the page's SDK posts to, and the page's console and errors for the host. `window.MRZScanHost` is there before.
(() => {
  'use strict';

  const {dialect, url} = window.MRZScanHost;
  const script = document.currentScript;

  /** Sends texts to the host over a WebSocket of its own, and hands on what comes back. */
  const connected = (receive) => {
    const address = new URL(url ?? new URL('bridge', script.src), location.href);
    address.protocol = address.protocol.replace(/^http/, 'ws');
    address.searchParams.set('dialect', dialect);
    const {token} = window.MRZScanAccess ?? {};
    if (token && !address.searchParams.has('token')) address.searchParams.set('token', token);
    const waiting = [];
    let socket = null;
    let pause = 250;
    const open = () => {
      socket = new WebSocket(address.href);
      socket.onopen = () => {
        pause = 250;
        for (const text of waiting.splice(0)) socket.send(text);
      };
      socket.onmessage = ({data}) => receive(JSON.parse(data));
      socket.onclose = () => {
        pause = Math.min(pause * 2, 8_000);
        setTimeout(open, pause);
      };
    };
    open();
    return (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
      else waiting.push(text);
    };
  };

  const handlers = ((window.webkit ??= {}).messageHandlers ??= {});
  const asText = (message) => (typeof message === 'string' ? message : JSON.stringify(message));

  /** Each dialect's own objects; what comes of them sends a text to the host. */
  const dialects = {
    self: () => (text) => window.SelfNativeAndroid.postMessage(text),

    gbg: () => {
      const send = connected((message) => {
        window.GBGBridge.receive?.(message);
        window.dispatchEvent(new CustomEvent('gbgbridge', {detail: message}));
      });
      const port = {postMessage: (message) => send(asText(message))};
      // A page's own `receive` is called with what the host says.
      window.GBGBridge = Object.assign(window.GBGBridge ?? {}, port);
      handlers.gbgBridge = port;
      return send;
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
      const send = connected(({event, data, id}) => {
        const callback = waiting.get(id);
        if (!callback) return tell(event, data);
        waiting.delete(id);
        if (event === 'onError') callback(data, null);
        else callback(null, data);
      });
      const call = (method, params, callback) => {
        if (!callback) return send(JSON.stringify({method, params}));
        const id = ++calls;
        waiting.set(id, callback);
        send(JSON.stringify({method, params, id}));
      };
      const isTooLarge = (data) => {
        if (typeof data !== 'string' || data.length * 3 / 4 - 2 <= MAX_FILE) return false;
        return data.replace(/[\s=]/g, '').length * 3 / 4 > MAX_FILE;
      };
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
        startStepFromFileUpload(stepId, data) {
          if (!isTooLarge(data)) return call('startStepFromFileUpload', {stepId, data});
          queueMicrotask(() => tell('onError', {code: 45, message: `The file has more than ${MAX_FILE} bytes.`}));
        },
        finishDynamicJourney: (journeyId) => call('finishDynamicJourney', {journeyId}),
        cancelJourney: (journeyId) => call('cancelJourney', {journeyId}),
        getJourneySummary(journeyId, callback) {
          call('getJourneySummary', {journeyId}, (error, summary) => callback?.(summary, error));
        },
      };
      return send;
    },

    legitimuz: () => {
      const send = connected((message) => {
        window.dispatchEvent(new CustomEvent('mrzscan', {detail: message}));
      });
      for (const handler of ['legitimuzEvent', 'onSuccess', 'onError', 'consoleLog']) {
        handlers[handler] = {postMessage: (body) => send(JSON.stringify({handler, body}))};
      }
      window.addEventListener('message', ({data}) => {
        if (typeof data === 'object' && data?.name) handlers.legitimuzEvent.postMessage(data);
      });
      window.notifySuccessToNative = (name) => handlers.onSuccess.postMessage(name);
      window.notifyErrorToNative = (name) => handlers.onError.postMessage(name);
      return send;
    },
  };

  const send = dialects[dialect]();
  const say = (message) => send(JSON.stringify(message));

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
      say({type, content: values.map(shown).join(' ')});
    };
  }
  window.addEventListener('error', ({message, filename, lineno}) => {
    // A picture or a script that did not come has no message.
    if (message) say({type: 'uncaught', message, source: filename, line: lineno});
  });
  window.addEventListener('unhandledrejection', ({reason}) => {
    const said = reason ? reason.message || String(reason) : 'Unknown Promise Error';
    say({type: 'unhandledrejection', reason: said});
  });
  window.addEventListener('load', () => say({type: 'page_loaded'}));
})();
