import { z } from 'zod';
import { gallerySort, galleryVisibility } from './galleries.ts';
import { rowId } from './ids.ts';
import { text } from './primitives.ts';
import { MAX_SECTIONS, sectionName } from './sections.ts';

/** Of a studio; more would be no choice any more. */
export const MAX_PRESETS = 200;

export const presetName = text.trim().min(1).max(120);

/** What a preset gives to a gallery; what it does not name stays as it is. */
export const presetSettings = z
  .strictObject({
    /** Not `password`: its password is each gallery's own. */
    visibility: galleryVisibility.exclude(['password']),
    sortBy: gallerySort,
    allowOriginal: z.boolean(),
    allowWeb: z.boolean(),
    /** Days until the gallery expires, counted from the day it is applied; 0 is never. */
    expiresAfterDays: z.number().int().min(0).max(3650),
    watermarkId: rowId.nullable(),
    /** Sections that the gallery is to have, by name. */
    sections: z.array(sectionName).max(MAX_SECTIONS),
  })
  .partial();
export type PresetSettings = z.infer<typeof presetSettings>;

export const newPreset = z.strictObject({ id: rowId, name: presetName, settings: presetSettings });
export const presetChanges = z.strictObject({ name: presetName, settings: presetSettings }).partial();
