// What the pages of all dialects play alike.
export const {request, hostVersion} = window.MRZScanHost;
export const play = request?.play ?? 'success';

// A page that is to be loaded again scans for what does not come, the first time.
const isFirst = play === 'reload' && !sessionStorage.getItem('reloaded');
export const documentType = isFirst ? 'visa' : 'passport';

const said = new Set();
const say = (word) => {
  if (!said.has(word)) console.info(word);
  said.add(word);
};

/** Called with each progress: tells the host that a scan runs, and that it sees something. */
export const scanning = ({stateIndex}) => {
  say('scanning');
  if (stateIndex === 0) return;
  if (isFirst && !said.has('reading')) {
    sessionStorage.setItem('reloaded', '1');
    location.reload();
  }
  say('reading');
};

/** Whether another page has the camera, and this one is to leave it that. */
export const leaves = (isBusy) => {
  if (play !== 'two' || !isBusy) return false;
  say('busy');
  return true;
};
