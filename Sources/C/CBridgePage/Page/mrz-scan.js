// <mrz-scan>: a viewfinder with the camera of whoever looks at the page, read by a host. docs/component.md says how.
//
//   <script type="module" src="…/mrz-scan.js"></script>
//   <mrz-scan ticket="…"></mrz-scan>
import {CameraScan, CameraScanError} from './camera.js';

const STYLE = `
:host { display: block; position: relative; overflow: hidden; aspect-ratio: 4 / 3;
  border-radius: var(--mrz-scan-radius, 12px); background: var(--mrz-scan-background, #0a0f0d);
  color: var(--mrz-scan-color, #fff); font: 500 1rem/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
video, svg { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
svg { pointer-events: none; }
polygon { fill: none; stroke: var(--mrz-scan-outline, #45d1ad); stroke-width: 3; stroke-linejoin: round;
  vector-effect: non-scaling-stroke; }
.controls { position: absolute; inset: auto 0 0; display: flex; flex-wrap: wrap; gap: .5rem; justify-content: center;
  padding: .75rem; }
select, button, input { font: inherit; }
select, button { max-width: 60%; padding: .4em .8em; border: 0; border-radius: 99px; color: inherit;
  background: rgb(0 0 0 / 60%); }
button[aria-pressed="true"] { background: var(--mrz-scan-accent, #35c39f); color: #04120d; }
[hidden] { display: none !important; }
`;

/** The words of its controls; set `labels` for others. */
const LABELS = {camera: 'Camera', torch: 'Light', zoom: 'Zoom'};

class MRZScanElement extends HTMLElement {
  static observedAttributes = ['device'];

  #scan;
  /** The camera that was chosen with the control; null for that of `device`. */
  #chosen = null;
  #parts = {};
  #finish = null;
  #labels = LABELS;

