import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { localDate } from '#core/domain/values/time.ts';
import { insertRow, newId } from '../support/rows.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { database } from './support/database.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { makeMorningStudio, todayAt } from './support/morning-studio.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makeMember, type Photographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

// Covers a whole day.
test.describe.configure({ timeout: 180_000 });

const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
const openScreen = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).first().click();

/** Creates a studio with a session this morning, half of it paid, and a session type that clients can request. */
async function openStudio(): Promise<Photographer> {
  const studio = await makeMorningStudio('Estudi Far');
  const ona = await makeCustomer(studio, { name: 'Ona Vidal' });
  const at = { date: todayAt(studio, 12), duration: 60, status: 'confirmed', type: 'Newborn' };
  const session = await makeSession(studio, ona, at);
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const paid = { session_id: session, date: new Date(), amount: 12_050, currency: 'EUR', status: 'paid' };
  await insertRow(database(), 'payments', { id: newId(), ...author, ...paid });
  await openBooking(studio);
  const type = { name: 'Retrat', requires_approval: true };
  await offerSession(studio, { type, price: { price: 18_000, deposit: 6_000 } });
  return studio;
}

/** Requests a session on the studio's public page, in Catalan. */
async function ask(page: Page, { account }: Photographer, email: string): Promise<void> {
  await page.goto(`/p/${account.slug}/book`);
  await page.getByRole('link', { name: 'Retrat' }).click();
  await expect(title(page, 'Tria dia i hora')).toBeVisible();
  // Near its end the current month has no free days; the next month always has.
  await page.getByRole('button', { name: 'Mes següent' }).click();
  await page
    .getByRole('gridcell')
    .getByRole('button', { disabled: false, name: /disponibles?$/ })
    .nth(3)
    .click();
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await page.getByLabel('Nom').fill('Marta Soler');
  await page.getByLabel('Correu electrònic').fill(email);
  await page.getByRole('button', { name: 'Comanda amb obligació de pagament' }).click();
  await expect(title(page, 'Sol·licitud de reserva enviada')).toBeVisible();
}

