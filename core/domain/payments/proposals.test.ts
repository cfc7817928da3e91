import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../values/durations.ts';
import { endOfDay, localDate } from '../values/time.ts';
import { MAX_MONEY } from '../values/max-money.ts';
import { type Billing, displayBillingStatus, nextPart, overdueAmount } from './billing.ts';
import { type ChoiceLine, chooseLines, planParts, priceLines, type ProposalPlan } from './proposal-prices.ts';
import {
  canMoveProposal,
  moveProposal,
  movesWithSession,
  planInstalments,
  PROPOSAL_EVENTS,
  PROPOSAL_STATUSES,
  proposalGaps,
  proposalPlan,
  proposalState,
  type SendableProposal,
} from './proposals.ts';

const NOW = Date.UTC(2026, 10, 26);
const ZONE = 'Europe/Madrid';
const ACCEPTED = { kind: 'accepted', days: 0 } as const;

const line = (id: string, more: Partial<ChoiceLine> = {}): ChoiceLine => ({
  id,
  position: 1,
  title: id,
  description: '',
  quantity: 1,
  unitAmount: 1_000,
  choice: 'fixed',
  groupName: '',
  ...more,
});

describe('a proposal', () => {
  it('has lapsed from its date on, unless it was answered', () => {
    const open = { status: 'proposed', validUntil: NOW } as const;
    expect(proposalState(open, NOW - 1)).toBe('proposed');
    expect(proposalState(open, NOW)).toBe('lapsed');
    expect(proposalState({ ...open, status: 'accepted' }, NOW)).toBe('accepted');
    expect(proposalState({ ...open, status: 'draft' }, NOW)).toBe('draft');
  });

  it('changes by these events only', () => {
    const moves = (['draft', 'proposed', 'accepted', 'declined', 'lapsed'] as const).map((state) => {
      const proposal =
        state === 'lapsed'
          ? ({ status: 'proposed', validUntil: NOW } as const)
          : { status: state, validUntil: NOW + DAY_MS };
      return [state, ...PROPOSAL_EVENTS.filter((event) => canMoveProposal(proposal, event, NOW))];
    });
    expect(moves).toEqual([
      ['draft', 'send'],
      ['proposed', 'withdraw', 'accept', 'decline'],
      ['accepted'],
      ['declined', 'withdraw'],
      ['lapsed', 'withdraw'],
    ]);
  });

  it('is accepted once in any order of events', () => {
    const anyEvents = fc.array(fc.tuple(fc.constantFrom(...PROPOSAL_EVENTS), fc.nat(3)), { maxLength: 30 });
    fc.assert(
      fc.property(anyEvents, (events) => {
        let proposal = { status: 'draft' as (typeof PROPOSAL_STATUSES)[number], validUntil: NOW + 2 };
        let accepted = 0;
        for (const [event, later] of events) {
          const at = NOW + later;
          if (!canMoveProposal(proposal, event, at)) {
            expect(() => moveProposal(proposal, event, at)).toThrow('transition_refused');
            continue;
          }
          proposal = { ...proposal, status: moveProposal(proposal, event, at) };
          if (event === 'accept') {
            accepted += 1;
            expect(at).toBeLessThan(proposal.validUntil);
          }
        }
        expect(accepted).toBeLessThanOrEqual(1);
        if (accepted === 1) expect(proposal.status).toBe('accepted');
      }),
    );
  });
});

describe('choosing lines', () => {
  const lines = [
    line('b', { position: 2, choice: 'optional' }),
    line('a'),
    line('d', { position: 3, choice: 'one_of', groupName: 'Package' }),
    line('c', { position: 3, choice: 'one_of', groupName: 'Package' }),
  ];
  const ids = (chosen: string[]) => chooseLines(lines, chosen).map(({ id }) => id);

  it('takes the fixed ones, the chosen ones, and one of each group, in order', () => {
    expect(ids(['d'])).toEqual(['a', 'd']);
    expect(ids(['c', 'b'])).toEqual(['a', 'b', 'c']);
  });

  it.each([[[]], [['c', 'd']], [['a', 'c']], [['x', 'c']]])('refuses %j', (chosen) => {
    expect(() => ids(chosen)).toThrow('validation_failed');
  });

  it('refuses nothing of add-ons alone', () => {
    const addOns = [line('a', { choice: 'optional' })];
    expect(() => chooseLines(addOns, [])).toThrow('validation_failed');
    expect(chooseLines(addOns, ['a'])).toEqual(addOns);
  });
});

