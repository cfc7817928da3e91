import { publishMetrics } from '../lib/metrics.ts';
import { sweepOriginals } from './sweep-originals.ts';
import { sweepParts } from './sweep-parts.ts';
import { sweepPhotos } from './sweep-photos.ts';
import { sweepRenditions } from './sweep-renditions.ts';
import { sweepReplacements } from './sweep-replacements.ts';
import type { SweptRows } from './sweep-rows.ts';
import type { SweepServices } from './sweep-services.ts';

export interface Sweep {
  photos: SweptRows;
  replacements: SweptRows;
  /** Objects that no row names, removed. */
  originals: number;
  renditions: number;
  /** Such objects of both buckets that were left there, because it seems that it is the rows that are missing. */
  held: number;
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
  const originals = await sweepOriginals(jobs);
  const renditions = await sweepRenditions(jobs);
  const held = originals.held + renditions.held;
  publishMetrics('uploads-sweep', jobs.clock(), { OrphansHeld: { value: held, unit: 'Count' } });
  return { photos, replacements, parts, originals: originals.removed, renditions: renditions.removed, held };
}
