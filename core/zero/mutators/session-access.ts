import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/errors.ts';
import { canSeeMoneyOf } from '../../domain/session-money.ts';
import { assertFound, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

export type Session = RowOf<Schema['tables']['sessions']>;

/** The caller's session outside the trash; every write begins with it. */
export async function loadSession(tx: Transaction, ctx: Ctx, id: string): Promise<Session> {
  const session = assertFound(await tx.run(zql.sessions.where('id', id).where('accountId', ctx.accountId).one()));
  if (session.deletedAt !== null) throw new AppError('not_found');
  return session;
}

/** Holds the row until the end of the transaction: of two who change it at once, the second sees the first. */
export async function lockSession(tx: Transaction, ctx: Ctx, id: string): Promise<Session> {
  await lock(tx, ctx, [id]);
  return loadSession(tx, ctx, id);
}

/**
 * The named sessions; one that is missing or foreign refuses them all. A browser goes on with those it has: a list
 * holds no more than it shows.
 */
export async function lockSessions(tx: Transaction, ctx: Ctx, ids: readonly string[]): Promise<Session[]> {
  const named = [...new Set(ids)];
  await lock(tx, ctx, named);
  const rows = await tx.run(
    zql.sessions.where('accountId', ctx.accountId).where('id', 'IN', named).where('deletedAt', 'IS', null),
  );
  if (tx.location === 'server' && rows.length !== named.length) throw new AppError('not_found', { field: 'ids' });
  return rows;
}

/** In the order of their ids like everywhere, so that nobody who writes some of the same waits in a circle. */
async function lock(tx: Transaction, ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (tx.location === 'client') return;
  const sql = 'select from sessions where account_id = $1 and id = any ($2) order by id for update';
  await tx.dbTransaction.query(sql, [ctx.accountId, ids]);
}

type Parent = 'customerId' | 'sessionTypeId' | 'photographerId' | 'galleryId' | 'locationId';
type Parents = { readonly [K in Parent]?: Session[K] | undefined };

/**
 * What a session points at is the account's own, and there to be chosen. A form says everything: what went to the
 * trash since may stay. A browser holds what its screens have asked for and no more: only the server can say.
 */
export async function assertParents(tx: Transaction, ctx: Ctx, named: Parents, stored: Parents = {}): Promise<void> {
  if (tx.location === 'client') return;
  const changed = (key: Parent) => (named[key] === stored[key] ? undefined : named[key]);
  const [customer, type, gallery] = [changed('customerId'), changed('sessionTypeId'), changed('galleryId')];
  const [place, photographer] = [changed('locationId'), changed('photographerId')];
  const { accountId } = ctx;
  if (customer) {
    const row = await tx.run(zql.customers.where('id', customer).where('accountId', accountId).one());
    if (!row || row.deletedAt !== null || row.erasedAt !== null) throwNotFound('customerId');
  }
  if (type) {
    const row = await tx.run(zql.sessionTypes.where('id', type).where('accountId', accountId).one());
    if (!row || row.archivedAt !== null) throwNotFound('sessionTypeId');
  }
  if (gallery) {
    const row = await tx.run(zql.galleries.where('id', gallery).where('accountId', accountId).one());
    if (!row || row.deletedAt !== null) throwNotFound('galleryId');
  }
  if (place && !(await tx.run(zql.locations.where('id', place).where('accountId', accountId).one()))) {
    throwNotFound('locationId');
  }
  if (photographer) {
    const member = zql.accountMembers.where('userId', photographer).where('accountId', accountId).one();
    if (!(await tx.run(member))) throwNotFound('photographerId');
  }
}

function throwNotFound(field: Parent): never {
  throw new AppError('not_found', { field });
}

/**
 * Whose a session is says who sees its money: those who see only their own hand on theirs. Another's, and nobody's, is
 * given by those who see all of it: whether there is money in it is nothing that a refusal may tell, and that of
 * somebody who left is nothing to help oneself to.
 */
export function assertCanAssign(ctx: Ctx, session: Pick<Session, 'photographerId'>, to: string | null | undefined) {
  if (to === undefined || to === session.photographerId || canSeeMoneyOf(ctx, session)) return;
  throw new AppError('forbidden', { field: 'photographerId' });
}

/**
 * A receipt names the client it was written to, and is mailed to, shown to and forgotten with the session's: once there
 * is one the session stays theirs. Whether there is one is money's: those who do not see it change no client at all.
 * Two who are one person are merged, see customer-merge.ts.
 */
export async function assertMayChangeClient(
  tx: Transaction,
  ctx: Ctx,
  session: Pick<Session, 'id' | 'customerId' | 'photographerId'>,
  to: string | undefined,
): Promise<void> {
  if (to === undefined || to === session.customerId) return;
  if (!canSeeMoneyOf(ctx, session)) throw new AppError('forbidden', { field: 'customerId' });
  const receipt = zql.payments
    .where('accountId', ctx.accountId)
    .where('sessionId', session.id)
    .where('receipt', 'IS NOT', null)
    .one();
  if (await tx.run(receipt)) throw new AppError('session_has_receipt', { field: 'customerId' });
}
