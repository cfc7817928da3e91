import { DAY_MS } from '#core/domain/values/durations.ts';
import { issueReceipt } from '#functions/receipts/issue.ts';
import { instantAtMinute, localDate } from '#core/domain/values/time.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { freeDays, times } from './support/booking-steps.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** A client with a session in a week, of which a deposit is paid. */
async function makeClient(studio: Photographer, email: string): Promise<string> {
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const customer = await insertCustomer(database(), studio.account.id, { name: 'Ada & Pau', email });
  const [session, payment] = [newId(), newId()];
  const day = localDate(Date.now() + 7 * DAY_MS, 'Europe/Madrid');
  await insertRow(database(), 'sessions', {
    id: session,
    ...author,
    customer_id: customer,
    session_type_id: await offerSession(studio),
    type: 'Portrait',
    date: new Date(instantAtMinute(day, 10 * 60, 'Europe/Madrid')),
  });
  await database().query('update session_billing set payment_amount = 20000 where session_id = $1', [session]);
  const money = { date: new Date(), amount: 5000, currency: 'EUR', status: 'paid', purpose: 'deposit' };
  await insertRow(database(), 'payments', { id: payment, ...author, session_id: session, ...money });
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database().query(text, [...values])).rows as Row[];
  await issueReceipt({ query }, studio.account.id, payment, Date.now());
  return customer;
}

test('a client finds everything behind one link until the studio revokes it', async ({ open, faults }) => {
  const photographer = await makePhotographer('Estudi Sal');
  await openBooking(photographer);
  const email = freshEmail('ada');
  const customer = await makeClient(photographer, email);
  const values = { customer_id: customer, visibility: 'invite' };
  const gallery = await makeGallery(photographer, { name: 'By the sea', photos: 1, values });
  const studio = await open({ as: photographer });
  const client = await open({ phone: true });
  const title = (name: string) => client.getByRole('heading', { level: 1, name });

  const link = await test.step('the studio sends the link', async () => {
    await studio.goto(`/app/clients/customers/${customer}`);
    await studio.getByRole('button', { name: 'Send link' }).click();
    const dialog = studio.getByRole('dialog', { name: 'Client link for Ada & Pau' });
    await expect(dialog.getByText('Everything in one place: your page with Estudi Sal').first()).toBeVisible();
    await expectNothingSerious(studio, 'the dialog with the mail');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(studio.getByText(`Client link sent to ${email}`).first()).toBeVisible();
    return new URL(linkIn(await mailTo(email), '/client/')).pathname;
  });

  await test.step('the client sees everything of theirs on a phone', async () => {
    await client.goto(link);
    await expect(title('Hello, Ada & Pau')).toBeVisible();
    await expect(client.getByText('To pay: €150')).toBeVisible();
    await expect(client.locator('.gallery-card img')).toHaveJSProperty('complete', true);
    await expectNothingSerious(client, 'the client’s page');
  });

  await test.step('opens a gallery that is open to invited people only', async () => {
    await client.getByRole('button', { name: /^By the sea/ }).click();
    await expect(title('By the sea')).toBeVisible();
    await client.goBack();
  });

  await test.step('reschedules a session', async () => {
    await client.getByRole('button', { name: /^View or change/ }).click();
    await client.getByRole('link', { name: 'Change time' }).click();
    await freeDays(client).nth(6).click();
    await times(client).last().click();
    await client.getByRole('button', { name: 'Change time' }).click();
    await expect(client.getByText('Your session has been rescheduled.')).toBeVisible();
  });

  await test.step('goes back to the client’s page, and downloads a receipt', async () => {
    await client.getByRole('link', { name: 'Back to your page' }).click();
    await expect(title('Hello, Ada & Pau')).toBeVisible();
    const [file] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: /^Download receipt/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('the studio revokes the link, and both page and gallery are closed', async () => {
    const section = studio.getByRole('region', { name: 'Client link' });
    await expect(section.getByText('Last opened')).toBeVisible();
    await section.getByRole('button', { name: `Revoke link: ${email}` }).click();
    await studio.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
    await expect(section.getByText('Revoked', { exact: true })).toBeVisible();
    faults.allowStatus(404, /^\/api\/p\/[^/]+\/client\//);
    await expect(async () => {
      await client.goto(link);
      await expect(title('This link no longer works')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await client.goto(gallery.path);
    await expect(client.getByRole('img', { name: /Photo 1/ })).toBeHidden();
  });

  await test.step('the client asks for a new one', async () => {
    await client.goto(link);
    await client.getByLabel('Email').fill(email);
    await client.getByRole('button', { name: 'Send me the link' }).click();
    await expect(client.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await client.goto(new URL(linkIn(await mailTo(email, { after: 1, subject: /your page/ }), '/client/')).pathname);
    await expect(title('Hello, Ada & Pau')).toBeVisible();
  });
});

test('sends an address that was typed before the page’s script ran', async ({ open }) => {
  const studio = await makePhotographer('Estudi Llum');
  const client = await open();
  const scripts = Promise.withResolvers<void>();
  await client.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
  await client.goto(`/p/${studio.account.slug}/client`, { waitUntil: 'commit' });
  await client.getByLabel('Email').fill('ada@example.com');
  await client.getByRole('button', { name: 'Send me the link' }).click();
  scripts.resolve();
  await expect(client.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await client.getByRole('button', { name: 'Use another address' }).click();
  await client.getByRole('button', { name: 'Send me the link' }).click();
  await expect(client.getByRole('heading', { name: 'Check your email' })).toBeFocused();
});
