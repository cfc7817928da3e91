import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { AppError } from '../values/errors.ts';
import { rowId } from '../values/ids.ts';
import { MAX_MONEY } from '../values/max-money.ts';
import { instant, line, money, text } from '../values/primitives.ts';
import { endOfDay, localDate } from '../values/time.ts';
import { canTransition, type Transitions } from '../values/transitions.ts';
import { MAX_INSTALMENTS } from './instalments.ts';
import {
  type ChoiceLine,
  groupsOf,
  LINE_CHOICES,
  type PlanDue,
  planParts,
  type ProposalDiscount,
  type ProposalPlan,
} from './proposal-prices.ts';

/** Lines of a proposal, those that the client may choose included. */
export const MAX_PROPOSAL_LINES = 60;

/** Templates of a studio, and proposals that hold a time while they are open. */
export const MAX_PROPOSAL_TEMPLATES = 100;
export const MAX_HOLDING_PROPOSALS = 20;

/** The longest session of a proposal, in minutes: a week, as of any session. */
const MAX_DURATION = 10_080;

/** Stored statuses. An open proposal whose date has passed has lapsed, see `proposalState`. */
export const PROPOSAL_STATUSES = ['draft', 'proposed', 'accepted', 'declined'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** What a proposal is at a time. */
export const PROPOSAL_STATES = ['draft', 'proposed', 'accepted', 'declined', 'lapsed'] as const;
export const proposalStateSchema = z.enum(PROPOSAL_STATES);
export type ProposalState = (typeof PROPOSAL_STATES)[number];

interface Dated {
  readonly status: ProposalStatus;
  /** Epoch milliseconds; null in drafts without one. */
  readonly validUntil: number | null;
}

/** Returns what a proposal is at `now`, epoch milliseconds: open ones lapse when their time is over. */
export function proposalState({ status, validUntil }: Dated, now: number): ProposalState {
  return status === 'proposed' && validUntil !== null && validUntil <= now ? 'lapsed' : status;
}

/** What happens to a proposal. `withdraw` makes a draft of it again, whatever its client has read. */
export const PROPOSAL_EVENTS = ['send', 'withdraw', 'accept', 'decline'] as const;
export type ProposalEvent = (typeof PROPOSAL_EVENTS)[number];

const EVENT_STATUS: Readonly<Record<ProposalEvent, ProposalStatus>> = {
  send: 'proposed',
  withdraw: 'draft',
  accept: 'accepted',
  decline: 'declined',
};

/** An accepted proposal is an order, and stays what it is. */
const TRANSITIONS: Transitions<ProposalState> = {
  draft: ['proposed'],
  proposed: ['draft', 'accepted', 'declined'],
  lapsed: ['draft'],
  declined: ['draft'],
  accepted: [],
};

/**
 * Returns the status of a proposal after an event at `now`, epoch milliseconds. Nothing else changes it.
 * @throws AppError `transition_refused` with the state that refuses it as `from`
 */
export function moveProposal(proposal: Dated, event: ProposalEvent, now: number): ProposalStatus {
  const from = proposalState(proposal, now);
  const to = EVENT_STATUS[event];
  if (!canTransition(TRANSITIONS, from, to)) throw new AppError('transition_refused', { field: 'status', from, to });
  return to;
}

/** True if an event would be accepted. */
export const canMoveProposal = (proposal: Dated, event: ProposalEvent, now: number): boolean =>
  canTransition(TRANSITIONS, proposalState(proposal, now), EVENT_STATUS[event]);

const lineFields = z.strictObject({
  /** The product that it was made of; null for one that was typed. */
  productId: rowId.nullable(),
  title: line.min(1).max(200),
  description: text.max(2000),
  quantity: z.number().int().min(1).max(999),
  /** Minor units of one piece. */
  unitAmount: money,
  choice: z.enum(LINE_CHOICES),
  /** Name of the group of a `one_of` line, as the client reads it; empty for other lines. */
  groupName: line.max(80),
  /** Lines are shown by it, then by id. */
  position: z.number().int().min(0).max(1_000_000),
});

export const newProposalLine = lineFields.refine(fitsMoney, { path: ['unitAmount'] });
export const proposalLineChanges = lineFields.partial();

/** False if a line, by its pieces and price, is more than an amount can be. */
export function fitsMoney({ quantity, unitAmount }: { quantity: number; unitAmount: number }): boolean {
  return quantity * unitAmount <= MAX_MONEY;
}

/** When an instalment is due: days after acceptance, days before the session, or a date. */
const planDue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted'), days: z.number().int().min(0).max(1100) }),
  z.strictObject({ kind: z.literal('session'), days: z.number().int().min(-365).max(1100) }),
  z.strictObject({ kind: z.literal('date'), at: instant }),
]);

/**
 * A part of a proposal's plan: an amount, or a percentage of what the amounts leave. Choices change the total, so the
 * plan's amounts follow when the client has chosen.
 */
