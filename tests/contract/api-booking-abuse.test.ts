import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { insertCustomer, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
let type: string;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  type = await offer(api, studio);
});

/** The n-th free hour from a week ahead. */
const slot = (index = 0) => {
  const day = new Date(api.clock.now() + (7 + (index >> 3)) * DAY_MS).toISOString().slice(0, 10);
  return {
    sessionTypeId: type,
    start: instantAtMinute(day, 9 * 60, 'Europe/Madrid') + (index & 7) * HOUR_MS,
  };
};

/** Latest mail to an address. */
async function mailTo(address: string) {
  await runOutbox(api.jobs);
  const mail = api.mails.findLast(({ to }) => to === address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

describe('the booking form as a mail relay', () => {
  it.each([
    'Ada\n\nYour account is locked: visit evil.example',
    'Open https://evil.example now',
    'Open www.evil.example now',
    'Ada\u202eelpmaxe.live',
  ])('refuses the name %j', async (name) => {
    const answer = await visitor(api, studio).request(slot(), { name });
    expect([answer.status, answer.error.code, answer.error.field]).toEqual([400, 'validation_failed', 'client.name']);
  });

  it('greets by one word of the name until a mailed link is opened', async () => {
    const address = `${newId()}@example.org`;
    const name = 'Your account is locked';
    const [first, own] = [visitor(api, studio), visitor(api, studio, 2)];
    const link = await bookSlot(first, slot(), { name, email: address });
    const mail = await mailTo(address);
    expect(mail.text).toMatch(/^Hola, Your:\n/);
    expect(JSON.stringify(mail)).not.toContain(name);
    // Neither the booking's own link nor a second booking confirms the address.
    (await first.own(link)).read(booking.managed);
    await bookSlot(first, slot(1), { email: address });
    expect(JSON.stringify(await mailTo(address))).not.toContain(name);
    const mailed = /\/booking\/([\w-]{43})/.exec(mail.text)![1]!;
    (await own.own(mailed)).read(booking.managed);
    await bookSlot(first, slot(2), { email: address });
    expect((await mailTo(address)).text).toMatch(new RegExp(`^Hola, ${name}:`));
  });

  it('greets a client whom the studio entered by the studio’s name for them', async () => {
    const address = `${newId()}@example.org`;
    await insertCustomer(api.db.pool, studio.id, { name: 'Ada Lovelace', email: address, language: 'en' });
    await bookSlot(visitor(api, studio), slot(), { name: 'Eve', email: address });
    expect((await mailTo(address)).text).toMatch(/^Hello Ada Lovelace,/);
  });

  it('mails ten people an hour for one network, at all studios together', async () => {
    const other = await makeStudio(api);
    await openBooking(api, other);
    const theirs = await offer(api, other);
    const [here, there] = [visitor(api, studio), visitor(api, other)];
    const known = `${newId()}@example.org`;
    await bookSlot(here, slot(), { email: known });
    for (let index = 1; index < 10; index++) {
      const isThere = index % 2 === 0;
      await bookSlot(isThere ? there : here, { ...slot(index), sessionTypeId: isThere ? theirs : type });
    }
    const refused = await here.request(slot(11));
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    // A customer of the studio is counted as well: the answer reveals nobody.
    const customer = `${newId()}@example.org`;
    await insertCustomer(api.db.pool, studio.id, { email: customer });
    expect((await here.request(slot(12), { email: customer })).status).toBe(429);
    // People who already have a mail, and other networks, are not affected.
    expect((await here.request(slot(13), { email: known })).status).toBe(201);
    expect((await visitor(api, studio, 2).request(slot(14))).status).toBe(201);
    api.clock.advance(HOUR_MS + MINUTE_MS);
    expect((await here.request(slot(15))).status).toBe(201);
  });

  it('counts addresses with tags as one mailbox, and leaves its owner a booking that strangers cannot use up', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) {
      const answer = await visitor(api, studio).request(slot(index), { email: `ada+${index}@example.org` });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 429]);
    expect((await visitor(api, studio, 9).request(slot(9), { email: 'ada@example.org' })).status).toBe(201);
  });
});
