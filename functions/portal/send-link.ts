import { portal } from '#core/api/portal.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { mayRedirectClient } from '#core/domain/payments/session-money.ts';
import { limitInviteMails } from '../galleries/grants.ts';
import { assertDeliverable } from '../mails/suppressions.ts';
import type { EffectRun, Effects } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Member } from '../platform/auth/authorization.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { addToken, clientLinkHref, insertClientLink } from '../public-studio/client-links.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { limitReads, limitRequests } from './rate-limits.ts';

export const create = defineHandler(portal.create, async ({ services, caller, params, body }) => {
  const now = services.clock();
  const { accountId, userId: authorId } = caller;
  const { customerId } = params;
  const [client] = await services.db.query<{ email: string }>(
    `select email from customers where account_id = $1 and id = $2 and deleted_at is null and erased_at is null`,
    [accountId, customerId],
  );
  if (!client) throw new AppError('not_found');
  const { email } = client;
  if (body.send && email === '') throw new AppError('validation_failed', { field: 'email' });
  if (body.send) {
    await limitInviteMails(services.db, accountId, email, now);
    await assertDeliverable(services.db, { accountId, email, again: body.again }, now);
  }
  // The client's own page shows the amounts of all their sessions.
  else if (await hasHiddenMoney(services.db, caller, customerId)) throw new AppError('forbidden');
  const made = await services.db.transaction(async (tx) => {
    const id = await insertClientLink(tx, { accountId, customerId, authorId, email: body.send ? email : '' }, now);
    if (!body.send) {
      const address = await studioAddress(tx, accountId, services.appOrigin);
      return { id, url: clientLinkHref(address, await addToken(tx, accountId, id, now)) };
    }
    await enqueueLinkMail(tx, accountId, { linkId: id }, now);
    return { id, url: null };
  });
  return { body: made };
});

/** True if the client has sessions, or orders without one, whose amounts the member may not see. */
async function hasHiddenMoney(db: Queryable, member: Member, customerId: string): Promise<boolean> {
  const sessions = await db.query<{ photographerId: string | null }>(
    `select distinct o.photographer_id as "photographerId"
     from orders o left join sessions s on s.account_id = o.account_id and s.id = o.session_id
     where o.account_id = $1 and o.customer_id = $2 and s.deleted_at is null`,
    [member.accountId, customerId],
  );
  return !mayRedirectClient(member, sessions);
}

/** Clients with one address that get a link in one request: a couple, and rows that the studio has not merged yet. */
const MAX_REQUESTED = 3;

/**
 * Runs the same statements for a known and an unknown address; the links are made by the effect. A slug of no studio
 * answers alike.
 */
export const request = defineHandler(portal.request, async ({ services, request: http, params, body }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, http.viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const { accountId } = found;
  const { email } = body;
  const isSent = await limitRequests(db, { accountId, email, viewerIp: http.viewerIp }, now);
  const clients = await db.query<{ id: string }>(
    `select id from customers where account_id = $1 and lower(email) = $2 and email <> '' and deleted_at is null
       and erased_at is null order by created_at, id limit $3`,
    [accountId, email, MAX_REQUESTED],
  );
  const network = hashNetwork(accountId, http.viewerIp);
  const customerIds = isSent ? clients.map(({ id }) => id) : [];
  await enqueue(db, accountId, 'client_link.request', { accountId, customerIds, network }, now);
  return { body: {} };
});

/** Makes the links that a person asked for by email, and mails each to its client's present address. */
export async function makeRequestedLinks({ payload, jobs }: EffectRun<'client_link.request'>): Promise<void> {
  const now = jobs.clock();
  const { accountId, customerIds, network } = payload;
  await jobs.db.transaction(async (tx) => {
    const clients = await tx.query<{ id: string; email: string }>(
      `select id, email from customers where account_id = $1 and id = any ($2::text[]) and email <> ''
         and deleted_at is null and erased_at is null order by id for no key update`,
      [accountId, customerIds],
    );
    for (const { id: customerId, email } of clients) {
      const linkId = await insertClientLink(tx, { accountId, customerId, authorId: null, email }, now);
      await enqueueLinkMail(tx, accountId, { linkId, network }, now);
    }
  });
}

async function enqueueLinkMail(
  tx: Queryable,
  accountId: string,
  mail: Effects['client_link.mail'],
  now: number,
): Promise<void> {
  await enqueue(tx, accountId, 'client_link.mail', mail, now, { dedupeKey: `client-link:${mail.linkId}` });
}
