import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import { importedSession, type ImportedSession } from '#core/domain/studio/imports.ts';
import { sessionEnd, type SessionStatus, SESSION_STATUSES } from '#core/domain/sessions/sessions.ts';
import { localDate, timeZone } from '#core/domain/values/time.ts';
import { readAmount } from '#web/lib/forms/amount.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { KnownClient } from './client-matcher.ts';
import type { ImportTable, Mapping } from './import-table.ts';
import { type DayOrder, dayOrderOf, instantOf, readDate, readDuration, readInstant, readTime } from './read-cells.ts';
import type { SessionField } from './work-columns.ts';
import { cellReader, type CellOf, clientReader, issuesOf, previewRows, type WorkRow } from './work-preview.ts';

/** The studio's types and clients, and its formats. */
export interface SessionsKnown {
  clients: readonly KnownClient[];
  sessions: Iterable<{ customerId: string; date: number; type: string }>;
  types: readonly { id: string; name: string; duration: number }[];
  locations: readonly { id: string; name: string }[];
  members: readonly { userId: string; name: string; email: string }[];
  zone: string;
  currency: string;
  language: string;
  order: DayOrder;
  /** Photographer of every imported session; set if the member may see amounts of their own sessions only. */
  photographerId: string | null;
  now: number;
}

type SessionFields = Omit<ImportedSession, 'id' | 'customerId'>;

const STATUSES: Readonly<Record<SessionStatus, string>> = {
  inquiry: 'request, enquiry, lead, pending, solicitud, pendiente, sol licitud, pendent',
  scheduled: 'booked, upcoming, programada, reservada',
  declined: 'rejected, rechazada, rebutjada',
  confirmed: 'accepted, active, confirmada, aceptada, acceptada',
  completed: 'complete, done, finished, past, realizada, completada, finalizada, hecha, feta, acabada',
  cancelled: 'canceled, cancelada, cancel lada, anulada',
  no_show: 'noshow, no se presento, no s hi va presentar',
};
const STATUS_OF = new Map(
  SESSION_STATUSES.flatMap((status) =>
    [status.replace('_', ' '), ...STATUSES[status].split(', ')].map((name) => [name, status] as const),
  ),
);
/** Payment states in which nothing is due. */
const SETTLED = /^(paid|paid in full|waived|yes|true|x|pagado|pagada|si|pagat|condonado|condonada)$/;

const wordsOf = (cell: string) =>
  normalizeForSearch(cell)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the result of an import of sessions, row by row. A session is the same by client, start and title. */
export function previewSessions(
  table: Pick<ImportTable, 'rows'>,
  mapping: Mapping,
  known: SessionsKnown,
): WorkRow<SessionFields>[] {
  const cellsOf = cellReader<SessionField>(mapping);
  const clientOf = clientReader(known.clients);
  const order = dayOrderOf(
    table.rows.flatMap((cells) => [cellsOf(cells)('start'), cellsOf(cells)('end'), cellsOf(cells)('dueDate')]),
    known.order,
  );
  const fieldsOf = sessionReader(known, order);
  const key = (customerId: string, date: number, type: string) => JSON.stringify([customerId, toSecond(date), type]);
  return previewRows<SessionFields>(
    table,
    (cells) => {
      const cellOf = cellsOf(cells);
      const client = clientOf(cellOf);
      const fields = fieldsOf(cellOf);
      const missing = 'client' in client && client.client === null ? [{ field: 'client', code: 'required' }] : [];
      const wrong = [
        ...missing,
        ...('wrong' in client ? client.wrong : []),
        ...('wrong' in fields ? fields.wrong : []),
      ];
      return wrong.length > 0 || 'wrong' in client || 'wrong' in fields ? { wrong } : { ...client, fields };
    },
    [...known.sessions].map((one) => key(one.customerId, one.date, one.type)),
    (fields, customerId) => key(customerId, fields.date, fields.type ?? ''),
  );
}

/** CSV has no milliseconds. */
const toSecond = (at: number) => Math.floor(at / 1000);

