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
import type { HttpRequest } from '../platform/http/request.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import type { Services } from '../platform/services.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { addToken, clientLinkHref, insertClientLink } from '../public-studio/client-links.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { limitReads, limitRequests } from './rate-limits.ts';

export const create = defineHandler(portal.create, async ({ services, caller, params, body }) => {
  const now = services.clock();
  const { accountId, userId: authorId } = caller;
  const { customerId } = params;
  const [contact] = await services.db.query<{ id: string; email: string }>(
    `select p.id, p.email from customers c join customer_contacts p on p.account_id = c.account_id and p.customer_id = c.id
     where c.account_id = $1 and c.id = $2 and c.deleted_at is null and c.erased_at is null
       and ($3::text is null or p.id = $3) order by p.position, p.id limit 1`,
    [accountId, customerId, body.contactId ?? null],
  );
  if (!contact) throw new AppError('not_found');
  const { email } = contact;
  const mailed = { email, contactId: contact.id };
  if (body.send && email === '') throw new AppError('validation_failed', { field: 'email' });
  if (body.send) {
    await limitInviteMails(services.db, accountId, email, now);
    await assertDeliverable(services.db, { accountId, email, again: body.again }, now);
  }
  // The client's own page shows the amounts of all their sessions.
  else if (await hasHiddenMoney(services.db, caller, customerId)) throw new AppError('forbidden');
  const made = await services.db.transaction(async (tx) => {
    const id = await insertClientLink(
      tx,
      { accountId, customerId, authorId, ...(body.send ? mailed : { email: '' }) },
      now,
    );
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

export const request = defineHandler(portal.request, async (call) => {
  await requestLinks(call, call.body);
  return { body: {} };
});

interface RequestCall {
  services: Services;
  request: HttpRequest;
  params: { accountSlug: string };
}

/**
 * Runs the same statements for a known and an unknown address; the links are made by the effect. A slug of no studio
 * answers alike.
 * @throws AppError `not_found` for an unknown studio, `rate_limited`
 */
export async function requestLinks(
  { services, request: http, params }: RequestCall,
  { email }: { email: string },
): Promise<void> {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, http.viewerIp, now);
  const studio = await findStudio(db, params.accountSlug);
  if (!studio) throw new AppError('not_found');
  const { accountId } = studio;
  const isSent = await limitRequests(db, { accountId, email, viewerIp: http.viewerIp }, now);
  const contacts = await db.query<{ id: string; customerId: string }>(
    `select p.id, c.id as "customerId" from customer_contacts p join customers c on c.account_id = p.account_id and c.id = p.customer_id
     where p.account_id = $1 and lower(p.email) = $2 and p.email <> '' and c.deleted_at is null
       and c.erased_at is null order by c.created_at, c.id limit $3`,
    [accountId, email, MAX_REQUESTED],
  );
  const network = hashNetwork(accountId, http.viewerIp);
  const found = isSent ? contacts : [];
  const customerIds = found.map(({ customerId }) => customerId);
  const contactIds = found.map(({ id }) => id);
  await enqueue(db, accountId, 'client_link.request', { accountId, customerIds, contactIds, network }, now);
}

/** Makes the links that a person asked for by email, and mails each to the contact's present address. */
export async function makeRequestedLinks({ payload, jobs }: EffectRun<'client_link.request'>): Promise<void> {
  const now = jobs.clock();
  const { accountId, customerIds, contactIds, network } = payload;
  await jobs.db.transaction(async (tx) => {
    const contacts = await tx.query<{ id: string; customerId: string; email: string }>(
      `select p.id, c.id as "customerId", p.email
       from customers c join customer_contacts p on p.account_id = c.account_id and p.customer_id = c.id
       where c.account_id = $1 and c.id = any ($2::text[]) and p.email <> ''
         -- The release before names no contact: the first one asked.
         and (p.id = any ($3::text[]) or $3 is null and p.email = c.email)
         and c.deleted_at is null and c.erased_at is null order by c.id, p.id for no key update of c`,
      [accountId, customerIds, contactIds ?? null],
    );
    for (const { id: contactId, customerId, email } of contacts) {
      const linkId = await insertClientLink(tx, { accountId, customerId, authorId: null, email, contactId }, now);
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
