import type { EffectRun } from '../outbox/effects.ts';

/** Key of a font's file in the rendition bucket, which the CDN serves at `/api/fonts/{id}` (functions/edge). */
export const fontKey = (id: string): string => `fonts/${id}`;

export const fontPath = (id: string): string => `/api/fonts/${id}`;

/** Deletes a font's file, and purges it from the CDN. A row means that the upload was committed after all. */
export async function eraseFont({ idempotencyKey, payload: { id }, jobs }: EffectRun<'font.erase'>): Promise<void> {
  const rows = await jobs.db.query('select from custom_fonts where id = $1', [id]);
  if (rows.length > 0) return;
  await jobs.storage.remove('renditions', fontKey(id));
  await jobs.purge([fontPath(id)], idempotencyKey);
}
