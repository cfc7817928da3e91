import type { PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/languages.ts';
import { socialMedia } from '#core/domain/photographer.ts';
import type { Queryable } from './db.ts';

interface StudioRow {
  id: string;
  slug: string;
  name: string;
  language: Language;
  timeZone: string;
  settings: Record<string, unknown>;
}

/** A studio by its present slug, or null. */
export async function findStudio(
  db: Queryable,
  slug: string,
): Promise<{ accountId: string; studio: PublicStudio } | null> {
  const [row] = await db.query<StudioRow>(
    `select a.id, a.slug, a.name, a.language, a.time_zone as "timeZone",
       (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from settings s
        where s.account_id = a.id and (s.key = 'photographer' or starts_with(s.key, 'theme.'))) as settings
     from accounts a where a.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  return row ? { accountId: row.id, studio: publicStudioOf(row) } : null;
}

/** Whether a client can book anything: the studio is open to it, and there is a kind of session to choose. */
export async function takesBookings(db: Queryable, accountId: string): Promise<boolean> {
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

/** Where an old slug leads now; null for a slug that never was, and for that of an erased studio. */
export async function findMovedSlug(db: Queryable, slug: string): Promise<string | null> {
  const [row] = await db.query<{ slug: string }>(
    `select a.slug from slug_history h join accounts a on a.id = h.account_id
     where h.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  return row?.slug ?? null;
}

function publicStudioOf({ slug, name, language, timeZone, settings }: StudioRow): PublicStudio {
  const profile = recordOf(settings['photographer']);
  const theme: PublicStudio['theme'] = {};
  for (const [key, value] of Object.entries(settings)) {
    if (key.startsWith('theme.')) theme[key.slice('theme.'.length)] = value as PublicStudio['theme'][string];
  }
  return {
    slug,
    name: textOf(profile['businessName']) || name,
    language,
    timeZone,
    bio: textOf(profile['bio']),
    email: textOf(profile['email']),
    phone: textOf(profile['phone']),
    address: textOf(profile['address']),
    website: webAddress(profile['website']),
    socialMedia: socialMediaOf(profile['socialMedia']),
    logoUrl: textOf(theme['logoUrl']),
    theme,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Settings are open JSON: only what is a web address becomes a link on a public page. */
function webAddress(value: unknown): string {
  return /^https?:\/\//i.test(textOf(value)) ? textOf(value) : '';
}

function socialMediaOf(value: unknown): PublicStudio['socialMedia'] {
  return Array.isArray(value) ? value.flatMap((entry) => socialMedia.safeParse(entry).data ?? []) : [];
}
