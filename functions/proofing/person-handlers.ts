import { proofing } from '#core/api/proofing.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { createLimitedVisitor, visitorCookie } from '../galleries/visitors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { actAs, authorize, authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { mergePeople } from './merge-people.ts';
import { findPerson, linkBrowser } from './people.ts';
import { limitAdoptions, limitPicks, limitRecoveries } from './rate-limits.ts';
import { enqueueRecovery } from './enqueue-mails.ts';
import { readView, toOwnPerson } from './view.ts';

export const details = defineHandler(proofing.details, async ({ services, request, params, body }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select', 'comment']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  const { person, cookies } = await actAs(services, request, caller);
  await changeList(services, async (tx) => {
    await tx.query('update gallery_people set name = $2, email = $3 where id = $1', [person.id, body.name, body.email]);
    return { isChanged: body.name !== person.name };
  });
  return { body: { person: toOwnPerson({ ...person, ...body }) }, cookies };
});

export const recover = defineHandler(proofing.recover, async ({ services, request, params, body }) => {
  const now = services.clock();
  const { galleryAccess } = await authorizeAct(services, request, params.galleryId, ['select', 'comment']);
  const { accountId, id: galleryId } = galleryAccess;
  const isSent = await limitRecoveries(services.db, { galleryId, email: body.email, viewerIp: request.viewerIp }, now);
  const network = hashNetwork(accountId, request.viewerIp);
  if (isSent)
    await services.db.transaction((tx) =>
      enqueueRecovery(tx, { accountId, galleryId, email: body.email, network }, now),
    );
  return { body: { sent: true as const } };
});

export const adopt = defineHandler(proofing.adopt, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const caller = await authorize(services, request, params.galleryId);
  if (caller.member) throw new AppError('forbidden');
  await limitAdoptions(db, request.viewerIp, now);
  const { galleryAccess } = caller;
  const { accountId, id: galleryId } = galleryAccess;
  const created = caller.visitor ? null : await createLimitedVisitor(db, request.viewerIp, now);
  const visitor = caller.visitor ?? created!;
  await changeList(services, async (tx) => {
    // Serialises acts of one browser.
    await tx.query('select from visitors where id = $1 for no key update', [visitor.id]);
    const invited = caller.grantId === null ? null : await findPerson(tx, caller);
    const guestId = await consumeToken(tx, galleryId, visitor.id, body.token, now);
    // An invited person stays who they are, and gets what they chose before their invitation.
    if (invited && guestId !== null)
      await mergePeople(tx, { accountId, galleryId, fromId: guestId, intoId: invited.person.id });
    const personId = invited?.person.id ?? guestId;
    if (personId !== null) await linkBrowser(tx, galleryAccess, visitor.id, personId, now);
    return { isChanged: true };
  });
  const known = await findPerson(db, { ...caller, visitor });
  const view = await readView(db, { ...caller, visitor }, known?.person ?? null, now);
  return { body: view, cookies: [visitorCookie(visitor, services, true)] };
});

/**
 * Uses a link up and returns its person.
 * @returns null if this browser has used the same link before
 * @throws AppError `invite_invalid`, `invite_used`, `invite_expired`
 */
async function consumeToken(
  tx: Queryable,
  galleryId: string,
  visitorId: string,
  token: string,
  now: number,
): Promise<string | null> {
  const tokenHash = hashToken(token);
  const [row] = await tx.query<{ personId: string; expiresAt: number; consumedAt: number | null; isOwn: boolean }>(
    `select t.person_id as "personId", t.expires_at as "expiresAt", t.consumed_at as "consumedAt",
       exists (select from visitor_people v where v.visitor_id = $3 and v.person_id = t.person_id) as "isOwn"
     from person_tokens t where t.token_hash = $1 and t.gallery_id = $2 for update of t`,
    [tokenHash, galleryId, visitorId],
  );
  if (!row) throw new AppError('invite_invalid');
  // A page that is opened again, or an answer that was lost.
  if (row.consumedAt !== null && row.isOwn) return null;
  if (row.consumedAt !== null) throw new AppError('invite_used');
  if (row.expiresAt <= now) throw new AppError('invite_expired');
  await tx.query('update person_tokens set consumed_at = $2 where token_hash = $1', [tokenHash, timestamp(now)]);
  return row.personId;
}
