import { z } from 'zod';
import type { LogoVariant } from './logo.ts';
import { STUDIO_PHOTO_KINDS } from './studio-photos.ts';

export const logoVariant = z.enum(['light', 'dark'] satisfies readonly LogoVariant[]);

export const studioPhotoKind = z.enum(STUDIO_PHOTO_KINDS);

/** Setting with the path of each variant. */
export const LOGO_SETTINGS: Readonly<Record<LogoVariant, string>> = {
  light: 'theme.logoUrl',
  dark: 'theme.logoDarkUrl',
};
