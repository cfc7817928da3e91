import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import {
  MAX_SESSION_TYPES,
  newSessionType,
  SESSION_TYPE_DEFAULTS,
  sessionTypeChanges,
  sessionTypePrice,
} from '../../domain/session-types.ts';
import { seesMoneyOf } from '../../domain/session-money.ts';
import { actTime, authorise, timeOf, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { assertOwn, loadSessionType } from './scheduling-rows.ts';

const act = z.strictObject({ id: rowId, now: actTime });

export const sessionTypeMutators = {
  create: defineMutator(
    newSessionType.extend({ now: actTime }),
    async ({ tx, ctx: asked, args: { now: acted, ...type } }) => {
      const ctx = authorise(asked, 'scheduling.write');
      // An insert on an existing key would silently succeed.
      if (await tx.run(zql.sessionTypes.where('id', type.id).one())) throw new AppError('conflict', { field: 'id' });
      const present = await tx.run(zql.sessionTypes.where('accountId', ctx.accountId));
      if (present.length >= MAX_SESSION_TYPES) throw new AppError('limit_reached');
      await assertOwn(tx, ctx, type);
      const now = timeOf(tx, ctx, acted);
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
    z.strictObject({ id: rowId, changes: sessionTypeChanges, now: actTime }),
    async ({ tx, ctx: asked, args: { id, changes, now } }) => {
      const ctx = authorise(asked, 'scheduling.write');
      const type = await loadSessionType(tx, ctx, id);
      assertMayGive(ctx, type, changes.photographerId);
      await assertOwn(tx, ctx, { photographerId: changes.photographerId });
      await tx.mutate.sessionTypes.update({ id, ...changes, updatedAt: timeOf(tx, ctx, now) });
    },
  ),

  /** Nobody chooses or books it any more; sessions still name it. */
  archive: defineMutator(act, async ({ tx, ctx: asked, args: { id, now } }) => {
    const ctx = authorise(asked, 'scheduling.write');
    const { archivedAt } = await loadSessionType(tx, ctx, id);
    const at = timeOf(tx, ctx, now);
    await tx.mutate.sessionTypes.update({ id, archivedAt: archivedAt ?? at, updatedAt: at });
  }),

  unarchive: defineMutator(act, async ({ tx, ctx: asked, args: { id, now } }) => {
    const ctx = authorise(asked, 'scheduling.write');
    await loadSessionType(tx, ctx, id);
    await tx.mutate.sessionTypes.update({ id, archivedAt: null, updatedAt: timeOf(tx, ctx, now) });
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
      .strictObject({ id: rowId, ...sessionTypePrice.shape, now: actTime })
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
function assertMayGive(ctx: Ctx, type: { photographerId: string | null }, to: string | null | undefined): void {
  if (to === undefined || to === type.photographerId || type.photographerId === null || seesMoneyOf(ctx, type)) return;
  throw new AppError('forbidden', { field: 'photographerId' });
}