describe('pricing', () => {
  const anyLine = fc.record({ quantity: fc.integer({ min: 1, max: 99 }), unitAmount: fc.nat(200_000) });
  const anyDiscount = fc.record({ discountAmount: fc.nat(500_000), discountPercent: fc.nat(100) });
  const anyPart = fc.record({
    amount: fc.option(fc.integer({ min: 1, max: 300_000 })),
    due: fc.oneof(
      fc.record({ kind: fc.constant('accepted' as const), days: fc.nat(400) }),
      fc.record({ kind: fc.constant('session' as const), days: fc.integer({ min: -30, max: 400 }) }),
      fc.record({ kind: fc.constant('date' as const), at: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + DAY_MS }) }),
    ),
  });
  /** Percentages sum to 100: all but the last have one each. */
  const anyPlan = fc.array(anyPart, { maxLength: 8 }).map((parts): ProposalPlan => {
    let left = 100;
    const last = parts.findLastIndex(({ amount }) => amount === null);
    return parts.map(({ amount, due }, index) => {
      if (amount !== null) return { amount, percent: null, due };
      const percent = index === last ? left : 3;
      left -= 3;
      return { amount: null, percent, due };
    });
  });

  it('divides every choice so that lines, total and instalments are equal', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 12 }),
        anyDiscount,
        anyPlan,
        (priced, discount, plan) => {
          expect(proposalPlan.safeParse(plan).success).toBe(true);
          const chosen = priced.map((one, index) => line(`line-${index}`, one));
          const price = priceLines(chosen, discount);
          expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total);
          expect(price.lines.reduce((sum, one) => sum + one.discount, 0)).toBe(price.discount);
          expect(price.subtotal - price.discount).toBe(price.total);
          for (const one of price.lines) expect(one.amount).toBe(one.quantity * one.unitAmount - one.discount);
          expect(Math.min(...price.lines.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0);
          const times = { acceptedAt: NOW, date: NOW + 200 * DAY_MS, zone: ZONE };
          const parts = planInstalments(plan, price.total, times);
          const sum = parts.reduce((all, { amount }) => all + amount, 0);
          expect(sum).toBe(price.total);
          for (const [index, part] of parts.entries()) {
            expect(part.amount).toBeGreaterThan(0);
            expect(part.dueAt).toBeGreaterThanOrEqual(parts[index - 1]?.dueAt ?? NOW);
            expect(part.dueAt).toBe(endOfDay(localDate(part.dueAt, ZONE), ZONE));
          }
        },
      ),
    );
  });

  it('takes amounts first, and percentages of the rest', () => {
    const plan: ProposalPlan = [
      { amount: 50_000, percent: null, due: ACCEPTED },
      { amount: null, percent: 50, due: { kind: 'session', days: 30 } },
      { amount: null, percent: 50, due: { kind: 'session', days: 0 } },
    ];
    expect(planParts(plan, 250_001).map(({ amount }) => amount)).toEqual([50_000, 100_001, 100_000]);
    expect(planParts(plan, 30_000).map(({ amount }) => amount)).toEqual([30_000]);
  });

  it('are due by the end of a day, those of today and before with acceptance', () => {
    const part = (due: ProposalPlan[number]['due']) => ({ amount: 100, percent: null, due });
    const plan: ProposalPlan = [
      part({ kind: 'date', at: NOW - 90 * DAY_MS }),
      part(ACCEPTED),
      part({ kind: 'session', days: 60 }),
      part({ kind: 'accepted', days: 7 }),
      part({ kind: 'session', days: 0 }),
    ];
    const [acceptedAt, date] = [Date.parse('2027-03-22T23:59:00+01:00'), Date.parse('2027-04-01T16:30:00+02:00')];
    const due = planInstalments(plan, 500, { acceptedAt, date, zone: ZONE }).map(({ dueAt }) => dueAt);
    const today = Date.parse('2027-03-23T00:00:00+01:00') - 1;
    const inSummer = [Date.parse('2027-03-30T00:00:00+02:00') - 1, Date.parse('2027-04-02T00:00:00+02:00') - 1];
    expect(due).toEqual([today, today, today, ...inSummer]);
  });

  it('are one part that is due with acceptance without a plan, and none of nothing', () => {
    const times = { acceptedAt: NOW, date: NOW + 40 * DAY_MS, zone: ZONE };
    expect(planInstalments([], 500, times)).toEqual([{ amount: 500, dueAt: endOfDay(localDate(NOW, ZONE), ZONE) }]);
    expect(planInstalments([], 0, times)).toEqual([]);
    expect(planParts([], 500)).toEqual([{ amount: 500, due: ACCEPTED }]);
  });

  it('are asked for right after acceptance, in one payment, and are not overdue', () => {
    const plan: ProposalPlan = [
      { amount: null, percent: 30, due: ACCEPTED },
      { amount: null, percent: 30, due: { kind: 'session', days: 90 } },
      { amount: null, percent: 40, due: { kind: 'session', days: 14 } },
    ];
    const instalments = planInstalments(plan, 1000, { acceptedAt: NOW, date: NOW + 40 * DAY_MS, zone: ZONE });
    const accepted: Billing = {
      session: { status: 'scheduled' },
      paymentStatus: 'pending',
      paymentAmount: 1000,
      depositAmount: 300,
      paidAmount: 0,
      dueDate: instalments[2]!.dueAt,
      depositDueDate: instalments[0]!.dueAt,
      instalments: instalments.map((part, index) => ({ ...part, position: index + 1 })),
    };
    for (const now of [NOW, NOW + 1, instalments[0]!.dueAt]) {
      expect([displayBillingStatus(accepted, now), overdueAmount(accepted, now)]).toEqual(['pending', 0]);
      expect(nextPart(accepted, now)).toMatchObject({ position: 1, amount: 600, purpose: 'instalment' });
    }
    expect(overdueAmount(accepted, instalments[0]!.dueAt + 1)).toBe(600);
  });

  it('refuses a sum that no amount can be', () => {
    const chosen = [line('a', { unitAmount: MAX_MONEY }), line('b')];
    expect(() => priceLines(chosen, { discountAmount: 0, discountPercent: 0 })).toThrow('validation_failed');
  });
});

