import sharp from 'sharp';
import { watermarks } from '#core/api/watermarks.ts';
import { mutators } from '#core/zero/mutators.ts';
import { act, type BackOffice } from './back-office.ts';
import { DEMO_WATERMARK } from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import type { ProductApi } from './product-api.ts';

/** A sun over water in a ring: lines only, since fonts differ between machines. */
const SEAL = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 80 80"
  fill="none" stroke="white" stroke-width="2.5" stroke-linecap="round">
  <circle cx="40" cy="40" r="36"/>
  <path d="M28 42a12 12 0 0 1 24 0M40 18v6M22 25l4 4M58 25l-4 4"/>
  <path d="M16 50q6-5 12 0t12 0 12 0 12 0M22 59q4.5-4 9 0t9 0 9 0 9 0"/>
</svg>`;

/** Creates the studio's watermark with its image. Safe to repeat. */
export async function makeWatermark(api: ProductApi, office: BackOffice, ids: DemoIds): Promise<void> {
  const { key, ...mark } = DEMO_WATERMARK;
  const id = ids.watermark(key);
  await act(office, mutators.watermarks.create({ id, kind: 'image', ...mark, now: Date.now() }), 'conflict');
  const picture = await sharp(Buffer.from(SEAL)).png().toBuffer();
  const body = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  await api.call(watermarks.putImage, { watermarkId: id }, body);
}
