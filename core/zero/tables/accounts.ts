import { enumeration, json, number, type ReadonlyJSONValue, string, table } from '@rocicorp/zero';
import type { ExportStatus } from '../../domain/studio/account-exports.ts';
import type { InvitedRole, TeamInviteStatus } from '../../domain/studio/members.ts';
import type { PlanState } from '../../domain/studio/plan-state.ts';
import type { Role } from '../../domain/studio/roles.ts';
import type { SecurityEventDetails, SecurityEventKind } from '../../domain/studio/security-events.ts';
import type { DateFormat } from '../../domain/values/date-formats.ts';
import type { MailError } from '../../domain/values/errors.ts';
import type { Language } from '../../domain/values/languages.ts';
import type { JsonObject } from './json.ts';

export const accounts = table('accounts')
  .columns({
    id: string(),
    authorId: string().from('author_id'),
    name: string(),
    slug: string(),
    language: enumeration<Language>(),
    timeZone: string().from('time_zone'),
    dateFormat: enumeration<DateFormat>().from('date_format'),
    currencyCode: string().from('currency_code'),
    settings: json<JsonObject>(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
    planState: enumeration<PlanState>().from('plan_state').optional(),
    cappedAt: number().from('capped_at').optional(),
    /** When an operator suspended the studio, blocked it, or blocked its website. */
    pausedAt: number().from('paused_at').optional(),
    heldAt: number().from('held_at').optional(),
    siteHeldAt: number().from('site_held_at').optional(),
  })
  .primaryKey('id');

/** Members of a studio with their roles; the source of `members` in the API's accounts. */
export const accountMembers = table('accountMembers')
  .from('account_members')
  .columns({
    accountId: string().from('account_id'),
    userId: string().from('user_id'),
    role: enumeration<Role>(),
    name: string(),
    email: string(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('accountId', 'userId');

/** Storage usage of a studio, maintained by triggers; one row per account. */
export const accountUsage = table('accountUsage')
  .from('account_usage')
  .columns({
    accountId: string().from('account_id'),
    /** Bytes of all stored originals, including trashed ones, and of the studio's fonts. */
    storageBytes: number().from('storage_bytes'),
    /** Photos and galleries outside the trash. */
    photoCount: number().from('photo_count'),
    galleryCount: number().from('gallery_count'),
  })
  .primaryKey('accountId');

/** Key-value settings; keys and defaults: docs/specification.md#settings-of-a-studio. */
export const settings = table('settings')
  .columns({
    accountId: string().from('account_id'),
    key: string(),
    authorId: string().from('author_id'),
    value: json<ReadonlyJSONValue>(),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId', 'key');

/** A studio's currency format; one row per account, following `accounts.currencyCode`. */
export const currency = table('currency')
  .columns({
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    code: string(),
    symbol: string(),
    position: enumeration<'before' | 'after'>(),
  })
  .primaryKey('accountId');

/** Invitations to the studio's team; written by the API only. */
export const teamInvites = table('teamInvites')
  .from('team_invites')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    email: string(),
    role: enumeration<InvitedRole>(),
    status: enumeration<TeamInviteStatus>(),
    sentAt: number().from('sent_at').optional(),
    respondedAt: number().from('responded_at').optional(),
    expiresAt: number().from('expires_at'),
    createdAt: number().from('created_at'),
    mailError: enumeration<MailError>().from('mail_error').optional(),
  })
  .primaryKey('id');

/** Data exports of a studio; written by the server only. */
export const accountExports = table('accountExports')
  .from('account_exports')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    status: enumeration<ExportStatus>(),
    /** Bytes; null until the export is ready, like both times. */
    size: number().optional(),
    createdAt: number().from('created_at'),
    readyAt: number().from('ready_at').optional(),
    expiresAt: number().from('expires_at').optional(),
  })
  .primaryKey('id');

/** Security events of a studio with their actor; written by the server only. */
export const securityEvents = table('securityEvents')
  .from('security_events')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    kind: enumeration<SecurityEventKind>(),
    actorId: string().from('actor_id').optional(),
    actorName: string().from('actor_name'),
    subjectId: string().from('subject_id').optional(),
    subjectName: string().from('subject_name'),
    details: json<SecurityEventDetails>(),
    at: number(),
  })
  .primaryKey('id');
