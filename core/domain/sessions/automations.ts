import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import { rowId } from '../values/ids.ts';
import { type Language, LANGUAGES } from '../values/languages.ts';
import { assertKnownFields } from '../messages/message-templates.ts';
import { mailTemplate } from '../messages/messages.ts';
import { line } from '../values/primitives.ts';
import { sessionEnd, type SessionStatus } from './sessions.ts';
import { instantAtMinute, localDate, minuteOfDay } from '../values/time.ts';

/** Automations of a session type: steps relative to the booking, the shoot or the delivery of a session. */

/** Maximum number of steps per session type. */
export const MAX_STEPS = 20;

/** A step that is at most this late, for example after an outage, is still carried out. */
export const LATE_MS = 2 * DAY_MS;

/** Sessions whose steps are carried out: requests, cancelled and missed sessions have none. */
export const AUTOMATED_STATUSES: readonly SessionStatus[] = ['scheduled', 'confirmed', 'completed'];

export const STEP_ANCHORS = ['booked', 'shoot', 'delivered'] as const;
export type StepAnchor = (typeof STEP_ANCHORS)[number];

export const STEP_UNITS = ['days', 'hours'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

const MAX_OFFSET: Readonly<Record<StepUnit, number>> = { days: 730, hours: 168 };

/**
 * The time of a step. Days end at a clock time in the studio's zone; hours are elapsed hours, and those that end at night
 * are extended until the morning (`QUIET_HOURS`).
 */
export const stepTiming = z
  .strictObject({
    anchor: z.enum(STEP_ANCHORS),
    offsetUnit: z.enum(STEP_UNITS),
    /** Days or hours after the anchor; negative: before the shoot. */
    offsetAmount: z.number().int(),
    /** Minutes since midnight; ignored for hours. */
    timeOfDay: z.number().int().min(0).max(1439),
  })
  .refine(({ offsetUnit, offsetAmount }) => Math.abs(offsetAmount) <= MAX_OFFSET[offsetUnit], {
    path: ['offsetAmount'],
  })
  // On the day of the booking or the delivery the clock time may have passed: hours exist for that.
  .refine(
    ({ anchor, offsetUnit, offsetAmount }) => anchor === 'shoot' || offsetAmount >= (offsetUnit === 'days' ? 1 : 0),
    {
      path: ['offsetAmount'],
    },
  );
export type StepTiming = z.infer<typeof stepTiming>;

export const stepMail = mailTemplate.pick({ subject: true, body: true });
export type StepMail = z.infer<typeof stepMail>;

/** The action of a step. A mail has texts in at least one language. */
export const stepContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mail'),
    settings: z.strictObject({
      texts: z
        .partialRecord(z.enum(LANGUAGES), stepMail)
        .refine((texts) => Object.keys(texts).length > 0, { message: 'no text' }),
    }),
  }),
  z.strictObject({ kind: z.literal('questionnaire'), settings: z.strictObject({ templateId: rowId }) }),
  z.strictObject({ kind: z.literal('balance'), settings: z.strictObject({}) }),
  z.strictObject({ kind: z.literal('checklist'), settings: z.strictObject({ text: line.min(1).max(300) }) }),
]);
export type StepContent = z.infer<typeof stepContent>;
export const STEP_KINDS = ['mail', 'questionnaire', 'balance', 'checklist'] as const;
export type StepKind = StepContent['kind'];
export type StepSettings = StepContent['settings'];

export const stepFields = z.strictObject({ timing: stepTiming, content: stepContent });
export type StepFields = z.infer<typeof stepFields>;

/** @throws AppError `template_field_unknown`, naming the first unknown field of a mail */
export function assertKnownStepFields(content: StepContent): void {
  if (content.kind !== 'mail') return;
  for (const mail of Object.values(content.settings.texts)) assertKnownFields({ kind: 'automation', ...mail });
}

