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
    async ({ tx, ctx: asked, args: { now: acted, ...type } }) => {
      const ctx = authorise(asked, 'scheduling.write');
      // An insert on an existing key would silently succeed.
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

  /** Sessions that are booked already stay as they are. */
  update: defineMutator(
    z.strictObject({ id: rowId, changes: sessionTypeChanges, now: clientTime }),
    async ({ tx, ctx: asked, args: { id, changes, now } }) => {
      const ctx = authorise(asked, 'scheduling.write');
      const type = await loadSessionType(tx, ctx, id);
      assertMayReassign(ctx, type, changes.photographerId);
      await assertOwnParents(tx, ctx, { photographerId: changes.photographerId });
      await tx.mutate.sessionTypes.update({ id, ...changes, updatedAt: serverTime(tx, ctx, now) });
    },
  ),

  /** Nobody chooses or books it any more; sessions still name it. */
  archive: defineMutator(act, async ({ tx, ctx: asked, args: { id, now } }) => {
    const ctx = authorise(asked, 'scheduling.write');
    const { archivedAt } = await loadSessionType(tx, ctx, id);
    const at = serverTime(tx, ctx, now);
    await tx.mutate.sessionTypes.update({ id, archivedAt: archivedAt ?? at, updatedAt: at });
  }),

  unarchive: defineMutator(act, async ({ tx, ctx: asked, args: { id, now } }) => {
    const ctx = authorise(asked, 'scheduling.write');
    await loadSessionType(tx, ctx, id);
    await tx.mutate.sessionTypes.update({ id, archivedAt: null, updatedAt: serverTime(tx, ctx, now) });
  }),

  /** With its plans and its price; refused while any session names it, those in the trash included. */
  remove: defineMutator(act, async ({ tx, ctx: asked, args: { id } }) => {
    const ctx = authorise(asked, 'scheduling.write');
    await loadSessionType(tx, ctx, id);
    const session = zql.sessions.where('accountId', ctx.accountId).where('sessionTypeId', id).one();
    if (await tx.run(session)) throw new AppError('session_type_in_use');
    await tx.mutate.sessionTypes.delete({ id });
  }),

  /** What a new session of this type is to cost; minor units. */
  setPrice: defineMutator(
    z
      .strictObject({ id: rowId, ...sessionTypePrice.shape, now: clientTime })
      .refine(({ price, deposit }) => deposit <= price, { path: ['deposit'] }),
    async ({ tx, ctx: asked, args: { id, price, deposit } }) => {
      const ctx = authorise(asked, 'money.write');
      await loadSessionType(tx, ctx, id);
      const author = { accountId: ctx.accountId, authorId: ctx.userId };
      await tx.mutate.sessionTypePrices.upsert({ sessionTypeId: id, ...author, price, deposit });
    },
  ),
};

/**
 * Whose its sessions become says who sees their money: those who see only their own take none from another. What is
 * nobody's they may take, unlike a session: no money is in it yet.
 */
function assertMayReassign(ctx: Ctx, type: { photographerId: string | null }, to: string | null | undefined): void {
  if (to === undefined || to === type.photographerId || type.photographerId === null || canSeeMoneyOf(ctx, type))
    return;
  throw new AppError('forbidden', { field: 'photographerId' });
}
