import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { line, text } from '../values/primitives.ts';

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

/** Maximum bytes of a watermark's image: a function's payload is limited. */
export const MAX_WATERMARK_BYTES = 2 * 1024 * 1024;

/** Maximum number of watermarks per studio. */
export const MAX_WATERMARKS = 200;

export const watermarkName = line.min(1).max(120);

/** Layout of a watermark on an image. */
export const watermarkLayout = z.strictObject({
  position: watermarkPosition,
  /** Percent of the image's width. */
  size: z.number().int().min(5).max(100),
  /** Percent. */
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
