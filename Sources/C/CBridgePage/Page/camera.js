// The camera of whoever opens the page, read by a host: frames go out over a WebSocket, one at a time and always the
// newest, and what the host sees in them comes back. Nothing here knows how it is shown.

/** Pixels of the longer side of a frame: an MRZ that fills it has 20 and more for a character. */
const LONG_SIDE = 1280;
const QUALITY = 0.85;
/** How long a host may be away before the scan is given up, and an answer may take, in milliseconds. */
const AWAY = 30_000;
const SILENCE = 30_000;
/** How long it may take to say why it refuses a connection. */
const REFUSAL = 10_000;

/** What went wrong: `code` is a stable word. */
export class CameraScanError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'CameraScanError';
    this.code = code;
  }
}

const FAILURES = {
  NotAllowedError: ['camera_denied', 'The camera was not allowed.'],
  SecurityError: ['camera_denied', 'The camera was not allowed.'],
  NotFoundError: ['camera_missing', 'There is no camera.'],
  OverconstrainedError: ['camera_missing', 'There is no such camera.'],
  NotReadableError: ['camera_busy', 'Another program uses the camera.'],
  AbortError: ['camera_busy', 'The camera could not be started.'],
};

/** Why a host takes no connection by a ticket, asked as of a page; none of its answers uses the ticket up. */
async function refusal(address) {
  try {
    const response = await fetch(address.replace(/^ws/, 'http'), {signal: AbortSignal.timeout(REFUSAL)});
    const {error: {code, message}} = await response.json();
    if (code === 'token') return new CameraScanError('ticket', 'This code was used or is too old.');
    // It would have taken one now.
    if (code !== 'websocket') return new CameraScanError(code, message);
  } catch {
    // It is away, or tells this page nothing.
  }
  return new CameraScanError('host_lost', 'The host could not be reached.');
}

/**
 * One scan after another with a camera of this device.
 *
 * Events: `open` when the camera shows, `ready` when the host reads, `waiting` when it is away, `progress` and `result` as
 * the host says them, `done` where only that it was read is told, `error` with `code`. The last three end the scan.
 */
export class CameraScan extends EventTarget {
  #video;
  #stream = null;
  #socket = null;
  #run = 0;
  #canvas = document.createElement('canvas');
  #timer = 0;
  #awaySince = 0;
  #sent = null;
  #leave = () => this.stop();

  /** @param video an element that shows what the camera sees. */
  constructor(video) {
    super();
    this.#video = video;
  }

  get isRunning() {
    return this.#stream !== null;
  }

  /** The frame of the last result, as JPEG; null when there is none. */
  frame = null;

