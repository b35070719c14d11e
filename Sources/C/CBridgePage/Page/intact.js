// Whether the file of a picture is whole, as far as that can be told without decoding it: a browser shows what there is of a
// damaged one and says nothing.

const bytesAre = (bytes, at, text) => [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Segments up to each scan, the scan's own bytes, and the mark of the end. */
function isWholeJPEG(bytes) {
  let at = 2;
  let hasFrame = false;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xFF) return false;
    const mark = bytes[at + 1];
    // Marks may be filled up.
    if (mark === 0xFF) { at++; continue; }
    if (mark === 0xD9) return hasFrame;
    if (mark < 0xC0 || (mark >= 0xD0 && mark <= 0xD8)) return false;
    const length = bytes[at + 2] << 8 | bytes[at + 3];
    if (!(length >= 2) || at + 2 + length > bytes.length) return false;
    at += 2 + length;
    if (mark >= 0xC0 && mark <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(mark)) hasFrame = true;
    if (mark !== 0xDA) continue;
    at = endOfScan(bytes, at);
    if (!hasFrame || at < 0) return false;
  }
  return false;
}

/** Where the mark after a scan is; negative where the marks within it do not follow one another, or it does not end. */
function endOfScan(bytes, from) {
  let restarts = 0;
  for (let at = bytes.indexOf(0xFF, from); at >= 0; at = bytes.indexOf(0xFF, at)) {
    const next = bytes[at + 1];
    if (next === 0xFF) at++;
    else if (next === 0) at += 2;
    else if (next === 0xD0 + restarts % 8) { restarts++; at += 2; }
    else return next >= 0xD0 && next <= 0xD7 ? -1 : at;
  }
  return -1;
}

const table = Uint32Array.from({length: 256}, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes) {
  let value = 0xFFFFFFFF;
  for (let at = 0; at < bytes.length; at++) value = table[(value ^ bytes[at]) & 0xFF] ^ (value >>> 8);
  return ~value >>> 0;
}

/** Chunks, each with its checksum, up to the last. */
function isWholePNG(bytes) {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return false;
    if (bytesAre(bytes, at + 4, 'IEND')) return true;
    at = end + 4;
  }
  return false;
}

/** Chunks, which fill the length that the head tells of. */
function isWholeWebP(bytes) {
  const view = new DataView(bytes.buffer);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return false;
  let at = 12;
  while (at + 8 <= end) at += 8 + view.getUint32(at + 4, true) + view.getUint32(at + 4, true) % 2;
  // Some writers leave out the byte that fills the last one up.
  return at > 12 && (at === end || at === end + 1);
}

/** What is none of these has nothing to tell it by. */
export function isIntact(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytesAre(bytes, 0, '\xFF\xD8\xFF')) return isWholeJPEG(bytes);
  if (bytesAre(bytes, 0, '\x89PNG\r\n\x1A\n')) return isWholePNG(bytes);
  if (bytesAre(bytes, 0, 'RIFF') && bytesAre(bytes, 8, 'WEBP')) return isWholeWebP(bytes);
  return true;
}
