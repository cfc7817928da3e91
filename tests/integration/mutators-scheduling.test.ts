import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { makeMembers, makeRows, memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';

const START = Date.UTC(2031, 0, 6);

const studio = await mutatorStudio('photographer');
const { database, office, members, ctx, query } = studio;
afterAll(() => studio.close());

const author = { account_id: members.accountId, author_id: ctx.userId };
const others = await makeMembers(database.pool);
const foreign = await makeRows(database.pool, others.accountId);

const mutate = (name: string, args: object) => office.mutate(name, { ...args, now: CLIENT } as never, ctx);
const one = async (sql: string, id: string) => (await query(sql, [id]))[0];

async function type(more: object = {}): Promise<string> {
  const id = newId();
  expect(await mutate('sessionTypes.create', { id, name: 'Portrait', ...more })).toBe('done');
  return id;
}
const planOf = (sessionTypeId: string, more: object = {}) => ({
  id: newId(),
  sessionTypeId,
  name: 'Winter',
  startDate: START,
  daysOfWeek: [1, 6],
  timeSlots: [{ start: '09:00', end: '13:00' }],
  ...more,
});
async function plan(more: object = {}): Promise<string> {
  const args = planOf(await type(), more);
  expect(await mutate('plans.create', args)).toBe('done');
  return args.id;
}
async function createLocation(more: object = {}): Promise<string> {
  const id = newId();
  expect(await mutate('locations.create', { id, name: 'Beach', address: 'Passeig 1', ...more })).toBe('done');
  return id;
}
async function session(values: object): Promise<string> {
  const id = newId();
  const customer_id = await insertCustomer(database.pool, members.accountId);
  await insertRow(database.pool, 'sessions', { id, ...author, customer_id, date: new Date(START), ...values });
  return id;
}

describe('a session type', () => {
  const rowOf = (id: string) => one('select * from session_types where id = $1', id);

  it('has the default values and the server’s time', async () => {
    expect(await rowOf(await type({ name: ' Portrait ' }))).toMatchObject({
      ...author,
      name: 'Portrait',
      duration: 60,
      max_clients: 1,
      color: '#000000',
      photographer_id: null,
      is_bookable: false,
      requires_approval: false,
      archived_at: null,
      created_at: new Date(NOW),
    });
  });

  it('has texts in other languages, which replace those of before', async () => {
    const id = await type({ translations: { es: { name: 'Retrato' } } });
    expect(await rowOf(id)).toMatchObject({ settings: { translations: { es: { name: 'Retrato' } } } });
    const changes = { translations: { ca: { name: 'Retrat', description: 'Una hora.' } } };
    expect(await mutate('sessionTypes.update', { id, changes })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ settings: changes });
    expect(await mutate('sessionTypes.update', { id, changes: { name: 'Portrait, long' } })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ settings: changes });
  });

  it('may share a name, but not an id', async () => {
    const id = await type();
    await type();
    expect(await mutate('sessionTypes.create', { id, name: 'Newborn' })).toBe('conflict');
    expect(await mutate('sessionTypes.create', { id: foreign.sessionTypeId, name: 'Newborn' })).toBe('conflict');
  });

  it.each([
    { name: ' ' },
    { name: 'x'.repeat(121) },
    { duration: 0 },
    { duration: 10_081 },
    { duration: 1.5 },
    { maxClients: 0 },
    { color: 'red' },
    { photographerId: 'me' },
    { price: 100 },
    { archivedAt: 1 },
    { accountId: others.accountId },
  ])('refuses %j on creation and change', async (more) => {
    const id = newId();
    expect(await mutate('sessionTypes.create', { id, name: 'Portrait', ...more })).toBe('validation_failed');
    expect(await rowOf(id)).toBeUndefined();
    expect(await mutate('sessionTypes.update', { id: await type(), changes: more })).toBe('validation_failed');
  });

  it('belongs to a member, and is not reassigned by members who see only own money', async () => {
    const { admin, photographer, owner } = members.people;
    const id = await type({ photographerId: admin });
    for (const stranger of [others.people.owner, members.removed]) {
      expect(await mutate('sessionTypes.create', { id: newId(), name: 'x', photographerId: stranger })).toBe(
        'not_found',
      );
    }
    expect(await mutate('sessionTypes.update', { id, changes: { photographerId: photographer } })).toBe('forbidden');
    const changes = { photographerId: others.people.owner };
    expect(await mutate('sessionTypes.update', { id: await type(), changes })).toBe('not_found');
    const asOwner = memberContext(members, 'owner');
    const moved = { id, changes: { photographerId: owner }, now: CLIENT };
    expect(await office.mutate('sessionTypes.update', moved, asOwner)).toBe('done');
    expect(await rowOf(id)).toMatchObject({ photographer_id: owner });
  });

  it('loses its picture, alone or with the type, and the files are deleted', async () => {
    const erased = () => query(`select payload from outbox where kind = 'logo.erase' order by payload ->> 'path'`);
    const pathOf = (name: string) => `/logos/${members.accountId}/${name}-100x100.jpg`;
    const translations = { es: { name: 'Retrato' } };
    const pictured = async (name: string) => {
      const id = await type({ translations });
      await query(
        `update session_types set settings = settings || jsonb_build_object('picture', $2::text) where id = $1`,
        [id, pathOf(name)],
      );
      return id;
    };
    const id = await pictured('first');
    expect(await mutate('sessionTypes.update', { id, changes: { translations: {} } })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ settings: { picture: pathOf('first'), translations: {} } });
    expect(await mutate('sessionTypes.removePicture', { id })).toBe('done');
    expect((await rowOf(id))?.settings).toEqual({ translations: {} });
    expect(await mutate('sessionTypes.removePicture', { id })).toBe('done');
    const used = await pictured('used');
    await session({ session_type_id: used });
    expect(await mutate('sessionTypes.remove', { id: used })).toBe('session_type_in_use');
    expect(await mutate('sessionTypes.archive', { id: used })).toBe('done');
    expect(await mutate('sessionTypes.remove', { id: await pictured('second') })).toBe('done');
    expect(await erased()).toEqual(
      ['first', 'second'].map((name) => ({ payload: { accountId: members.accountId, path: pathOf(name) } })),
    );
  });

  it('is archived once, restored, and deleted only without sessions', async () => {
    const id = await type();
    expect(await mutate('sessionTypes.archive', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ archived_at: new Date(NOW) });
    await query(`update session_types set archived_at = '2029-01-01' where id = $1`, [id]);
    expect(await mutate('sessionTypes.archive', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ archived_at: new Date('2029-01-01') });
    expect(await mutate('sessionTypes.unarchive', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ archived_at: null });
    const booked = await session({ session_type_id: id, deleted_at: new Date() });
    expect(await mutate('sessionTypes.remove', { id })).toBe('session_type_in_use');
    await query('delete from sessions where id = $1', [booked]);
    expect(await mutate('plans.create', planOf(id))).toBe('done');
    expect(await mutate('sessionTypes.setPrice', { id, price: 100, deposit: 0 })).toBe('done');
    expect(await mutate('sessionTypes.remove', { id })).toBe('done');
    expect(await rowOf(id)).toBeUndefined();
    expect(await query('select from schedule_plans where session_type_id = $1', [id])).toEqual([]);
  });

  it('has a price, and a deposit of at most the price', async () => {
    const id = await type();
    const priceOf = () =>
      one('select account_id, price, deposit from session_type_prices where session_type_id = $1', id);
    expect(await mutate('sessionTypes.setPrice', { id, price: 12_000, deposit: 3_000 })).toBe('done');
    expect(await mutate('sessionTypes.setPrice', { id, price: 2_000, deposit: 2_000 })).toBe('done');
    for (const bad of [
      { price: 100, deposit: 101 },
      { price: -1, deposit: 0 },
      { price: 1.5, deposit: 0 },
      { price: 1 },
    ])
      expect(await mutate('sessionTypes.setPrice', { id, ...bad })).toBe('validation_failed');
    expect(await priceOf()).toEqual({ account_id: members.accountId, price: 2_000, deposit: 2_000 });
    const stolen = { id: foreign.sessionTypeId, price: 1, deposit: 1 };
    expect(await mutate('sessionTypes.setPrice', stolen)).toBe('not_found');
  });

  it('is limited to 500 for each studio', async () => {
    const many = await makeMembers(database.pool);
    await query(
      `insert into session_types (id, account_id, author_id, name)
       select 'abcdefghjkmnpqrst' || (100 + n), $1, $2, 'Type' from generate_series(1, 500) n`,
      [many.accountId, many.people.owner],
    );
    const args = { id: newId(), name: 'One more', now: CLIENT };
    expect(await office.mutate('sessionTypes.create', args, memberContext(many, 'owner'))).toBe('limit_reached');
  });
});

