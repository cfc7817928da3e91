import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import { assertFound, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

export type Session = RowOf<Schema['tables']['sessions']>;

/** Returns the caller's session outside the trash; every write begins with it. */
export async function loadSession(tx: Transaction, ctx: Ctx, id: string): Promise<Session> {
  const session = assertFound(await tx.run(zql.sessions.where('id', id).where('accountId', ctx.accountId).one()));
  if (session.deletedAt !== null) throw new AppError('not_found');
  return session;
}

/** Locks and returns the session until the end of the transaction, so that concurrent changes are serialised. */
export async function lockSession(tx: Transaction, ctx: Ctx, id: string): Promise<Session> {
  await lock(tx, ctx, [id]);
  return loadSession(tx, ctx, id);
}

/**
 * Locks and returns the named sessions. On the server one missing or foreign id refuses them all. A browser continues
 * with the rows it has: a list only loads the visible part.
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

/** Locks in the order of the ids, which avoids deadlocks. */
async function lock(tx: Transaction, ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (tx.location === 'client') return;
  const sql = 'select from sessions where account_id = $1 and id = any ($2) order by id for update';
  await tx.dbTransaction.query(sql, [ctx.accountId, ids]);
}

type Parent = 'customerId' | 'sessionTypeId' | 'photographerId' | 'galleryId' | 'locationId';
type Parents = { readonly [K in Parent]?: Session[K] | undefined };

/**
 * Requires that the referenced rows belong to the account and are not trashed. Forms send every field: an already
 * stored reference to a trashed row may stay. Checked on the server only: a browser has only the rows of its screens'
 * queries.
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
 * The photographer of a session determines access to its amounts. Without `money.all` only own sessions can be
 * reassigned. The refusal hides whether amounts exist, and unassigned sessions count as another's, since they may be a
 * former member's.
 */
export function assertCanAssign(ctx: Ctx, session: Pick<Session, 'photographerId'>, to: string | null | undefined) {
  if (to === undefined || to === session.photographerId || canSeeMoneyOf(ctx, session)) return;
  throw new AppError('forbidden', { field: 'photographerId' });
}

/**
 * A receipt or a signed contract is bound to its client: a session with one keeps its client. Without access to the session's amounts
 * the client cannot be changed at all, since the refusal would reveal a receipt. Duplicate clients are merged, see
 * customer-merge.ts.
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
  const signed = zql.contracts
    .where('accountId', ctx.accountId)
    .where('sessionId', session.id)
    .where('status', 'signed')
    .one();
  if (await tx.run(signed)) throw new AppError('session_has_contract', { field: 'customerId' });
}
