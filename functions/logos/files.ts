import { LOGO_SETTINGS } from '#core/domain/branding/logo-settings.ts';
import { ICON_SIDES, logoIcon } from '#core/domain/branding/logo.ts';
import {
  readStudioPhoto,
  smallStudioPhoto,
  STUDIO_PHOTO_FIELDS,
  TYPE_PICTURE_FIELD,
} from '#core/domain/branding/studio-photos.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { EffectRun } from '../outbox/effects.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Key of a logo, an icon or a photo in the rendition bucket, which the CDN serves at `/api` and this path (functions/edge). */
export const logoKey = (path: string): string => path.slice(1);

/** Prefix of all logos and photos of a studio. */
export const logoPrefix = (accountId: string): string => `logos/${accountId}/`;

/** Pages name a logo for at most a minute after it changed. */
const ERASE_AFTER_MS = 2 * 60_000;

/** Deletes the files of a logo or photo once no page names them. */
export async function enqueueLogoErase(tx: Queryable, accountId: string, path: string, now: number): Promise<void> {
  const options = { runAfter: now + ERASE_AFTER_MS, dedupeKey: `erase-logo:${path}` };
  await enqueue(tx, accountId, 'logo.erase', { accountId, path }, now, options);
}

/** Deletes a logo or photo with its smaller versions, and purges them from the CDN, unless a setting or a session type names it. */
export async function eraseLogo({ idempotencyKey, payload, jobs }: EffectRun<'logo.erase'>): Promise<void> {
  const { accountId, path } = payload;
  const used = await jobs.db.query(
    `select from settings where account_id = $1
       and (key = any ($2) and value = to_jsonb($3::text)
         or key = 'photographer' and exists (select from unnest($4::text[]) field where value ->> field = $3))
     union all select from cms_settings where account_id = $1 and favicon = $3
     union all select from session_types where account_id = $1 and settings ->> $5 = $3`,
    [accountId, Object.values(LOGO_SETTINGS), path, Object.values(STUDIO_PHOTO_FIELDS), TYPE_PICTURE_FIELD],
  );
  if (used.length > 0) return;
  const paths = readStudioPhoto(path)
    ? [path, smallStudioPhoto(path)]
    : [path, ...ICON_SIDES.map((side) => logoIcon(path, side))];
  for (const each of paths) await jobs.storage.remove('renditions', logoKey(each));
  await jobs.purge(
    paths.map((each) => `/api${each}`),
    idempotencyKey,
  );
}
