import { z } from 'zod';
import { MAX_COMMENT, MAX_STROKE_POINTS, MAX_STROKES } from './comment-limits.ts';
import { HOUR_MS } from '../values/durations.ts';
import { email } from '../values/email.ts';
import { rowId } from '../values/ids.ts';
import { instant, money, personName, text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

/** Of an invitation, or a browser without one, which has favourites of its own only. */
export const PERSON_ROLES = ['client', 'guest'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export const LIST_KINDS = ['favourites', 'selection'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

const LIST_STATUSES = ['open', 'submitted', 'locked'] as const;
export const listStatus = z.enum(LIST_STATUSES);
export type ListStatus = z.infer<typeof listStatus>;

/** Clients submit, the studio opens again or locks. */
export const LIST_TRANSITIONS: Transitions<ListStatus> = {
  open: ['submitted', 'locked'],
  submitted: ['open', 'locked'],
  locked: ['open'],
};

const PICK_STATES = ['pick', 'maybe', 'reject'] as const;
export const pickState = z.enum(PICK_STATES);
export type PickState = z.infer<typeof pickState>;

/** Lightroom's five colour labels; a studio may rename them (`labelNames`). */
export const PICK_LABELS = ['red', 'yellow', 'green', 'blue', 'purple'] as const;
export const pickLabel = z.enum(PICK_LABELS);
export type PickLabel = z.infer<typeof pickLabel>;

/** Number of colours that mark people; must equal the CHECK of `gallery_people.color`. */
export const PERSON_COLORS = 8;
/** Maximum number of people in a gallery: a large wedding's guests, and a bound for anonymous visitors. */
export const MAX_GALLERY_PEOPLE = 1000;
/** Maximum number of a person's lists, the default one included. */
export const MAX_PERSON_LISTS = 20;
/** Maximum number of a gallery's selections. */
export const MAX_SELECTIONS = 50;
/** Maximum number of people in a selection. */
export const MAX_LIST_PEOPLE = 20;
/** Maximum number of photos in a list, as of photos in a gallery. */
const MAX_PICKS = 10_000;
/** Maximum number of comments by one person in a gallery. */
export const MAX_PERSON_COMMENTS = 500;
/** Maximum numbers of rows that a gallery's proofing screen syncs; the newest picks and comments are kept. */
export const MAX_GALLERY_LISTS = 5000;
export const MAX_GALLERY_PICKS = 50_000;
export const MAX_GALLERY_COMMENTS = 5000;
/** Maximum number of rounds of a selection that a screen lists, the newest first. */
export const MAX_ROUNDS = 100;
/** Maximum number of people who are merged into one in one request. */
export const MAX_MERGED_PEOPLE = 10;
/** Minimum time between two reminders that the studio sends by hand, in milliseconds. */
export const REMIND_INTERVAL_MS = HOUR_MS;

/** One opinion; the whole of it is sent each time, so that sending it twice changes nothing. */
export const pickValue = z.strictObject({
  state: pickState,
  rating: z.number().int().min(0).max(5).default(0),
  label: pickLabel.nullable().default(null),
});
export type PickValue = z.infer<typeof pickValue>;

/** A list's name as people type it. */
export const listName = personName.min(1).max(120);
/** Name and address of a person who chooses. Both may be empty. */
export const personDetails = z.strictObject({ name: personName.max(120), email: z.union([z.literal(''), email]) });

/** Four digits: a tenth of a pixel on the largest screen. */
const fraction = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 10_000) / 10_000);
/** Lines on a photo: each a list of points, as fractions of width and height. */
export const strokes = z
  .array(
    z
      .array(z.tuple([fraction, fraction]))
      .min(2)
      .max(MAX_STROKE_POINTS),
  )
  .max(MAX_STROKES)
  .refine((lines) => lines.reduce((sum, points) => sum + points.length, 0) <= MAX_STROKE_POINTS);
export type Strokes = z.infer<typeof strokes>;

export const commentBody = text.trim().max(MAX_COMMENT);

const count = z.number().int().max(MAX_PICKS);

const selectionFields = z.strictObject({
  name: listName,
  minCount: count.min(1).nullable(),
  maxCount: count.min(1).nullable(),
  /** Photos without further charge; null: all. */
  includedCount: count.min(0).nullable(),
  /** Minor units for each further photo; null: none is charged. */
  extraPrice: money.min(1).nullable(),
  /** The end of the last day, in the studio's zone. */
  dueAt: instant.nullable(),
  allowAfterDue: z.boolean(),
  /** Ids of the people; null: everybody who is invited with the right to select. */
  personIds: z.array(rowId).min(1).max(MAX_LIST_PEOPLE).nullable(),
});
/** Changed rules of a selection; `selectionRules` checks the result. */
export const selectionChanges = selectionFields.partial();
export type SelectionChanges = z.infer<typeof selectionChanges>;

/** The studio's settings of a selection. */
export const selectionRules = selectionFields
  .refine(({ minCount, maxCount }) => minCount === null || maxCount === null || minCount <= maxCount, {
    path: ['maxCount'],
  })
  .refine(({ includedCount, maxCount }) => includedCount === null || maxCount === null || includedCount <= maxCount, {
    path: ['includedCount'],
  });
export type SelectionRules = z.infer<typeof selectionRules>;

export const PROOFING_STATES = ['off', 'open', 'submitted', 'locked'] as const;
export type ProofingState = (typeof PROOFING_STATES)[number];

/**
 * Returns the proofing state of a gallery, derived from its selections: open while one is, then submitted
 * while one waits for the studio, then locked. Without a selection it is open if guests may choose favourites.
 */
export function proofingState(
  selections: readonly { status: ListStatus }[],
  gallery: { guestFavourites: boolean },
): ProofingState {
  for (const status of ['open', 'submitted', 'locked'] as const) {
    if (selections.some((one) => one.status === status)) return status;
  }
  return gallery.guestFavourites ? 'open' : 'off';
}

/** Returns the photos that a round has and the former one has not, and the reverse. */
export function roundChanges(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const [had, has] = [new Set(before), new Set(after)];
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) };
}

const labelName = personName.max(40);
/** Setting `proofing`: the studio's names of the colour labels. Missing or empty ones have the label's own name. */
export const proofingSettings = z.strictObject({
  labelNames: z.partialRecord(pickLabel, labelName),
});
export type ProofingSettings = z.infer<typeof proofingSettings>;
const DEFAULT_PROOFING: ProofingSettings = { labelNames: {} };

/** Returns the stored setting; an invalid one counts as none. */
export const readProofing = (value: unknown): ProofingSettings => proofingSettings.catch(DEFAULT_PROOFING).parse(value);
