import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { TYPE_PICTURE_FIELD } from '../../domain/branding/studio-photos.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import {
  MAX_SESSION_TYPES,
  newSessionType,
  SESSION_TYPE_DEFAULTS,
  sessionTypeChanges,
  sessionTypePrice,
} from '../../domain/sessions/session-types.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertOwnParents } from './scheduling-access.ts';

const act = z.strictObject({ id: rowId });

export const sessionTypeMutators = {
  create: studioMutator(
    'scheduling.write',
    newSessionType,
    async ({ tx, ctx, args: { translations, ...type }, now }) => {
      await assertNew(tx, ctx, 'sessionTypes', type.id);
      const present = await tx.run(ownRows(ctx, 'sessionTypes'));
      if (present.length >= MAX_SESSION_TYPES) throw new AppError('limit_reached');
      await assertOwnParents(tx, ctx, type);
      await tx.mutate.sessionTypes.insert({
        ...type,
        description: type.description ?? '',
        duration: type.duration ?? SESSION_TYPE_DEFAULTS.duration,
        maxClients: type.maxClients ?? SESSION_TYPE_DEFAULTS.maxClients,
        color: type.color ?? SESSION_TYPE_DEFAULTS.color,
        photographerId: type.photographerId ?? null,
        isBookable: type.isBookable ?? false,
        requiresApproval: type.requiresApproval ?? false,
        asksSecondPerson: type.asksSecondPerson ?? false,
        onlinePayment: type.onlinePayment ?? 'none',
        cancellation: type.cancellation ?? null,
        contractTemplateId: type.contractTemplateId ?? null,
        questionnaireTemplateId: type.questionnaireTemplateId ?? null,
        accountId: ctx.accountId,
        authorId: ctx.userId,
        automationsPaused: false,
        settings: translations ? { translations } : {},
        createdAt: now,
        updatedAt: now,
      });
    },
  ),

  /** Changes a type. Existing sessions stay unchanged. */
  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: sessionTypeChanges }),
    async ({
      tx,
      ctx,
      args: {
        id,
        changes: { translations, ...changes },
      },
      now,
    }) => {
      const type = await lockRow(tx, ctx, 'sessionTypes', id);
      assertMayReassign(ctx, type, changes.photographerId);
      await assertOwnParents(tx, ctx, changes);
      await tx.mutate.sessionTypes.update({
        id,
        ...changes,
        ...(translations && { settings: { ...type.settings, translations } }),
        updatedAt: now,
      });
    },
  ),

  /** Archives a type: it cannot be selected or booked any more, and sessions still refer to it. */
  archive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    const { archivedAt } = await lockRow(tx, ctx, 'sessionTypes', id);
    await tx.mutate.sessionTypes.update({ id, archivedAt: archivedAt ?? now, updatedAt: now });
  }),

  unarchive: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    await lockRow(tx, ctx, 'sessionTypes', id);
    await tx.mutate.sessionTypes.update({ id, archivedAt: null, updatedAt: now });
  }),

  /** Removes the picture of a type: its pages show the studio's cover. Its files cannot be restored. */
  removePicture: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id }, now }) => {
    const type = await lockRow(tx, ctx, 'sessionTypes', id);
    const { [TYPE_PICTURE_FIELD]: _, ...settings } = type.settings;
    await tx.mutate.sessionTypes.update({ id, settings, updatedAt: now });
  }),

  /** Deletes a type with its plans, price and picture. Refused while any session, including trashed ones, refers to it. */
  remove: studioMutator('scheduling.write', act, async ({ tx, ctx, args: { id } }) => {
    await lockRow(tx, ctx, 'sessionTypes', id);
    const session = ownRows(ctx, 'sessions').where('sessionTypeId', id).one();
    if (await tx.run(session)) throw new AppError('session_type_in_use');
    await tx.mutate.sessionTypes.delete({ id });
  }),

  /** Sets the price of new sessions of this type; minor units. */
  setPrice: studioMutator(
    'money.write',
    sessionTypePrice.safeExtend({ id: rowId }),
    async ({ tx, ctx, args: { id, price, deposit } }) => {
      await lockRow(tx, ctx, 'sessionTypes', id);
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
