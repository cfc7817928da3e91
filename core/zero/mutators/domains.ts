import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { DOMAIN_TRANSITIONS, hostname, MAX_DOMAINS } from '../../domain/site/domains.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertTransition } from '../../domain/values/transitions.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';

async function loadDomain(tx: Transaction, ctx: Ctx, id: string) {
  if (tx.location === 'server') {
    const held = 'select from domains where id = $1 and account_id = $2 for no key update';
    await tx.dbTransaction.query(held, [id, ctx.accountId]);
  }
  return assertFound(await tx.run(zql.domains.where('id', id).where('accountId', ctx.accountId).one()));
}

const removal = (now: number) =>
  ({ status: 'removed', removedAt: now, lostAt: null, failureReason: null, found: [], updatedAt: now }) as const;

export const domainMutators = {
  /**
   * Adds the studio's domain, in place of one that is not in use yet, such as a mistyped one. The server makes its token
   * and checks DNS.
   */
  add: studioMutator('domain.manage', z.strictObject({ id: rowId, hostname }), async ({ tx, ctx, args, now }) => {
    // Serialises concurrent additions.
    if (tx.location === 'server')
      await tx.dbTransaction.query('select from accounts where id = $1 for no key update', [ctx.accountId]);
    if (await tx.run(zql.domains.where('id', args.id).one())) throw new AppError('conflict', { field: 'id' });
    const present = await tx.run(zql.domains.where('accountId', ctx.accountId));
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
    const { status } = await loadDomain(tx, ctx, args.id);
    if (status === 'removed') throw new AppError('not_found');
    await tx.mutate.domains.update({ id: args.id, requestedAt: now, updatedAt: now });
  }),

  /** Removes the domain; the job deletes its tenant. */
  remove: studioMutator('domain.manage', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const { status } = await loadDomain(tx, ctx, args.id);
    assertTransition(DOMAIN_TRANSITIONS, status, 'removed');
    await tx.mutate.domains.update({ id: args.id, ...removal(now) });
  }),
};