const planPart = z
  .strictObject({
    amount: money.min(1).nullable(),
    percent: z.number().int().min(1).max(100).nullable(),
    due: planDue,
  })
  .refine(({ amount, percent }) => (amount === null) !== (percent === null), { path: ['percent'] });

export const proposalPlan = z
  .array(planPart)
  .max(MAX_INSTALMENTS)
  .refine((parts) => {
    const percents = parts.flatMap(({ percent }) => percent ?? []);
    return percents.length === 0 || percents.reduce((sum, one) => sum + one, 0) === 100;
  });

const proposalFields = z.strictObject({
  title: line.min(1).max(200),
  message: text.max(4000),
  photographerId: z.uuid().nullable(),
  sessionTypeId: rowId.nullable(),
  /** Start of the session that acceptance books, epoch milliseconds; null: none is booked. */
  date: instant.nullable(),
  /** Minutes. */
  duration: z.number().int().min(1).max(MAX_DURATION),
  location: text.trim().max(1000),
  /** The session's time cannot be booked by others while the proposal is open. */
  holdsSlot: z.boolean(),
  /** Off the chosen lines: an amount in minor units, or a percentage; one of them is 0. */
  discountAmount: money,
  discountPercent: z.number().int().min(0).max(100),
  plan: proposalPlan,
  contractTemplateId: rowId.nullable(),
  validUntil: instant.nullable(),
});

/** Fields that a member edits, each for itself: two members may edit at the same time. */
export const proposalChanges = proposalFields.partial();

/** A proposal as far as sending needs it. */
export interface SendableProposal extends Dated, ProposalDiscount {
  readonly isTemplate: boolean;
  readonly customerId: string | null;
  readonly leadId: string | null;
  readonly date: number | null;
  readonly holdsSlot: boolean;
  readonly contractTemplateId: string | null;
  readonly plan: ProposalPlan;
}

/** What a proposal lacks to be sent. `order`: it would be open longer than until its session begins. */
export type ProposalGap = 'client' | 'lines' | 'group' | 'amount' | 'validUntil' | 'date' | 'dateOver' | 'order';

/** Returns what a proposal lacks to be sent at `now`, epoch milliseconds. Screens name it; sending refuses it. */
export function proposalGaps(proposal: SendableProposal, lines: readonly ChoiceLine[], now: number): ProposalGap[] {
  const { customerId, leadId, date, validUntil, plan } = proposal;
  const most = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
  const needsDate = proposal.holdsSlot || proposal.contractTemplateId !== null || plan.some(countsFromSession);
  const isOver = date !== null && date <= now;
  const found: Record<ProposalGap, boolean> = {
    client: customerId === null && leadId === null,
    lines: lines.length === 0,
    group: groupsOf(lines).has(''),
    amount: most > MAX_MONEY,
    validUntil: validUntil === null || validUntil <= now,
    date: date === null && needsDate,
    dateOver: isOver,
    order: !isOver && date !== null && validUntil !== null && validUntil > date,
  };
  return (Object.keys(found) as ProposalGap[]).filter((gap) => found[gap]);
}

const countsFromSession = ({ due }: ProposalPlan[number]): boolean => due.kind === 'session';

/**
 * True if unpaid instalments move with the session: it moves all of them, so each but those that are due with acceptance
 * must count from it.
 */
export const movesWithSession = (plan: ProposalPlan): boolean =>
  plan.some(countsFromSession) &&
  plan.every((part) => countsFromSession(part) || (part.due.kind === 'accepted' && part.due.days === 0));

interface AcceptanceTimes {
  /** Epoch milliseconds, as `date`. */
  acceptedAt: number;
  /** Of the session; null without one, and then parts that count from it are due at acceptance. */
  date: number | null;
  /** The studio's zone. */
  zone: string;
}

/**
 * Returns the instalments of a total, as `planParts` divides it. Each is due by the end of a day, as those that a member
 * enters; their dates do not go back, and none is before the day of acceptance: what is due then or before is asked for
 * with it, and not overdue.
 */
export function planInstalments(
  plan: ProposalPlan,
  total: number,
  times: AcceptanceTimes,
): { amount: number; dueAt: number }[] {
  let earliest = endOfDay(localDate(times.acceptedAt, times.zone), times.zone);
  return planParts(plan, total).map(({ amount, due }) => {
    earliest = Math.max(earliest, endOfDay(dueDay(due, times), times.zone));
    return { amount, dueAt: earliest };
  });
}

function dueDay(due: PlanDue, { acceptedAt, date, zone }: AcceptanceTimes): string {
  const plus = (time: number, days: number) => Temporal.PlainDate.from(localDate(time, zone)).add({ days }).toString();
  switch (due.kind) {
    case 'accepted':
      return plus(acceptedAt, due.days);
    case 'session':
      return date === null ? plus(acceptedAt, 0) : plus(date, -due.days);
    case 'date':
      return plus(due.at, 0);
  }
}
