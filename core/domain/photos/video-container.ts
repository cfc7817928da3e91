import { AppError } from '../values/errors.ts';

/*
 * Reads what a container says of its video: MP4 and MOV (ISO/IEC 14496-12, QuickTime File Format), and WebM (RFC 8794,
 * RFC 9559). Own code instead of a library (mediabunny, mp4box, mediainfo.js): those index every sample and allocate by
 * the counts that the file claims, while this needs a few numbers of a hostile file in a bounded number of bytes, both
 * in the browser and on the server.
 */

/** Returns the bytes `from`–`to` (exclusive) of a file, or fewer at its end. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

export interface VideoData {
  mimeType: 'video/mp4' | 'video/quicktime' | 'video/webm';
  /** Null if the container states none, as recordings of browsers do. */
  durationMs: number | null;
  /** Pixels as shown, after rotation. */
  width: number;
  height: number;
  codec: 'h264' | 'hevc' | 'other';
  /** Epoch milliseconds. */
  capturedAt: number | null;
}

/** Bytes of a `moov` box: ten minutes with an index of every sample take under 2 MB. */
export const MAX_INDEX_BYTES = 16 * 1024 * 1024;
/** Bytes of the two elements of a WebM that are read. */
const MAX_ELEMENT_BYTES = 1024 * 1024;
/** Boxes at the top level before `moov`, or elements before the first cluster. Real files have under ten. */
const MAX_STEPS = 64;
/** Boxes within one box. */
const MAX_CHILDREN = 256;
/** Longest side that a photo's row can store (its CHECK). */
const MAX_SIDE = 100_000;

/**
 * Reads a video of `size` bytes.
 * @throws AppError `not_an_image` if the file is no accepted video, `truncated` if its end is missing, `corrupt`
 */
export async function readVideoContainer(size: number, read: ReadBytes): Promise<VideoData> {
  const head = await read(0, Math.min(size, 64));
  if (head.length >= 4 && view(head).getUint32(0) === 0x1a45dfa3) return readWebm(size, read);
  const { bytes } = await readIndexBox(size, read);
  return { mimeType: isQuickTime(head) ? 'video/quicktime' : 'video/mp4', ...readIndex(bytes) };
}

/** True if the type box is missing, as in QuickTime's own old files, or names QuickTime. */
function isQuickTime(head: Uint8Array): boolean {
  return text(head, 4) !== 'ftyp' || text(head, 8) === 'qt  ';
}

/** Finds and reads the `moov` box. `from` is its offset in the file. */
export async function readIndexBox(size: number, read: ReadBytes): Promise<{ from: number; bytes: Uint8Array }> {
  for (let at = 0, steps = 0; at < size; steps += 1) {
    if (steps === MAX_STEPS) throw new AppError('corrupt');
    const head = await read(at, Math.min(at + 16, size));
    if (head.length < 8) throw new AppError('truncated');
    const length = boxLength(head, size - at);
    if (steps === 0 && !/^(ftyp|moov|wide|mdat|free|skip)$/.test(text(head, 4))) throw new AppError('not_an_image');
    if (length < 8) throw new AppError('corrupt');
    if (text(head, 4) === 'moov') {
      if (length > MAX_INDEX_BYTES) throw new AppError('corrupt');
      const bytes = await read(at, at + length);
      if (bytes.length < length) throw new AppError('truncated');
      return { from: at, bytes };
    }
    at += length;
  }
  // A recording that was interrupted: the index is written last.
  throw new AppError('truncated');
}

/** Returns the bytes of a box with its header; `left` if it extends to the end, 0 if the header is cut off. */
function boxLength(head: Uint8Array, left: number): number {
  const length = view(head).getUint32(0);
  if (length === 0) return left;
  if (length !== 1) return length;
  return head.length < 16 ? 0 : Number(view(head).getBigUint64(8));
}

interface Box {
  type: string;
  /** Without the header. */
  body: Uint8Array;
}

