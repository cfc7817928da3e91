import { openBooking, offerSession } from './support/booking.ts';
import { showDay, times } from './support/booking-steps.ts';
import { database } from './support/database.ts';
import { freshEmail, makePhotographer } from './support/photographer.ts';
import { insertCustomer } from '../support/rows.ts';
import { expect, test } from './support/test.ts';

test('a client withdraws on a plain page, and the studio settles it', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer('Estudi Far');
  await openBooking(studio);
  await offerSession(studio, { price: { price: 18_000, deposit: 5_000 } });
  const client = await open();
  await client.goto(`/p/${studio.account.slug}/book`);
  await client.getByRole('link', { name: 'Portrait' }).click();
  await showDay(client);
  await times(client).first().click();
  await client.getByLabel('Name').fill('Marta Soler');
  await client.getByLabel('Email').fill(freshEmail('marta'));
  await client.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(client.getByRole('heading', { name: 'Your session is booked' })).toBeVisible();

  await client.getByRole('link', { name: 'Withdraw from the contract here' }).click();
  await expect(client.getByRole('heading', { name: 'Withdraw from the contract' })).toBeVisible();
  await expect(client.getByLabel('Your name')).toHaveValue('Marta Soler');
  await client.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(client.getByRole('heading', { name: 'You’ve withdrawn from the contract' })).toBeVisible();
  await client.getByRole('link', { name: 'Back' }).click();
  await expect(client.getByText(/^You withdrew from the contract on /)).toBeVisible();
  await expect(client.getByRole('heading', { name: 'You’ve withdrawn from the contract' })).toBeVisible();
  await expect(client.getByRole('link', { name: 'Cancel session' })).toBeHidden();

  const office = await open({ as: studio });
  await office.goto('/app');
  await expect(office.getByText(/^Withdrew on /)).toBeVisible();
  await office
    .getByRole('link', { name: /^Marta Soler/ })
    .first()
    .click();
  await expect(office.getByText(/^Marta Soler withdrew from the contract on /)).toBeVisible();
  await office.goto('/app');
  await office.getByRole('button', { name: 'Cancel session: Marta Soler' }).click();
  await office.getByRole('button', { name: 'Cancel session', exact: true }).click();
  await expect(office.getByText(/^Withdrew on /)).toBeHidden();
  const settled = `select from sessions s join orders o on o.id = s.id where s.account_id = $1 and s.status = 'cancelled'
    and o.withdrawal_settled_at is not null`;
  await expect.poll(async () => (await database().query(settled, [studio.account.id])).rows.length).toBe(1);
});

test('a member starts an order for a client without a session', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer('Estudi Pi');
  const customer = await insertCustomer(database(), studio.account.id, {
    name: 'Júlia Mas',
    email: freshEmail('julia'),
  });
  const page = await open({ as: studio });
  await page.goto(`/app/clients/customers/${customer}`);
  await page.getByRole('button', { name: 'New order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Album');
  await dialog.getByLabel('Quantity').fill('2');
  await dialog.getByLabel('Price of one').fill('90');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { name: 'Album' })).toBeVisible();
  await expect(page.getByText('2 × €90')).toBeVisible();
  await page.goto(`/app/clients/customers/${customer}`);
  await expect(page.getByRole('link', { name: 'Album' })).toBeVisible();
});
