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
      let delegates = [];
      const waiting = {onInitialized: [], onJourneySummary: []};
      const calls = {
        onJourneyStarted: ({journeyID}) => ['JourneyStarted', journeyID],
        onJourneyFinished: () => ['JourneyFinished'],
        onJourneyCancelled: () => ['JourneyCancelled'],
        onJourneyResumed: ({journeyId}) => ['onJourneyResumed', journeyId],
        onError: (error) => ['onError', error],
        onStepCaptured: ({stepId, capturedImage}) => ['onStepCaptured', stepId, capturedImage],
        onStepResult: ({stepId, result}) => ['onStepResult', stepId, result],
        onStepProgress: ({stepId, ...progress}) => ['onStepProgress', stepId, progress],
      };
      const send = connected(({event, data}) => {
        // Calls with a callback are answered in their order; an error is for the one that waits.
        const callback = event === 'onError'
          ? (waiting.onInitialized.shift() ?? waiting.onJourneySummary.shift()) : waiting[event]?.shift();
        if (callback) return event === 'onError' ? callback(data, null) : callback(null, data);
        const [name, ...values] = calls[event]?.(data) ?? [event, data];
        for (const delegate of delegates) delegate?.[name]?.(...values);
      });
      const call = (method, params) => send(JSON.stringify({method, params}));
      window.IDWise = {
        initialize(clientKey, theme, callback) {
          // What the page leaves to the host is light or dark as the theme says.
          document.documentElement.style.colorScheme ||= theme === 'light' || theme === 'dark' ? theme : 'light dark';
          waiting.onInitialized.push((error) => callback?.(error));
          call('initialize', {clientKey, theme});
        },
        startDynamicJourney(journeyDefinitionId, referenceNumber, locale, journeyDelegate, stepDelegate) {
          delegates = [journeyDelegate, stepDelegate];
          call('startDynamicJourney', {journeyDefinitionId, referenceNumber, locale});
        },
        resumeDynamicJourney(journeyDefinitionId, journeyId, locale, journeyDelegate, stepDelegate) {
          delegates = [journeyDelegate, stepDelegate];
          call('resumeDynamicJourney', {journeyDefinitionId, journeyId, locale});
        },
        startStep: (stepId) => call('startStep', {stepId}),
        startStepFromFileUpload: (stepId, data) => call('startStepFromFileUpload', {stepId, data}),
        finishDynamicJourney: (journeyId) => call('finishDynamicJourney', {journeyId}),
        cancelJourney: (journeyId) => call('cancelJourney', {journeyId}),
        getJourneySummary(journeyId, callback) {
          waiting.onJourneySummary.push((error, summary) => callback?.(summary, error));
          call('getJourneySummary', {journeyId});
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
    if (typeof value !== 'object' || value === null || value instanceof Error) return String(value);
    try {
      return JSON.stringify(value);
    } catch {
      return String(value);
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
    say({type: 'unhandledrejection', reason: reason?.message ?? String(reason)});
  });
  window.addEventListener('load', () => say({type: 'page_loaded'}));
})();
