import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { payments } from '#core/api/payments.ts';
import { customFontValue } from '#core/domain/branding/fonts.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { issueReceipt } from '#functions/receipts/issue.ts';
import { eraseReceiptClients, lockReceipts } from '#functions/receipts/retention.ts';
import { testApi } from '../support/api.ts';
import { readVariableFont } from '../support/fonts.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, stranger } from '../support/studio.ts';

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum'), await makeStudio(api, 'Other')];
await api.db.pool.query("update accounts set time_zone = 'Europe/Madrid', language = 'ca' where id = $1", [studio.id]);
/** Ids of the photographer, and of the owner. */
const own = await paid(studio.people.photographer.userId, { date: '2026-10-31T23:30Z', amount: 12_345, notes: '=1+1' });
const owners = await paid(studio.owner.userId, { date: '2026-12-01T10:00Z', amount: 700, method: 'cash' });

/** Inserts a payment with its receipt. */
async function paid(photographer: string, values: Row, issuedAt = Date.parse('2026-12-02T10:00Z')): Promise<string> {
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const [session, payment] = [newId(), newId()];
  const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Iñigo "El Nyap", S.L.', language: 'es' });
  const booked = { customer_id: customer, photographer_id: photographer, date: new Date(), type: 'Retrat' };
  await insertRow(api.db.pool, 'sessions', { id: session, ...author, ...booked });
  const money = { session_id: session, currency: 'EUR', status: 'paid', method: 'bizum' };
  await insertRow(api.db.pool, 'payments', { id: payment, ...author, ...money, ...values });
  await api.services.db.transaction((tx) => issueReceipt(tx, studio.id, payment, issuedAt));
  return payment;
}

const receipt = (id: string, as = studio.owner, account = studio.id) =>
  api.call('GET', `/api/payments/${id}/receipt.pdf`, { as, account });
const csv = (query = '', as = studio.owner, account = studio.id) =>
  api.call('GET', `/api/payments.csv${query}`, { as, account });

