/** Cuts bytes at these offsets, in any order. */
export function cutAt(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const sorted = [...new Set([0, ...offsets.filter((at) => at > 0 && at < bytes.length), bytes.length])];
  sorted.sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index]!, end));
}

/** Cuts a JPEG before each marker up to its first scan, and at a quarter of its pixels (T.81 B.1.1). */
export function splitJpeg(bytes: Buffer): Buffer[] {
  const cuts = [2];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    at += 2 + bytes.readUInt16BE(at + 2);
    cuts.push(at);
  }
  const pixels = at + (bytes.length - at) / 4;
  return cutAt(bytes, [...cuts, Math.floor(pixels), bytes.length - 2]);
}

/** Cuts a PNG at its chunks. */
export function splitPng(bytes: Buffer): Buffer[] {
  return cutAt(
    bytes,
    lengthsFrom(8, bytes, (at) => 12 + bytes.readUInt32BE(at)),
  );
}

/** Cuts a RIFF at its chunks. */
export function splitRiff(bytes: Buffer): Buffer[] {
  return cutAt(
    bytes,
    lengthsFrom(12, bytes, (at) => 8 + Math.ceil(bytes.readUInt32LE(at + 4) / 2) * 2),
  );
}

function lengthsFrom(start: number, bytes: Buffer, lengthAt: (at: number) => number): number[] {
  const cuts: number[] = [];
  for (let at = start; at + 8 <= bytes.length; at += lengthAt(at)) cuts.push(at);
  return cuts;
}

/** Boxes that hold boxes, and the bytes of their header (ISO/IEC 14496-12). */
const CONTAINERS: Readonly<Record<string, number>> = {
  meta: 12,
  iprp: 8,
  ipco: 8,
  iinf: 14,
  iref: 12,
  dinf: 8,
  moov: 8,
  trak: 8,
  mdia: 8,
  minf: 8,
  stbl: 8,
  udta: 8,
  edts: 8,
  stsd: 16,
};

/** Cuts an ISO base media file (AVIF, HEIC, MP4) at its boxes, also at those within others. */
export function splitBoxes(bytes: Buffer): Buffer[] {
  return cutAt(bytes, boxesOf(bytes, 0, bytes.length));
}

function boxesOf(bytes: Buffer, from: number, to: number): number[] {
  const cuts: number[] = [];
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    const end = size < 8 ? to : Math.min(to, at + size);
    const header = CONTAINERS[bytes.toString('latin1', at + 4, at + 8)];
    cuts.push(at, ...(header ? [at + header, ...boxesOf(bytes, at + header, end)] : []));
    at = end;
  }
  return cuts;
}

/** Cuts a TIFF at the entries of its first directories (TIFF 6.0), and what they point to. */
export function splitTiff(bytes: Buffer): Buffer[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const cuts: number[] = [8];
  let directory = bytes.length >= 8 ? long(4) : 0;
  for (let left = 4; left > 0 && directory > 0 && directory + 2 <= bytes.length; left--) {
    cuts.push(directory);
    const end = directory + 2 + short(directory) * 12;
    for (let at = directory + 2; at < end && at + 12 <= bytes.length; at += 12) cuts.push(at, long(at + 8));
    cuts.push(end);
    directory = end + 4 <= bytes.length ? long(end) : 0;
  }
  return cutAt(bytes, cuts);
}

/** Cuts a profile at the entries of its tag table, and at its tags (ICC.1:2022 §7.3). */
export function splitProfile(bytes: Buffer): Buffer[] {
  const count = bytes.length >= 132 ? Math.min(100, bytes.readUInt32BE(128)) : 0;
  const entries = Array.from({ length: count }, (_, index) => 132 + index * 12);
  return cutAt(bytes, [
    128,
    132,
    ...entries,
    ...entries.flatMap((at) => (at + 8 <= bytes.length ? bytes.readUInt32BE(at + 4) : [])),
  ]);
}

/** Cuts bytes every so many, for structures without lengths of their own. */
export function splitEvery(size: number, limit = Infinity): (bytes: Buffer) => Buffer[] {
  return (bytes) => {
    const count = Math.floor(Math.min(bytes.length, limit) / size);
    return cutAt(
      bytes,
      Array.from({ length: count }, (_, index) => (index + 1) * size),
    );
  };
}

/** Cuts a text behind its line ends, commas, semicolons, colons and quotes. */
export function splitText(bytes: Buffer): Buffer[] {
  return cutAt(
    bytes,
    [...bytes.toString('latin1').matchAll(/[\n,;:"<>=]/g)].map(({ index }) => index + 1),
  );
}
