import { invites } from '#core/api/invites.ts';
import { domainOrigin } from '#core/domain/site/domains.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { GALLERY_TRANSITIONS, type GalleryStatus } from '#core/domain/galleries/galleries.ts';
import { GRANT_TRANSITIONS, type GrantStatus } from '#core/domain/galleries/grants.ts';
import { can } from '#core/domain/studio/roles.ts';
import { assertTransition } from '#core/domain/values/transitions.ts';
import { assertDeliverable } from '../mails/suppressions.ts';
import { enqueueArchivePreparation, enqueueGalleryPurge } from '../outbox/public-pages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { acceptInvitation, renewInvitation } from './accept-invitation.ts';
import { recordEvent } from './events.ts';
import { enqueueGrantMail, limitInviteMails, saveGrant } from './grants.ts';

export { openPage, renewPage } from './plain-invitation.ts';

/**
 * Returns the invite's redirect target as a path of our own origin; a URL of the studio's own domain names the same page.
 * Uses a URL parser like browsers do, so that `//evil.example`, `/\evil.example` and similar forms are recognised.
 * @throws AppError `redirect_not_allowed`
 */
function parseRedirectPath(
  redirectTo: string,
  appOrigin: string,
  { slug, domain }: { slug: string; domain: string | null },
): string {
  const url = URL.canParse(redirectTo, appOrigin) ? new URL(redirectTo, appOrigin) : null;
  const isOwnDomain = domain !== null && url?.origin === domainOrigin(appOrigin, domain);
  const isAllowed = url && (url.origin === appOrigin || isOwnDomain) && !url.username;
  const base = isOwnDomain && !url.pathname.startsWith(`/p/${slug}/`) ? `/p/${slug}` : '';
  const path = isAllowed ? base + url.pathname + url.search + url.hash : '';
  // `/..//evil.example` resolves to a path that a browser would read as another host.
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new AppError('redirect_not_allowed', { field: 'redirectTo' });
  return path;
}

export const create = defineHandler(invites.create, async ({ services, caller, body }) => {
  const { galleryId, accountSlug, ...input } = body.data;
  const { accountId, userId } = caller;
  if (body.data.publish && !can(caller.role, 'galleries.publish')) throw new AppError('forbidden');
  const now = services.clock();
  const [gallery] = await services.db.query<{ slug: string; isNamed: boolean; domain: string | null }>(
    // A previous slug redirects to the studio's pages, so it names the studio here, too.
    `select a.slug, lower($3) in (
         select a.slug union all select h.slug from slug_history h where h.account_id = a.id) as "isNamed",
       (select d.hostname from domains d where d.account_id = a.id and d.status = 'live') as domain
     from galleries g join accounts a on a.id = g.account_id
     where g.id = $1 and g.account_id = $2 and g.deleted_at is null`,
    [galleryId, accountId, accountSlug],
  );
  if (!gallery) throw new AppError('not_found');
  if (!gallery.isNamed) throw new AppError('validation_failed', { field: 'data.accountSlug' });
  const redirectTo = parseRedirectPath(
    body.redirectTo ?? `/p/${gallery.slug}/gallery/${galleryId}`,
    services.appOrigin,
    gallery,
  );
  await limitInviteMails(services.db, accountId, body.email, now);
  await assertDeliverable(services.db, { accountId, email: body.email, again: body.again }, now);
  const grantId = await services.db.transaction(async (tx) => {
    if (input.publish) await publish(tx, { accountId, galleryId, userId }, now);
    const grant = { accountId, authorId: userId, galleryId, email: body.email };
    const id = await saveGrant(
      tx,
      { ...grant, label: input.label, message: input.message, rights: input.rights, expiresAt: input.expiresAt },
      now,
    );
    await recordEvent(tx, { accountId, galleryId, grantId: id, kind: 'invited' }, now);
    if (input.saveEmail && can(caller.role, 'customers.write')) {
      await saveClientEmail(tx, accountId, galleryId, body.email, now);
    }
    await enqueueGrantMail(tx, accountId, { grantId: id, redirectTo }, now);
    await enqueueArchivePreparation(tx, accountId, galleryId, now, { runAfter: now });
    return id;
  });
  return { body: { grantId, status: 'pending' as const } };
});

/** Publishes the gallery as the mutator `galleries.setStatus` does; no-op if it is published already. */
async function publish(
  tx: Queryable,
  { accountId, galleryId, userId }: { accountId: string; galleryId: string; userId: string },
  now: number,
): Promise<void> {
  const [gallery] = await tx.query<{ status: GalleryStatus; isHeld: boolean }>(
    'select status, held_at is not null as "isHeld" from galleries where id = $1 and account_id = $2 and deleted_at is null for no key update',
    [galleryId, accountId],
  );
  if (!gallery) throw new AppError('not_found');
  if (gallery.status === 'published') return;
  if (gallery.isHeld) throw new AppError('content_blocked');
  assertTransition(GALLERY_TRANSITIONS, gallery.status, 'published');
  await tx.query(
    `update galleries set status = 'published', published_at = coalesce(published_at, $2), previous_status = status,
       status_changed_at = $2, status_changed_by = $3, updated_at = $2 where id = $1`,
    [galleryId, timestamp(now), userId],
  );
  await recordEvent(tx, { accountId, galleryId, kind: 'published' }, now);
  await enqueueGalleryPurge(tx, accountId, galleryId, now);
}

