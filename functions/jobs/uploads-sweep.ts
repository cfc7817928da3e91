import { publishMetrics } from '../lib/metrics.ts';
import { cleanUpOriginals } from './sweep-originals.ts';
import { cleanUpParts } from './sweep-parts.ts';
import { cleanUpPhotos } from './sweep-photos.ts';
import { cleanUpRenditions } from './sweep-renditions.ts';
import { cleanUpReplacements } from './sweep-replacements.ts';
import type { CleanedRows } from './sweep-rows.ts';
import type { CleanupDeps } from './sweep-services.ts';

export interface CleanupRun {
  photos: CleanedRows;
  replacements: CleanedRows;
  /** Objects that no row names, removed. */
  originals: number;
  renditions: number;
  /** Such objects of both buckets that were left there, because it seems that it is the rows that are missing. */
  skipped: number;
  /** Uploads in parts that no row names, given up. */
  parts: number;
}

/**
 * Makes rows and objects agree again, whatever was interrupted: uploads are completed or forgotten, what got stuck is
 * read again, and what no row names is removed. Rows first: they may name what was put together only now.
 */
export async function cleanUpUploads(jobs: CleanupDeps): Promise<CleanupRun> {
  const photos = await cleanUpPhotos(jobs);
  const replacements = await cleanUpReplacements(jobs);
  const parts = await cleanUpParts(jobs);
  const originals = await cleanUpOriginals(jobs);
  const renditions = await cleanUpRenditions(jobs);
  const skipped = originals.skipped + renditions.skipped;
  publishMetrics('uploads-sweep', jobs.clock(), { OrphansHeld: { value: skipped, unit: 'Count' } });
  return { photos, replacements, parts, originals: originals.removed, renditions: renditions.removed, skipped };
}
