import { FONT_PAIR_NAMES } from '#core/domain/branding/fonts.ts';
import {
  COLOR_SCHEMES,
  type GalleryDesign,
  galleryDesign,
  GRID_LAYOUTS,
  PHOTO_SIZES,
  TITLE_POSITIONS,
} from '#core/domain/galleries/galleries.ts';
import { THEME_CHOICES } from '#core/domain/branding/theme.ts';

/** Form values of a design: every field has a value, if only `default`. */
export type DesignValues = { [Key in keyof GalleryDesign]-?: NonNullable<GalleryDesign[Key]> | 'default' };

/** `default` leaves it to the cover style, the studio's theme or the visitor. */
export const DESIGN_OPTIONS = {
  titlePosition: ['default', ...TITLE_POSITIONS],
  layout: GRID_LAYOUTS,
  photoSize: PHOTO_SIZES,
  spacing: ['default', ...THEME_CHOICES.spacing],
  colors: ['default', ...COLOR_SCHEMES],
  fontPair: ['default', ...FONT_PAIR_NAMES],
} as const satisfies Record<keyof GalleryDesign, readonly string[]>;

const INITIAL: DesignValues = {
  titlePosition: 'default',
  layout: 'rows',
  photoSize: 'medium',
  spacing: 'default',
  colors: 'default',
  fontPair: 'default',
};

export function toDesignValues(design: GalleryDesign): DesignValues {
  const fields = Object.entries(INITIAL).map(([key, initial]) => [key, design[key as keyof GalleryDesign] ?? initial]);
  return Object.fromEntries(fields) as DesignValues;
}

/** Returns the design of form values, which may have other fields beside it. */
export function toDesign(values: DesignValues): GalleryDesign {
  const keys = Object.keys(DESIGN_OPTIONS) as (keyof GalleryDesign)[];
  return galleryDesign.parse(
    Object.fromEntries(keys.flatMap((key) => (values[key] === 'default' ? [] : [[key, values[key]]]))),
  );
}