function sessionReader(known: SessionsKnown, order: DayOrder) {
  const types = new Map(known.types.map((type) => [wordsOf(type.name), type]));
  const locations = new Map(known.locations.map(({ id, name }) => [wordsOf(name), id]));
  const members = new Map(
    known.members.flatMap(({ userId, name, email }) => [name, email].map((key) => [wordsOf(key), userId])),
  );
  members.delete('');
  return (cellOf: CellOf<SessionField>): SessionFields | { wrong: FieldIssue[] } => {
    const wrong: FieldIssue[] = [];
    const refuse = (field: SessionField) => void wrong.push({ field, code: 'invalid' });
    const zone = cellOf('timeZone') || known.zone;
    if (!timeZone.safeParse(zone).success) return { wrong: [{ field: 'timeZone', code: 'invalid' }] };
    const date = startOf(cellOf, order, zone);
    if (date === undefined) return { wrong: [{ field: 'start', code: 'invalid' }] };
    const type = types.get(wordsOf(cellOf('title')));
    const duration = durationOf(cellOf, date, order, zone);
    if (duration === undefined) refuse(cellOf('duration') ? 'duration' : 'end');
    const minutes = duration ?? type?.duration ?? 60;
    const status = statusOf(cellOf('status'), date, minutes, known.now);
    if (!status) refuse('status');
    const where = cellOf('place');
    const locationId = locations.get(wordsOf(where));
    const photographerId = known.photographerId ?? members.get(wordsOf(cellOf('photographer')));
    const billing = billingOf(cellOf, known, (cell) => dayOf(cell, order, zone), refuse);
    const fields = {
      type: cellOf('title').replaceAll(/\s+/gu, ' '),
      ...(type && { sessionTypeId: type.id }),
      date,
      duration: minutes,
      status: status ?? ('scheduled' as const),
      notes: cellOf('notes'),
      ...(locationId ? { locationId } : { location: where }),
      ...(photographerId && { photographerId }),
      ...(billing && { billing }),
    };
    wrong.push(...issuesOf(shape.safeParse(fields)).map(({ field, code }) => ({ field: NAMES[field] ?? field, code })));
    return wrong.length > 0 ? { wrong } : fields;
  };
}

const shape = importedSession.omit({ id: true, customerId: true });
/** Columns of the fields that have another name. */
const NAMES: Readonly<Record<string, SessionField>> = {
  type: 'title',
  date: 'start',
  location: 'place',
  billing: 'deposit',
};

function startOf(cellOf: CellOf<SessionField>, order: DayOrder, zone: string): number | undefined {
  const exact = readInstant(cellOf('start'));
  if (exact !== undefined) return exact;
  const day = readDate(cellOf('start'), order);
  if (!day) return undefined;
  const time = cellOf('startTime');
  const minute = day.minute ?? (time ? readTime(time) : undefined);
  // A session without a time would be at midnight.
  return minute === undefined ? undefined : instantOf({ ...day, minute }, zone);
}

/** Returns null without a column for it, and undefined if a cell cannot be read. */
function durationOf(
  cellOf: CellOf<SessionField>,
  start: number,
  order: DayOrder,
  zone: string,
): number | null | undefined {
  if (cellOf('duration')) return readDuration(cellOf('duration'));
  const cell = cellOf('end');
  if (!cell) return null;
  const at = readInstant(cell) ?? endOf(cell, start, order, zone);
  return at === undefined || at <= start ? undefined : Math.round((at - start) / MINUTE_MS);
}

function endOf(cell: string, start: number, order: DayOrder, zone: string): number | undefined {
  const minute = readTime(cell);
  if (minute === undefined) {
    const day = readDate(cell, order);
    return day && day.minute !== null ? instantOf(day, zone) : undefined;
  }
  const date = localDate(start, zone);
  const at = instantOf({ date, minute }, zone);
  // After midnight.
  return at > start ? at : instantOf({ date, minute: minute + 24 * 60 }, zone);
}

/** Without a status a past session was held, and a future one is booked. */
function statusOf(cell: string, date: number, duration: number, now: number): SessionStatus | undefined {
  if (!cell) return sessionEnd({ date, duration }) <= now ? 'completed' : 'scheduled';
  return STATUS_OF.get(wordsOf(cell));
}

function dayOf(cell: string, order: DayOrder, zone: string): number | undefined {
  const day = readDate(cell, order);
  return readInstant(cell) ?? (day && instantOf(day, zone));
}

function billingOf(
  cellOf: CellOf<SessionField>,
  { currency, language }: SessionsKnown,
  day: (cell: string) => number | undefined,
  refuse: (field: SessionField) => void,
): SessionFields['billing'] {
  const amount = (field: 'price' | 'deposit') => {
    const read = readAmount(cellOf(field), currency, language);
    if (typeof read === 'string') refuse(field);
    return typeof read === 'number' ? read : 0;
  };
  const [price, deposit] = [amount('price'), amount('deposit')];
  const dueDate = cellOf('dueDate') ? day(cellOf('dueDate')) : null;
  if (dueDate === undefined) refuse('dueDate');
  if (price === 0 && deposit === 0) return undefined;
  if (cellOf('currency') && cellOf('currency').toUpperCase() !== currency) refuse('currency');
  const waived = SETTLED.test(wordsOf(cellOf('paymentStatus')));
  return { price, deposit, dueDate: dueDate ?? null, waived };
}
