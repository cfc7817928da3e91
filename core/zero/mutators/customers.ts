import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { customerChanges, newCustomer } from '../../domain/customers.ts';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import { can } from '../../domain/roles.ts';
import { actTime, authorise, found, timeOf } from '../context.ts';
import { zql } from '../schema.ts';

export const customerMutators = {
  create: defineMutator(z.strictObject({ ...newCustomer.shape, now: actTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'customers.write');
    // An insert on an existing key would silently succeed.
    if (await tx.run(zql.customers.where('id', args.id).one())) throw new AppError('conflict', { field: 'id' });
    const now = timeOf(tx, ctx, args.now);
    await tx.mutate.customers.insert({
      id: args.id,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      name: args.name,
      email: args.email ?? '',
      phone: args.phone ?? '',
      address: args.address ?? '',
      taxId: args.taxId ?? '',
      notes: args.notes ?? '',
      language: args.language ?? null,
      tags: args.tags ?? [],
      createdAt: now,
      updatedAt: now,
    });
  }),

  /** Assistants may change the notes, and nothing else (decisions §3). */
  update: defineMutator(
    z.strictObject({ id: rowId, changes: customerChanges, now: actTime }),
    async ({ tx, ctx: asked, args: { id, changes, now } }) => {
      const ctx = authorise(asked, 'customers.note');
      const onlyNotes = Object.keys(changes).every((field) => field === 'notes');
      if (!onlyNotes && !can(ctx.role, 'customers.write')) throw new AppError('forbidden');
      const row = found(await tx.run(zql.customers.where('id', id).where('accountId', ctx.accountId).one()));
      if (row.deletedAt !== null) throw new AppError('not_found');
      await tx.mutate.customers.update({ id, ...changes, updatedAt: timeOf(tx, ctx, now) });
    },
  ),
};
