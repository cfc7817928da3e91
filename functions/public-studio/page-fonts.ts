import {
  type CustomFont,
  FONT_CATALOGUE,
  fontCss,
  loadCatalogueFont,
  loadCustomFont,
  type LoadedFont,
} from '#core/domain/branding/font-faces.ts';
import { FONT_KEYS, type FontKey, fontMetadata, parseFont } from '#core/domain/branding/fonts.ts';
import type { PublicStudio } from '#core/api/public.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A style for a page's head, and the heading's file, which is loaded immediately. */
export interface PageFonts {
  css: string;
  preload: string | null;
}

/**
 * Returns the studio's fonts for a page's head; null if it keeps the default everywhere.
 * @param theme the studio's `theme.*` settings, without this prefix
 */
export async function loadPageFonts(
  db: Queryable,
  accountId: string,
  theme: PublicStudio['theme'],
): Promise<PageFonts | null> {
  const choices = FONT_KEYS.flatMap((key) => {
    const choice = parseFont(theme[key]);
    return choice ? [{ key, choice }] : [];
  });
  if (choices.length === 0) return null;
  const ids = choices.flatMap(({ choice }) => (choice.kind === 'custom' ? [choice.id] : []));
  const custom = ids.length > 0 ? await findFonts(db, accountId, ids) : [];
  const fonts: Partial<Record<FontKey, LoadedFont>> = {};
  for (const { key, choice } of choices) {
    const font =
      choice.kind === 'custom'
        ? custom.find(({ id }) => id === choice.id)
        : FONT_CATALOGUE.find(({ family }) => family === choice.family);
    if (font) fonts[key] = 'family' in font ? loadCatalogueFont(font) : loadCustomFont(font);
  }
  if (Object.keys(fonts).length === 0) return null;
  return { css: fontCss(fonts, 'html:root'), preload: fonts.headingFont?.preload ?? null };
}

/** Fonts whose use on websites was confirmed; settings may name others, which then show the default. */
async function findFonts(db: Queryable, accountId: string, ids: readonly string[]): Promise<CustomFont[]> {
  const rows = await db.query<CustomFont>(
    `select id, url_path as "urlPath", metadata from custom_fonts
     where account_id = $1 and id = any ($2::text[]) and metadata -> 'confirmed' ->> 'at' is not null`,
    [accountId, ids],
  );
  return rows.filter(({ metadata }) => fontMetadata.safeParse(metadata).success);
}
