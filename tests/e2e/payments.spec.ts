import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { mailTo } from './support/mail.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { freshEmail, makeMember, makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

const panelOf = (page: Page) => page.getByRole('region', { name: 'Payments' });
const itemOf = (panel: Locator, text: string) => panel.getByRole('listitem').filter({ hasText: text });
const bill = (session: string, values: [price: number, deposit: number, due: string]) =>
  database().query(
    'update session_billing set payment_amount = $2, deposit_amount = $3, due_date = $4 where session_id = $1',
    [session, ...values],
  );

async function expectNoSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

async function choose(page: Page, item: Locator, act: string): Promise<void> {
  await item.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** Reads a figure of the panel's summary. */
const figure = (panel: Locator, name: string) =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().getByText(name, { exact: true }) })
    .getByRole('definition');

test('charges a product of the price list, and takes it off again', async ({ open }) => {
  const studio = await makePhotographer('Llum de Mar');
  const session = await makeSession(studio, await makeCustomer(studio, { name: 'Núria Peña' }), { type: 'Boda' });
  await bill(session, [100_000, 0, '2031-05-10']);
  const page = await open({ as: studio });
  await page.goto('/app/scheduling/products');
  await page.getByRole('button', { name: 'New product' }).click();
  const product = page.getByRole('dialog', { name: 'New product' });
  await product.getByLabel('Type').selectOption('Option');
  await product.getByLabel('Name').fill('Album');
  await product.getByLabel('Price').fill('300');
  await product.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Album' })).toContainText('€300');
  await page.goto(`/app/clients/sessions/${session}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'More actions for Payments' }).click();
  await page.getByRole('menuitem', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await dialog.getByLabel('Product').fill('Alb');
  await page.getByRole('option', { name: 'Album' }).click();
  await dialog.getByLabel('Quantity').fill('2');
  await dialog.getByLabel('Discount').fill('50');
  await expect(dialog.getByText('Adds €550')).toBeVisible();
  await expectNothingSerious(page, 'product of a session');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const lines = panel.getByRole('list', { name: 'What is charged' }).getByRole('listitem');
  await expect(lines).toHaveText([/Session.*€1,000/, /Album.*2 × €300.*€50 discount.*€550/]);
  await expect(figure(panel, 'Price')).toHaveText('€1,550');
  await panel.getByRole('button', { name: 'Remove Album' }).click();
  await expect(figure(panel, 'Price')).toHaveText('€1,000');
});

test('divides a price into monthly instalments, which a payment fills and a lower price shortens', async ({ open }) => {
  const studio = await makePhotographer('Llum de Mar');
  const session = await makeSession(studio, await makeCustomer(studio, { name: 'Núria Peña' }), { type: 'Boda' });
  await bill(session, [240_000, 0, '2031-05-10']);
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions/${session}`);
  const panel = panelOf(page);
  const more = panel.getByRole('button', { name: 'More actions for Payments' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Set up payment plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment plan' });
  await dialog.getByRole('button', { name: '3 instalments, monthly' }).click();
  const amounts = dialog.getByLabel('Amount', { exact: true });
  await expect(amounts).toHaveCount(3);
  await amounts.first().fill('600');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(dialog.getByText('The instalments must add up to €2,400.')).toBeVisible();
  await expectNothingSerious(page, 'payment plan');
  await amounts.last().fill('1000');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  const parts = panel.getByRole('region', { name: 'Payment plan' }).getByRole('listitem');
  await expect(parts).toHaveText([/€600.*Next/, /€800/, /€1,000/]);
  await panel.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('€600');
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
  await expect(parts).toHaveText([/€600.*Paid/, /€800.*Next/, /€1,000/]);
  await more.click();
  await page.getByRole('menuitem', { name: 'Change price and due dates' }).click();
  await page.getByLabel('Price', { exact: true }).fill('1200');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(parts).toHaveText([/€600.*Paid/, /€600.*Next/]);
  await expectNoSideways(page);
});

test('records a deposit, the rest and a refund, each with a receipt', async ({ open }) => {
  const studio = await makePhotographer('Llum de Mar');
  const customer = await makeCustomer(studio, { name: 'Núria Peña', email: 'nuria@example.org', language: 'es' });
  const session = await makeSession(studio, customer, { type: 'Boda' });
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions/${session}`);
  const panel = panelOf(page);
  await expect(panel.getByText('This session has no price yet.')).toBeVisible();
  await panel.getByRole('button', { name: 'More actions for Payments' }).click();
  await page.getByRole('menuitem', { name: 'Change price and due dates' }).click();
  await page.getByLabel('Price', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('Enter an amount, or leave the field empty.')).toBeVisible();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('abc');
  await page.getByLabel('Price', { exact: true }).fill('1200 EUR');
  await page.getByLabel('Deposit', { exact: true }).fill('1300');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('The deposit can’t be more than the price.')).toBeVisible();
  await page.getByLabel('Deposit', { exact: true }).fill('300,50');
  await page.getByLabel('Due date', { exact: true }).fill('2020-01-31');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(panel.getByText('Overdue')).toBeVisible();

  await panel.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('€300.50');
  // A typed method needs no choice from the list.
  await dialog.getByLabel('Method').fill('Voucher');
  await expectNoSideways(page);
  await expectNothingSerious(page, 'record payment');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(notice(page, '€300.50 recorded')).toBeVisible();
  await expect(figure(panel, 'Balance')).toHaveText('€899.50');
  await expect(itemOf(panel, 'Deposit')).toContainText(/Voucher.*-0001/);

  await panel.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('€899.50');
  await dialog.getByLabel('Email the receipt to the client').check();
  // Enter on a checkbox does not submit.
  await dialog.getByLabel('Email the receipt to the client').press('Enter');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const rest = panel.getByRole('listitem').filter({ hasText: '€899.50' });
  await expect(rest).toContainText('-0002');
  await expect(figure(panel, 'Balance')).toHaveText('€0');
  const sent = async () =>
    (await database().query("select from messages where session_id = $1 and kind = 'receipt'", [session])).rowCount;
  await expect.poll(sent).toBe(1);

  await choose(page, rest, 'Refund…');
  const refund = page.getByRole('dialog', { name: 'Record refund' });
  await refund.getByLabel('Amount').fill('900');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund.getByText('You can refund up to €899.50.')).toBeVisible();
  await refund.getByLabel('Amount').fill('99.50');
  await expect(refund.getByText('New price: €1,100.50')).toBeVisible();
  await expectNoSideways(page);
  await refund.getByRole('button', { name: 'Record refund' }).click();
  const back = itemOf(panel, '−€99.50');
  await expect(back).toContainText('-0003');
  await expect(rest).toContainText('Partly refunded');
  await expect(figure(panel, 'Balance')).toHaveText('€0');
  await expectNoSideways(page);
  await expectNothingSerious(page, 'payments of a session');

  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, back, 'Download receipt')]);
  expect(file.suggestedFilename()).toMatch(/^Receipt \d{4}-0003\.pdf$/);
  const bytes = new Uint8Array(await readFile(await file.path()));
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  for (const fact of [
    'Justificante de devolución',
    'No es una factura.',
    'Núria Peña',
    'Llum de Mar',
    '99,50',
    '-0002',
  ])
    expect(text).toContain(fact);
});

test('marks as expected, voids and restores; a waived price is not owed', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const email = freshEmail('client');
  const session = await makeSession(studio, await makeCustomer(studio, { email, language: 'en' }));
  await bill(session, [50_000, 0, '2031-01-31']);
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions/${session}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Record payment' }).click();
  await page.getByRole('radio', { name: 'Expected' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
  const item = panel.getByRole('listitem');
  await expect(item).toContainText('Pending');
  await choose(page, item, 'Void payment');
  await expect(item).toContainText('Void');
  await notice(page, 'Payment of €500 voided').getByRole('button', { name: 'Undo' }).click();
  await expect(item).toContainText('Pending');
  await choose(page, item, 'Mark as paid…');
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(dialog.getByText('This issues the receipt for €500')).toBeVisible();
  await dialog.getByLabel('Paid on').fill('');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(dialog.getByText('Choose a date.')).toBeVisible();
  await dialog.getByLabel('Paid on').fill('2026-03-31');
  await dialog.getByLabel('Method').fill('Cas');
  await page.getByRole('option', { name: 'Cash' }).click();
  await expectNoSideways(page);
  await expectNothingSerious(page, 'mark as paid');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(item).toContainText(/31 Mar.* · Cash · \d{4}-0001/);
  await expect(item.getByRole('button', { name: /^More actions for/ })).toBeFocused();
  await expect(figure(panel, 'Paid')).toHaveText('€500');
  const mail = await mailTo(email);
  expect(mail.text).toContain('Paid: €500');
  expect(mail.text).toContain('Still to pay: nothing');
  expect(mail.files.map(({ type }) => type)).toEqual(['application/pdf']);

  await bill(session, [60_000, 0, '2031-01-31']);
  await expect(panel.getByText('Partly paid')).toBeVisible();
  await panel.getByRole('button', { name: 'More actions for Payments' }).click();
  await page.getByRole('menuitem', { name: 'Waive price' }).click();
  await expect(panel.getByText('Waived')).toBeVisible();
  await notice(page, 'Price waived').getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByText('Partly paid')).toBeVisible();
});

test('the list filters, totals, exports and shows what is owed', async ({ open }) => {
  const studio = await makePhotographer();
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const [ada, pau] = [await makeCustomer(studio, { name: 'Ada' }), await makeCustomer(studio, { name: 'Pau Riera' })];
  const [first, second] = [await makeSession(studio, ada), await makeSession(studio, pau, { type: 'Family' })];
  await bill(first, [10_000, 0, '2020-01-01']);
  await bill(second, [20_000, 0, '2031-01-01']);
  const paid = { currency: 'EUR', status: 'paid', method: 'cash', ...author };
  const add = (values: object) => insertRow(database(), 'payments', { id: newId(), ...paid, ...values });
  await add({ session_id: first, amount: 2500, date: '2026-03-31T21:30Z' });
  await add({ session_id: second, amount: 1250, date: '2026-04-01T10:00Z' });
  await add({ session_id: second, amount: 700, date: '2026-04-02T10:00Z', status: 'void' });
  const page = await open({ as: studio });
  await page.goto('/app/clients/payments');
  await expect(title(page, 'Payments')).toBeVisible();
  const list = page.getByRole('list', { name: 'All payments' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('€37.50 received')).toBeVisible();
  await expectNoSideways(page);
  await page.getByLabel('Month', { exact: true }).selectOption('March 2026');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('€25 received')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain('2026-03-31,,Ada,,Payment,Payment,Cash,Paid,25,,EUR');
  await page.getByLabel('Month', { exact: true }).selectOption('All months');
  await page.getByLabel('Status', { exact: true }).selectOption('Void');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('received')).toHaveCount(0);
  await page.getByLabel('Search payments').fill('nobody');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);

  await page.getByRole('tab', { name: 'Outstanding' }).click();
  await expect(page.getByText('€262.50 outstanding · €75 overdue')).toBeVisible();
  const due = page.getByRole('list', { name: 'Outstanding' }).getByRole('listitem');
  await expect(due.first()).toContainText('Overdue');
  await due.first().getByRole('link', { name: 'Ada' }).click();
  await expect(panelOf(page).getByText('€25', { exact: true }).first()).toBeVisible();
  await navigateTo(page, `/app/clients/customers/${pau}`);
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(2);
});

test('hides amounts from assistants and others’ amounts from photographers', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const customer = await makeCustomer(studio, { name: 'Ada' });
  const photographer = await makeMember(studio, 'photographer');
  const own = await makeSession(studio, customer, { photographer_id: photographer.session.user.id });
  const other = await makeSession(studio, customer, { photographer_id: studio.session.user.id });
  for (const id of [own, other]) await bill(id, [10_000, 0, '2031-01-01']);
  const assistant = await open({ as: await makeMember(studio, 'assistant') });
  await assistant.goto(`/app/clients/sessions/${own}`);
  await expect(title(assistant, 'Ada')).toBeVisible();
  await expect(assistant.getByRole('region', { name: 'Notes' })).toBeVisible();
  await expect(panelOf(assistant)).toHaveCount(0);
  await assistant.goto('/app/clients/payments');
  await expect(assistant).toHaveURL(/\/app\/unauthorized$/);

  const page = await open({ as: photographer });
  await page.goto('/app/clients/payments?tab=due');
  await expect(page.getByRole('list', { name: 'Outstanding' }).getByRole('listitem')).toHaveCount(1);
  await page.goto(`/app/clients/sessions/${other}`);
  await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible();
  await expect(panelOf(page)).toHaveCount(0);
  await page.goto(`/app/clients/sessions/${own}`);
  await expect(panelOf(page)).toBeVisible();
});
