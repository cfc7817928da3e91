/*
 * The process that decodes strangers' pictures. It has an empty environment, knows no key, no network and no file, and
 * is killed by its parent when it overruns: sharp's own timeout does not stop a decoder that is busy.
 * Originals come in and pictures go out through one pipe: over the disk they cost several times as much.
 */
import { readSync, writeSync } from 'node:fs';
import sharp from 'sharp';
import { AppError } from '#core/domain/errors.ts';
import { TAIL_BYTES, isEndMissing } from '#functions/lib/content-type.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import { PIPE, PRESET_ORDER } from './decoder-pipe.ts';
import type { WorkerOrder, WorkerReply } from './decoder-jobs.ts';
import { identify } from './identify.ts';
import { PLAIN } from './look.ts';
import { MarkError, openMark } from './mark.ts';
import { readMetadata } from './metadata.ts';
import { render } from './pipeline.ts';
import { renderSet } from './renditions.ts';
import { openSource } from './source.ts';
import type { Wishes } from './source.ts';

/** The formats that are accepted, and no other of libvips' dozens of loaders. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
// Nothing is decoded twice here; a cache would only hold memory.
sharp.cache(false);

/** Waits for the bytes: one picture at a time, and nothing else to do meanwhile. */
function receive(size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const read = readSync(PIPE, bytes, at, size - at, null);
    if (read === 0) throw new Error('the original ended early');
    at += read;
  }
  return bytes;
}

function deliver(pictures: readonly Buffer[]): number[] {
  for (const picture of pictures) {
    for (let at = 0; at < picture.length;) at += writeSync(PIPE, picture, at);
  }
  return pictures.map(({ length }) => length);
}

/** The mark first: without it there is nothing to be made. */
async function wishesOf({ rotation, background, layout }: WorkerOrder, mark: Buffer | null): Promise<Wishes> {
  return {
    rotation: rotation ?? PLAIN.rotation,
    background: background ?? PLAIN.background,
    mark: mark && layout ? await openMark(mark, layout) : null,
  };
}

async function work(order: WorkerOrder, input: Buffer, mark: Buffer | null): Promise<WorkerReply> {
  const wishes = await wishesOf(order, mark);
  if (order.kind === 'rendition') {
    const source = await openSource(input, order.type, wishes);
    return {
      ok: true,
      facts: null,
      sizes: deliver([await render(source, order.params, order.focal)]),
    };
  }
  const { type, mime } = identify(input, order.declared);
  const source = await openSource(input, type, wishes);
  const { thumbhash, ...renditions } = await renderSet(source, order.focal);
  const { width, height, orientation } = source;
  const exif = readMetadata(source.exif, order.timeZone);
  const facts = { type, mimeType: mime, width, height, orientation, thumbhash, ...exif };
  return { ok: true, facts, sizes: deliver(PRESET_ORDER.map((preset) => renditions[preset])) };
}

async function answer(order: WorkerOrder): Promise<WorkerReply> {
  const input = receive(order.size);
  const mark = order.markSize ? receive(order.markSize) : null;
  try {
    return await work(order, input, mark);
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, params: error.params };
    if (error instanceof MarkError) return { ok: false, message: `the mark cannot be read: ${error.message}` };
    // Only the system sets a code; sharp's own errors are about the picture.
    if (!(error instanceof Error)) return { ok: false, message: String(error) };
    if ('code' in error) return { ok: false, message: error.message };
    const type = order.kind === 'set' ? identify(input, order.declared).type : order.type;
    return { ok: false, code: reasonOf(error, input, type), params: {} };
  }
}

function reasonOf(error: Error, input: Buffer, type: ImageType) {
  if (/pixel limit|exceeds/i.test(error.message)) return 'too_many_pixels';
  if (/premature end of (jpeg|input)|truncated|end of file|read error at/i.test(error.message)) return 'truncated';
  const isCut = isEndMissing(type, input.subarray(0, 12), input.subarray(-TAIL_BYTES), input.length);
  return isCut ? 'truncated' : 'corrupt';
}

process.on('message', (order: WorkerOrder) => {
  void answer(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
