import { z } from 'zod';
import { DOMAIN_TRANSITIONS, hostname, MAX_DOMAINS } from '../../domain/site/domains.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertTransition } from '../../domain/values/transitions.ts';
import { assertNew, lockAccount, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const removal = (now: number) =>
  ({ status: 'removed', removedAt: now, lostAt: null, failureReason: null, found: [], updatedAt: now }) as const;

export const domainMutators = {
  /**
   * Adds the studio's domain, instead of one that is not in use yet, such as a mistyped one. The server makes its token
   * and checks DNS.
   */
  add: studioMutator('domain.manage', z.strictObject({ id: rowId, hostname }), async ({ tx, ctx, args, now }) => {
    // Serialises concurrent additions.
    await lockAccount(tx, ctx);
    await assertNew(tx, ctx, 'domains', args.id);
    const present = await tx.run(ownRows(ctx, 'domains'));
    const current = present.find(({ status }) => status !== 'removed');
    const isInUse = current && ['issuing', 'live', 'lost'].includes(current.status);
    if (isInUse || present.length >= MAX_DOMAINS) throw new AppError('limit_reached', { field: 'hostname' });
    if (current) await tx.mutate.domains.update({ id: current.id, ...removal(now) });
    await tx.mutate.domains.insert({
      id: args.id,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      hostname: args.hostname,
      status: 'draft',
      found: [],
      requestedAt: now,
      createdAt: now,
      updatedAt: now,
    });
  }),

  /** Requests a check of the DNS records. */
  check: studioMutator('domain.manage', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const { status } = await lockRow(tx, ctx, 'domains', args.id);
    if (status === 'removed') throw new AppError('not_found');
    await tx.mutate.domains.update({ id: args.id, requestedAt: now, updatedAt: now });
  }),

  /** Removes the domain; the job deletes its tenant. */
  remove: studioMutator('domain.manage', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const { status } = await lockRow(tx, ctx, 'domains', args.id);
    assertTransition(DOMAIN_TRANSITIONS, status, 'removed');
    await tx.mutate.domains.update({ id: args.id, ...removal(now) });
  }),
};