/** Returns the boxes within a box. */
function boxesOf(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const head = bytes.subarray(at, at + 16);
    const length = boxLength(head, bytes.length - at);
    const header = view(head).getUint32(0) === 1 ? 16 : 8;
    if (length < header || at + length > bytes.length || boxes.length === MAX_CHILDREN) throw new AppError('corrupt');
    boxes.push({ type: text(head, 4), body: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}

/** Returns the first box at a path; undefined if it does not exist. */
function find(bytes: Uint8Array, [type, ...rest]: readonly string[]): Uint8Array | undefined {
  const box = boxesOf(bytes).find((one) => one.type === type);
  return box && rest.length > 0 ? find(box.body, rest) : box?.body;
}

function readIndex(moov: Uint8Array): Omit<VideoData, 'mimeType'> {
  // An extended size has 16 bytes of header.
  const index = moov.subarray(view(moov).getUint32(0) === 1 ? 16 : 8);
  const header = find(index, ['mvhd']);
  if (!header) throw new AppError('corrupt');
  const isLong = need(header, 1)[0] === 1;
  const times = view(need(header, isLong ? 32 : 20));
  const timescale = times.getUint32(isLong ? 20 : 12);
  const created = isLong ? Number(times.getBigUint64(4)) : times.getUint32(4);
  const picture = boxesOf(index)
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => body)
    .find((track) => text(find(track, ['mdia', 'hdlr']) ?? NONE, 8) === 'vide');
  // Sound alone.
  if (!picture) throw new AppError('not_an_image');
  const ticks = isLong ? Number(times.getBigUint64(24)) : times.getUint32(16);
  return {
    durationMs: toDuration(ticks || fragmentsDuration(index), timescale),
    ...readFrame(find(picture, ['tkhd'])),
    codec: codecOf(text(find(picture, ['mdia', 'minf', 'stbl', 'stsd']) ?? NONE, 12)),
    capturedAt: toTime(created * 1000 - MAC_EPOCH_MS),
  };
}

/** From 1904, where times of MP4 begin, to 1970. */
const MAC_EPOCH_MS = 2_082_844_800_000;

/** Length of a file in fragments; 0 if it states none. */
function fragmentsDuration(index: Uint8Array): number {
  const extends_ = find(index, ['mvex', 'mehd']);
  if (!extends_) return 0;
  const isLong = need(extends_, 1)[0] === 1;
  return isLong ? Number(view(need(extends_, 12)).getBigUint64(4)) : view(need(extends_, 8)).getUint32(4);
}

/** All ones mean that the length is unknown. */
function toDuration(ticks: number, timescale: number): number | null {
  if (ticks === 0 || timescale === 0 || ticks === 0xffffffff || ticks >= 2 ** 63) return null;
  return Math.round((ticks * 1000) / timescale);
}

/** A camera whose clock was never set writes zero. */
function toTime(ms: number): number | null {
  return ms > 0 && ms < Number.MAX_SAFE_INTEGER && !Number.isNaN(new Date(ms).getTime()) ? Math.floor(ms) : null;
}

/** Reads width and height, in 65,536ths of a pixel, and swaps them if the matrix rotates by a quarter. */
function readFrame(header: Uint8Array | undefined): { width: number; height: number } {
  if (!header) throw new AppError('corrupt');
  const at = need(header, 1)[0] === 1 ? 52 : 40;
  const data = view(need(header, at + 44));
  const [width, height] = [Math.round(data.getUint32(at + 36) / 65_536), Math.round(data.getUint32(at + 40) / 65_536)];
  const isTurned = data.getInt32(at) === 0 && data.getInt32(at + 16) === 0;
  return checked(isTurned ? { width: height, height: width } : { width, height });
}

function checked(frame: { width: number; height: number }): { width: number; height: number } {
  const { width, height } = frame;
  if (!(width >= 1 && height >= 1 && Math.max(width, height) <= MAX_SIDE)) throw new AppError('corrupt');
  return frame;
}

function codecOf(format: string): VideoData['codec'] {
  if (/^avc[1-4]$/.test(format)) return 'h264';
  return /^(hvc1|hev1|dvh1|dvhe)$/.test(format) ? 'hevc' : 'other';
}

/** Ids of EBML, with their length marker. */
const EBML = { header: 0x1a45dfa3, docType: 0x4282, segment: 0x18538067, info: 0x1549a966, tracks: 0x1654ae6b };
const INFO = { scale: 0x2ad7b1, duration: 0x4489, date: 0x4461 };
const TRACK = { entry: 0xae, type: 0x83, video: 0xe0, width: 0xb0, height: 0xba };
const CLUSTER = 0x1f43b675;
/** Dates of Matroska begin in 2001. */
const MATROSKA_EPOCH_MS = 978_307_200_000;

async function readWebm(size: number, read: ReadBytes): Promise<VideoData> {
  const header = await readElement(0, size, read);
  const docType = elementsOf(await bodyOf(header, size, read)).find(({ id }) => id === EBML.docType);
  if (latin(docType?.body ?? NONE).replace(/\0+$/, '') !== 'webm') throw new AppError('not_an_image');
  const segment = await readElement(header.body + header.size, size, read);
  if (segment.id !== EBML.segment) throw new AppError('corrupt');
  let [info, tracks]: (Element[] | null)[] = [null, null];
  for (let at = segment.body, steps = 0; at < size && !(info && tracks); steps += 1) {
    const element = await readElement(at, size, read);
    if (element.id === CLUSTER || steps === MAX_STEPS) break;
    if (element.id === EBML.info) info = elementsOf(await bodyOf(element, size, read));
    if (element.id === EBML.tracks) tracks = elementsOf(await bodyOf(element, size, read));
    at = element.body + element.size;
  }
  if (!info || !tracks) throw new AppError('truncated');
  const picture = tracks
    .filter(({ id }) => id === TRACK.entry)
    .map(({ body }) => elementsOf(body))
    .find((entry) => number(entry, TRACK.type) === 1);
  const video = picture?.find(({ id }) => id === TRACK.video);
  if (!video) throw new AppError('not_an_image');
  const frame = elementsOf(video.body);
  // Nanoseconds.
  const date = info.find(({ id }) => id === INFO.date)?.body;
  return {
    mimeType: 'video/webm',
    durationMs: webmDuration(info),
    ...checked({ width: number(frame, TRACK.width), height: number(frame, TRACK.height) }),
    codec: 'other',
    capturedAt: date?.length === 8 ? toTime(MATROSKA_EPOCH_MS + Number(view(date).getBigInt64(0) / 1_000_000n)) : null,
  };
}

/** The length is a floating-point number of ticks of `scale` nanoseconds. */
function webmDuration(info: readonly Element[]): number | null {
  const { body } = info.find(({ id }) => id === INFO.duration) ?? {};
  const ticks = body?.length === 8 ? view(body).getFloat64(0) : body?.length === 4 ? view(body).getFloat32(0) : 0;
  const ms = (ticks * (number(info, INFO.scale) || 1_000_000)) / 1_000_000;
  return Number.isFinite(ms) && ms > 0 ? Math.round(ms) : null;
}

interface ElementHead {
  id: number;
  /** Offset of its content in the file. */
  body: number;
  /** Bytes of its content; up to the end of the file if unknown. */
  size: number;
}

interface Element {
  id: number;
  body: Uint8Array;
}

async function readElement(at: number, size: number, read: ReadBytes): Promise<ElementHead> {
  const bytes = await read(at, Math.min(at + 12, size));
  if (bytes.length < 12 && at + bytes.length === size) throw new AppError('truncated');
  const head = parseElement(bytes);
  return { id: head.id, body: at + head.header, size: head.size ?? size - at - head.header };
}

async function bodyOf({ body, size: length }: ElementHead, size: number, read: ReadBytes): Promise<Uint8Array> {
  if (length > MAX_ELEMENT_BYTES) throw new AppError('corrupt');
  if (body + length > size) throw new AppError('truncated');
  return need(await read(body, body + length), length);
}

function elementsOf(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const { id, header, size } = parseElement(bytes.subarray(at, at + 12));
    if (size === null || at + header + size > bytes.length || elements.length === MAX_CHILDREN)
      throw new AppError('corrupt');
    elements.push({ id, body: bytes.subarray(at + header, at + header + size) });
    at += header + size;
  }
  return elements;
}

