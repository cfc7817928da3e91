import { describe, expect, it } from 'vitest';
import { parseCsv } from './read-contacts.ts';
import { previewGalleries } from './preview-galleries.ts';
import { previewSessions, type SessionsKnown } from './preview-sessions.ts';
import { GALLERY_COLUMNS, SESSION_COLUMNS } from './work-columns.ts';
import { countNewClients, workPlan } from './work-preview.ts';

const PORTRAIT = '0123456789abcdefghjk';
const clients = [
  { id: 'ada', name: 'Ada', email: 'ada@example.org' },
  { id: 'ana1', name: 'Ana', email: '' },
  { id: 'ana2', name: 'Ana', email: '' },
];
const known: SessionsKnown = {
  clients,
  sessions: [],
  types: [{ id: PORTRAIT, name: 'Portrait', duration: 30 }],
  locations: [],
  members: [],
  zone: 'Europe/Madrid',
  currency: 'EUR',
  language: 'en',
  order: 'dmy',
  photographerId: null,
  now: Date.UTC(2026, 10, 1),
};

function sessionsOf(csv: string, more: Partial<SessionsKnown> = {}) {
  const read = parseCsv(csv, SESSION_COLUMNS);
  if (!read.ok) throw new Error(read.code);
  return previewSessions(read.table, read.table.mapping, { ...known, ...more });
}

describe('sessions of another program', () => {
  it('are read with its column names, in the studio’s zone', () => {
    const [first, second] = sessionsOf(
      [
        'Client Name;Email;Session Type;Start Date;Start Time;End Time;Status;Venue;Total Price;Paid',
        'Ada L.;ADA@example.org;portrait;24/11/2026;4:00 pm;17:30;Booked;Beach;€1.200,50;',
        'New;;;3/4/2026;10:00;;;;80;Yes',
      ].join('\n'),
    );
    expect(first).toMatchObject({
      state: 'new',
      client: { id: 'ada' },
      fields: {
        type: 'portrait',
        sessionTypeId: PORTRAIT,
        date: Date.UTC(2026, 10, 24, 15),
        duration: 90,
        status: 'scheduled',
        location: 'Beach',
        billing: { price: 120_050, deposit: 0, dueDate: null, waived: false },
      },
    });
    // A past session without a status was held.
    expect(second).toMatchObject({
      client: { key: 'new', name: 'New', email: '' },
      fields: { duration: 60, status: 'completed', billing: { price: 8000, waived: true } },
    });
  });

  it('end after midnight, or at a date', () => {
    const csv = 'Client,Start,End\nAda,24/11/2026 22:00,02:00\nAda,24/11/2026 22:00,25/11/2026 01:00';
    expect(sessionsOf(csv)).toMatchObject([{ fields: { duration: 240 } }, { fields: { duration: 180 } }]);
  });

  it('are refused with the fields that cannot be read', () => {
    const rows = sessionsOf(
      [
        'Client,Email,Start,End,Status,Price,Currency,Time zone',
        ',,24/11/2026 10:00,,,,,',
        'Ana,,24/11/2026 10:00,,,,,',
        'Nora,nora@,24/11/2026 10:00,,,,,',
        'Ada,,24/11/2026,,,,,',
        'Ada,,24/11/2026 10:00,24/11/2026 09:00,maybe,dear,,',
        'Ada,,24/11/2026 10:00,,,100,USD,',
        'Ada,,24/11/2026 10:00,,,,,Mars/Olympus',
        'Ada,,24/11/2026 10:00,24/12/2026 10:00,,,,',
      ].join('\n'),
    );
    expect(rows.map((row) => (row.state === 'bad' ? row.reasons.map(({ field }) => field) : row.state))).toEqual([
      ['client'],
      ['client'],
      ['email'],
      ['start'],
      ['end', 'status', 'price'],
      ['currency'],
      ['timeZone'],
      ['duration'],
    ]);
  });

  it('that are equal in one file are all new, and those that are there are not created again', () => {
    const csv = 'Client,Start\nAda,24/11/2026 10:00\nAda,24/11/2026 10:00\nAda,24/11/2026 11:00';
    const there = { customerId: 'ada', date: Date.UTC(2026, 10, 24, 9), type: '' };
    const states = (sessions: (typeof there)[]) => sessionsOf(csv, { sessions }).map(({ state }) => state);
    expect(states([])).toEqual(['new', 'new', 'new']);
    expect(states([there])).toEqual(['same', 'new', 'new']);
    expect(states([there, there])).toEqual(['same', 'same', 'new']);
  });

  it('create each new client once, or are skipped without their client', () => {
    const rows = sessionsOf(
      'Client,Email,Start\nNora,n@example.org,1/2/2026 10:00\nNora B,N@example.org,1/2/2026 11:00\nAda,,1/2/2026 12:00',
    );
    expect(countNewClients(rows)).toBe(1);
    const { clients: made, create } = workPlan(rows, { creates: true, without: 'skip' }, () => 'made');
    expect(made).toEqual([{ id: 'made', name: 'Nora', email: 'n@example.org' }]);
    expect(create.map(({ customerId }) => customerId)).toEqual(['made', 'made', 'ada']);
    const skipped = workPlan(rows, { creates: false, without: 'skip' }, () => 'made');
    expect([skipped.clients, skipped.create.map(({ customerId }) => customerId)]).toEqual([[], ['ada']]);
  });
});

it('reads galleries of another program, with or without a client', () => {
  const read = parseCsv(
    'Collection;Client;Event date;Folders\nWedding;Ada;24 Nov 2026;Church, Party\nTrip;;;\nBad;;someday;\n;;;x',
    GALLERY_COLUMNS,
  );
  if (!read.ok) throw new Error(read.code);
  const { table } = read;
  const rows = previewGalleries(table, table.mapping, { clients, galleries: [], zone: 'Europe/Madrid', order: 'dmy' });
  expect(rows).toMatchObject([
    {
      state: 'new',
      client: { id: 'ada' },
      fields: { name: 'Wedding', date: Date.UTC(2026, 10, 23, 23), sections: ['Church', 'Party'] },
    },
    { state: 'new', client: null, fields: { name: 'Trip', date: null, sections: [] } },
    { state: 'bad', reasons: [{ field: 'shootDate' }] },
    { state: 'bad', reasons: [{ field: 'name' }] },
  ]);
});
