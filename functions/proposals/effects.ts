import { groupsOf } from '#core/domain/payments/proposal-prices.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { readBookingStudio } from '../booking/rules.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { endFormerProposalLinks } from '../public-studio/proposal-links.ts';
import { isProposedTimeFree, withdrawProposalMails } from './accept.ts';
import { startOrder } from './order.ts';
import { type ProposalRow, readProposal } from './read.ts';
import { termsOf } from './terms.ts';

/** When a client is reminded of an open proposal, before its time is over. */
const REMINDER_MS = 2 * DAY_MS;

type Named = { id: string };

async function requireProposal({ id }: Named, { sql, ctx }: EffectContext): Promise<ProposalRow> {
  const row = await readProposal(sql, ctx.accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Refuses a contract that no choice can complete: its text lacks a field, or waits for a lawyer's check. */
function assertSignable(row: ProposalRow): void {
  const first = [...groupsOf(row.lines).values()].map(([line]) => line!.id);
  const addOns = row.lines.filter(({ choice }) => choice === 'optional').map(({ id }) => id);
  const gaps = termsOf(row, [...first, ...addOns]).contract?.gaps ?? [];
  if (gaps.length > 0) throw new AppError('contract_incomplete', { gaps });
}

const { proposals } = studioMutators;

/** Effects of proposal mutations: the mails, and the checks that need other tables. */
export const proposalEffects = {
  proposals: {
    send: withEffect(proposals.send, async (args, context) => {
      const { sql, ctx, now } = context;
      const row = await requireProposal(args, context);
      assertSignable(row);
      const studio = await readBookingStudio(sql, ctx.accountId);
      if (!(await isProposedTimeFree(sql, studio, row, now))) throw new AppError('slot_taken', { field: 'date' });
      await startOrder(sql, row, now);
      const mail = { accountId: ctx.accountId, orderId: row.id };
      await scheduleMessage(sql, { ...mail, kind: 'proposal_sent' }, now);
      const dueAt = row.validUntil - REMINDER_MS;
      // Not on the day on which it was sent.
      if (dueAt > now + DAY_MS) await scheduleMessage(sql, { ...mail, kind: 'proposal_reminder', dueAt }, now);
    }),
    address: withEffect(proposals.address, async ({ id, customerId }, { sql, ctx }) =>
      endFormerProposalLinks(sql, { accountId: ctx.accountId, proposalId: id, customerId }),
    ),
    withdraw: withEffect(proposals.withdraw, async ({ id }, { sql, ctx, now }) =>
      withdrawProposalMails(sql, { accountId: ctx.accountId, id }, now),
    ),
  },
} satisfies MutatorsWithEffects;
