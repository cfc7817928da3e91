import type { QueryRowType } from '@rocicorp/zero';
import { type WatermarkKind, type WatermarkLayout, watermarkLayout } from '#core/domain/branding/watermarks.ts';
import type { queries } from '#core/zero/queries.ts';
import type { Tone } from './draw-watermark.ts';

/** Values of the watermark form. */
export interface WatermarkValues extends WatermarkLayout {
  name: string;
  kind: WatermarkKind;
  text: string;
  tone: Tone;
}

export type WatermarkRow = QueryRowType<typeof queries.watermarks.list>;

export function pickWatermarkLayout({ position, size, opacity, isTiled }: WatermarkLayout): WatermarkLayout {
  return watermarkLayout.parse({ position, size, opacity, isTiled });
}