describe('a plan', () => {
  const rowOf = (id: string) => one('select * from schedule_plans where id = $1', id);

  it('has defaults, changes in part and is deleted', async () => {
    const id = await plan();
    const without = { end_date: null, location: '', location_id: null, max_bookings_per_day: 1, buffer_time: 0 };
    expect(await rowOf(id)).toMatchObject({ ...author, ...without, is_active: true, start_date: new Date(START) });
    const changes = { timeSlots: [{ start: '20:00', end: '24:00' }], daysOfWeek: [7], maxBookingsPerDay: 3 };
    expect(await mutate('plans.update', { id, changes })).toBe('done');
    expect(await rowOf(id)).toMatchObject({
      name: 'Winter',
      time_slots: changes.timeSlots,
      days_of_week: [7],
      max_bookings_per_day: 3,
      updated_at: expect.any(Date),
    });
    expect(await mutate('plans.setActive', { id, isActive: false })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ is_active: false });
    expect(await mutate('plans.remove', { id })).toBe('done');
    expect(await mutate('plans.setActive', { id, isActive: true })).toBe('not_found');
  });

  it('ends no earlier than it begins, also when only one date changes', async () => {
    const id = await plan({ endDate: START + DAY_MS });
    expect(await mutate('plans.update', { id, changes: { startDate: START + 2 * DAY_MS } })).toBe('validation_failed');
    expect(await mutate('plans.update', { id, changes: { endDate: START - DAY_MS } })).toBe('validation_failed');
    expect(await mutate('plans.update', { id, changes: { startDate: START + DAY_MS } })).toBe('done');
    expect(await mutate('plans.update', { id, changes: { endDate: null } })).toBe('done');
    expect(await mutate('plans.update', { id, changes: { startDate: START + 9 * DAY_MS } })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ start_date: new Date(START + 9 * DAY_MS), end_date: null });
  });

  it.each([
    { startDate: START, endDate: START - 1 },
    { daysOfWeek: [2, 1] },
    { daysOfWeek: [0] },
    { timeSlots: [{ start: '13:00', end: '09:00' }] },
    { timeSlots: [{ start: '24:00', end: '24:00' }] },
    {
      timeSlots: [
        { start: '09:00', end: '12:00' },
        { start: '11:00', end: '13:00' },
      ],
    },
    { maxBookingsPerDay: 0 },
    { bufferTime: -1 },
    { name: '' },
    { isActive: 'yes' },
  ])('refuses %j on creation and change', async (more) => {
    expect(await mutate('plans.create', planOf(await type(), more))).toBe('validation_failed');
    expect(await mutate('plans.update', { id: await plan(), changes: more })).toBe('validation_failed');
  });

  it('references a type and a location of the studio, each id once', async () => {
    const sessionTypeId = await type();
    const locationId = await createLocation();
    const good = planOf(sessionTypeId, { locationId });
    expect(await mutate('plans.create', good)).toBe('done');
    expect(await mutate('plans.create', good)).toBe('conflict');
    expect(await mutate('plans.create', planOf(foreign.sessionTypeId))).toBe('not_found');
    expect(await mutate('plans.create', planOf(sessionTypeId, { locationId: foreign.locationId }))).toBe('not_found');
    for (const changes of [{ locationId: foreign.locationId }, { sessionTypeId: foreign.sessionTypeId }])
      expect(await mutate('plans.update', { id: good.id, changes })).toBe('not_found');
    expect(await rowOf(good.id)).toMatchObject({ session_type_id: sessionTypeId, location_id: locationId });
    expect(await mutate('plans.remove', { id: foreign.planId })).toBe('not_found');
  });

  it('with both dates changed concurrently checks the second against the first', async () => {
    const id = await plan({ endDate: START + 4 * DAY_MS });
    const first = await database.pool.connect();
    await first.query('begin');
    await first.query('update schedule_plans set start_date = $2 where id = $1', [id, new Date(START + 3 * DAY_MS)]);
    const second = mutate('plans.update', { id, changes: { endDate: START + DAY_MS } });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await query(waiting)).length).toBe(1);
    await first.query('commit');
    first.release();
    expect(await second).toBe('validation_failed');
  });

  it('is limited to 100 for each type', async () => {
    const sessionTypeId = await type();
    await query(
      `insert into schedule_plans (id, account_id, author_id, session_type_id, name, start_date)
       select 'abcdefghjkmnpqrst' || (100 + n), $1, $2, $3, 'Plan', now() from generate_series(1, 100) n`,
      [members.accountId, ctx.userId, sessionTypeId],
    );
    expect(await mutate('plans.create', planOf(sessionTypeId))).toBe('limit_reached');
    expect(await mutate('plans.create', planOf(await type()))).toBe('done');
  });
});

