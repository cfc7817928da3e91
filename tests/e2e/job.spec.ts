import type { Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { insertRow, newId } from '../support/rows.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { showDay, times } from './support/booking-steps.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { inviteChooser, invitePath, makeSelection } from './support/proofing.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Pays on the page that plays Stripe's. */
async function payAtStripe(page: Page, amount: RegExp): Promise<void> {
  await expect(title(page, 'Checkout')).toBeVisible();
  await page.getByRole('button', { name: amount }).click();
}

/** Creates a contract in English that clients of this session type sign. */
async function requireContract({ account, session }: Photographer, type: string): Promise<void> {
  const id = newId();
  // Longer than a window.
  const clauses = '\n\nThe studio keeps the photos for a year.'.repeat(40);
  const body = `{{client}} books {{type}} for {{price}}.${clauses}`;
  const texts = { en: { title: 'Portrait agreement', body } };
  const row = {
    id,
    account_id: account.id,
    author_id: session.user.id,
    name: 'Agreement',
    texts: JSON.stringify(texts),
  };
  await insertRow(database(), 'contract_templates', row);
  await database().query('update session_types set contract_template_id = $2 where id = $1', [type, id]);
}

// Covers a whole job.
test.describe.configure({ timeout: 150_000 });

test('covers a job from the booking by card to the balance', async ({ open, faults }) => {
  // Before Stripe’s report there is no booking to show.
  faults.allowStatus(404, /^\/api\/p\/.*\/bookings\//);
  const studio = await makePhotographer('Estudi Llevant');
  await openBooking(studio);
  const type = await offerSession(studio, { price: { price: 18_000, deposit: 5_000 } });
  await requireContract(studio, type);
  const [office, client] = [await open({ as: studio }), await open()];
  const email = freshEmail('marta');
  const panel = office.getByRole('region', { name: 'Payments' });

  await test.step('the studio connects Stripe and asks for the deposit', async () => {
    await office.goto('/app/settings/card-payments');
    await expect(office.getByText('Not connected')).toBeVisible();
    await expectNothingSerious(office, 'card payments');
    await office.getByRole('button', { name: 'Connect Stripe' }).click();
    await office.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(office.getByText('Clients can pay by card.')).toBeVisible();
    await office.goto(`/app/scheduling/types/${type}`);
    await office.getByRole('radio', { name: /^The deposit €/ }).click();
    await expect(notice(office, 'Saved')).toBeVisible();
    const stored = () => database().query('select online_payment from session_types where id = $1', [type]);
    await expect.poll(async () => (await stored()).rows[0].online_payment).toBe('deposit');
  });

  await test.step('the client books, and pays the deposit on Stripe’s page', async () => {
    await client.goto(`/p/${studio.account.slug}/book?type=${type}`);
    await showDay(client);
    await times(client).first().click();
    await client.getByLabel('Name').fill('Marta Soler');
    await client.getByLabel('Email').fill(email);
    await client.getByRole('button', { name: 'Order with obligation to pay' }).click();
    // Back from Stripe's page the form is as it was, and links to the same page.
    await client.getByRole('link', { name: /^Back to/ }).click();
    await expect(client.getByLabel('Email')).toHaveValue(email);
    await client.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await payAtStripe(client, /€50/);
    await expect(client.getByRole('button', { name: 'Pay the balance: €130' })).toBeVisible();
    await expectNothingSerious(client, 'a booking with a balance');
  });

  const { rows } = await database().query('select id, customer_id from sessions where account_id = $1', [
    studio.account.id,
  ]);
  const [booked] = rows as { id: string; customer_id: string }[];
  const { id: session, customer_id: customer } = booked!;

  await test.step('the client signs, which confirms the session', async () => {
    await office.goto(`/app/clients/sessions/${session}`);
    await expect(panel.getByRole('listitem').filter({ hasText: 'Deposit' })).toContainText('Paid');
    await expect(office.getByRole('main').getByText('Scheduled', { exact: true }).first()).toBeVisible();
    await client.getByRole('link', { name: /^Sign the contract/ }).click();
    await expect(client.getByText('books Portrait for €180')).toBeVisible();
    await client.getByLabel('Your full name').fill('Marta Soler');
    await client.getByRole('checkbox', { name: /^I have read the whole text/ }).check();
    await client.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(client.getByText(/^Signed by Marta Soler on/)).toBeInViewport();
    await expect(office.getByRole('main').getByText('Confirmed', { exact: true }).first()).toBeVisible();
  });

  await test.step('the client chooses an extra photo in the gallery and pays for it', async () => {
    const values = { customer_id: customer };
    const gallery = await makeGallery(studio, { name: 'Marta', photos: 2, values });
    await database().query('update sessions set gallery_id = $2 where id = $1', [session, gallery.id]);
    const listId = await makeSelection(studio, gallery, { included_count: 1 });
    const price = { list_id: listId, account_id: studio.account.id, extra_price: 1_500 };
    await insertRow(database(), 'pick_list_prices', price);
    const { token } = await inviteChooser(studio, gallery, 'Marta');
    const photos = await client.context().newPage();
    await photos.goto(invitePath(studio, gallery, token));
    const hearts = photos.getByRole('region', { name: 'Photos' }).getByRole('button', { name: /^Add to/ });
    for (const index of [0, 1]) await hearts.nth(index).click();
    await photos.getByRole('button', { name: 'Send selection' }).click();
    const dialog = photos.getByRole('dialog');
    await expect(dialog.getByText('2 (1 included + 1 at €15)')).toBeVisible();
    await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await expect(photos.getByRole('dialog', { name: 'Selection sent' })).toBeVisible();
    await photos.close();
    await client.getByRole('link', { name: /^Back/ }).first().click();
    await client.reload();
    await client.getByRole('button', { name: 'Pay for your extra photos: €15' }).click();
    await payAtStripe(client, /€15/);
    await expect(client.getByText('We’ve received your payment')).toBeVisible();
  });

  await test.step('the studio sends a payment link, and the client pays the balance', async () => {
    await panel.getByRole('button', { name: 'Send payment link' }).click();
    const asking = office.getByRole('dialog', { name: 'Request €130?' });
    await expect(asking.getByText('Payment for your session').first()).toBeVisible();
    await asking.getByRole('button', { name: 'Send email' }).click();
    const mail = await mailTo(email, { subject: /^Payment for your session/ });
    await client.goto(linkIn(mail, '/booking/'));
    await client.getByRole('button', { name: 'Pay the balance: €130' }).click();
    await payAtStripe(client, /€130/);
    await expect(client.getByText('We’ve received your payment')).toBeVisible();
    await expect(client.getByRole('button', { name: /^Pay/ })).toBeHidden();
  });

  await test.step('the studio refunds a part to the card', async () => {
    const balance = panel.getByRole('listitem').filter({ hasText: '€130' });
    await balance.getByRole('button', { name: /^More actions for/ }).click();
    await office.getByRole('menuitem', { name: 'Refund…' }).click();
    const dialog = office.getByRole('dialog', { name: 'Refund through Stripe' });
    await dialog.getByLabel('Amount').fill('30');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(balance).toContainText('Partly refunded');
    await expect(panel.getByRole('listitem').filter({ hasText: '−€30' })).toContainText(/-0004/);
  });
});
