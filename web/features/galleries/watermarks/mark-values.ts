import type { WatermarkKind, WatermarkLayout } from '#core/domain/watermarks.ts';
import type { Tone } from './draw-mark.ts';

/** What the form holds of a mark. */
export interface WatermarkValues extends WatermarkLayout {
  name: string;
  kind: WatermarkKind;
  text: string;
  tone: Tone;
}
