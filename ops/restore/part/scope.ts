import { accountId, galleryId, ID_LENGTH, parseAccountId } from '#core/domain/values/ids.ts';
import { UsageError } from '../../lib/command.ts';

/** What is brought back: a whole studio, or one gallery of it. */
export interface Scope {
  studio: string;
  gallery: string | null;
}

/** The row on which all others of the scope depend. */
export const rootOf = ({ studio, gallery }: Scope) =>
  gallery ? { table: 'galleries', id: gallery } : { table: 'accounts', id: studio };

/** @throws UsageError if these are no ids of ours; they become parts of statements and keys */
export function parseScope(studio: string, gallery: string | undefined): Scope {
  if (!accountId.safeParse(studio).success)
    throw new UsageError(`A studio's id has ${ID_LENGTH.account} letters and digits, see the table accounts.`);
  if (gallery === undefined) return { studio, gallery: null };
  if (!galleryId.safeParse(gallery).success)
    throw new UsageError('A gallery’s id begins with its studio’s, see the table galleries.');
  if (parseAccountId(gallery) !== studio) throw new UsageError('The gallery is not one of this studio.');
  return { studio, gallery };
}

/**
 * Tables that are never brought back: effects on their way, which would be sent or deleted again; files that are packed
 * again when a person asks; state of open pages; the record of an operator's acts, which outlives its studio.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'account_exports',
  'archive_notifications',
  'archives',
  'live_photos',
  'live_rooms',
  'operator_events',
  'support_visits',
  'outbox',
  'pending_totals',
  'slot_holds',
]);

/**
 * Tables whose rows let a person in or send data out. They come back together with their studio or gallery. If it is
 * there, what is missing was taken away on purpose: a removed member, a revoked link, a deleted token.
 */
export const ACCESS_TABLES: ReadonlySet<string> = new Set([
  'account_members',
  'api_tokens',
  'calendar_feeds',
  'client_link_galleries',
  'client_link_tokens',
  'client_links',
  'domains',
  'gallery_pins',
  'gallery_secrets',
  'grant_tokens',
  'grants',
  'guest_upload_links',
  'person_tokens',
  'proposal_links',
  'session_links',
  'site_photo_permissions',
  'site_previews',
  'stripe_accounts',
  'team_invites',
  'visitor_access',
  'visitor_people',
  'webhook_deliveries',
  'webhook_endpoints',
]);
