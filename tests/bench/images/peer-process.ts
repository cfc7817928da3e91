/**
 * Runs the programs that the product's pictures are compared with: sharp with the best known settings for each job,
 * ipx, Next's optimizer, or djpeg. It answers each message with `{bytes}` or `{error}`.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, basename } from 'node:path';
import sharp from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import { requirePeer } from './peers.ts';

export type PeerJob =
  | {
      /** `preset` skips the profile where that is safe; `direct` leaves the order of operations to sharp. */
      by: 'preset' | 'direct';
      path: string;
      width: number;
      square: boolean;
      quality: number;
      /** Whether the profile may be ignored (none, or sRGB). */
      ignoreIcc: boolean;
    }
  /** Default output of each width. */
  | { by: 'ipx' | 'next'; path: string; widths: readonly number[] }
  | { by: 'djpeg'; path: string }
  /** Only the encoding, as functions/images/decoder/pipeline.ts does it: the pixels are decoded once. */
  | { by: 'avif' | 'jpeg'; path: string; encoded: { width: number; quality: number } };

type Ipx = (id: string, modifiers: Record<string, string>) => { process(): Promise<{ data: Buffer | string }> };
type Next = (options: object) => Promise<Buffer>;

sharp.cache(false);

function bySharp({ path, by, width, square, quality, ignoreIcc }: Extract<PeerJob, { quality: number }>): Sharp {
  const size = square ? { width, height: width, position: 'attention' } : { width };
  const picture =
    by === 'direct' ? sharp(path).autoOrient().resize(size) : sharp(path, { ignoreIcc }).resize(size).autoOrient();
  return picture.jpeg({ quality });
}

let ipx: Ipx | undefined;

async function byIpx(path: string, width: number): Promise<number> {
  const peer = requirePeer('ipx') as Record<'createIPX' | 'ipxFSStorage', (options: object) => unknown>;
  ipx ??= peer.createIPX({ storage: peer.ipxFSStorage({ dir: dirname(path) }) }) as Ipx;
  const { data } = await ipx(basename(path), { width: String(width) }).process();
  return data.length;
}

/** As `next/image` requests it by default: WebP of quality 75. */
async function byNext(path: string, width: number): Promise<number> {
  const { optimizeImage } = requirePeer('next/dist/server/image-optimizer/transform') as { optimizeImage: Next };
  const buffer = await readFile(path);
  // The default of seven seconds is too short on a busy machine.
  const timeout = { timeoutInSeconds: 600 };
  return (await optimizeImage({ buffer, contentType: 'image/webp', quality: 75, width, ...timeout })).length;
}

function byDjpeg(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer' as const, maxBuffer: 2 ** 30 };
    execFile('djpeg', ['-scale', '1/8', path], options, (error, out) => (error ? reject(error) : resolve(out.length)));
  });
}

let pixels: Promise<{ data: Buffer; info: OutputInfo }> | undefined;

async function byFormat(
  by: 'avif' | 'jpeg',
  path: string,
  encoded: { width: number; quality: number },
): Promise<number> {
  const { width, quality } = encoded;
  pixels ??= sharp(path).resize({ width }).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await pixels;
  const image = sharp(data, { raw: info });
  return (await (by === 'avif' ? image.avif({ quality, effort: 0 }) : image.jpeg({ quality })).toBuffer()).length;
}

async function run(job: PeerJob): Promise<number> {
  if (job.by === 'djpeg') return byDjpeg(job.path);
  if ('encoded' in job) return byFormat(job.by, job.path, job.encoded);
  if ('quality' in job) return (await bySharp(job).toBuffer()).length;
  let bytes = 0;
  for (const width of job.widths) bytes += await (job.by === 'ipx' ? byIpx : byNext)(job.path, width);
  return bytes;
}

process.on('message', (job: PeerJob) => {
  run(job).then(
    (bytes) => process.send?.({ bytes }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
