import type { PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/languages.ts';
import { readProfile } from '#core/domain/studio-profile.ts';
import { readTheme } from '#core/domain/theme.ts';
import type { Queryable } from '../platform/db/database.ts';

interface StudioRow {
  id: string;
  slug: string;
  name: string;
  language: Language;
  timeZone: string;
  settings: Record<string, unknown>;
  /** Own live domain. */
  domain: string | null;
}

/** Returns the studio with this current slug, or null. */
export async function findStudio(
  db: Queryable,
  slug: string,
): Promise<{ accountId: string; studio: PublicStudio; domain: string | null } | null> {
  const [row] = await db.query<StudioRow>(
    `select a.id, a.slug, a.name, a.language, a.time_zone as "timeZone",
       (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from settings s
        where s.account_id = a.id and (s.key = 'photographer' or starts_with(s.key, 'theme.'))) as settings,
       (select d.hostname from domains d where d.account_id = a.id and d.status = 'live') as domain
     from accounts a where a.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  return row ? { accountId: row.id, studio: toPublicStudio(row), domain: row.domain } : null;
}

/** True if the studio accepts online bookings and offers at least one session type. */
export async function isBookingOpen(db: Queryable, accountId: string): Promise<boolean> {
  const [row] = await db.query<{ open: boolean }>(
    `select exists (
       select from settings s join session_types t on t.account_id = s.account_id
       where s.account_id = $1 and s.key = 'booking' and s.value -> 'isOpen' = 'true'
         and t.is_bookable and t.archived_at is null
     ) as open`,
    [accountId],
  );
  return row!.open;
}

/** Returns the current slug for a previous one; null for an unknown slug and for one of an erased studio. */
export async function findSlugRedirect(db: Queryable, slug: string): Promise<string | null> {
  const [row] = await db.query<{ slug: string }>(
    `select a.slug from slug_history h join accounts a on a.id = h.account_id
     where h.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  return row?.slug ?? null;
}

function toPublicStudio({ slug, name, language, timeZone, settings }: StudioRow): PublicStudio {
  return {
    slug,
    name,
    language,
    timeZone,
    ...readProfile(settings['photographer']),
    logoUrl: readText(settings['theme.logoUrl']),
    logoDarkUrl: readText(settings['theme.logoDarkUrl']),
    theme: readTheme((key) => settings[key]),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
