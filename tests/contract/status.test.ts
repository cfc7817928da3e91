import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { accounts } from '#core/api/accounts.ts';
import { recordMeasurement } from '#functions/status/measurements.ts';
import { readStatus, statusPage } from '#functions/status/status-page.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { testApi } from '../support/api.ts';
import { operatorAct } from '../support/operator.ts';
import { insertAccount } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const now = () => api.clock.now();
const status = async (language = 'en') =>
  (await api.call('GET', '/status', { channel: null, headers: { 'x-language': language } })).text;

const iso = (at: number) => new Date(at).toISOString();
const announcing = (changes: object = {}) => ({
  kind: 'incident',
  texts: { en: 'Uploads <b> wait', es: 'Las subidas esperan', ca: 'Les pujades esperen' },
  from: iso(now() - HOUR_MS),
  until: iso(now() + HOUR_MS),
  studios: null,
  ...changes,
});
const announce = (changes: object = {}) => operatorAct(api, null, 'announce', announcing(changes));
const latestId = async () =>
  (await api.db.pool.query(`select id from operator_events where kind = 'announce' order by at desc limit 1`)).rows[0]
    .id;

afterEach(async () => {
  await api.db.pool.query('alter table operator_events disable trigger operator_events_keep');
  await api.db.pool.query('delete from operator_events');
  await api.db.pool.query('alter table operator_events enable trigger operator_events_keep');
  await api.db.pool.query('delete from job_cursors');
});

describe('the status page', () => {
  it('is never green by default: what nobody measures is not measured', async () => {
    const answer = await api.call('GET', '/status', { channel: null, headers: { 'x-language': 'es' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, s-maxage=60']);
    expect(answer.text).toContain('no puede decir que todo funciona');
    expect(answer.text.match(/No se mide en este momento/g)).toHaveLength(3);
    expect(answer.text).not.toContain('Funciona');
    expect(answer.text).not.toContain('<script');
  });

  it('says that all works once all was measured, for five minutes', async () => {
    const { db } = api.services;
    for (const what of ['sync', 'outbox'] as const) await recordMeasurement(db, what, false, now());
    expect(await status()).toContain('can’t say that all works');
    await recordMeasurement(db, 'ingest', false, now());
    const works = await status();
    expect(works).toContain('Everything that is measured works.');
    // Day before month, and no AM or PM: English here is British.
    expect(works).toMatch(/Works · <time[^>]*>\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2} UTC/);
    await recordMeasurement(db, 'ingest', false, now() - 6 * MINUTE_MS);
    expect(await status()).toContain('can’t say that all works');
  });

  it('says since when something is bad, across minutes, and forgets it after a good one', async () => {
    const { db } = api.services;
    const began = now() - 3 * MINUTE_MS;
    for (const minutes of [3, 2, 1]) await recordMeasurement(db, 'outbox', true, now() - minutes * MINUTE_MS);
    const page = await status();
    expect(page).toContain('Something is slow or isn’t working.');
    expect(page).toContain(`since <time datetime="${iso(began)}"`);
    await recordMeasurement(db, 'outbox', false, now());
    expect(await status()).not.toContain('Something is slow');
  });

  it('lists what all are told until 90 days after its end, escaped, and nothing that single studios are told', async () => {
    const { id } = await insertAccount(api.db.pool);
    expect(await announce()).toBe('done');
    expect(await announce({ kind: 'info', studios: [id], texts: { en: 'Secret', es: 'S', ca: 'S' } })).toBe('done');
    const page = await status();
    expect(page).toContain('There is an incident.');
    expect(page).toContain('<h3>Incident · now</h3><p>Uploads &lt;b&gt; wait</p>');
    expect(page).not.toContain('Secret');
    expect(await status('ca')).toContain('Les pujades esperen');
    const facts = (days: number) => readStatus(api.services.db, now() + days * 24 * HOUR_MS);
    expect((await facts(90))?.announcements).toHaveLength(1);
    expect((await facts(91))?.announcements).toHaveLength(0);
  });

  it('says that the database does not answer', async () => {
    const down = { query: () => Promise.reject(new AppError('unavailable')) };
    const facts = await readStatus(down as never, now());
    expect(statusPage(facts, { language: 'en', now: now() }).html).toContain('The database isn’t answering.');
  });
});

describe('an announcement', () => {
  const seenBy = async (as: Person) =>
    (await api.call('GET', '/api/accounts', { as }))
      .read(accounts.list)
      .flatMap(({ announcements }) => announcements.map(({ texts }) => texts.en));

  it.each([
    ['another kind', { kind: 'party' }],
    ['a missing language', { texts: { en: 'x', es: 'x' } }],
    ['an end before its beginning', { until: '2020-01-01T00:00:00.000Z' }],
    ['a time that is none', { until: 'tomorrow' }],
    ['100 days', { until: iso(Date.now() + 100 * 24 * HOUR_MS) }],
    ['no studio', { studios: [] }],
  ])('with %s is refused, and shown nowhere', async (_, changes) => {
    expect(await announce(changes)).toBe('invalid');
    expect(await status()).toContain('There are none.');
  });

  it('ends when it is retracted, once', async () => {
    await announce();
    const announcement = await latestId();
    expect(await operatorAct(api, null, 'retract', { announcement })).toBe('done');
    expect(await status()).not.toContain('There is an incident.');
    expect(await status()).toContain('Uploads &lt;b&gt; wait');
    expect(await operatorAct(api, null, 'retract', { announcement })).toBe('unchanged');
    expect(await operatorAct(api, null, 'retract', { announcement: '0'.repeat(20) })).toBe('not_found');
  });

  it('is read by members of all studios, or of those that are named, now or later, until its end', async () => {
    const [studio, other] = [await makeStudio(api, 'Núria'), await makeStudio(api, 'Pau')];
    const texts = (en: string) => ({ texts: { en, es: 'x', ca: 'x' } });
    await announce(texts('all'));
    await announce({ ...texts('theirs'), studios: [studio.id] });
    await announce({ ...texts('later'), from: iso(now() + HOUR_MS), until: iso(now() + 2 * HOUR_MS) });
    await announce({ ...texts('over'), from: iso(now() - 2 * HOUR_MS), until: iso(now() - HOUR_MS) });
    expect((await seenBy(studio.owner)).toSorted()).toEqual(['all', 'later', 'theirs']);
    expect((await seenBy(other.owner)).toSorted()).toEqual(['all', 'later']);
    await operatorAct(api, null, 'retract', { announcement: await latestId() });
    expect(await seenBy(other.owner)).toHaveLength(2);
  });
});