describe('GET /api/payments/{id}/receipt.pdf', () => {
  it('returns the receipt in the client’s language', async () => {
    const answer = await receipt(own);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toContain('Justificante de pago 2026-0001.pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.bytes)), { mergePages: true });
    for (const fact of [
      'Justificante de pago 2026-0001',
      'Iñigo "El Nyap", S.L.',
      '123,45',
      '1 de noviembre de 2026',
      'Retrat',
    ])
      expect(text).toContain(fact);
  });

  it.each<[Role, number]>([
    ['owner', 200],
    ['admin', 200],
    ['photographer', 404],
    ['assistant', 403],
  ])('answers the %s with %i for the owner’s session', async (role, status) => {
    expect((await receipt(owners, studio.people[role])).status).toBe(status);
  });

  it('returns a photographer their own', async () => {
    expect((await receipt(own, studio.people.photographer)).status).toBe(200);
  });

  it('names an erased client to owners and admins only, until the retention period is over', async () => {
    const sold = await paid(studio.people.photographer.userId, { date: '2026-09-01T10:00Z', amount: 100 });
    const [row] = (await api.db.pool.query('select session_id from payments where id = $1', [sold])).rows;
    await api.services.db.transaction((tx) => lockReceipts(tx, studio.id, [row.session_id], Date.parse('2026-12-03')));
    const clientTo = async (role: Role) => {
      const { bytes } = await receipt(sold, studio.people[role]);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
      return text.includes('Iñigo');
    };
    expect([await clientTo('owner'), await clientTo('admin'), await clientTo('photographer')]).toEqual([
      true,
      true,
      false,
    ]);
    await api.services.db.transaction((tx) => eraseReceiptClients(tx, Date.parse('2033-01-01T00:00Z')));
    expect(await clientTo('owner')).toBe(false);
    await api.db.pool.query('delete from payments where id = $1', [sold]);
  });

  it('answers for another studio as for a missing one', async () => {
    const [missing, foreign] = [
      await receipt(newId(), other.owner, other.id),
      await receipt(own, other.owner, other.id),
    ];
    expect([missing.status, foreign.text]).toEqual([404, missing.text]);
    expect((await receipt('nonsense', other.owner, other.id)).text).toBe(missing.text);
    expect((await receipt(own, stranger(), studio.id)).status).toBe(403);
  });

  it('is headed by the studio’s logo, in its confirmed heading font', async () => {
    const upload = async (path: string, field: string, bytes: Buffer | string, as = studio) => {
      const body = new FormData();
      body.set(field, new File([new Uint8Array(Buffer.from(bytes))], field));
      const answer = await api.call('POST', path, { as: as.owner, account: as.id, body });
      expect(answer.status).toBe(201);
      return JSON.parse(answer.text) as { id: string };
    };
    const confirm = (id: string) =>
      api.db.pool.query(
        `update custom_fonts set metadata = jsonb_set(metadata, '{confirmed}', '{"userId": "x", "at": 1}') where id = $1`,
        [id],
      );
    const setTheme = (key: string, value: unknown) =>
      api.db.pool.query(
        `insert into settings (account_id, author_id, key, value) values ($1, $2, $3, $4)
         on conflict (account_id, key) do update set value = excluded.value`,
        [studio.id, studio.owner.userId, `theme.${key}`, JSON.stringify(value)],
      );
    const printed = async () => {
      const { bytes } = await receipt(own);
      const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
      const fonts = Buffer.from(bytes)
        .toString('latin1')
        .match(/(?<=\/FontName \/[A-Z]{6}\+)\w+/g);
      return [JSON.stringify(await page.getStructTree()).includes('"role":"Figure"'), new Set(fonts).has('Heading')];
    };
    expect(await printed()).toEqual([false, false]);
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="#222"/></svg>';
    await upload('/api/upload/logo', 'logo', drawing);
    const [font, foreign] = [
      await upload('/api/upload/font', 'font', readVariableFont()),
      await upload('/api/upload/font', 'font', readVariableFont(), other),
    ];
    await confirm(foreign.id);
    await setTheme('updatedAt', 1);
    await setTheme('headingFont', customFontValue(foreign.id));
    expect(await printed()).toEqual([true, false]);
    await setTheme('headingFont', customFontValue(font.id));
    expect(await printed()).toEqual([true, false]);
    await confirm(font.id);
    expect(await printed()).toEqual([true, true]);
  });

  it('answers 404 before the payment is received', async () => {
    const waiting = await paid(studio.owner.userId, { date: new Date(), amount: 1, status: 'pending' });
    expect((await receipt(waiting)).error.code).toBe('not_found');
    await api.db.pool.query('delete from payments where id = $1', [waiting]);
  });
});

describe('GET /api/payments/next-receipt', () => {
  const next = (as = studio.owner, account = studio.id) =>
    api.call('GET', '/api/payments/next-receipt', { as, account });

  it('names the number that the next receipt gets', async () => {
    const { year, number } = (await next()).read(payments.nextReceipt);
    const payment = await paid(studio.owner.userId, { date: new Date(), amount: 1 }, api.clock.now());
    expect((await next()).read(payments.nextReceipt)).toEqual({ year, number: number + 1 });
    const value = JSON.stringify({ receiptStart: { year, number: 43 } });
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'settings', { ...author, key: 'tax', value });
    expect((await next()).read(payments.nextReceipt)).toEqual({ year, number: 43 });
    expect((await next(other.owner, other.id)).read(payments.nextReceipt)).toMatchObject({ number: 1 });
    await api.db.pool.query("delete from settings where account_id = $1 and key = 'tax'", [studio.id]);
    await api.db.pool.query('delete from receipts where payment_id = $1', [payment]);
    await api.db.pool.query('delete from payments where id = $1', [payment]);
  });

  it.each<[Role, number]>([
    ['admin', 200],
    ['photographer', 403],
    ['assistant', 403],
  ])('answers the %s with %i', async (role, status) => {
    expect((await next(studio.people[role])).status).toBe(status);
  });
});

