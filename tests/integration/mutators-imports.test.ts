import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { makeGalleryId } from '#core/domain/values/ids.ts';
import { sendReminders } from '#functions/jobs/reminders.ts';
import { CLIENT, mutatorStudio, NOW, type MutatorStudio } from '../support/mutator-studio.ts';
import { insertCustomer, newId, type Row } from '../support/rows.ts';

let studio: MutatorStudio;
beforeAll(async () => {
  studio = await mutatorStudio('owner');
});
afterAll(() => studio?.close());

const mutate = (name: string, args: object) =>
  studio.office.mutate(name as never, { ...args, now: CLIENT } as never, studio.ctx);
const customer = (values: Row) => insertCustomer(studio.database.pool, studio.members.accountId, values);

it('imports sessions in any status, once, and mails nobody about them', async () => {
  const customerId = await customer({ name: 'Ada', email: 'ada@example.org' });
  const start = NOW + 100 * DAY_MS;
  const imported = { id: newId(), customerId, date: start, duration: 60, status: 'scheduled' };
  const past = { ...imported, id: newId(), date: NOW - DAY_MS, status: 'no_show', type: 'Portrait', notes: 'Late' };
  const billing = { price: 12_000, deposit: 2000, dueDate: NOW, waived: true };
  const step = { create: [imported, { ...past, billing }] };
  expect([await mutate('sessions.importMany', step), await mutate('sessions.importMany', step)]).toEqual([
    'done',
    'done',
  ]);
  expect(await studio.query('select id, status, type, notes from sessions order by date')).toEqual([
    { id: past.id, status: 'no_show', type: 'Portrait', notes: 'Late' },
    { id: imported.id, status: 'scheduled', type: '', notes: '' },
  ]);
  expect(
    await studio.query(
      `select payment_status, payment_amount, deposit_amount from session_billing where session_id = $1`,
      [past.id],
    ),
  ).toEqual([{ payment_status: 'waived', payment_amount: 12_000, deposit_amount: 2000 }]);
  const lines = 'select source, amount from order_lines where order_id = $1';
  expect(await studio.query(lines, [past.id])).toEqual([{ source: 'price', amount: 12_000 }]);
  expect(await studio.query('select session_id from session_events order by session_id')).toEqual(
    [imported.id, past.id].toSorted().map((session_id) => ({ session_id })),
  );

  // Another session at the same time is reminded; notices older than two months are deleted meanwhile.
  await mutate('sessions.create', { id: newId(), customerId, date: start, duration: 60 });
  const jobs = { db: studio.db, clock: () => start - HOUR_MS };
  await studio.query(`delete from sent_notices where at <= $1`, [new Date(start - HOUR_MS - 60 * DAY_MS)]);
  expect((await sendReminders(jobs)).reminders).toBe(1);
  expect(await studio.query('select kind from messages')).toEqual([{ kind: 'session_reminder' }]);
  expect(await studio.query('select from messages where session_id = $1', [imported.id])).toEqual([]);
});

it('imports galleries once, as drafts with sections', async () => {
  const { accountId } = studio.members;
  const galleryId = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), accountId);
  const sections = ['Church', 'Party'].map((name) => ({ id: newId(), name }));
  const wedding = { id: galleryId(), name: 'Wedding', description: 'Two days', date: NOW, sections };
  const step = { create: [wedding, { id: galleryId(), name: 'Trip' }] };
  expect([await mutate('galleries.importMany', step), await mutate('galleries.importMany', step)]).toEqual([
    'done',
    'done',
  ]);
  expect(await studio.query('select name, description, status from galleries order by name')).toEqual([
    { name: 'Trip', description: '', status: 'draft' },
    { name: 'Wedding', description: 'Two days', status: 'draft' },
  ]);
  expect(await studio.query('select name from gallery_sections order by "order"')).toEqual([
    { name: 'Church' },
    { name: 'Party' },
  ]);
});

it('refuses an imported section whose id another section has', async () => {
  const galleryId = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), studio.members.accountId);
  const sections = [{ id: newId(), name: 'Church' }];
  expect(await mutate('galleries.importMany', { create: [{ id: galleryId(), name: 'A', sections }] })).toBe('done');
  const other = { id: galleryId(), name: 'B', sections };
  expect(await mutate('galleries.importMany', { create: [other] })).toBe('conflict');
  expect(await studio.query('select from galleries where id = $1', [other.id])).toEqual([]);
});