test('covers a working day from the agenda to the payments', { tag: '@phone' }, async ({ open }) => {
  const studio = await openStudio();
  const [page, assistant, client] = [
    await open({ as: studio }),
    await open({ as: await makeMember(studio, 'assistant') }),
    await open({ locale: 'ca-ES' }),
  ];
  const [marta, julia] = [freshEmail('marta'), freshEmail('julia')];
  const today = region(page, 'Coming up');
  const received = region(page, /^Received in/);

  await test.step('shows the day on one screen; an assistant sees it without amounts', async () => {
    await page.goto('/app');
    await expect(today.getByRole('listitem')).toContainText(['Newborn']);
    await expect(today.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
    await expect(received).toContainText('€120.50');
    await assistant.goto('/app');
    await expect(region(assistant, 'Coming up').getByRole('link', { name: 'Ona Vidal' })).toBeVisible();
    await expect(region(assistant, /^Received in/)).toBeHidden();
  });

  await test.step('a client requests a session and the studio approves it', async () => {
    await ask(client, studio, marta);
    await region(page, 'Needs your attention')
      .getByRole('link', { name: /^Marta Soler Requests/ })
      .click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Send now: Session confirmed' }).click();
    await expect(region(page, 'Emails').getByRole('listitem').filter({ hasText: 'Session confirmed' })).toContainText(
      'Sent',
    );
  });

  await test.step('the confirmation arrives in the client’s language, with the appointment', async () => {
    const mail = await mailTo(marta, { subject: /^La teva sessió està confirmada/ });
    expect(mail.text).toMatch(/^Hola, Marta:/);
    const calendar = mail.files.find(({ name }) => name.endsWith('.ics'));
    expect(calendar?.text).toContain('METHOD:REQUEST');
    await client.goto(linkIn(mail, '/booking/'));
    await expect(title(client, 'La teva sessió està reservada')).toBeVisible();
  });

  await test.step('adds a client and books a session', async () => {
    await openScreen(page, 'Home');
    await page.getByRole('link', { name: 'New client' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Júlia Mas');
    await page.getByRole('textbox', { name: 'Email' }).fill(julia);
    await page.getByRole('button', { name: 'Add client' }).click();
    await expect(title(page, 'Júlia Mas')).toBeVisible();
    await page.getByRole('link', { name: 'Book a session' }).click();
    await page.getByLabel('Session type').selectOption({ label: 'Retrat' });
    await expect(page.getByLabel('Price')).toHaveValue('€180');
    await page.getByLabel('When').fill(`${localDate(Date.now(), studio.account.timeZone)}T08:00`);
    await page.getByRole('button', { name: 'Book session' }).click();
    await expect(title(page, 'Júlia Mas')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('8:00–9:00');
  });

  await test.step('moves the session by half an hour, by keyboard', async () => {
    await openScreen(page, 'Scheduling');
    const calendar = region(page, 'Sessions');
    await calendar.getByRole('radio', { name: 'Day' }).click();
    const item = calendar.getByRole('link', { name: /^Júlia Mas/ });
    await item.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(calendar.getByRole('status')).toHaveText(/8:30–9:30$/);
    await page.keyboard.press('Enter');
    await expect(notice(page, 'Júlia Mas moved to')).toBeVisible();
    await expect(region(assistant, 'Coming up').getByRole('listitem')).toContainText(['8:30', 'Newborn']);
    await item.press('Enter');
    await expect(page.getByRole('main')).toContainText('8:30–9:30');
  });

  await test.step('records the deposit, the balance, and downloads the receipt', async () => {
    const payments = region(page, 'Payments');
    const record = page.getByRole('dialog', { name: 'Record payment' });
    for (const amount of ['€60', '€120']) {
      await payments.getByRole('button', { name: 'Record payment' }).click();
      await expect(record.getByLabel('Amount')).toHaveValue(amount);
      await record.getByRole('button', { name: 'Record payment' }).click();
      await expect(notice(page, `${amount} recorded`)).toBeVisible();
    }
    const rest = payments.getByRole('listitem').filter({ hasText: '€120' });
    await expect(rest).toContainText('-0002');
    await rest.getByRole('button', { name: /^More actions for/ }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download receipt' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Receipt \d{4}-0002\.pdf$/);
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const fact of ['-0002', 'Júlia Mas', 'Estudi Far', '120']) expect(text).toContain(fact);
  });

  await test.step('marks the session as done and creates its gallery', async () => {
    await page.getByRole('button', { name: 'Mark as completed' }).click();
    await expect(page.getByRole('main').getByText('Completed', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Create gallery' }).click();
    await expect(page.getByRole('link', { name: 'Júlia Mas, Retrat' })).toBeVisible();
  });

  await test.step('lists everything on the client’s page', async () => {
    await page.getByRole('link', { name: 'Júlia Mas', exact: true }).click();
    await expect(region(page, 'Sessions').getByRole('link', { name: /Retrat/ })).toBeVisible();
    await expect(region(page, 'Payments').getByRole('listitem')).toHaveCount(2);
    await page.getByRole('main').getByRole('link', { name: 'Júlia Mas, Retrat' }).first().click();
    await expect(title(page, 'Júlia Mas, Retrat')).toBeVisible();
  });

  await test.step('adds the payments to the month on home', async () => {
    await openScreen(page, 'Home');
    await expect(received).toContainText('€300.50');
    await expect(today.getByRole('listitem').filter({ hasText: 'Júlia Mas' })).toContainText('Completed');
  });

  await test.step('the assistant sees the sessions without amounts', async () => {
    const item = region(assistant, 'Coming up').getByRole('listitem').filter({ hasText: 'Júlia Mas' });
    await expect(item).toContainText('Completed');
    await expect(region(assistant, /^Received in/)).toBeHidden();
    await expect(assistant.getByRole('main')).not.toContainText('€');
    await item.getByRole('link').click();
    await expect(region(assistant, 'Notes')).toBeVisible();
    await expect(region(assistant, 'Payments')).toBeHidden();
    await expect(assistant.getByRole('main')).not.toContainText('€');
    await assistant.getByRole('link', { name: 'Júlia Mas', exact: true }).click();
    await expect(region(assistant, 'Sessions').getByRole('link', { name: /Retrat/ })).toBeVisible();
    await expect(assistant.getByRole('main')).not.toContainText('€');
    await expect(assistant.getByRole('link', { name: 'Payments' })).toBeHidden();
  });
});