/** Stores the email on the gallery's client, if the client has none; a pending mail of theirs does not exist then. */
async function saveClientEmail(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  email: string,
  now: number,
): Promise<void> {
  await tx.query(
    `update customers c set email = $3, unconfirmed_since = null, updated_at = $4 from galleries g
     where g.id = $2 and g.account_id = $1 and c.account_id = $1 and c.id = g.customer_id and c.email = ''
       and c.deleted_at is null and c.erased_at is null`,
    [accountId, galleryId, email, timestamp(now)],
  );
}

interface OpenGrant {
  email: string;
  status: GrantStatus;
  galleryId: string;
  slug: string;
}

/** @throws AppError `not_found`, also for a grant of another account or without an address */
async function findGrant(db: Queryable, accountId: string, grantId: string): Promise<OpenGrant> {
  const [grant] = await db.query<OpenGrant>(
    `select r.email, r.status, r.gallery_id as "galleryId", a.slug
     from grants r join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
     where r.id = $1 and r.account_id = $2 and r.email <> '' and g.deleted_at is null`,
    [grantId, accountId],
  );
  if (!grant) throw new AppError('not_found');
  return grant;
}

/** Mails a grant's link again, and prepares the gallery that it opens. */
async function mailAgain(
  tx: Queryable,
  { accountId, grantId, slug, galleryId }: { accountId: string; grantId: string; slug: string; galleryId: string },
  now: number,
): Promise<void> {
  await enqueueGrantMail(tx, accountId, { grantId, redirectTo: `/p/${slug}/gallery/${galleryId}` }, now);
  await enqueueArchivePreparation(tx, accountId, galleryId, now, { runAfter: now });
}

export const resend = defineHandler(invites.resend, async ({ services, caller, params, body }) => {
  const now = services.clock();
  const { accountId } = caller;
  const { grantId } = params;
  const grant = await findGrant(services.db, accountId, grantId);
  if (grant.status !== 'pending') assertTransition(GRANT_TRANSITIONS, grant.status, 'pending');
  await limitInviteMails(services.db, accountId, grant.email, now);
  await assertDeliverable(services.db, { accountId, email: grant.email, again: body?.again }, now);
  await services.db.transaction(async (tx) => {
    const [row] = await tx.query(
      // Clear a past expiry: the link of the new mail would not work otherwise.
      `update grants set status = 'pending', expires_at = case when expires_at > $3 then expires_at end
       where id = $1 and account_id = $2 and status <> 'revoked' returning id`,
      [grantId, accountId, timestamp(now)],
    );
    if (!row) throw new AppError('transition_refused', { field: 'status' });
    await mailAgain(tx, { ...grant, accountId, grantId }, now);
  });
  return { body: { grantId, status: 'pending' as const } };
});

export const correct = defineHandler(invites.correct, async ({ services, caller, params, body: { email, again } }) => {
  const now = services.clock();
  const { accountId } = caller;
  const { grantId } = params;
  const grant = await findGrant(services.db, accountId, grantId);
  await limitInviteMails(services.db, accountId, email, now);
  await assertDeliverable(services.db, { accountId, email, again }, now);
  await services.db.transaction(async (tx) => {
    const [other] = await tx.query(
      `select from grants where account_id = $1 and gallery_id = $2 and email = $3 and status <> 'revoked' and id <> $4`,
      [accountId, grant.galleryId, email, grantId],
    );
    if (other) throw new AppError('already_invited', { field: 'email' });
    const [row] = await tx.query(
      `update grants set email = $3, status = 'pending', expires_at = case when expires_at > $4 then expires_at end
       where id = $1 and account_id = $2 and status in ('pending', 'sent') returning id`,
      [grantId, accountId, email, timestamp(now)],
    );
    // It was opened: another address is another person, who gets an invitation of their own.
    if (!row) throw new AppError('transition_refused', { field: 'status' });
    // The wrong address may be a stranger's.
    await tx.query('delete from grant_tokens where account_id = $1 and grant_id = $2', [accountId, grantId]);
    await mailAgain(tx, { ...grant, accountId, grantId }, now);
  });
  return { body: { grantId, status: 'pending' as const } };
});

export const verify = defineHandler(invites.verify, async (call) => {
  const { cookie, ...accepted } = await acceptInvitation(call, call.body.token);
  return { body: accepted, cookies: [cookie] };
});

export const renew = defineHandler(invites.renew, async (call) => {
  await renewInvitation(call, call.body.token);
  return { body: {} };
});