describe('sending', () => {
  const complete: SendableProposal = {
    status: 'draft',
    isTemplate: false,
    customerId: 'c',
    leadId: null,
    date: null,
    holdsSlot: false,
    contractTemplateId: null,
    plan: [],
    discountAmount: 0,
    discountPercent: 0,
    validUntil: NOW + DAY_MS,
  };
  const gaps = (changes: Partial<SendableProposal>, lines: ChoiceLine[] = [line('a')]) =>
    proposalGaps({ ...complete, ...changes }, lines, NOW);

  it('names what is missing', () => {
    expect(gaps({})).toEqual([]);
    expect(gaps({ customerId: null, validUntil: null }, [])).toEqual(['client', 'lines', 'validUntil']);
    expect(gaps({ customerId: null, leadId: 'l' })).toEqual([]);
    expect(gaps({}, [line('a', { choice: 'one_of' })])).toEqual(['group']);
    expect(gaps({}, [line('a', { unitAmount: MAX_MONEY }), line('b')])).toEqual(['amount']);
    expect(gaps({ validUntil: NOW })).toEqual(['validUntil']);
    expect(gaps({ contractTemplateId: 't' })).toEqual(['date']);
    expect(gaps({ holdsSlot: true })).toEqual(['date']);
    expect(gaps({ plan: [{ amount: null, percent: 100, due: { kind: 'session', days: 1 } }] })).toEqual(['date']);
    expect(gaps({ date: NOW })).toEqual(['dateOver']);
    expect(gaps({ date: NOW + DAY_MS - 1 })).toEqual(['order']);
  });
});

describe('movesWithSession', () => {
  const part = (due: ProposalPlan[number]['due']) => ({ amount: null, percent: 50, due });
  const withAcceptance = part({ kind: 'accepted', days: 0 });
  const beforeSession = part({ kind: 'session', days: 30 });

  it('is true if all that is due later counts from the session', () => {
    expect(movesWithSession([withAcceptance, beforeSession])).toBe(true);
    expect(movesWithSession([beforeSession, beforeSession])).toBe(true);
  });

  it('is false for a plan with another date, or without one of the session', () => {
    expect(movesWithSession([part({ kind: 'date', at: NOW }), beforeSession])).toBe(false);
    expect(movesWithSession([part({ kind: 'accepted', days: 30 }), beforeSession])).toBe(false);
    expect(movesWithSession([withAcceptance])).toBe(false);
    expect(movesWithSession([])).toBe(false);
  });
});
