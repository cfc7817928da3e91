import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import type { Ctx } from '../context.ts';
import { assertReference, type OwnRow, ownRows } from '../own-rows.ts';
import { assertPhotographer } from './scheduling-access.ts';

export type Session = OwnRow<'sessions'>;

type Parent = 'customerId' | 'sessionTypeId' | 'photographerId' | 'galleryId' | 'locationId';
type Parents = { readonly [K in Parent]?: Session[K] | undefined };

/**
 * Requires that the referenced rows belong to the account and are not trashed, see `assertReference`. Forms send every
 * field: an already stored reference to a trashed row may stay.
 */
export async function assertParents(tx: Transaction, ctx: Ctx, named: Parents, stored: Parents = {}): Promise<void> {
  const changed = (key: Parent) => (named[key] === stored[key] ? undefined : named[key]);
  await assertReference(tx, ctx, 'customers', changed('customerId'), 'customerId');
  await assertReference(
    tx,
    ctx,
    'sessionTypes',
    changed('sessionTypeId'),
    'sessionTypeId',
    ({ archivedAt }) => archivedAt === null,
  );
  await assertReference(tx, ctx, 'galleries', changed('galleryId'), 'galleryId');
  await assertReference(tx, ctx, 'locations', changed('locationId'), 'locationId');
  await assertPhotographer(tx, ctx, changed('photographerId'));
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

/** Queries a contract of a session with at least one signature that was not withdrawn. */
export const signedContract = (ctx: Ctx, sessionId: string) =>
  ownRows(ctx, 'contracts')
    .where('sessionId', sessionId)
    .where('status', 'IN', ['sent', 'signed'])
    .where('signedDate', 'IS NOT', null)
    .one();

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
  const receipt = ownRows(ctx, 'payments').where('sessionId', session.id).where('receipt', 'IS NOT', null).one();
  if (await tx.run(receipt)) throw new AppError('session_has_receipt', { field: 'customerId' });
  if (await tx.run(signedContract(ctx, session.id)))
    throw new AppError('session_has_contract', { field: 'customerId' });
}
