import { z } from 'zod';
import type { LogoVariant } from './logo.ts';

export const logoVariant = z.enum(['light', 'dark'] satisfies readonly LogoVariant[]);

/** Setting with the path of each variant. The first is the spec's. */
export const LOGO_SETTINGS: Readonly<Record<LogoVariant, string>> = {
  light: 'theme.logoUrl',
  dark: 'theme.logoDarkUrl',
};
