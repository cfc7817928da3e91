/*
 * The peer of the image bench: sharp alone in a process of its own, with the best settings known for each job.
 * Answers each message with `{bytes}`.
 */
import sharp from 'sharp';
import type { Sharp } from 'sharp';

export type BareJob = {
  path: string;
  /** `preset` as we would call sharp by hand; `direct` as everybody does, colour converted by sharp's own order. */
  how: 'preset' | 'direct';
  width: number;
  square: boolean;
  quality: number;
  /** Whether the profile may be left unread (none, or sRGB). */
  ignoreIcc: boolean;
};

sharp.cache(false);

function pipeline({ path, how, width, square, ignoreIcc }: BareJob): Sharp {
  const size = square ? { width, height: width, position: 'attention' } : { width };
  if (how === 'direct') return sharp(path).autoOrient().resize(size);
  return sharp(path, { ignoreIcc }).resize(size).autoOrient();
}

process.on('message', (job: BareJob) => {
  void pipeline(job)
    .jpeg({ quality: job.quality })
    .toBuffer()
    .then((bytes) => process.send?.({ bytes: bytes.length }));
});
process.on('disconnect', () => process.exit());
