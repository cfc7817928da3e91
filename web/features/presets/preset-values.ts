import { z } from 'zod';
import { DAY_MS } from '#core/domain/values/durations.ts';
import {
  type GalleryChanges,
  type GalleryCoverStyle,
  type GallerySort,
  type GalleryVisibility,
  readGalleryDesign,
} from '#core/domain/galleries/galleries.ts';
import { presetName, type PresetSettings, presetSettings } from '#core/domain/galleries/presets.ts';
import { localDate } from '#core/domain/values/time.ts';
import { type DesignValues, toDesign, toDesignValues } from '#web/lib/galleries/design-values.ts';

/** Keeps the gallery's own value. */
type Kept = 'keep';

/** Form values of a preset; every field has a value, if only `keep`. Those of the design count if it is `set`. */
export interface PresetValues extends DesignValues {
  name: string;
  visibility: Exclude<GalleryVisibility, 'password'> | Kept;
  coverStyle: GalleryCoverStyle | Kept;
  design: 'set' | Kept;
  sortBy: GallerySort | Kept;
  web: 'on' | 'off' | Kept;
  original: 'on' | 'off' | Kept;
  expires: 'never' | 'days' | Kept;
  /** As typed. */
  days: string;
  /** A watermark's id, or `none`. */
  watermark: string;
  sections: string[];
}

/** Checks the values of the form. */
export const presetForm = z
  .object({ name: presetName, expires: z.string(), days: z.string() })
  .refine(({ expires, days }) => expires !== 'days' || parseDays(days) !== null, { path: ['days'], when: () => true });

export const EMPTY_PRESET: PresetValues = {
  name: '',
  visibility: 'keep',
  coverStyle: 'keep',
  design: 'keep',
  ...toDesignValues({}),
  sortBy: 'keep',
  web: 'keep',
  original: 'keep',
  expires: 'keep',
  days: '30',
  watermark: 'keep',
  sections: [],
};

const choice = (value: boolean | undefined) => (value === undefined ? 'keep' : value ? 'on' : 'off');

export function toPresetValues(name: string, settings: PresetSettings): PresetValues {
  const { visibility, coverStyle, design, sortBy, allowWeb, allowOriginal, watermarkId, sections } = settings;
  const days = settings.expiresAfterDays;
  return {
    name,
    visibility: visibility ?? 'keep',
    coverStyle: coverStyle ?? 'keep',
    design: design ? 'set' : 'keep',
    ...toDesignValues(design ?? {}),
    sortBy: sortBy ?? 'keep',
    web: choice(allowWeb),
    original: choice(allowOriginal),
    expires: days === undefined ? 'keep' : days === 0 ? 'never' : 'days',
    days: days ? String(days) : EMPTY_PRESET.days,
    watermark: watermarkId === undefined ? 'keep' : (watermarkId ?? 'none'),
    sections: [...(sections ?? [])],
  };
}

/** Parses whole days, 1 to ten years; null if invalid. */
export function parseDays(text: string): number | null {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= 3650 ? days : null;
}

/** Returns the settings that the form sets. Drops empty and repeated section names. */
export function toPresetSettings(values: PresetValues): PresetSettings {
  const { visibility, coverStyle, sortBy, web, original, expires, watermark } = values;
  const sections = [...new Set(values.sections.map((name) => name.trim()).filter(Boolean))];
  return presetSettings.parse({
    ...(visibility !== 'keep' && { visibility }),
    ...(coverStyle !== 'keep' && { coverStyle }),
    ...(values.design === 'set' && { design: toDesign(values) }),
    ...(sortBy !== 'keep' && { sortBy }),
    ...(web !== 'keep' && { allowWeb: web === 'on' }),
    ...(original !== 'keep' && { allowOriginal: original === 'on' }),
    ...(expires !== 'keep' && { expiresAfterDays: expires === 'never' ? 0 : parseDays(values.days) }),
    ...(watermark !== 'keep' && { watermarkId: watermark === 'none' ? null : watermark }),
    ...(sections.length > 0 && { sections }),
  });
}

/** Settings of a gallery that a preset can have. */
export interface GalleryPresetFields {
  visibility: GalleryVisibility;
  coverStyle: GalleryCoverStyle;
  /** Settings of the stored row, which contain the design. */
  settings: unknown;
  sortBy: GallerySort;
  allowWeb: boolean;
  allowOriginal: boolean;
  expiresAt: number | null;
  watermarkId: string | null;
}

/** Returns the changes that undo a preset: the gallery's previous values of the settings that the preset has. */
export function undoChanges(settings: PresetSettings, before: GalleryPresetFields): GalleryChanges {
  const { visibility, coverStyle, design, sortBy, allowWeb, allowOriginal, expiresAfterDays, watermarkId } = settings;
  return {
    ...(visibility !== undefined && { visibility: before.visibility }),
    ...(coverStyle !== undefined && { coverStyle: before.coverStyle }),
    ...(design !== undefined && { design: readGalleryDesign(before.settings) }),
    ...(sortBy !== undefined && { sortBy: before.sortBy }),
    ...(allowWeb !== undefined && { allowWeb: before.allowWeb }),
    ...(allowOriginal !== undefined && { allowOriginal: before.allowOriginal }),
    ...(expiresAfterDays !== undefined && { expiresAt: before.expiresAt ?? 0 }),
    ...(watermarkId !== undefined && { watermarkId: before.watermarkId }),
  };
}

/**
 * Returns a gallery's settings as a preset. Passwords are left out, since each gallery has its own. Days are counted
 * from `from`, when the gallery was opened; they are left out if it closed before that.
 */
export function gallerySettings(
  gallery: GalleryPresetFields,
  sections: readonly string[],
  from: number,
  zone: string,
): PresetSettings {
  const { visibility, coverStyle, sortBy, allowWeb, allowOriginal, expiresAt, watermarkId } = gallery;
  const days =
    expiresAt === null ? 0 : Math.round((noon(localDate(expiresAt, zone)) - noon(localDate(from, zone))) / DAY_MS);
  return {
    ...(visibility !== 'password' && { visibility }),
    coverStyle,
    design: readGalleryDesign(gallery.settings),
    sortBy,
    allowWeb,
    allowOriginal,
    ...((expiresAt === null || (days >= 1 && days <= 3650)) && { expiresAfterDays: days }),
    watermarkId,
    ...(sections.length > 0 && { sections: [...new Set(sections)] }),
  };
}

const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
