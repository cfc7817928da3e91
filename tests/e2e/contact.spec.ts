import { expect, test } from './support/test.ts';
import { openBooking, offerSession } from './support/booking.ts';
import { database } from './support/database.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { title } from './support/sign-in-page.ts';

test('a visitor without scripts writes, and two clicks make a client and a request', async ({ browser, open }) => {
  const studio = await makePhotographer('Estudi Llum');
  await openBooking(studio);
  await offerSession(studio);
  const email = freshEmail('mar');
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const visitor = await context.newPage();
  await visitor.goto(`/p/${studio.account.slug}`);
  const form = visitor.locator('#contact');
  await form.getByLabel('Name').fill('Mar www.example.org');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Session').selectOption('Portrait');
  await form.getByLabel('Preferred date').fill('2031-05-10');
  await form.getByLabel('Message').fill('Are you free in May?\nWe are two.');
  await form.getByRole('button', { name: 'Send message' }).click();
  // Refused for the link: nothing typed is lost.
  await expect(visitor.getByRole('alert')).toContainText('Everything you typed is still here.');
  await expect(visitor.getByLabel('Message')).toHaveValue('Are you free in May?\nWe are two.');
  await expect(visitor.getByLabel('Session')).toContainText('Portrait');
  await visitor.getByLabel('Name').fill('Mar Riera');
  await visitor.getByRole('button', { name: 'Send message' }).click();
  await expect(visitor.getByText('Message sent')).toBeVisible();
  await context.close();

  const page = await open({ as: studio });
  await page.goto('/app');
  await page.getByRole('link', { name: /Mar Riera.*Are you free in May/ }).click();
  await expect(title(page, 'Mar Riera')).toBeVisible();
  await page.getByRole('button', { name: 'Create client and booking request' }).click();
  await expect(notice(page, 'Booking request created for Mar Riera')).toBeVisible();
  await page.getByRole('link', { name: 'Open booking request' }).click();
  await expect(page.getByText('Are you free in May?')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10 May 2031');
  await navigateTo(page, '/app/clients/customers');
  await expect(page.getByRole('link', { name: 'Mar Riera' })).toHaveCount(1);
});

test('the form stays on the page: its faults, a failed attempt and the thanks', async ({ open, faults }) => {
  faults.allowStatus(400, /\/contact$/);
  const studio = await makePhotographer('Estudi Llum');
  const page = await open();
  await page.goto(`/p/${studio.account.slug}`);
  const form = page.locator('#contact');
  // Until the page's script takes over, the browser shows a message of its own.
  await expect(form.locator('form')).toHaveJSProperty('noValidate', true);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByText('Enter your name, without links.')).toBeVisible();
  await form.getByLabel('Name').fill('See www.example.org');
  await expect(form.getByText('Enter your name, without links.')).toBeHidden();
  await form.getByLabel('Email').fill(freshEmail('mar'));
  await form.getByLabel('Message').fill('Are you free in May?');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Enter your name, without links.')).toBeVisible();
  await form.getByLabel('Name').fill('Mar');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Message sent')).toBeFocused();

  const office = await open({ as: studio });
  await office.goto('/app/clients/inquiries');
  await office.getByRole('link', { name: 'Mar' }).click();
  await office.getByRole('button', { name: 'More actions for Mar' }).click();
  await office.getByRole('menuitem', { name: 'Mark as spam' }).click();
  await expect(office.getByText('Marked as spam by your team.')).toBeVisible();
  await notice(office, 'Marked as spam').getByRole('button', { name: 'Undo' }).click();
  await expect(office.getByText('Marked as spam by your team.')).toBeHidden();
});

test('the studio turns its form off', async ({ open }) => {
  const studio = await makePhotographer('Estudi Llum');
  const office = await open({ as: studio });
  await office.goto('/app/settings');
  await office.getByRole('checkbox', { name: 'Contact form' }).uncheck();
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(notice(office, 'Saved')).toBeVisible();
  // The note appears before the server has the change; a page from before would be cached for a minute.
  await expect.poll(() => hasForm(studio)).toBe(false);
  const page = await open();
  await page.goto(`/p/${studio.account.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Estudi Llum' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveCount(0);
});

async function hasForm({ account }: Photographer): Promise<unknown> {
  const { rows } = await database().query<{ form: unknown }>(
    `select value -> 'contactForm' as form from settings where account_id = $1 and key = 'photographer'`,
    [account.id],
  );
  return rows[0]?.form;
}
