import type { ContactOptions, PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/languages.ts';
import { socialMedia } from '#core/domain/studio-profile.ts';
import type { Queryable } from '../platform/db/database.ts';

interface StudioRow {
  id: string;
  slug: string;
  name: string;
  language: Language;
  timeZone: string;
  settings: Record<string, unknown>;
}

export interface FoundStudio {
  accountId: string;
  studio: PublicStudio;
  hasContactForm: boolean;
}

/** Returns the studio with this current slug, or null. */
export async function findStudio(db: Queryable, slug: string): Promise<FoundStudio | null> {
  const [row] = await db.query<StudioRow>(
    `select a.id, a.slug, a.name, a.language, a.time_zone as "timeZone",
       (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from settings s
        where s.account_id = a.id and (s.key = 'photographer' or starts_with(s.key, 'theme.'))) as settings
     from accounts a where a.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  if (!row) return null;
  const hasContactForm = readRecord(row.settings['photographer'])['contactForm'] !== false;
  return { accountId: row.id, studio: toPublicStudio(row), hasContactForm };
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

/** Returns what the studio's contact form offers; null if the studio has none. */
export async function readContactOptions(
  db: Queryable,
  { accountId, hasContactForm }: FoundStudio,
): Promise<ContactOptions | null> {
  if (!hasContactForm) return null;
  const types = await db.query<ContactOptions['types'][number]>(
    `select id, name from session_types where account_id = $1 and is_bookable and archived_at is null
     order by name, id limit 100`,
    [accountId],
  );
  return { types };
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
  const profile = readRecord(settings['photographer']);
  const theme: PublicStudio['theme'] = {};
  for (const [key, value] of Object.entries(settings)) {
    if (key.startsWith('theme.')) theme[key.slice('theme.'.length)] = value as PublicStudio['theme'][string];
  }
  return {
    slug,
    name,
    language,
    timeZone,
    bio: readText(profile['bio']),
    email: readText(profile['email']),
    phone: readText(profile['phone']),
    address: readText(profile['address']),
    website: parseWebUrl(profile['website']),
    privacyNotice: readText(profile['privacyNotice']),
    socialMedia: readSocialMedia(profile['socialMedia']),
    logoUrl: readText(theme['logoUrl']),
    theme,
  };
}

function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Settings are free-form JSON: only web URLs become links on a public page. */
function parseWebUrl(value: unknown): string {
  return /^https?:\/\//i.test(readText(value)) ? readText(value) : '';
}

function readSocialMedia(value: unknown): PublicStudio['socialMedia'] {
  return Array.isArray(value) ? value.flatMap((entry) => socialMedia.safeParse(entry).data ?? []) : [];
}
