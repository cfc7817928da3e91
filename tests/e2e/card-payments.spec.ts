import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { showDay, times } from './support/booking-steps.ts';
import { database } from './support/database.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Pays on the page that plays Stripe's. */
async function payAtStripe(page: Page, amount: string): Promise<void> {
  await expect(title(page, 'Checkout')).toBeVisible();
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
}

test('connects Stripe, books with a deposit, pays the balance by link, and refunds a part', async ({
  open,
  faults,
}) => {
  // Back from Stripe's page, before its report, there is no booking yet.
  faults.allowStatus(404, /^\/api\/p\/.*\/bookings\//);
  const studio = await makePhotographer('Estudi Llevant');
  await openBooking(studio);
  const type = await offerSession(studio, { price: { price: 18_000, deposit: 5_000 } });
  const office = await open({ as: studio });
  await office.goto('/app/settings/card-payments');
  await expect(office.getByText('Not connected')).toBeVisible();
  await expectNothingSerious(office, 'payments by card');
  await office.getByRole('button', { name: 'Connect Stripe' }).click();
  await office.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(office.getByText('Clients can pay by card.')).toBeVisible();
  await office.goto(`/app/scheduling/types/${type}`);
  await office.getByRole('radio', { name: 'The deposit' }).click();
  await expect(notice(office, 'Saved')).toBeVisible();
  const stored = () => database().query('select online_payment from session_types where id = $1', [type]);
  await expect.poll(async () => (await stored()).rows[0].online_payment).toBe('deposit');

  const email = freshEmail('marta');
  const client = await open();
  await client.goto(`/p/${studio.account.slug}/book?type=${type}`);
  await showDay(client);
  await times(client).first().click();
  await client.getByLabel('Name').fill('Marta Soler');
  await client.getByLabel('E-mail').fill(email);
  await client.getByRole('button', { name: 'Continue to payment' }).click();
  // Back from Stripe's page the form is as it was, and leads to the same page.
  await client.getByRole('link', { name: /^Back to/ }).click();
  await expect(client.getByLabel('E-mail')).toHaveValue(email);
  await client.getByRole('button', { name: 'Continue to payment' }).click();
  await payAtStripe(client, '€50.00');
  await expect(title(client, 'Your session is booked')).toBeVisible();
  await expectNothingSerious(client, 'a booking with a balance');

  const { rows } = await database().query('select id from sessions where account_id = $1', [studio.account.id]);
  await office.goto(`/app/clients/sessions/${rows[0].id}`);
  const panel = office.getByRole('region', { name: 'Payments' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'Deposit' })).toContainText('Paid');
  await panel.getByRole('button', { name: 'More actions for Payments' }).click();
  await office.getByRole('menuitem', { name: 'Send payment link' }).click();
  const mail = await mailTo(email, { subject: /^Payment for your session/ });
  await client.goto(linkIn(mail, '/booking/'));
  await client.getByRole('button', { name: 'Pay the balance: €130' }).click();
  await payAtStripe(client, '€130.00');
  await expect(client.getByText('We’ve received your payment')).toBeVisible();

  const balance = panel.getByRole('listitem').filter({ hasText: '€130' });
  await balance.getByRole('button', { name: /^More actions for/ }).click();
  await office.getByRole('menuitem', { name: 'Refund…' }).click();
  const dialog = office.getByRole('dialog', { name: 'Refund to the card' });
  await dialog.getByLabel('Amount').fill('30');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(balance).toContainText('Partly refunded');
  await expect(panel.getByRole('listitem').filter({ hasText: '−€30' })).toContainText(/-0003/);
});