  constructor() {
    super();
    const root = this.attachShadow({mode: 'open'});
    // A sheet that is made by script is no inline style, which strict policies forbid.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const part = (name, tag, attributes = {}) => {
      const element = tag === 'svg' || tag === 'polygon'
        ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
      element.setAttribute('part', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return (this.#parts[name] = element);
    };
    const overlay = part('overlay', 'svg', {'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid meet'});
    overlay.append(part('outline', 'polygon'));
    const video = part('video', 'video', {playsinline: '', muted: ''});
    video.muted = true;
    const controls = part('controls', 'div', {class: 'controls'});
    controls.append(
      part('camera', 'select', {hidden: ''}), part('torch', 'button', {type: 'button', 'aria-pressed': 'false', hidden: ''}),
      part('zoom', 'input', {type: 'range', hidden: ''}));
    root.append(video, overlay, controls);
    this.#scan = new CameraScan(video);
    this.#listen();
    this.labels = LABELS;
  }

  disconnectedCallback() {
    this.stop();
  }

  attributeChangedCallback() {
    this.#chosen = null;
  }

  /** Words for the controls: `camera`, `torch` and `zoom`. */
  set labels(labels) {
    this.#labels = {...LABELS, ...labels};
    const {camera, torch, zoom} = this.#parts;
    camera.setAttribute('aria-label', this.#labels.camera);
    torch.textContent = this.#labels.torch;
    zoom.setAttribute('aria-label', this.#labels.zoom);
  }

  get isRunning() {
    return this.#finish !== null;
  }

  /** The frame of the last result, as JPEG, until the next scan or `stop()`. */
  get frame() {
    return this.#scan.frame;
  }

  /** The host's address: that of the attribute, or of where this file is from. */
  get address() {
    const host = this.getAttribute('host') ?? new URL('.', import.meta.url).href;
    const url = new URL('v1/live', new URL(host.endsWith('/') ? host : `${host}/`, location.href));
    url.protocol = url.protocol.replace(/^http/, 'ws');
    for (const name of ['ticket', 'token']) {
      if (this.getAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
    }
    return url.href;
  }

  /**
   * Opens the camera and scans. Events tell the same as what it returns.
   * @returns a promise of the result, or of null where only that it was read is told; it rejects with an error that has a
   *   `code`.
   */
  start() {
    this.stop();
    const promise = new Promise((resolve, reject) => { this.#finish = {resolve, reject}; });
    // Who listens to events need not.
    promise.catch(() => {});
    this.#open();
    return promise;
  }

  /** Ends the scan and lets the camera go. */
  stop() {
    this.#scan.stop();
    this.#settle('reject', new CameraScanError('stopped', 'The scan was stopped.'));
    this.#show(null);
  }

  #open() {
    const device = this.#chosen ?? this.getAttribute('device') ?? '';
    const wanted = {};
    if (this.getAttribute('document-type')) wanted.documentType = this.getAttribute('document-type');
    if (this.getAttribute('country-code')) wanted.countryCode = this.getAttribute('country-code');
    const facing = this.getAttribute('facing') ?? 'environment';
    this.#scan.start(this.address, {wanted, device, facing, once: this.hasAttribute('ticket')});
  }

  #settle(how, value) {
    const finish = this.#finish;
    this.#finish = null;
    const {camera, torch, zoom} = this.#parts;
    camera.hidden = torch.hidden = zoom.hidden = true;
    finish?.[how](value);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail, bubbles: true, composed: true}));
  }

  #listen() {
    const {camera, torch, zoom, video} = this.#parts;
    const scan = this.#scan;
    scan.addEventListener('open', () => this.#offer());
    scan.addEventListener('ready', () => this.#tell('ready', null));
    scan.addEventListener('waiting', () => {
      this.#show(null);
      this.#tell('waiting', null);
    });
    scan.addEventListener('progress', ({detail}) => {
      this.#show(detail.outline ?? null);
      this.#tell('progress', detail);
    });
    scan.addEventListener('result', ({detail}) => {
      this.#settle('resolve', detail);
      this.#show(null);
      this.#tell('result', detail);
    });
    scan.addEventListener('done', () => {
      this.#settle('resolve', null);
      this.#show(null);
      this.#tell('done', null);
    });
    scan.addEventListener('error', ({code, message}) => {
      // One that is gone is not looked for again.
      if (code === 'camera_missing') this.#chosen = null;
      this.#settle('reject', new CameraScanError(code, message));
      this.#show(null);
      this.#tell('error', {code, message});
    });
    camera.addEventListener('change', () => {
      // A ticket is for one connection: the camera is chosen before it is used up, or by `device`.
      this.#chosen = camera.value;
      this.#open();
    });
    torch.addEventListener('click', async () => {
      const isOn = torch.getAttribute('aria-pressed') !== 'true';
      try {
        await scan.set('torch', isOn);
        torch.setAttribute('aria-pressed', String(isOn));
      } catch {
        torch.hidden = true;
      }
    });
    zoom.addEventListener('input', () => scan.set('zoom', Number(zoom.value)).catch(() => { zoom.hidden = true; }));
    video.addEventListener('resize', () => {
      this.#parts.overlay.setAttribute('viewBox', `0 0 ${video.videoWidth || 1} ${video.videoHeight || 1}`);
    });
  }

  /** What the open camera can do, and which others there are. */
  async #offer() {
    const {camera, torch, zoom} = this.#parts;
    const {abilities, track} = {abilities: this.#scan.abilities, track: this.#scan.track};
    torch.hidden = !abilities.torch;
    torch.setAttribute('aria-pressed', 'false');
    zoom.hidden = !abilities.zoom;
    if (abilities.zoom) {
      Object.assign(zoom, {min: abilities.zoom.min, max: abilities.zoom.max, step: abilities.zoom.step || 'any'});
      zoom.value = track.getSettings().zoom ?? abilities.zoom.min;
    }
    const cameras = await CameraScan.cameras();
    if (!this.isRunning) return;
    camera.hidden = cameras.length < 2 || this.hasAttribute('ticket');
    camera.replaceChildren(...cameras.map(({id, label}, index) =>
      new Option(label || `${this.#labels.camera} ${index + 1}`, id, false, id === track.getSettings().deviceId)));
  }

  /** @param outline four corners in fractions of the frame, or null. */
  #show(outline) {
    const {outline: polygon, video} = this.#parts;
    polygon.toggleAttribute('hidden', !outline);
    if (!outline) return polygon.removeAttribute('points');
    polygon.setAttribute('points', outline.map(([x, y]) => `${x * video.videoWidth},${y * video.videoHeight}`).join(' '));
  }
}

// A page may load it from two hosts.
if (!customElements.get('mrz-scan')) customElements.define('mrz-scan', MRZScanElement);
