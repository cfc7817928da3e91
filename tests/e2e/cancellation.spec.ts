import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute, localDate } from '#core/domain/values/time.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { database } from './support/database.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

test('a client reads what cancelling costs, cancels, and the studio records the refund', async ({ open }) => {
  const studio = await makePhotographer('Estudi Sal');
  await openBooking(studio);
  const price = { price: 18_000, deposit: 6000 };
  const type = await offerSession(studio, { price });
  const office = await open({ as: studio });
  await office.goto(`/app/scheduling/types/${type}`);
  const section = office.getByRole('region', { name: 'If a client cancels' });
  await section.getByRole('radio', { name: /A part of the price/ }).click();
  await expect(
    section.getByText('Up to 30 days before the session: you get back everything you’ve paid.'),
  ).toBeVisible();
  await section.getByLabel('Percent of the price, step 1').fill('10');
  await expect(section.getByText('the studio keeps 10% of the price (€18).')).toBeVisible();
  await expectNothingSerious(office, 'the rule of cancelling');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await database().query('select cancellation from session_types where id = $1', [type])).rows)
    .toMatchObject([
      {
        cancellation: {
          windows: [
            { hours: 720, keeps: 10 },
            { hours: 168, keeps: 100 },
          ],
        },
      },
    ]);

  const customer = await makeCustomer(studio, { name: 'Ada & Pau', email: 'ada@example.org' });
  const day = localDate(Date.now() + 20 * DAY_MS, 'Europe/Madrid');
  const session = await makeSession(studio, customer, {
    session_type_id: type,
    type: 'Portrait',
    date: new Date(instantAtMinute(day, 600, 'Europe/Madrid')),
    cancellation: (await database().query('select cancellation from session_types where id = $1', [type])).rows[0]
      .cancellation,
  });
  await database().query(
    'update session_billing set payment_amount = 18000, deposit_amount = 6000 where session_id = $1',
    [session],
  );
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const cash = { amount: 6000, currency: 'EUR', method: 'cash', status: 'paid', purpose: 'deposit', date: new Date() };
  await insertRow(database(), 'payments', { id: newId(), ...author, session_id: session, ...cash });
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database().query(text, [...values])).rows as Row[];
  const link = await createSessionLink(
    { query },
    { accountId: studio.account.id, sessionId: session, now: Date.now() },
  );

  await database().query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'methods', $2, $3)
     on conflict (account_id, key) do update set value = excluded.value`,
    [studio.account.id, studio.session.user.id, JSON.stringify({ iban: 'ES9121000418450200051332' })],
  );

  const client = await open({ phone: true });
  await client.goto(`/p/${studio.account.slug}/booking/${link}`);
  await expect(
    client.getByRole('listitem').filter({ hasText: 'the studio keeps 10% of the price (€18)' }),
  ).toBeVisible();
  // When and where comes before the ways to pay, which fill a phone's screen with a code.
  await expect(client.getByRole('img', { name: 'QR code for the transfer' })).toBeVisible();
  const [when, ways] = await Promise.all(
    [client.getByText('When', { exact: true }), client.getByRole('heading', { name: 'How to pay' })].map(
      async (part) => {
        const box = await part.first().boundingBox();
        return box!.y;
      },
    ),
  );
  expect(when!).toBeLessThan(ways!);
  await client.getByRole('link', { name: 'Cancel session' }).click();
  await expect(client.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(client.getByText('€42', { exact: true })).toBeVisible();
  await expect(client.getByText(/These amounts apply if you cancel by .* \(Madrid\)/)).toBeVisible();
  await expectNothingSerious(client, 'the amounts before cancelling');
  await client.getByRole('button', { name: 'Cancel session' }).click();
  await expect(client.getByText('Estudi Sal will send you back €42.')).toBeVisible();

  await office.goto('/app');
  const row = office.getByRole('link', { name: /Ada & Pau.*€42 to send back/ });
  await row.click();
  const payments = office.getByRole('region', { name: 'Payments' });
  await expect(payments.getByText('€42 to send back')).toBeVisible();
  await payments.getByRole('button', { name: 'Record refund of €42' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Record refund' }).click();
  await expect(payments.getByText(/nothing left to send back/)).toBeVisible();
});
