/*
 * The process that decodes strangers' pictures. It has an empty environment, knows no key and no network, and is
 * killed by its parent when it overruns: sharp's own timeout does not stop a decoder that is busy.
 */
import { open, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { AppError } from '#core/domain/errors.ts';
import type { ImagePreset } from '#core/domain/image-params.ts';
import { TAIL_BYTES, isEndMissing } from '#functions/lib/content-type.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import type { DecoderJob, DecoderResult, JobKind, WorkerReply } from './decoder-jobs.ts';
import { readMetadata } from './metadata.ts';
import { render } from './pipeline.ts';
import { renderSet } from './renditions.ts';
import { openSource } from './source.ts';

/** The formats that are accepted, and no other of libvips' dozens of loaders. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
// Nothing is decoded twice here; a cache would only hold memory.
sharp.cache(false);

const work: { [Kind in JobKind]: (job: DecoderJob[Kind]) => Promise<DecoderResult[Kind]> } = {
  async rendition(job) {
    const source = await openSource(job.input, job.type);
    const bytes = await render(source, job.params, job.focal);
    await writeFile(job.output, bytes);
    return { bytes: bytes.length };
  },
  async set(job) {
    const source = await openSource(job.input, job.type);
    const { thumbhash, ...renditions } = await renderSet(source, job.focal);
    for (const preset of Object.keys(renditions) as ImagePreset[]) {
      await writeFile(job.outputs[preset], renditions[preset]);
    }
    const { width, height, orientation } = source;
    return { width, height, orientation, thumbhash, ...readMetadata(source.exif, job.timeZone) };
  },
};

async function answer(job: DecoderJob[JobKind]): Promise<WorkerReply> {
  try {
    return { ok: true, result: job.kind === 'set' ? await work.set(job) : await work.rendition(job) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, params: error.params };
    // Only the file system sets a code; sharp's own errors are about the picture, and name paths: not passed on.
    if (!(error instanceof Error)) return { ok: false, message: String(error) };
    if ('code' in error || /missing|unable to open|no space/i.test(error.message)) {
      return { ok: false, message: error.message };
    }
    return { ok: false, code: await reasonOf(error, job.input, job.type), params: {} };
  }
}

async function reasonOf(error: Error, path: string, type: ImageType) {
  if (/pixel limit|exceeds/i.test(error.message)) return 'too_many_pixels';
  if (/premature end of (jpeg|input)|truncated|end of file|read error at/i.test(error.message)) return 'truncated';
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = await file.read(Buffer.alloc(12), 0, 12, 0);
    const length = Math.min(size, TAIL_BYTES);
    const tail = await file.read(Buffer.alloc(length), 0, length, size - length);
    return isEndMissing(type, head.buffer, tail.buffer, size) ? 'truncated' : 'corrupt';
  } finally {
    await file.close();
  }
}

process.on('message', (job: DecoderJob[JobKind]) => {
  void answer(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
