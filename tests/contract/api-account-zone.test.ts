import { expect, it } from 'vitest';
import { endOfDay, startOfDay } from '#core/domain/values/time.ts';
import { testApi } from '../support/api.ts';
import { insertCustomer, insertGallery, insertRow, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();

/** Days that the database stores as their first or last millisecond, on both sides of a clock change. */
const daysIn = (zone: string) => ({
  begins: startOfDay('2026-10-26', zone),
  ends: startOfDay('2027-06-30', zone),
  endless: null,
  shot: startOfDay('2026-10-26', zone),
  closes: endOfDay('2027-06-30', zone),
  access: endOfDay('2026-10-26', zone),
  due: endOfDay('2027-06-30', zone),
  deposit: endOfDay('2026-10-26', zone),
});

/** Instants of a session and of a received payment. */
const MOMENTS = { session: Date.UTC(2026, 9, 26, 22, 30), paid: Date.UTC(2026, 9, 25, 22, 30) };

const at = (epochMs: number) => new Date(epochMs);

/** Creates a studio in a zone with one row of each kind that stores a day. */
async function studioIn(zone: string): Promise<Studio> {
  const studio = await makeStudio(api);
  const { pool } = api.db;
  const days = daysIn(zone);
  await pool.query('update accounts set time_zone = $2 where id = $1', [studio.id, zone]);
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const [type, session] = [newId(), newId()];
  await insertRow(pool, 'session_types', { id: type, ...author, name: 'Portrait' });
  const plan = { ...author, session_type_id: type, start_date: at(days.begins) };
  await insertRow(pool, 'schedule_plans', { id: newId(), ...plan, name: 'Autumn', end_date: at(days.ends) });
  await insertRow(pool, 'schedule_plans', { id: newId(), ...plan, name: 'Endless' });
  const shown = { date: at(days.shot), expires_at: at(days.closes) };
  const gallery = await insertGallery(pool, studio.id, shown);
  await insertGallery(pool, studio.id);
  const grant = { id: newId(), ...author, gallery_id: gallery, email: 'ada@example.org' };
  await insertRow(pool, 'grants', { ...grant, expires_at: at(days.access) });
  const customer = await insertCustomer(pool, studio.id);
  const booked = { id: session, ...author, customer_id: customer, date: at(MOMENTS.session) };
  await insertRow(pool, 'sessions', booked);
  await pool.query('update session_billing set due_date = $2, deposit_due_date = $3 where session_id = $1', [
    session,
    at(days.due),
    at(days.deposit),
  ]);
  const payment = { id: newId(), ...author, session_id: session, amount: 5_000, currency: 'EUR', status: 'paid' };
  await insertRow(pool, 'payments', { ...payment, date: at(MOMENTS.paid) });
  return studio;
}

/** All stored days. */
async function kept({ id }: Studio) {
  const [row] = await api.jobs.db.query(
    `select p.start_date as begins, p.end_date as ends, e.end_date as endless, g.date as shot, g.expires_at as closes,
       r.expires_at as access, b.due_date as due, b.deposit_due_date as deposit, s.date as session, m.date as paid
     from schedule_plans p join schedule_plans e on e.account_id = p.account_id and e.name = 'Endless'
       join galleries g on g.account_id = p.account_id and g.date is not null
       join grants r on r.account_id = p.account_id join sessions s on s.account_id = p.account_id
       join session_billing b on b.session_id = s.id join payments m on m.session_id = s.id
     where p.account_id = $1 and p.name = 'Autumn'`,
    [id],
  );
  return row;
}

const update = async (studio: Studio, body: object) =>
  (await api.call('PATCH', `/api/accounts/${studio.id}`, { as: studio.people.admin, body })).status;

it.each([
  ['Europe/Madrid', 'Atlantic/Canary'],
  ['Europe/Madrid', 'Asia/Tokyo'],
  ['Asia/Tokyo', 'America/Los_Angeles'],
])('moving a studio from %s to %s keeps its days and its instants', async (from, to) => {
  const [own, other] = [await studioIn(from), await studioIn(from)];
  expect(await kept(own)).toEqual({ ...daysIn(from), ...MOMENTS });
  expect(await update(own, { timeZone: to, name: 'Moved' })).toBe(200);
  expect(await kept(own)).toEqual({ ...daysIn(to), ...MOMENTS });
  expect(await update(own, { timeZone: to })).toBe(200);
  expect(await update(own, { name: 'Moved once' })).toBe(200);
  expect(await kept(own)).toEqual({ ...daysIn(to), ...MOMENTS });
  expect(await kept(other)).toEqual({ ...daysIn(from), ...MOMENTS });
  expect(await update(own, { timeZone: from })).toBe(200);
  expect(await kept(own)).toEqual({ ...daysIn(from), ...MOMENTS });
});

it('concurrent changes of the zone convert each day once', async () => {
  const studio = await studioIn('Europe/Madrid');
  const zones = ['Asia/Tokyo', 'America/Los_Angeles', 'Atlantic/Canary', 'Europe/Athens'];
  const answers = await Promise.all(zones.map((timeZone) => update(studio, { timeZone })));
  expect(answers).toEqual(zones.map(() => 200));
  const [account] = await api.jobs.db.query<{ zone: string }>('select time_zone as zone from accounts where id = $1', [
    studio.id,
  ]);
  expect(await kept(studio)).toEqual({ ...daysIn(account!.zone), ...MOMENTS });
});

it('a zone unknown to the database is replaced by a known one', async () => {
  const studio = await studioIn('Europe/Madrid');
  await api.jobs.db.query("update accounts set time_zone = 'Mars/Olympus' where id = $1", [studio.id]);
  expect(await update(studio, { timeZone: 'Europe/Madrid' })).toBe(200);
});
