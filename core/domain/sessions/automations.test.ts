import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/support/long.ts';
import { suggestSteps } from './automation-suggestions.ts';
import {
  assertKnownStepFields,
  chooseStepMail,
  LATE_MS,
  STEP_ANCHORS,
  stepContent,
  stepFields,
  stepDueAt,
  type StepSession,
  stepState,
  type StepTiming,
  stepTiming,
} from './automations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts';
import { LANGUAGES } from '../values/languages.ts';
import { localDate, minuteOfDay } from '../values/time.ts';

const ZONE = 'Europe/Madrid';
const at = (text: string) => Date.parse(text);
const session: StepSession = {
  date: at('2026-10-27T10:00:00Z'),
  duration: 90,
  bookedAt: at('2026-09-01T08:00:00Z'),
  deliveredAt: null,
};
const days = (offsetAmount: number, changes: Partial<StepTiming> = {}): StepTiming => ({
  anchor: 'shoot',
  offsetUnit: 'days',
  offsetAmount,
  timeOfDay: 600,
  ...changes,
});
const hours = (offsetAmount: number, changes: Partial<StepTiming> = {}) =>
  days(offsetAmount, { offsetUnit: 'hours', ...changes });
const due = (step: StepTiming, of = session) => new Date(stepDueAt(step, of, ZONE)!).toISOString();

describe('the time of a step', () => {
  it('is a clock time of the studio on either side of a clock change', () => {
    expect(due(days(-3))).toBe('2026-10-24T08:00:00.000Z');
    expect(due(days(-1))).toBe('2026-10-26T09:00:00.000Z');
    expect(due(days(0, { timeOfDay: 1200 }))).toBe('2026-10-27T19:00:00.000Z');
  });

  it('is one hour later where the clock skips it, and the first where it is repeated', () => {
    const spring = { ...session, date: at('2026-03-30T08:00:00Z') };
    expect(due(days(-1, { timeOfDay: 150 }), spring)).toBe('2026-03-29T01:30:00.000Z');
    expect(due(days(-2, { timeOfDay: 150 }))).toBe('2026-10-25T00:30:00.000Z');
  });

  it('counts hours from the start, and after the shoot from its end', () => {
    expect(due(hours(-2))).toBe('2026-10-27T08:00:00.000Z');
    expect(due(hours(2))).toBe('2026-10-27T13:30:00.000Z');
    expect(due(hours(0, { anchor: 'booked' }))).toBe('2026-09-01T08:00:00.000Z');
  });

  it('is at eight in the morning for hours that end at night, unless the session begins before', () => {
    const booked = (bookedAt: string, amount: number, of: Partial<StepSession> = {}) =>
      due(hours(amount, { anchor: 'booked' }), { ...session, bookedAt: at(bookedAt), ...of });
    // Madrid is two hours ahead of UTC.
    expect(booked('2026-09-01T18:59:00Z', 1)).toBe('2026-09-02T06:00:00.000Z');
    expect(booked('2026-09-01T17:59:59Z', 1)).toBe('2026-09-01T18:59:59.000Z');
    expect(booked('2026-09-01T23:15:00Z', 1)).toBe('2026-09-02T06:00:00.000Z');
    expect(booked('2026-09-02T05:00:00Z', 1)).toBe('2026-09-02T06:00:00.000Z');
    expect(booked('2026-09-01T23:15:00Z', 0)).toBe('2026-09-01T23:15:00.000Z');
    expect(booked('2026-09-01T23:15:00Z', 1, { date: at('2026-09-02T05:30:00Z') })).toBe('2026-09-02T00:15:00.000Z');
    expect(due(hours(-2), { ...session, date: at('2026-09-02T07:00:00Z') })).toBe('2026-09-02T06:00:00.000Z');
    expect(due(hours(-2), { ...session, date: at('2026-09-02T06:00:00Z') })).toBe('2026-09-02T04:00:00.000Z');
    expect(due(hours(3), { ...session, date: at('2026-09-01T16:00:00Z') })).toBe('2026-09-02T06:00:00.000Z');
  });

  it('is unknown until the gallery is published', () => {
    const step = days(7, { anchor: 'delivered' });
    expect(stepDueAt(step, session, ZONE)).toBeNull();
    expect(due(step, { ...session, deliveredAt: at('2026-11-10T17:00:00Z') })).toBe('2026-11-17T09:00:00.000Z');
  });

  it('has its date and clock time, and moves with the session by whole days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(ZONE, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        (date, offset, timeOfDay, zone) => {
          const instant = stepDueAt(days(offset, { timeOfDay }), { ...session, date }, zone)!;
          const skipped = minuteOfDay(instant, zone) - timeOfDay;
          // Only a skipped clock time differs, by the length of the gap.
          expect([0, 30, 60]).toContain(skipped);
          const between = at(localDate(instant, zone)) - at(localDate(date, zone));
          expect(between).toBe(offset * DAY_MS);
          const later = stepDueAt(days(offset + 1, { timeOfDay }), { ...session, date }, zone)!;
          expect(Math.abs(later - instant - DAY_MS)).toBeLessThanOrEqual(HOUR_MS);
        },
      ),
      { numRuns: rounds(200, 2000) },
    );
  });
});

