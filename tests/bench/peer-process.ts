/*
 * Whoever the product's pictures are compared with, in a process of its own: sharp by hand with the best settings known
 * for each job, ipx, Next's optimizer, or djpeg. Answers each message with `{bytes}`.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, basename } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { requirePeer } from './peers.ts';

export type PeerJob =
  | {
      /** `preset` as we would call sharp by hand; `direct` as everybody does, colour converted by sharp's own order. */
      by: 'preset' | 'direct';
      path: string;
      width: number;
      square: boolean;
      quality: number;
      /** Whether the profile may be left unread (none, or sRGB). */
      ignoreIcc: boolean;
    }
  /** What each makes of a width when nothing else is said. */
  | { by: 'ipx' | 'next'; path: string; widths: readonly number[] }
  | { by: 'djpeg'; path: string };

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

/** As `next/image` asks for it by default: WebP of quality 75. */
async function byNext(path: string, width: number): Promise<number> {
  const { optimizeImage } = requirePeer('next/dist/server/image-optimizer/transform') as { optimizeImage: Next };
  const buffer = await readFile(path);
  // Its own seven seconds are by the clock, on a machine that others use as well.
  const patient = { timeoutInSeconds: 600 };
  return (await optimizeImage({ buffer, contentType: 'image/webp', quality: 75, width, ...patient })).length;
}

function byDjpeg(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer' as const, maxBuffer: 2 ** 30 };
    execFile('djpeg', ['-scale', '1/8', path], options, (error, out) => (error ? reject(error) : resolve(out.length)));
  });
}

async function carryOut(job: PeerJob): Promise<number> {
  if (job.by === 'djpeg') return byDjpeg(job.path);
  if ('quality' in job) return (await bySharp(job).toBuffer()).length;
  let bytes = 0;
  for (const width of job.widths) bytes += await (job.by === 'ipx' ? byIpx : byNext)(job.path, width);
  return bytes;
}

process.on('message', (job: PeerJob) => {
  carryOut(job).then(
    (bytes) => process.send?.({ bytes }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