/** Returns the text for a client: in their language, else in the studio's, else in any. */
export function chooseStepMail(
  texts: Partial<Record<Language, StepMail>>,
  client: Language,
  studio: Language,
): (StepMail & { language: Language }) | null {
  const language = [client, studio, ...LANGUAGES].find((one) => texts[one]);
  return language ? { language, ...texts[language]! } : null;
}

/** A run is stored once its step was carried out or skipped; until then the time follows from the step. */
export const RUN_STATUSES = ['done', 'skipped', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a step was not carried out. `member`: skipped by a member. */
export const RUN_REASONS = [
  'member',
  'no_email',
  'nothing_owed',
  'checklist_full',
  'questionnaire_missing',
  'questionnaire_assigned',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** The times of a session that its steps refer to, epoch milliseconds. */
export interface StepSession {
  date: number;
  /** Minutes. */
  duration: number;
  /** When the studio accepted it; null for a request. */
  bookedAt: number | null;
  /** When its gallery was first published. */
  deliveredAt: number | null;
}

/** Returns when a step is due, epoch milliseconds; null while its anchor has not happened. */
export function stepDueAt(step: StepTiming, session: StepSession, zone: string): number | null {
  const { anchor, offsetUnit, offsetAmount, timeOfDay } = step;
  const at = { booked: session.bookedAt, shoot: session.date, delivered: session.deliveredAt }[anchor];
  if (at === null) return null;
  if (offsetUnit === 'days') return instantAtMinute(localDate(at, zone), offsetAmount * 1440 + timeOfDay, zone);
  // Hours after the shoot count from its end.
  const from = anchor === 'shoot' && offsetAmount > 0 ? sessionEnd(session) : at;
  const due = from + offsetAmount * HOUR_MS;
  // Who has just booked is awake.
  if (anchor === 'booked' && offsetAmount === 0) return due;
  const moved = afterQuietHours(due, zone);
  // Before the session, early is better than not at all.
  return due < session.date && moved >= session.date ? due : moved;
}

/** Quiet hours of the studio's zone, minutes since midnight: 21:00 to 8:00. */
export const QUIET_HOURS = { from: 21 * 60, until: 8 * 60 };

/** Returns an instant in quiet hours as the end of these, any other as it is. */
function afterQuietHours(at: number, zone: string): number {
  const minute = minuteOfDay(at, zone);
  if (minute >= QUIET_HOURS.until && minute < QUIET_HOURS.from) return at;
  return instantAtMinute(localDate(at, zone), (minute < QUIET_HOURS.until ? 0 : 1440) + QUIET_HOURS.until, zone);
}

/**
 * - `waiting`: its anchor has not happened.
 * - `planned`: at `due`.
 * - `due`: to be carried out now.
 * - `passed`: its time had passed when the session was booked or the step was added.
 * - `late`: it could not be carried out within `LATE_MS`.
 * - `begun`: a step for before the shoot, and the shoot has begun.
 */
type StepState =
  | { state: 'waiting'; due: null }
  | { state: 'planned' | 'due' | 'passed' | 'late' | 'begun'; due: number };

/**
 * Returns what becomes of a step that was neither carried out nor skipped.
 * @param activeFrom when the step was added or its time was changed: earlier times are not made up for
 * @param now epoch milliseconds, like `activeFrom`
 */
export function stepState(
  step: StepTiming & { activeFrom: number },
  session: StepSession,
  zone: string,
  now: number,
): StepState {
  const due = stepDueAt(step, session, zone);
  if (due === null || session.bookedAt === null) return { state: 'waiting', due: null };
  if (due < Math.max(step.activeFrom, session.bookedAt)) return { state: 'passed', due };
  const isForBefore = step.anchor === 'booked' || (step.anchor === 'shoot' && due < session.date);
  if (isForBefore && session.date <= Math.max(now, due)) return { state: 'begun', due };
  if (now < due) return { state: 'planned', due };
  return { state: now - due <= LATE_MS ? 'due' : 'late', due };
}
