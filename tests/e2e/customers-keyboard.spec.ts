import type { Page } from '@playwright/test';
import { insertCustomer, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const headed = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const list = (page: Page) => page.getByRole('list', { name: 'Clients' });
const client = (studio: Photographer, values: Record<string, unknown>) =>
  insertCustomer(database(), studio.account.id, values);

const CSV = [
  'Name,E-mail,Phone,Colour',
  'Nora,nora@example.org,600 11 22 33,red',
  'Ada L.,ada@example.org,611,blue',
  'Wrong,not an address,,',
].join('\n');

test('imports an address book by keyboard and returns rejected rows', async ({ open }) => {
  const studio = await makePhotographer();
  await client(studio, { name: 'Ada', email: 'ada@example.org' });
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers');
  await page.getByRole('button', { name: 'More options' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Import' })).toBeFocused();
  await page.keyboard.press('Enter');
  await headed(page, 'Import clients');

  await page.getByRole('button', { name: 'Choose file' }).last().focus();
  const chooser = page.waitForEvent('filechooser');
  // The key press arrives before Playwright intercepts the file chooser: it would open a window of the system.
  await page.evaluate(() => document.readyState);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  const status = page.getByRole('status').filter({ hasText: 'new client' });
  await expect(status).toHaveText('1 new client1 already exists1 row skipped');
  await expect(page.getByText('The email address isn’t valid.')).toBeVisible();

  // Assigns an unrecognised column by keyboard.
  await page.getByRole('combobox', { name: 'Colour' }).focus();
  await page.keyboard.type('Tags');
  await expect(page.getByRole('combobox', { name: 'Colour' })).toHaveValue('tags');
  await page.getByRole('button', { name: 'Import 2 clients' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 client added')).toBeVisible();
  await expect(page.getByText('1 client updated')).toBeVisible();
  await page.getByRole('button', { name: 'Download 1 skipped row' }).focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('Skipped rows.csv');

  await page.getByRole('link', { name: 'Go to clients' }).focus();
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  const { rows } = await database().query(
    'select name, phone, tags from customers where account_id = $1 order by name',
    [studio.account.id],
  );
  expect(rows).toEqual([
    { name: 'Ada', phone: '611', tags: ['blue'] },
    { name: 'Nora', phone: '600 11 22 33', tags: ['red'] },
  ]);
});

test('imports with the last column mapping, however soon after the change', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers/import');
  await headed(page, 'Import clients');
  const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await page.getByRole('main').locator('input[type=file]').last().setInputFiles(file);
  const colour = page.getByRole('combobox', { name: 'Colour' });
  await expect(colour).toBeVisible();
  // Both events run in one task, before the preview is computed again.
  await colour.evaluate((select: HTMLSelectElement) => {
    select.value = 'tags';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const buttons = [...document.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.startsWith('Import '))!.click();
  });
  await expect(page.getByText('2 clients added')).toBeVisible();
  const { rows } = await database().query('select tags from customers where account_id = $1 order by name', [
    studio.account.id,
  ]);
  expect(rows).toEqual([{ tags: ['blue'] }, { tags: ['red'] }]);
});

test('imports sessions with their clients, mails nobody, and undoes it', async ({ open }) => {
  const studio = await makePhotographer();
  await client(studio, { name: 'Ada', email: 'ada@example.org' });
  const page = await open({ as: studio });
  await page.goto('/app/clients/sessions');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await headed(page, 'Import sessions');
  const csv = [
    'customer_name,customer_email,date,duration,type,payment_amount,internal',
    'Ada,ada@example.org,2031-05-01 10:00:00,90,Portrait,120.00,x',
    'Nora,,2031-05-02 10:00:00,60,Wedding,,x',
    'Nobody,,soon,60,,,x',
  ].join('\n');
  const file = { name: 'sessions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByRole('main').locator('input[type=file]').last().setInputFiles(file);
  await expect(page.getByText('2 new sessions1 row skipped')).toBeVisible();
  await expect(page.getByText('Row 3: The date or the start time is missing')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: '1 client isn’t in your list' })).toBeVisible();
  await expect(page.getByText('Clients get no emails about imported sessions')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 sessions' }).click();
  await expect(page.getByText('2 sessions added')).toBeVisible();
  await expect(page.getByText('1 client added')).toBeVisible();
  const counts = async () => {
    const { rows } = await database().query(
      `select (select count(*)::int from sessions where account_id = $1 and deleted_at is null) as sessions,
         (select count(*)::int from customers where account_id = $1 and deleted_at is null) as clients,
         (select count(*)::int from messages where account_id = $1) as mails`,
      [studio.account.id],
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ sessions: 2, clients: 2, mails: 0 });
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(notice(page, '3 imported rows moved to the trash')).toBeVisible();
  await expect.poll(counts).toEqual({ sessions: 0, clients: 1, mails: 0 });
});

test('merges duplicates by keyboard', async ({ open }) => {
  const studio = await makePhotographer();
  const first = { name: 'Ana García', email: 'ana@example.org', phone: '600 11 22 33', notes: 'Two dogs' };
  const kept = await client(studio, { ...first, created_at: new Date(0) });
  await client(studio, { name: 'Ana Garcia', phone: '+34 611 22 33 44', notes: 'Late' });
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers/duplicates');
  await page.getByRole('link', { name: 'Compare clients named Ana' }).focus();
  await page.keyboard.press('Enter');
  await headed(page, 'Merge 2 clients into one');
  const phones = page.getByRole('radiogroup', { name: 'Phone' });
  await phones.getByRole('radio', { name: /^600/ }).focus();
  // Radix moves the focus a moment after keydown, and selects only while the key is held.
  await page.keyboard.press('ArrowDown', { delay: 100 });
  await expect(phones.getByRole('radio', { name: /611/ })).toBeChecked();
  await expect(page.getByText('Two dogs\n\nLate')).toBeVisible();
  await page.getByRole('button', { name: 'Merge 2 clients' }).focus();
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Merged into Ana García')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(kept));
  await expect(page.getByRole('link', { name: '+34 611 22 33 44' })).toBeVisible();
  await navigateTo(page, '/app/clients/customers/trash');
  await expect(page.getByText('Merged into another client')).toBeVisible();
});

// tests/bench/lists.ts measures scrolling: tests assert no time.
test('navigates ten thousand clients by keyboard with few rows in the page', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  await database().query(
    `insert into customers (id, account_id, author_id, name)
     select $3 || lpad(n::text, 6, '0'), $1, $2, 'Client ' || lpad(n::text, 5, '0')
     from generate_series(1, 10000) n`,
    [studio.account.id, studio.session.user.id, newId(14)],
  );
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers');
  await expect(page.getByText('10000 clients').last()).toBeVisible({ timeout: 60_000 });
  const rows = list(page).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '10000');

  await list(page).getByRole('link', { name: 'Client 00001' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Client 00002' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: 'Client 10000' })).toBeFocused();
  expect(await rows.count()).toBeLessThan(80);
  await page.keyboard.press('Home');
  await expect(page.getByRole('link', { name: 'Client 00001' })).toBeFocused();
  // One row at a time is in the tab order: Tab after its checkbox leaves the list.
  await expect(list(page).locator('a:not([tabindex="-1"])')).toHaveCount(1);
});
