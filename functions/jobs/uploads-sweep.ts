import type { JobServices } from './services.ts';
import { sweepOriginals } from './sweep-originals.ts';
import { sweepParts } from './sweep-parts.ts';
import { sweepPhotos } from './sweep-photos.ts';
import { sweepRenditions } from './sweep-renditions.ts';
import { sweepReplacements } from './sweep-replacements.ts';

export type SweepServices = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/** What became of rows that were left behind. */
export interface SweptRows {
  /** Everything had arrived, and nobody had said so. */
  completed: number;
  /** Nothing arrived for a day: forgotten. */
  abandoned: number;
  /** Stored, and not read for an hour: to be read again. */
  stuck: number;
}

export interface Sweep {
  photos: SweptRows;
  replacements: SweptRows;
  /** Objects that no row names, removed. */
  originals: number;
  renditions: number;
  /** Uploads in parts that no row names, given up. */
  parts: number;
}

/**
 * Makes rows and objects agree again, whatever was interrupted: uploads are completed or forgotten, what got stuck is
 * read again, and what no row names is removed. Rows first: they may name what was put together only now.
 */
export async function sweepUploads(jobs: SweepServices): Promise<Sweep> {
  const photos = await sweepPhotos(jobs);
  const replacements = await sweepReplacements(jobs);
  const parts = await sweepParts(jobs);
  return {
    photos,
    replacements,
    parts,
    originals: await sweepOriginals(jobs),
    renditions: await sweepRenditions(jobs),
  };
}
