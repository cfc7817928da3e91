import { DAY_MS } from '#core/domain/values/durations.ts';
import { PROOFING_QUERY_CASES } from './back-office-proofing-cases.ts';
import { missingRows, type Rows } from './back-office-rows.ts';
import { WEEK_QUERY_CASES } from './back-office-week-query-cases.ts';
import type { Args } from './back-office.ts';
import { NOUN_QUERY_CASES } from './noun-cases.ts';
import { type Db, insertCustomer, insertGallery, insertPhoto, insertRow, newId } from './rows.ts';
import { insertSampleRows } from './sample-rows.ts';

/** A studio for marker words (`markAccount`), with the ids of some of its rows. */
export interface Canary {
  id: string;
  slug: string;
  galleryId: string;
  photoId: string;
  pageId: string;
  grantId: string;
  inviteId: string;
  customerId: string;
  sessionId: string;
  sessionTypeId: string;
  leadId: string;
  /** A submitted selection. */
  submittedId: string;
  /** An order without a session. */
  orderId: string;
  proposalId: string;
  /** Marker of the studio's owner. */
  userId: string;
}

/** Inserts a studio with rows in every account table, in states in which each query shows some. */
export async function insertCanary(db: Db): Promise<Canary> {
  const { accountId: id, galleryId } = await insertSampleRows(db);
  await db.query(
    `update galleries set status = 'published', published_at = now(), visibility = 'public' where id = $1`,
    [galleryId],
  );
  const submitted = `update pick_lists set status = 'submitted', submitted_at = now() where gallery_id = $1 and kind = 'selection'`;
  await db.query(submitted, [galleryId]);
  const signed = `status = 'signed', signed_at = now(), signed_date = now(), signed_duration = 60`;
  await db.query(`update contracts set needs_countersignature = true, ${signed} where account_id = $1`, [id]);
  const unsigned = `insert into contracts (id, account_id, session_id, title, language, status)
    select $2, account_id, session_id, title, language, $3 from contracts where account_id = $1 limit 1`;
  for (const status of ['sent', 'draft']) await db.query(unsigned, [id, newId(), status]);
  const signatures = 'update contract_signers set signed_at = now() where account_id = $1 and signed_at is null';
  await db.query(signatures, [id]);
  await db.query(`update grants set mail_error = 'mail_refused' where gallery_id = $1`, [galleryId]);
  await insertGallery(db, id, { deleted_at: new Date() });
  const { rows } = await db.query(
    `select p.id as "photoId", g.id as "grantId", i.id as "inviteId", m.user_id as "userId", s.id as "sessionId",
       s.session_type_id as "sessionTypeId",
       s.customer_id as "customerId", c.id as "pageId", d.id as "leadId", l.id as "submittedId", o.id as "orderId", q.id as "proposalId"
     from photos p join grants g using (gallery_id) join team_invites i on i.account_id = p.account_id
       join sessions s on s.account_id = p.account_id join pages c on c.account_id = p.account_id
       join leads d on d.account_id = p.account_id
       join pick_lists l on l.gallery_id = p.gallery_id and l.kind = 'selection'
       join orders o on o.account_id = p.account_id and o.session_id is null
       join proposals q on q.account_id = p.account_id
       join account_members m on m.account_id = p.account_id where p.gallery_id = $1`,
    [galleryId],
  );
  const trashed = { account_id: id, author_id: rows[0].userId, deleted_at: new Date() };
  await insertRow(db, 'proposals', {
    id: newId(),
    account_id: id,
    author_id: rows[0].userId,
    title: 'x',
    is_template: true,
  });
  await insertCustomer(db, id, { deleted_at: new Date() });
  const session = { customer_id: rows[0].customerId, date: new Date() };
  await insertRow(db, 'sessions', { id: newId(), ...trashed, ...session });
  for (const photo of [{ deleted_at: new Date() }, { status: 'failed', failure_reason: 'damaged' }])
    await insertPhoto(db, id, galleryId, photo);
  const own = { account_id: id, author_id: rows[0].userId };
  const cancelled = { ...own, session_id: newId() };
  await insertRow(db, 'sessions', { id: cancelled.session_id, ...own, ...session, status: 'cancelled' });
  const paid = { amount: 5000, currency: 'EUR', status: 'paid', date: new Date() };
  await insertRow(db, 'payments', { id: newId(), ...cancelled, ...paid });
  await db.query('update session_billing set kept_amount = 0 where session_id = $1', [cancelled.session_id]);
  await db.query(
    `update orders set withdrawn_at = now(), withdrawn_name = 'Ada', withdrawn_sources = '["price"]' where id = $1`,
    [cancelled.session_id],
  );
  return { id, slug: '', galleryId, ...(rows[0] as Omit<Canary, 'id' | 'slug' | 'galleryId'>) };
}

/** Queries whose rows contain numbers only. */
export const CANARY_COUNTS = [
  'stripeAccounts.current',
  'accounts.exports',
  'site.state',
  'site.scriptVersions',
  'galleries.mostViewed',
  'guestUploads.link',
  'customers.distinct',
  'customers.stats',
  'customers.balances',
  'payments.billing',
  'payments.months',
  'proofing.picks',
];

/** Removes the search argument, so that the query returns all rows. */
function withoutSearch(args: Args): Args {
  if (typeof args !== 'object' || args === null) return args;
  const { search: _search, ...rest } = args as Record<string, unknown>;
  return rest as Args;
}

/** Returns arguments with which a query shows rows of the studio. @param now epoch milliseconds */
export function canaryArgs(name: string, studio: Canary, now: number): Args {
  const { id, galleryId, customerId, sessionId, sessionTypeId, submittedId, orderId } = studio;
  const { proposalId, leadId } = studio;
  const known = {
    customerId,
    sessionId,
    sessionTypeId,
    draftId: galleryId,
    submittedId,
    orderId,
    proposalId,
    leadId,
  };
  const rows: Rows = { ...missingRows(id), ...known };
  // Finds the markers of both studios.
  if (name.startsWith('mentions.') && name !== 'mentions.locations')
    return { texts: ['canary'], ...(name === 'mentions.sessions' && { customerId: rows.doubleCustomerId }) };
  if (name === 'clientLinks.ofCustomer') return { customerId };
  if (name === 'contracts.unsigned') return { before: now + DAY_MS, limit: 100 };
  if (name === 'leads.byId') return { id: studio.leadId };
  const ofCase = WEEK_QUERY_CASES[name] ?? PROOFING_QUERY_CASES[name] ?? NOUN_QUERY_CASES[name];
  if (ofCase) return withoutSearch(ofCase.args(rows));
  if (name.endsWith('.list') || name.startsWith('galleries.trashed')) return { limit: 1000 };
  if (name === 'team.securityEvents') return { limit: 1000 };
  if (name === 'galleries.mostViewed') return { galleryId, limit: 100 };
  if (name === 'galleries.undelivered') return { limit: 100 };
  if (name === 'pages.byId') return { id: studio.pageId };
  if (name === 'pages.galleries') return { galleryIds: [studio.galleryId] };
  if (name === 'pages.photos') return { ids: [studio.photoId] };
  if (name === 'pages.galleries') return { galleryIds: [galleryId] };
  if (name === 'galleries.byId') return { id: galleryId };
  return name.startsWith('galleries.') || name.startsWith('guestUploads.') ? { galleryId } : undefined;
}
