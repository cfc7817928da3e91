import { lockContracts } from '../contracts/retention.ts';
import { recordEvent } from '../galleries/events.ts';
import { eraseMailTraces } from '../mails/suppressions.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueAccountPurge, enqueueGalleryPurge } from '../outbox/public-pages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { eraseClientLinks } from '../public-studio/client-links.ts';
import { lockReceipts } from '../receipts/retention.ts';
import { refuseClientPhotos } from '../site/pictures/permissions.ts';
import type { CustomerIdentity } from './identity.ts';

/**
 * Erases a person's data outside their own row: notes, messages and recipients; the photos of their galleries leave the
 * website. Keeps what the law requires: amounts,
 * dates, and for some years issued receipts and signed contracts.
 */
export async function erasePersonalData(
  tx: Queryable,
  accountId: string,
  person: CustomerIdentity,
  now: number,
): Promise<void> {
  const { customerId, mergedIds } = person;
  const ids = [customerId, ...mergedIds];
  await eraseMessages(tx, accountId, ids);
  await eraseMailTraces(tx, accountId, person.emails);
  await cancelEffects(tx, accountId, 'linkId', await eraseClientLinks(tx, accountId, ids, now));
  const grantIds = await eraseInvites(tx, accountId, person, now);
  await eraseChoices(tx, accountId, person, grantIds);
  await eraseLeads(tx, accountId, person);
  await eraseDeliveries(tx, accountId, ids, grantIds);
  await tx.query('delete from previous_emails where account_id = $1 and customer_id = $2', [accountId, customerId]);
  if ((await refuseClientPhotos(tx, accountId, ids, now)) > 0) {
    const [account] = await tx.query<{ slug: string }>('select slug from accounts where id = $1', [accountId]);
    if (account) await enqueueAccountPurge(tx, accountId, [account.slug], now);
  }
  await tx.query('update galleries set customer_id = null where account_id = $1 and customer_id = any($2::text[])', [
    accountId,
    ids,
  ]);
  await eraseProposals(tx, accountId, ids);
  await eraseSessions(tx, accountId, ids, now);
  // No row references them any more: a merge moves existing references, and a trigger redirects later ones.
  await tx.query('delete from customers where account_id = $1 and id = any($2::text[])', [accountId, mergedIds]);
}

/**
 * Expires the studio's export files, because they contain the erased person. An export in progress is discarded, see
 * functions/accounts/export-job.ts.
 */
export async function expireExports(tx: Queryable, accountId: string, now: number): Promise<void> {
  const ended = await tx.query<{ id: string; isReady: boolean }>(
    // Use one statement: it waits for an export that is becoming ready and then sees its new status.
    `update account_exports set status = case status when 'queued' then 'failed' else status end,
       expires_at = case status when 'ready' then $2 else expires_at end
     where account_id = $1 and (status = 'queued' or (status = 'ready' and expires_at > $2))
     returning id, status = 'ready' as "isReady"`,
    [accountId, timestamp(now)],
  );
  for (const { id: exportId, isReady } of ended) {
    if (!isReady) continue;
    await enqueue(tx, accountId, 'account.export_end', { exportId }, now, { dedupeKey: `export-end:${exportId}` });
  }
}

/** Replaces session names, which often contain a person's name, by the session type. */
async function eraseSessions(tx: Queryable, accountId: string, ids: readonly string[], now: number): Promise<void> {
  const sessions = await tx.query<{ id: string }>(
    `update sessions s set notes = '', client_message = '', checklist = '[]', location = '', type = coalesce(
       (select t.name from session_types t where t.account_id = s.account_id and t.id = s.session_type_id), '')
     where s.account_id = $1 and s.customer_id = any($2::text[]) returning s.id`,
    [accountId, ids],
  );
  const sessionIds = sessions.map(({ id }) => id);
  const of = [accountId, sessionIds];
  for (const table of ['session_links', 'automation_runs'])
    await tx.query(`delete from ${table} where account_id = $1 and session_id = any($2::text[])`, of);
  // Delete the cancellation reason, which the client wrote.
  await tx.query(
    `update session_events set details = details - 'reason'
     where account_id = $1 and session_id = any($2::text[]) and details ? 'reason'`,
    of,
  );
  const orders = await tx.query<{ id: string }>(
    'select id from orders where account_id = $1 and customer_id = any($2::text[]) order by id',
    [accountId, ids],
  );
  const orderIds = orders.map(({ id }) => id);
  await tx.query(`update payments set notes = '' where account_id = $1 and order_id = any($2::text[])`, [
    accountId,
    orderIds,
  ]);
  await tx.query(`update order_lines set title = '' where account_id = $1 and order_id = any($2::text[])`, [
    accountId,
    orderIds,
  ]);
  await tx.query(`update orders set withdrawn_name = '' where account_id = $1 and id = any($2::text[])`, [
    accountId,
    orderIds,
  ]);
  await lockReceipts(tx, accountId, orderIds, now);
  await lockContracts(tx, accountId, sessionIds, now);
}

/**
 * Deletes proposals that were not accepted, and the texts of the others: their orders keep amounts and dates. What was
 * signed is kept as long as the contract is.
 */
