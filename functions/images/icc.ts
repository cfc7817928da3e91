/**
 * The description of an ICC profile (ICC.1:2022 §9.2.41 `desc`, either as version 2's text or as `mluc`).
 * @returns '' when there is none to be read
 */
export function profileName(icc: Buffer): string {
  if (icc.length < 132) return '';
  const tags = Math.min(icc.readUInt32BE(128), 64);
  for (let tag = 0; tag < tags; tag++) {
    const entry = 132 + tag * 12;
    if (entry + 12 > icc.length) return '';
    if (icc.toString('latin1', entry, entry + 4) === 'desc') return readText(icc, icc.readUInt32BE(entry + 4));
  }
  return '';
}

function readText(icc: Buffer, start: number): string {
  if (start + 28 > icc.length) return '';
  if (icc.toString('latin1', start, start + 4) === 'desc') {
    return icc.toString('latin1', start + 12, start + 12 + icc.readUInt32BE(start + 8)).replace(/\0.*$/s, '');
  }
  const length = icc.readUInt32BE(start + 20) & ~1;
  const from = start + icc.readUInt32BE(start + 24);
  if (length > 512 || from + length > icc.length) return '';
  return Buffer.from(icc.subarray(from, from + length))
    .swap16()
    .toString('utf16le');
}

/** Whether pixels with this profile already are what a browser takes them for without one. */
export function isSrgb(icc: Buffer): boolean {
  return /^sRGB\b/i.test(profileName(icc));
}
