import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { catalogueHeading, type CustomFont, FONT_CATALOGUE, loadCustomFont } from '#core/domain/branding/font-faces.ts';
import { fontMetadata, parseFont } from '#core/domain/branding/fonts.ts';
import { LOGO_SETTINGS } from '#core/domain/branding/logo-settings.ts';
import { type Logo, readLogo } from '#core/domain/branding/logo.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import { fontKey } from '../fonts/files.ts';
import { unpackWoff2 } from '../fonts/woff2.ts';
import { logoKey } from '../logos/files.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** The studio's logo and heading font. They are no content of a receipt: each print has the studio's present ones. */
export interface Letterhead {
  logo: { png: Uint8Array; width: number; height: number } | null;
  /** A font, and the weight of a variable one. */
  headingFont: { sfnt: Buffer; weight: number | null } | null;
}

export const PLAIN_LETTERHEAD: Letterhead = { logo: null, headingFont: null };

const packages = createRequire(import.meta.url);

/** Loads a studio's letterhead; without what cannot be read, because a receipt is due with or without it. */
export async function loadLetterhead(db: Queryable, storage: Storage, accountId: string): Promise<Letterhead> {
  const rows = await db.query<{ key: string; value: unknown }>(
    `select key, value from settings where account_id = $1 and starts_with(key, 'theme.')`,
    [accountId],
  );
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const theme = readTheme((key) => values.get(key));
  const [logo, headingFont] = await Promise.all([
    loadLogo(storage, accountId, readLogo(values.get(LOGO_SETTINGS.light))).catch(() => null),
    theme.updatedAt > 0 ? loadFont(db, storage, accountId, theme.headingFont).catch(() => null) : null,
  ]);
  return { logo, headingFont };
}

/** Light letters are for dark grounds, and paper is white. */
async function loadLogo(storage: Storage, accountId: string, logo: Logo | null): Promise<Letterhead['logo']> {
  const path = logo?.src.replace(/^\/api/, '');
  if (!logo || !path?.startsWith(`/logos/${accountId}/`) || logo.ink === 'light') return null;
  const found = await storage.get('renditions', logoKey(path));
  return found && { png: found.bytes, width: logo.width, height: logo.height };
}

async function loadFont(
  db: Queryable,
  storage: Storage,
  accountId: string,
  value: string,
): Promise<Letterhead['headingFont']> {
  const choice = parseFont(value);
  if (choice?.kind === 'catalogue') return readCatalogueHeading(choice.family);
  if (choice?.kind !== 'custom') return null;
  const [row] = await db.query<CustomFont>(
    `select id, url_path as "urlPath", metadata from custom_fonts
     where account_id = $1 and id = $2 and metadata -> 'confirmed' ->> 'at' is not null`,
    [accountId, choice.id],
  );
  const found = row ? await storage.get('renditions', fontKey(choice.id)) : null;
  if (!row || !found) return null;
  const [least, most] = fontMetadata.parse(row.metadata).weights;
  const weight = least === most ? null : loadCustomFont(row).headingWeight;
  return { sfnt: await unpackWoff2(Buffer.from(found.bytes)), weight };
}

/** Reads a font of the catalogue, in the weight of headings. */
export async function readCatalogueHeading(family: string): Promise<Letterhead['headingFont']> {
  const font = FONT_CATALOGUE.find((one) => one.family === family);
  if (!font) return null;
  const { file, weight } = catalogueHeading(font);
  const woff2 = await readFile(packages.resolve(file.source.replace('node_modules/', '')));
  return { sfnt: await unpackWoff2(woff2), weight: file.weight.includes(' ') ? weight : null };
}
