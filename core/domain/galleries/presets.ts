import { z } from 'zod';
import { galleryCoverStyle, galleryDesign, gallerySort, galleryVisibility } from './galleries.ts';
import { rowId } from '../values/ids.ts';
import { line } from '../values/primitives.ts';
import { MAX_SECTIONS, sectionName } from './sections.ts';

/** Maximum number of presets per studio. */
export const MAX_PRESETS = 200;

export const presetName = line.min(1).max(120);

/** Settings that a preset applies to a gallery; missing ones stay unchanged. */
export const presetSettings = z
  .strictObject({
    /** Without `password`: each gallery has its own password. */
    visibility: galleryVisibility.exclude(['password']),
    coverStyle: galleryCoverStyle,
    /** Replaces the whole design. */
    design: galleryDesign,
    sortBy: gallerySort,
    allowOriginal: z.boolean(),
    allowWeb: z.boolean(),
    /** Days until the gallery expires, counted from the day of application; 0 is never. */
    expiresAfterDays: z.number().int().min(0).max(3650),
    watermarkId: rowId.nullable(),
    /** Names of sections that the gallery should have. */
    sections: z.array(sectionName).max(MAX_SECTIONS),
  })
  .partial();
export type PresetSettings = z.infer<typeof presetSettings>;

export const newPreset = z.strictObject({ id: rowId, name: presetName, settings: presetSettings });
export const presetChanges = z.strictObject({ name: presetName, settings: presetSettings }).partial();
