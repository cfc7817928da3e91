import type { ContactOptions, PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { readProfile } from '#core/domain/studio/studio-profile.ts';
import { assertMayBeVisited, studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import type { Queryable } from '../platform/db/database.ts';
import { STUDIO_FACTS } from '../platform/studio-facts.ts';
import { IS_ISOLATED } from './isolated-hosts.ts';

interface StudioRow extends StudioFacts {
  id: string;
  slug: string;
  name: string;
  language: Language;
  timeZone: string;
  settings: Record<string, unknown>;
  /** Own live domain. */
  domain: string | null;
  favicon: string;
  isIsolated: boolean;
  isSiteHeld: boolean;
}

export interface FoundStudio {
  accountId: string;
  studio: PublicStudio;
  /** Own live domain. */
  domain: string | null;
  hasContactForm: boolean;
  /** Path of an uploaded icon; empty for that of the logo. */
  favicon: string;
  /** True if the own live domain has pages of the website only. */
  isIsolated: boolean;
  /** True if an operator blocked the website. */
  isSiteHeld: boolean;
}

/**
 * Returns the studio with this current slug, or null.
 * @throws AppError `studio_unavailable`, `content_blocked`
 */
export async function findStudio(db: Queryable, slug: string): Promise<FoundStudio | null> {
  const [row] = await db.query<StudioRow>(
    `select a.id, a.slug, a.name, a.language, a.time_zone as "timeZone",
       (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from settings s
        where s.account_id = a.id and (s.key = 'photographer' or starts_with(s.key, 'theme.'))) as settings,
       d.hostname as domain, coalesce(c.favicon, '') as favicon, ${IS_ISOLATED('d.hostname')} as "isIsolated",
       a.site_held_at is not null as "isSiteHeld", ${STUDIO_FACTS}
     from accounts a left join domains d on d.account_id = a.id and d.status = 'live'
       left join cms_settings c on c.account_id = a.id
     where a.slug = lower($1) and a.deleted_at is null`,
    [slug],
  );
  if (!row) return null;
  assertMayBeVisited(studioAccess(row));
  const hasContactForm = readProfile(row.settings['photographer']).contactForm;
  const { domain, favicon, isIsolated, isSiteHeld } = row;
  return { accountId: row.id, studio: toPublicStudio(row), domain, hasContactForm, favicon, isIsolated, isSiteHeld };
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
    `select id, name, settings -> 'translations' as translations from session_types where account_id = $1 and is_bookable and archived_at is null
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
  const { contactForm: _isOpen, ...profile } = readProfile(settings['photographer']);
  return {
    slug,
    name,
    language,
    timeZone,
    ...profile,
    logoUrl: readText(settings['theme.logoUrl']),
    logoDarkUrl: readText(settings['theme.logoDarkUrl']),
    theme: readTheme((key) => settings[key]),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
