import { EVERYONE, PHOTOGRAPHERS, STUDIO, now, update, type MutationCase } from './back-office-case.ts';
import type { Rows } from './back-office-rows.ts';
import { newId } from './rows.ts';

const DATE = Date.UTC(2031, 0, 1, 10);
const booked = ({ customerId }: Rows) => ({ id: newId(), customerId, date: DATE, duration: 60, now });
const imported = ({ customerId }: Rows) => ({ id: newId(), customerId, date: DATE, duration: 60, status: 'completed' });
const billing = { price: 12_000, deposit: 3_000, dueDate: DATE };
/** Each parent of a session that could belong to another account. */
const parentsOf = (rows: Rows) => [
  { customerId: rows.customerId },
  { sessionTypeId: rows.sessionTypeId },
  { galleryId: rows.draftId },
  { locationId: rows.locationId },
];
const onlyId = (id: string) => ({ id, now });

const writing = { may: PHOTOGRAPHERS, needs: ['sessions.write'], stranger: 'not_found' } as const;
const noting = { may: EVERYONE, needs: ['sessions.note'], stranger: 'not_found' } as const;

/** Mutators of sessions. */
export const SESSION_CASES: Readonly<Record<string, MutationCase>> = {
  'sessions.create': {
    ...writing,
    args: (rows) => ({ ...booked(rows), notify: true }),
    mixed: (own, foreign) => parentsOf(foreign).map((parent) => ({ ...booked(own), ...parent })),
  },
  'sessions.create (price)': {
    args: (rows) => ({ ...booked(rows), billing }),
    may: ['owner', 'admin'],
    needs: ['money.all', 'money.write', 'sessions.write'],
    stranger: 'not_found',
  },
  'sessions.importMany': {
    ...writing,
    args: (rows) => ({ create: [imported(rows)], now }),
    mixed: (own, foreign) =>
      parentsOf(foreign).map((parent) => ({ create: [imported(own), { ...imported(own), ...parent }], now })),
  },
  'sessions.importMany (price)': {
    args: (rows) => ({ create: [{ ...imported(rows), billing: { ...billing, waived: true } }], now }),
    may: ['owner', 'admin'],
    needs: ['money.all', 'money.write', 'sessions.write'],
    stranger: 'not_found',
  },
  'sessions.update': {
    ...writing,
    args: ({ sessionId }) => update(sessionId, { type: 'Portraits at the beach' }),
    mixed: (own, foreign) => parentsOf(foreign).map((parent) => update(own.sessionId, parent)),
  },
  'sessions.reschedule': {
    ...writing,
    args: ({ sessionId }) => ({ id: sessionId, date: DATE, duration: 90, now }),
  },
  'automations.skip': {
    ...writing,
    args: ({ sessionId, stepId }) => ({ sessionId, stepId, now }),
    mixed: (own, foreign) => [
      { sessionId: own.sessionId, stepId: foreign.stepId, now },
      { sessionId: foreign.sessionId, stepId: own.stepId, now },
    ],
  },
  'automations.unskip': {
    ...writing,
    args: ({ sessionId, skippedStepId }) => ({ sessionId, stepId: skippedStepId, now }),
  },
  'automations.runNow': {
    ...writing,
    args: ({ sessionId, stepId }) => ({ sessionId, stepId, now }),
    mixed: (own, foreign) => [{ sessionId: own.sessionId, stepId: foreign.stepId, now }],
  },
  'automations.pauseSession': { ...writing, args: ({ sessionId }) => ({ sessionId, paused: true, now }) },
  'sessions.setStatus': {
    ...writing,
    args: ({ sessionId }) => ({ id: sessionId, to: 'confirmed', now }),
  },
  'sessions.setStatuses': {
    ...writing,
    args: ({ sessionId }) => ({ ids: [sessionId], to: 'cancelled', now }),
    mixed: (own, foreign) => [{ ids: [own.sessionId, foreign.sessionId], to: 'cancelled', now }],
  },
  'sessions.undoStatus': { ...writing, args: ({ undoableSessionId }) => onlyId(undoableSessionId) },
  'sessions.undoStatuses': {
    ...writing,
    args: ({ undoableSessionId }) => ({ ids: [undoableSessionId], now }),
    mixed: (own, foreign) => [{ ids: [own.undoableSessionId, foreign.undoableSessionId], now }],
  },
  'sessions.setNotes': {
    ...noting,
    args: ({ sessionId }) => ({ id: sessionId, notes: 'Brings a dog', base: '', now }),
  },
  'sessions.setChecklist': {
    ...noting,
    args: ({ sessionId }) => ({
      id: sessionId,
      checklist: [{ id: newId(), text: 'Charge batteries', isDone: false }],
      base: [],
      now,
    }),
  },
  // Sessions without a photographer: photographers may also trash and restore their own.
  'sessions.trash': {
    args: ({ inquirySessionId }) => onlyId(inquirySessionId),
    may: STUDIO,
    needs: ['money.all', 'sessions.write'],
    stranger: 'not_found',
  },
  'sessions.restore': {
    args: ({ trashedSessionId }) => onlyId(trashedSessionId),
    may: STUDIO,
    needs: ['money.all', 'sessions.write'],
    stranger: 'not_found',
  },
};
