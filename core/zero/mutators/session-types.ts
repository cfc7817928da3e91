import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import { canSeeMoneyOf } from '../../domain/session-money.ts';
import {
  MAX_SESSION_TYPES,
  newSessionType,
  SESSION_TYPE_DEFAULTS,
  sessionTypeChanges,
  sessionTypePrice,
} from '../../domain/session-types.ts';
import { authorise, clientTime, type Ctx, serverTime } from '../context.ts';
import { zql } from '../schema.ts';
import { assertOwnParents, loadSessionType } from './scheduling-access.ts';

const act = z.strictObject({ id: rowId, now: clientTime });

export const sessionTypeMutators = {
  create: defineMutator(
    newSessionType.extend({ now: clientTime }),
    async ({ tx, ctx: caller, args: { now: acted, ...type } }) => {
      const ctx = authorise(caller, 'scheduling.write');
      // Without this check an insert with an existing key would silently succeed.
      if (await tx.run(zql.sessionTypes.where('id', type.id).one())) throw new AppError('conflict', { field: 'id' });
      const present = await tx.run(zql.sessionTypes.where('accountId', ctx.accountId));
      if (present.length >= MAX_SESSION_TYPES) throw new AppError('limit_reached');
      await assertOwnParents(tx, ctx, type);
      const now = serverTime(tx, ctx, acted);
      await tx.mutate.sessionTypes.insert({
        ...type,
        description: type.description ?? '',
        duration: type.duration ?? SESSION_TYPE_DEFAULTS.duration,
        maxClients: type.maxClients ?? SESSION_TYPE_DEFAULTS.maxClients,
        color: type.color ?? SESSION_TYPE_DEFAULTS.color,
        photographerId: type.photographerId ?? null,
        isBookable: type.isBookable ?? false,
        requiresApproval: type.requiresApproval ?? false,
        accountId: ctx.accountId,
        authorId: ctx.userId,
        settings: {},
        createdAt: now,
        updatedAt: now,
      });
    },
  ),

  /** Changes a type. Existing sessions stay unchanged. */
  update: defineMutator(
    z.strictObject({ id: rowId, changes: sessionTypeChanges, now: clientTime }),
    async ({ tx, ctx: caller, args: { id, changes, now } }) => {
      const ctx = authorise(caller, 'scheduling.write');
      const type = await loadSessionType(tx, ctx, id);
      assertMayReassign(ctx, type, changes.photographerId);
      await assertOwnParents(tx, ctx, { photographerId: changes.photographerId });
      await tx.mutate.sessionTypes.update({ id, ...changes, updatedAt: serverTime(tx, ctx, now) });
    },
  ),

  /** Archives a type: it cannot be selected or booked any more, and sessions still refer to it. */
  archive: defineMutator(act, async ({ tx, ctx: caller, args: { id, now } }) => {
    const ctx = authorise(caller, 'scheduling.write');
    const { archivedAt } = await loadSessionType(tx, ctx, id);
    const at = serverTime(tx, ctx, now);
    await tx.mutate.sessionTypes.update({ id, archivedAt: archivedAt ?? at, updatedAt: at });
  }),

  unarchive: defineMutator(act, async ({ tx, ctx: caller, args: { id, now } }) => {
    const ctx = authorise(caller, 'scheduling.write');
    await loadSessionType(tx, ctx, id);
    await tx.mutate.sessionTypes.update({ id, archivedAt: null, updatedAt: serverTime(tx, ctx, now) });
  }),

  /** Deletes a type with its plans and price. Refused while any session, including trashed ones, refers to it. */
  remove: defineMutator(act, async ({ tx, ctx: caller, args: { id } }) => {
    const ctx = authorise(caller, 'scheduling.write');
    await loadSessionType(tx, ctx, id);
    const session = zql.sessions.where('accountId', ctx.accountId).where('sessionTypeId', id).one();
    if (await tx.run(session)) throw new AppError('session_type_in_use');
    await tx.mutate.sessionTypes.delete({ id });
  }),

  /** Sets the price of new sessions of this type; minor units. */
  setPrice: defineMutator(
    z
      .strictObject({ id: rowId, ...sessionTypePrice.shape, now: clientTime })
      .refine(({ price, deposit }) => deposit <= price, { path: ['deposit'] }),
    async ({ tx, ctx: caller, args: { id, price, deposit } }) => {
      const ctx = authorise(caller, 'money.write');
      await loadSessionType(tx, ctx, id);
      const author = { accountId: ctx.accountId, authorId: ctx.userId };
      await tx.mutate.sessionTypePrices.upsert({ sessionTypeId: id, ...author, price, deposit });
    },
  ),
};

/**
 * The photographer of a type determines access to the amounts of its sessions. Members with access to their own amounts
 * only cannot reassign another's type. Unlike a session, an unassigned type can be taken: it has no amounts yet.
 */
function assertMayReassign(ctx: Ctx, type: { photographerId: string | null }, to: string | null | undefined): void {
  if (to === undefined || to === type.photographerId || type.photographerId === null || canSeeMoneyOf(ctx, type))
    return;
  throw new AppError('forbidden', { field: 'photographerId' });
}
