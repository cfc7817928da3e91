import { expect, test } from 'vitest';
import type { RecentGalleryEvent } from '#core/api/galleries.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { listActivity, type ActivityRows } from './activity.ts';

const MADRID = 'Europe/Madrid';
/** 23:30 in Madrid. */
const NIGHT = Date.UTC(2026, 10, 21, 22, 30);
/** A limit above the number of events in each test. */
const MANY = 100;
const NOTHING: ActivityRows = { sessions: [], payments: [], galleries: [] };

const session = (id: string, at: number, values: object) =>
  ({ id, at, details: {}, sessionId: `s-${id}`, session: { customer: { name: 'Ada' } }, ...values }) as never;
const payment = (id: string, date: number, values = {}) =>
  ({ id, date, amount: 20_000, currency: 'EUR', sessionId: 's', refundsPaymentId: null, ...values }) as never;
const event = (id: string, at: number, kind: RecentGalleryEvent['kind'], values = {}): RecentGalleryEvent => ({
  id,
  at,
  kind,
  photoCount: null,
  grant: null,
  gallery: { id: 'g', name: 'Ana & Pau' },
  ...values,
});
const nora = { grant: { id: 'nora', label: 'Nora Vidal', email: 'nora@example.org' } };

test('lists events of sessions, payments and galleries, latest first', () => {
  const items = listActivity(
    {
      sessions: [session('booked', NIGHT, { kind: 'booked' }), session('moved', NIGHT - 4, { kind: 'rescheduled' })],
      payments: [payment('paid', NIGHT - 1), payment('back', NIGHT - 3, { refundsPaymentId: 'paid' })],
      galleries: [event('came', NIGHT + 1, 'opened'), event('in', NIGHT - 2, 'accepted', nora)],
    },
    MADRID,
    MANY,
  );
  expect(items.map(({ key, kind }) => [key, kind])).toEqual([
    ['came', 'visited'],
    ['booked', 'booked'],
    ['paid', 'paid'],
    ['in', 'accepted'],
    ['back', 'refunded'],
    ['moved', 'rescheduled'],
  ]);
  expect(items[1]).toMatchObject({ name: 'Ada', sessionId: 's-booked' });
  expect(items[3]).toMatchObject({ name: 'Ana & Pau', galleryId: 'g', who: 'Nora Vidal' });
});

test('reports the new status and skips unknown ones', () => {
  const sessions = [
    session('yes', NIGHT, { kind: 'status', details: { from: 'scheduled', to: 'confirmed' } }),
    session('no', NIGHT, { kind: 'status', details: { to: 'melted' } }),
  ];
  expect(listActivity({ ...NOTHING, sessions }, MADRID, MANY)).toMatchObject([
    { key: 'yes', kind: 'status', to: 'confirmed' },
  ]);
});

test('merges one person’s events in a gallery on a day and counts them', () => {
  const galleries = [
    event('back', NIGHT, 'viewed', nora),
    event('took 48', NIGHT - 1, 'downloaded', { ...nora, photoCount: 48 }),
    event('took one', NIGHT - 2, 'downloaded', nora),
    event('came', NIGHT - 3, 'opened', nora),
    event('somebody', NIGHT - 4, 'opened'),
    event('elsewhere', NIGHT - 5, 'opened', { ...nora, gallery: { id: 'other', name: 'Other' } }),
  ];
  expect(listActivity({ ...NOTHING, galleries }, MADRID, MANY)).toMatchObject([
    { key: 'back', kind: 'visited', who: 'Nora Vidal', count: 2, at: NIGHT },
    { key: 'took 48', kind: 'downloaded', count: 49 },
    { key: 'somebody', kind: 'visited', who: null, count: 1 },
    { key: 'elsewhere', galleryId: 'other', count: 1 },
  ]);
});

test('splits events by the day of the studio’s zone', () => {
  const galleries = [event('after midnight', NIGHT + HOUR_MS, 'viewed'), event('before', NIGHT, 'opened')];
  expect(listActivity({ ...NOTHING, galleries }, MADRID, MANY)).toHaveLength(2);
  // In London it is still the same day.
  expect(listActivity({ ...NOTHING, galleries }, 'Europe/London', MANY)).toMatchObject([{ count: 2 }]);
});

test('omits the count of a day that may be incomplete', () => {
  const galleries = [
    event('back', NIGHT + HOUR_MS, 'viewed', nora),
    event('took', NIGHT, 'downloaded', nora),
    event('took more', NIGHT - 1, 'downloaded', nora),
    event('came', NIGHT - 2, 'opened'),
  ];
  expect(listActivity({ ...NOTHING, galleries }, MADRID, 4)).toMatchObject([
    { key: 'back', count: 1 },
    { key: 'took', count: null },
    { key: 'came', count: null },
  ]);
  expect(listActivity({ ...NOTHING, galleries }, MADRID, 5)).toMatchObject([{ count: 1 }, { count: 2 }, { count: 1 }]);
});

test('lists each selection with its photos, and comments once a day', () => {
  const galleries = [
    event('sent again', NIGHT, 'submitted', { ...nora, photoCount: 34 }),
    event('said more', NIGHT - 1, 'commented', nora),
    event('said', NIGHT - 2, 'commented', nora),
    event('sent', NIGHT - 3, 'submitted', { ...nora, photoCount: 30 }),
  ];
  expect(listActivity({ ...NOTHING, galleries }, MADRID, 4)).toMatchObject([
    { key: 'sent again', kind: 'submitted', count: 34 },
    { key: 'said more', kind: 'commented', who: 'Nora Vidal' },
    { key: 'sent', kind: 'submitted', count: 30 },
  ]);
});

test('names a person without a name by their address', () => {
  const grant = { label: '', email: 'nora@example.org' };
  const galleries = [event('in', NIGHT, 'accepted', { grant: { id: 'nora', ...grant } })];
  expect(listActivity({ ...NOTHING, galleries }, MADRID, MANY)).toMatchObject([{ who: 'nora@example.org' }]);
});

test('skips the studio’s own actions on a gallery', () => {
  const galleries = (['invited', 'revoked', 'published', 'hidden'] as const).map((kind) => event(kind, NIGHT, kind));
  expect(listActivity({ ...NOTHING, galleries }, MADRID, MANY)).toEqual([]);
});