/** Reads an id and a size: the leading zeros of each first byte give its length. A size of ones is unknown, null. */
function parseElement(head: Uint8Array): { id: number; header: number; size: number | null } {
  const idBytes = Math.clz32(need(head, 2)[0]!) - 23;
  if (idBytes > 4) throw new AppError('corrupt');
  const sizeBytes = Math.clz32(need(head, idBytes + 1)[idBytes]!) - 23;
  if (sizeBytes > 8) throw new AppError('corrupt');
  const digits = need(head, idBytes + sizeBytes).subarray(idBytes, idBytes + sizeBytes);
  // Without the marker, which would make the number larger than those that are exact.
  const size = unsigned([digits[0]! - 2 ** (8 - sizeBytes), ...digits.subarray(1)]);
  return {
    id: unsigned(head.subarray(0, idBytes)),
    header: idBytes + sizeBytes,
    size: isUnknown(digits) ? null : size,
  };
}

function isUnknown(digits: Uint8Array): boolean {
  return digits[0] === 2 ** (9 - digits.length) - 1 && digits.subarray(1).every((byte) => byte === 0xff);
}

function number(elements: readonly Element[], wanted: number): number {
  return unsigned(elements.find(({ id }) => id === wanted)?.body.subarray(0, 8) ?? NONE);
}

const NONE = new Uint8Array();

const unsigned = (bytes: Uint8Array | number[]): number => {
  let sum = 0;
  for (const byte of bytes) sum = sum * 256 + byte;
  return sum;
};
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 64));
/** Returns four letters, or fewer at the end. */
const text = (bytes: Uint8Array, at: number): string => latin(bytes.subarray(at, at + 4));

/** @throws AppError `corrupt` if fewer bytes are left */
function need(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length < length) throw new AppError('corrupt');
  return bytes;
}
