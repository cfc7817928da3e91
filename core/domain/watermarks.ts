import { z } from 'zod';
import { rowId } from './ids.ts';
import { text } from './primitives.ts';

export const WATERMARK_KINDS = ['text', 'image'] as const;
export const watermarkKind = z.enum(WATERMARK_KINDS);
export type WatermarkKind = z.infer<typeof watermarkKind>;

export const WATERMARK_POSITIONS = [
  'top_left',
  'top',
  'top_right',
  'left',
  'center',
  'right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const;
export const watermarkPosition = z.enum(WATERMARK_POSITIONS);
export type WatermarkPosition = z.infer<typeof watermarkPosition>;

/** What an endpoint takes for a mark: a function's payload is bounded. */
export const MAX_WATERMARK_BYTES = 2 * 1024 * 1024;

/** Of a studio; more would be no choice any more. */
export const MAX_WATERMARKS = 200;

export const watermarkName = text.trim().min(1).max(120);

/** How a mark lies on a picture. */
export const watermarkLayout = z.strictObject({
  position: watermarkPosition,
  /** Per cent of the picture's width that the mark takes. */
  size: z.number().int().min(5).max(100),
  /** Per cent. */
  opacity: z.number().int().min(5).max(100),
  isTiled: z.boolean(),
});
export type WatermarkLayout = z.infer<typeof watermarkLayout>;

export const newWatermark = z.strictObject({
  id: rowId,
  name: watermarkName,
  kind: watermarkKind,
  text: text.max(200).optional(),
  ...watermarkLayout.shape,
});
export const watermarkChanges = z
  .strictObject({ name: watermarkName, text: text.max(200), ...watermarkLayout.shape })
  .partial();