  /**
   * Opens the camera and scans.
   * @param address the WebSocket of the host, with its token or ticket.
   * @param wanted `documentType` and `countryCode` of the document that is expected.
   * @param device the camera's identifier; otherwise the one that looks away from the person, if there is one.
   * @param once whether the address is good for one connection only.
   */
  async start(address, {wanted = {}, device = '', facing = 'environment', once = false} = {}) {
    this.stop();
    // A page that is left lets the camera go, and forgets the frame that was read.
    addEventListener('pagehide', this.#leave);
    const run = ++this.#run;
    try {
      if (!navigator.mediaDevices?.getUserMedia) {
        throw new CameraScanError('insecure', 'Browsers give pages a camera over https only.');
      }
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          ...(device ? {deviceId: {exact: device}} : {facingMode: {ideal: facing}}),
          width: {ideal: 1280}, height: {ideal: 720}, frameRate: {ideal: 30},
        },
      }).catch((error) => {
        throw new CameraScanError(...(FAILURES[error.name] ?? ['camera_failed', 'The camera could not be started.']));
      });
      // It was stopped while the browser asked.
      if (run !== this.#run) return stream.getTracks().forEach((track) => track.stop());
      this.#stream = stream;
      this.track.onended = () => {
        if (run === this.#run) this.#fail(new CameraScanError('camera_lost', 'The camera is gone.'));
      };
      this.#video.srcObject = stream;
      await this.#video.play();
    } catch (error) {
      if (run === this.#run) this.#fail(error instanceof CameraScanError ? error : new CameraScanError('camera_failed', 'The camera could not be started.'));
      return;
    }
    if (run !== this.#run) return;
    this.dispatchEvent(new Event('open'));
    this.#connect(run, address, wanted, once);
  }

  /** Ends the scan and lets the camera go. Nothing of what it saw is kept. */
  stop() {
    this.#run++;
    this.frame = null;
    removeEventListener('pagehide', this.#leave);
    this.#end();
  }

  /** The camera that is open; undefined when none is. */
  get track() {
    return this.#stream?.getVideoTracks()[0];
  }

  /** The cameras of this device; browsers name them once one was allowed. */
  static async cameras() {
    const all = await navigator.mediaDevices?.enumerateDevices() ?? [];
    return all.filter(({kind}) => kind === 'videoinput').map(({deviceId, label}) => ({id: deviceId, label}));
  }

  /** What the open camera can do: `torch`, and `zoom` with `min`, `max` and `step`. */
  get abilities() {
    const {torch = false, zoom = null} = this.track?.getCapabilities?.() ?? {};
    return {torch, zoom: zoom && zoom.max > zoom.min ? zoom : null};
  }

  /** Sets `torch` or `zoom`; rejects where the camera does not let it. */
  async set(ability, value) {
    await this.track?.applyConstraints({advanced: [{[ability]: value}]});
  }

  #end() {
    this.#hangUp();
    if (this.track) this.track.onended = null;
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#stream = null;
    this.#video.srcObject = null;
    // A canvas keeps what was drawn.
    this.#canvas.width = this.#canvas.height = 0;
    this.#sent = null;
    this.#awaySince = 0;
  }

  /** Lets the WebSocket go. What listens to one, or to a track, browsers keep. */
  #hangUp() {
    clearTimeout(this.#timer);
    if (!this.#socket) return;
    Object.assign(this.#socket, {onopen: null, onmessage: null, onclose: null});
    this.#socket.close(1000);
    this.#socket = null;
  }

  #fail(error) {
    this.#run++;
    this.#end();
    this.dispatchEvent(Object.assign(new Event('error'), {code: error.code, message: error.message}));
  }

  /** Fails as the host says: of a WebSocket that it refuses browsers do not tell why. */
  async #failRefused(run, address) {
    const error = await refusal(address);
    if (run === this.#run) this.#fail(error);
  }

  #connect(run, address, wanted, once) {
    const socket = new WebSocket(address);
    this.#socket = socket;
    let wasOpen = false;
    const isCurrent = () => run === this.#run && socket === this.#socket;
    const lost = () => {
      if (!isCurrent()) return;
      this.#hangUp();
      this.#awaySince ||= performance.now();
      if (once && !wasOpen) return this.#failRefused(run, address);
      if (once || performance.now() - this.#awaySince > AWAY) {
        return this.#fail(new CameraScanError('host_lost', 'The connection to the host was lost.'));
      }
      this.dispatchEvent(new Event('waiting'));
      this.#timer = setTimeout(() => { if (run === this.#run) this.#connect(run, address, wanted, once); }, 700);
    };
    // A host that says nothing is as one that is gone.
    const wait = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(lost, SILENCE);
    };
    wait();
    socket.onopen = () => {
      wasOpen = true;
      socket.send(JSON.stringify({...wanted, type: 'start'}));
    };
    socket.onclose = lost;
    socket.onmessage = ({data}) => {
      if (!isCurrent()) return;
      const message = JSON.parse(data);
      switch (message.type) {
      case 'ready':
        this.#awaySince = 0;
        this.dispatchEvent(new Event('ready'));
        break;
      case 'progress':
        this.dispatchEvent(Object.assign(new Event('progress'), {detail: message}));
        if (!isCurrent()) return;
        break;
      case 'result':
      case 'done': {
        const frame = this.#sent;
        this.#run++;
        this.#end();
        this.frame = message.type === 'result' ? frame : null;
        this.dispatchEvent(Object.assign(new Event(message.type), {detail: message}));
        return;
      }
      case 'error': return this.#fail(new CameraScanError(message.code, message.message));
      default: return;
      }
      wait();
      this.#send(run, socket);
    };
  }

  /** Sends what the camera sees next. */
  async #send(run, socket) {
    const video = this.#video;
    await new Promise((done) => {
      if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(done);
      else requestAnimationFrame(done);
      // Where the browser paints nothing, it tells of no frame, and has one all the same.
      setTimeout(done, 200);
    });
    if (run !== this.#run || !video.videoWidth) return;
    const scale = Math.min(1, LONG_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const canvas = this.#canvas;
    [canvas.width, canvas.height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
    const frame = await new Promise((done) => { canvas.toBlob(done, 'image/jpeg', QUALITY); });
    if (run !== this.#run || !frame || socket.readyState !== WebSocket.OPEN) return;
    this.#sent = frame;
    socket.send(frame);
  }
}