describe('a location', () => {
  const rowOf = (id: string) => one('select * from locations where id = $1', id);

  it('is created, changed in part, and never changes another studio’s', async () => {
    const id = await createLocation({ name: ' Beach ' });
    expect(await mutate('locations.update', { id, changes: { notes: 'Ring twice' } })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ ...author, name: 'Beach', address: 'Passeig 1', notes: 'Ring twice' });
    expect(await mutate('locations.create', { id, name: 'Again' })).toBe('conflict');
    for (const name of ['create', 'restore'])
      expect(await mutate(`locations.${name}`, { id: foreign.locationId, name: 'Mine' })).toBe('conflict');
    expect(await mutate('locations.remove', { id: foreign.locationId })).toBe('not_found');
    for (const bad of [{ name: ' ' }, { name: 'x'.repeat(121) }, { address: 'x'.repeat(1001) }, { accountId: 'x' }]) {
      expect(await mutate('locations.create', { id: newId(), name: 'Beach', ...bad })).toBe('validation_failed');
      expect(await mutate('locations.update', { id, changes: bad })).toBe('validation_failed');
    }
  });

  it('when deleted stays as text on its sessions and plans; restoring links them again', async () => {
    const [id, other] = [await createLocation(), await createLocation({ name: 'Studio' })];
    const there = await session({ location_id: id });
    const elsewhere = await session({ location_id: other });
    const planned = await plan({ locationId: id });
    const inWords = await session({ location: 'Pier' });
    const locationIn = (table: string, row: string) =>
      one(`select location, location_id from ${table} where id = $1`, row);
    expect(await mutate('locations.remove', { id })).toBe('done');
    const words = { location: 'Beach, Passeig 1', location_id: null };
    expect(await locationIn('sessions', there)).toEqual(words);
    expect(await locationIn('schedule_plans', planned)).toEqual(words);
    expect(await locationIn('sessions', elsewhere)).toEqual({ location: '', location_id: other });
    expect(await mutate('locations.restore', { id, name: 'Beach', address: 'Passeig 1', notes: 'Ring' })).toBe('done');
    expect(await locationIn('sessions', there)).toEqual({ location: '', location_id: id });
    expect(await locationIn('schedule_plans', planned)).toEqual({ location: '', location_id: id });
    expect(await locationIn('sessions', inWords)).toEqual({ location: 'Pier', location_id: null });
    expect(await rowOf(id)).toMatchObject({ notes: 'Ring' });
  });

  it('with equal text does not take sessions of another studio on restore', async () => {
    await query(`update sessions set location = 'Pier, Moll 2' where id = $1`, [foreign.inquirySessionId]);
    expect(await mutate('locations.restore', { id: newId(), name: 'Pier', address: 'Moll 2' })).toBe('done');
    expect(await one('select location, location_id from sessions where id = $1', foreign.inquirySessionId)).toEqual({
      location: 'Pier, Moll 2',
      location_id: null,
    });
  });
});