describe('a step', () => {
  const stateAt = (step: StepTiming, now: number, of: Partial<StepSession> = {}, activeFrom = 0) =>
    stepState({ ...step, activeFrom }, { ...session, ...of }, ZONE, now).state;
  const time = stepDueAt(days(-3), session, ZONE)!;

  it('is planned, then due, and late two days afterwards', () => {
    expect(stateAt(days(-3), time - 1)).toBe('planned');
    expect(stateAt(days(-3), time)).toBe('due');
    expect(stateAt(days(-3), time + LATE_MS)).toBe('due');
    expect(stateAt(days(-3), time + LATE_MS + 1)).toBe('late');
  });

  it('has passed if it was added, or the session booked, after its time', () => {
    expect(stateAt(days(-3), time + HOUR_MS, {}, time + 1)).toBe('passed');
    expect(stateAt(days(-3), time + HOUR_MS, {}, time)).toBe('due');
    expect(stateAt(days(-3), time + HOUR_MS, { bookedAt: time + 1 })).toBe('passed');
  });

  it('waits for the acceptance of a request, and for the delivery', () => {
    expect(stateAt(days(-3), time, { bookedAt: null })).toBe('waiting');
    expect(stateAt(days(7, { anchor: 'delivered' }), time)).toBe('waiting');
  });

  it('for before the shoot is of no use once it has begun', () => {
    expect(stateAt(hours(-2), session.date - 1)).toBe('due');
    expect(stateAt(hours(-2), session.date)).toBe('begun');
    const late = { bookedAt: session.date - HOUR_MS };
    expect(stateAt(days(1, { anchor: 'booked' }), session.date - MINUTE_MS, late)).toBe('begun');
    expect(stateAt(days(1), session.date + 2 * DAY_MS)).toBe('due');
  });

  it('is due at no time outside two days after its time, wherever the session moves', () => {
    const timings = fc.record({
      anchor: fc.constantFrom(...STEP_ANCHORS),
      offsetUnit: fc.constantFrom('days' as const, 'hours' as const),
      offsetAmount: fc.integer({ min: 1, max: 60 }),
      timeOfDay: fc.integer({ min: 0, max: 1439 }),
    });
    const instants = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') });
    fc.assert(
      fc.property(timings, instants, instants, instants, instants, (step, date, bookedAt, deliveredAt, now) => {
        const moved = { ...session, date, bookedAt, deliveredAt };
        const result = stepState({ ...step, activeFrom: 0 }, moved, ZONE, now);
        expect(result.due).toBe(stepDueAt(step, moved, ZONE));
        if (result.state === 'due') {
          expect(now - result.due).toBeGreaterThanOrEqual(0);
          expect(now - result.due).toBeLessThanOrEqual(LATE_MS);
          expect(result.due).toBeGreaterThanOrEqual(bookedAt);
          if (step.anchor === 'booked') expect(now).toBeLessThan(date);
        }
        if (result.state === 'planned') expect(result.due).toBeGreaterThan(now);
      }),
      { numRuns: rounds(300, 3000) },
    );
  });
});

describe('the rules of a step', () => {
  it.each([
    [days(0, { anchor: 'booked' })],
    [days(0, { anchor: 'delivered' })],
    [hours(-1, { anchor: 'booked' })],
    [days(731)],
    [hours(-169)],
    [days(1.5)],
    [days(1, { timeOfDay: 1440 })],
  ])('refuse %j', (timing) => {
    expect(stepTiming.safeParse(timing).success).toBe(false);
  });

  it.each([[days(0)], [days(-730)], [hours(168)], [hours(0, { anchor: 'delivered' })]])('accept %j', (timing) => {
    expect(stepTiming.safeParse(timing).success).toBe(true);
  });

  it('require a text of a mail, with known fields, on one line of subject', () => {
    const mail = (texts: object) => ({ kind: 'mail', settings: { texts } });
    const good = mail({ en: { subject: 'Soon, {{client}}', body: '{{date}}' } });
    expect(stepContent.safeParse(good).success).toBe(true);
    expect(stepContent.safeParse(mail({})).success).toBe(false);
    expect(stepContent.safeParse(mail({ fr: { subject: 'a', body: 'b' } })).success).toBe(false);
    expect(stepContent.safeParse(mail({ en: { subject: 'a\nBcc: b', body: 'b' } })).success).toBe(false);
    const unknown = stepContent.parse(mail({ es: { subject: 'Pronto', body: '{{amount}}' } }));
    expect(() => assertKnownStepFields(unknown)).toThrow('template_field_unknown');
  });

  it.each(LANGUAGES)('accept the suggestions in %s', (language) => {
    for (const step of suggestSteps(language)) {
      expect(stepFields.safeParse(step).success).toBe(true);
      expect(() => assertKnownStepFields(step.content)).not.toThrow();
    }
  });

  it('prefer the client’s language, then the studio’s', () => {
    const texts = { en: { subject: 'en', body: 'b' }, ca: { subject: 'ca', body: 'b' } };
    expect(chooseStepMail(texts, 'ca', 'en')?.language).toBe('ca');
    expect(chooseStepMail(texts, 'es', 'en')?.language).toBe('en');
    expect(chooseStepMail({ ca: texts.ca }, 'es', 'en')?.language).toBe('ca');
    expect(chooseStepMail({}, 'es', 'en')).toBeNull();
  });
});
