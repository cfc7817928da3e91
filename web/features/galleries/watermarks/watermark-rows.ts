import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';
import { watermarkLayout, type WatermarkLayout } from '#core/domain/watermarks.ts';

export type WatermarkRow = QueryRowType<typeof queries.watermarks.list>;

export function pickWatermarkLayout({ position, size, opacity, isTiled }: WatermarkLayout): WatermarkLayout {
  return watermarkLayout.parse({ position, size, opacity, isTiled });
}