describe('GET /api/payments.csv', () => {
  it('contains every payment, with amounts and dates that a spreadsheet parses', async () => {
    const refund = newId();
    await api.db.pool.query(
      `insert into payments (id, account_id, author_id, session_id, refunds_payment_id, date, amount, currency, status, method)
       select $2, account_id, author_id, session_id, id, '2026-11-05T10:00Z', 345, currency, 'paid', 'card'
       from payments where id = $1`,
      [own, refund],
    );
    const waiting: string[] = [];
    for (const [day, status] of ['pending', 'failed', 'void'].entries()) {
      waiting.push(
        await paid(studio.owner.userId, { date: new Date(Date.UTC(2026, 11, 2 + day)), amount: 5050, status }),
      );
    }
    const answer = await csv();
    await api.db.pool.query('delete from payments where id = any($1)', [waiting]);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('Pagaments.csv');
    const client = '"Iñigo ""El Nyap"", S.L."';
    expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(answer.text.split('\r\n')).toEqual([
      'Data;Rebut;Client;Sessió;Tipus;Concepte;Forma de pagament;Estat;Import;No cobrat;Moneda;Devolució de;Notes;ID',
      `2026-11-01;2026-0001;${client};Retrat;Pagament;Pagament;Bizum;Retornat en part;123,45;;EUR;;'=1+1;${own}`,
      `2026-11-05;;${client};Retrat;Devolució;Pagament;Targeta;Pagat;-3,45;;EUR;2026-0001;;${refund}`,
      `2026-12-01;2026-0002;${client};Retrat;Pagament;Pagament;Efectiu;Pagat;7;;EUR;;;${owners}`,
      ...waiting.map(
        (id, at) =>
          `2026-12-0${at + 2};;${client};Retrat;Pagament;Pagament;Bizum;${['Pendent', 'Fallit', 'Anul·lat'][at]};;50,5;EUR;;;${id}`,
      ),
      '',
    ]);
    const amounts = answer.text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(/;(-?[\d,]*);[\d,]*;EUR/.exec(line)?.[1]?.replace(',', '.')));
    const [months] = (
      await api.db.pool.query(
        'select sum(received - refunded)::float8 / 100 as total from revenue_months where account_id = $1',
        [studio.id],
      )
    ).rows;
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(months.total, 9);
  });

  it('has the days of UTC if the studio’s zone is unknown', async () => {
    const set = (zone: string) =>
      api.db.pool.query('update accounts set time_zone = $2 where id = $1', [studio.id, zone]);
    const { rows } = await api.db.pool.query<{ zone: string }>('select time_zone as zone from accounts where id = $1', [
      studio.id,
    ]);
    const late = await paid(studio.owner.userId, { date: new Date('2026-12-31T23:30Z'), amount: 100, status: 'paid' });
    await set('Mars/Olympus');
    const { text } = await csv();
    await set(rows[0]!.zone);
    await api.db.pool.query('delete from payments where id = $1', [late]);
    expect(text).toMatch(new RegExp(`^2026-12-31;.*${late}`, 'm'));
  });

  it('filters by date, and limits photographers to their own', async () => {
    const rows = (answer: { text: string }) => answer.text.split('\r\n').length - 2;
    const november = `?from=${Date.parse('2026-10-31T23:00Z')}&to=${Date.parse('2026-11-30T23:00Z')}`;
    expect(rows(await csv(november))).toBe(2);
    const mine = await csv('', studio.people.photographer);
    expect([rows(mine), mine.text.includes(owners)]).toEqual([2, false]);
    expect(rows(await csv('', other.owner, other.id))).toBe(0);
    expect((await csv('', studio.people.assistant)).status).toBe(403);
    expect((await csv('?from=yesterday')).error).toMatchObject({ code: 'validation_failed', field: 'from' });
    expect((await csv('?month=2026-11')).status).toBe(400);
  });
});