async function eraseProposals(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
  const of = [accountId, ids];
  await tx.query(
    "delete from proposals where account_id = $1 and customer_id = any($2::text[]) and status <> 'accepted'",
    of,
  );
  const own = 'select p.id from proposals p where p.account_id = $1 and p.customer_id = any($2::text[])';
  await tx.query(`delete from proposal_agreements where account_id = $1 and proposal_id in (${own})`, of);
  await tx.query(`delete from proposal_links where account_id = $1 and proposal_id in (${own})`, of);
  await tx.query(
    `update proposal_lines set title = '', description = '', group_name = ''
     where account_id = $1 and proposal_id in (${own})`,
    of,
  );
  await tx.query(
    `update proposals set title = '', message = '', location = '', signer_name = '', reason = ''
     where account_id = $1 and customer_id = any($2::text[])`,
    of,
  );
}

/** Deletes the person's messages of the contact form, and the studio's pending mails about them. */
async function eraseLeads(
  tx: Queryable,
  accountId: string,
  { customerId, mergedIds, emails }: CustomerIdentity,
): Promise<void> {
  const leads = await tx.query<{ id: string }>(
    `delete from leads where account_id = $1 and (customer_id = any($2::text[]) or lower(email) = any($3::text[]))
     returning id`,
    [accountId, [customerId, ...mergedIds], emails],
  );
  await cancelEffects(tx, accountId, 'leadId', leads);
}

/** Deletes what was sent to other programs about the person, or about the people of a gallery that they were invited to. */
async function eraseDeliveries(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
  grantIds: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from webhook_deliveries where account_id = $1 and (customer_id = any($2::text[])
       or gallery_id in (select g.gallery_id from grants g where g.account_id = $1 and g.id = any($3::text[])))`,
    [accountId, ids, grantIds],
  );
}

async function eraseMessages(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
  const messages = await tx.query<{ id: string }>(
    'delete from messages where account_id = $1 and customer_id = any($2::text[]) returning id',
    [accountId, ids],
  );
  await cancelEffects(tx, accountId, 'messageId', messages);
}

/** Matches mails to a person: account `$1`, emails `$2`, shared emails `$3`, customer ids `$4`. */
const MATCHES_IDENTITY = `account_id = $1 and (lower(email) = any($2::text[]) or lower(email) = any($3::text[])
  and gallery_id in (select g.id from galleries g where g.account_id = $1 and g.customer_id = any($4::text[])))`;

/** Revokes the person's grants and cancels their pending mails; returns the grants' ids. */
async function eraseInvites(
  tx: Queryable,
  accountId: string,
  { customerId, mergedIds, emails, sharedEmails }: CustomerIdentity,
  now: number,
): Promise<string[]> {
  const of = [accountId, emails, sharedEmails, [customerId, ...mergedIds]];
  const mails = await tx.query<{ id: string }>(
    `delete from archive_notifications where ${MATCHES_IDENTITY} returning id`,
    of,
  );
  await cancelEffects(tx, accountId, 'mailId', mails);
  const grants = await tx.query<{ id: string; galleryId: string; wasOpen: boolean }>(
    `select id, gallery_id as "galleryId", status <> 'revoked' as "wasOpen" from grants
     where ${MATCHES_IDENTITY} or account_id = $1 and customer_id = any($4::text[]) order by id for update`,
    of,
  );
  await cancelEffects(tx, accountId, 'grantId', grants);
  await tx.query(
    `update grants set status = 'revoked', revoked_at = coalesce(revoked_at, $3), email = '', label = '', message = ''
     where account_id = $1 and id = any($2::text[])`,
    [accountId, grants.map(({ id }) => id), timestamp(now)],
  );
  for (const { id: grantId, galleryId, wasOpen } of grants) {
    if (!wasOpen) continue;
    await recordEvent(tx, { accountId, galleryId, grantId, kind: 'revoked' }, now);
    await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true });
  }
  return grants.map(({ id }) => id);
}

/**
 * Erases name, address and comments of the people of galleries who are this person: invited, or guests who typed one of
 * the addresses. What they picked stays, as the studio's order. Call it after `eraseInvites`, which empties the
 * invitations.
 */
async function eraseChoices(
  tx: Queryable,
  accountId: string,
  { customerId, mergedIds, emails, sharedEmails }: CustomerIdentity,
  grantIds: readonly string[],
): Promise<void> {
  const people = await tx.query<{ id: string }>(
    `update gallery_people set name = '', email = '' where account_id = $1 and (grant_id = any($5::text[]) or id in (
       select id from gallery_people where ${MATCHES_IDENTITY})) returning id`,
    [accountId, emails, sharedEmails, [customerId, ...mergedIds], grantIds],
  );
  const of = [accountId, people.map(({ id }) => id)];
  await tx.query('delete from photo_comments where account_id = $1 and person_id = any($2::text[])', of);
  await tx.query(`update pick_rounds set note = '' where account_id = $1 and person_id = any($2::text[])`, of);
  await tx.query(`update pick_lists set name = '' where account_id = $1 and owner_person_id = any($2::text[])`, of);
  for (const table of ['person_tokens', 'visitor_people'])
    await tx.query(`delete from ${table} where account_id = $1 and person_id = any($2::text[])`, of);
  await cancelEffects(tx, accountId, 'personId', people);
}

/** Deletes effects that would mail the person; an effect that is already running finds no recipient. */
async function cancelEffects(
  tx: Queryable,
  accountId: string,
  named: 'messageId' | 'mailId' | 'grantId' | 'leadId' | 'linkId' | 'personId',
  rows: readonly { id: string }[],
): Promise<void> {
  await tx.query('delete from outbox where account_id = $1 and payload ->> $2 = any($3::text[])', [
    accountId,
    named,
    rows.map(({ id }) => id),
  ]);
}
