import type { Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertCustomer, insertGallery, insertRow, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const headed = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const list = (page: Page) => page.getByRole('list', { name: 'Clients' });
const undo = (page: Page, text: string) => notice(page, text).getByRole('button', { name: 'Undo' }).click();
const client = (studio: Photographer, values: Record<string, unknown>) =>
  insertCustomer(database(), studio.account.id, values);

/** Fails if the page scrolls horizontally. */
async function expectNoSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

test('adds a client, finds it without accents, edits, deletes and restores it', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/clients');
  await page.getByRole('link', { name: 'New client' }).click();
  await headed(page, 'New client');
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(page.getByText('Enter a name of up to 120 characters, without links.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Núria Sòria');
  await page.getByRole('textbox', { name: 'Email' }).fill('nuria@example.org');
  await page.getByRole('combobox', { name: 'Tags' }).fill('Boda');
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove tag Boda' })).toBeVisible();
  await page.getByRole('button', { name: 'Add client' }).click();
  await headed(page, 'Núria Sòria');
  await expectNoSideways(page);

  await page.getByRole('textbox', { name: 'Phone' }).fill('600 11 22 33');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: '600 11 22 33' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy email' }).click();
  await expect(notice(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('nuria@example.org');
  // Waits until the page has sent the mutation, before it navigates.
  const reachable = "select from customers where account_id = $1 and phone <> ''";
  await expect.poll(async () => (await database().query(reachable, [studio.account.id])).rowCount).toBe(1);

  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.goto('/app/clients/customers');
  await page.getByRole('searchbox').fill('soria 6001');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expectNoSideways(page);
  await list(page).getByRole('link', { name: 'Núria Sòria' }).click();

  await page.getByRole('button', { name: 'More actions for Núria Sòria' }).click();
  await page.getByRole('menuitem', { name: 'Delete client' }).click();
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible();
  await undo(page, '1 client moved to the trash');
  await expect(list(page).getByRole('link', { name: 'Núria Sòria' })).toBeVisible();
});

test('tags many clients, and confirms before deleting one with a coming session', async ({ open }) => {
  const studio = await makePhotographer();
  const [ada] = [await client(studio, { name: 'Ada' }), await client(studio, { name: 'Pau', tags: ['vip'] })];
  await insertRow(database(), 'sessions', {
    id: newId(),
    account_id: studio.account.id,
    author_id: studio.session.user.id,
    customer_id: ada,
    date: new Date(Date.now() + DAY_MS),
  });
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected clients' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('menuitem', { name: 'Add tag' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Tag' }).fill('vip');
  await dialog.getByRole('combobox', { name: 'Tag' }).press('Enter');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await expect(notice(page, '“vip” added to 1 client')).toBeVisible();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('vip');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await undo(page, '“vip” added to 1 client');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('');

  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('1 of them has an upcoming session.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete clients' }).click();
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible();
  await undo(page, '2 clients moved to the trash');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
});

test('shows an assistant no amounts and no form that the server would refuse', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const assistant = await makeMember(studio, 'assistant');
  const page = await open({ as: assistant });
  await page.goto(`/app/clients/customers/${await client(studio, { name: 'Ada' })}`);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeEditable();
  await expect(page.getByText('Balance')).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeDisabled();
});

test('remembers dismissed duplicates', async ({ open }) => {
  const studio = await makePhotographer();
  for (const email of ['nuria@example.org', 'n.soria@example.org', 'soria@example.org'])
    await client(studio, { name: 'Núria Sòria', email });
  const page = await open({ as: studio });
  await page.goto('/app/clients/customers/duplicates');
  const compare = page.getByRole('link', { name: 'Compare clients named Núria Sòria' });
  await expect(compare).toHaveCount(1);
  await page.getByRole('button', { name: 'Not the same person: clients named Núria Sòria' }).click();
  await headed(page, 'Duplicates');
  await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
  const apart = page.getByRole('region', { name: 'Marked as different people' });
  await expect(apart.getByRole('listitem')).toHaveCount(3);
  await undo(page, 'They won’t be suggested again.');
  await expect(compare).toHaveCount(1);
  await expect(apart).toBeHidden();

  await compare.click();
  await headed(page, 'Merge 3 clients into one');
  await page.getByRole('button', { name: 'Not the same person' }).click();
  await headed(page, 'Duplicates');
  await apart
    .getByRole('button', { name: /^Suggest again: Núria Sòria · .* and Núria Sòria · / })
    .first()
    .click();
  await expect(compare).toHaveCount(1);
  await expect(apart.getByRole('listitem')).toHaveCount(2);
  await expectNoSideways(page);
  // Both are shown before the server has them. Zero stores a mutation up to seconds later: a reload may lose it.
  const pairs = 'select from dismissed_duplicates where account_id = $1';
  await expect.poll(async () => (await database().query(pairs, [studio.account.id])).rowCount).toBe(2);
  await page.reload();
  await expect(compare).toHaveCount(1);
});

test('erases a client after a confirmation', async ({ open }) => {
  const studio = await makePhotographer();
  const photographer = await makeMember(studio, 'photographer');
  const id = await client(studio, { name: 'Ada', email: 'ada@example.org' });
  await insertGallery(database(), studio.account.id, { name: 'Portraits of Ada', customer_id: id });
  const [page, theirs] = [await open({ as: studio }), await open({ as: photographer })];
  await theirs.goto(`/app/clients/customers/${id}`);
  await theirs.getByRole('button', { name: 'More actions for Ada' }).click();
  await expect(theirs.getByRole('menuitem', { name: 'Delete client' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: 'Delete permanently' })).toBeHidden();

  await page.goto(`/app/clients/customers/${id}`);
  await page.getByRole('button', { name: 'More actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  const dialog = page.getByRole('dialog', { name: 'Permanently delete Ada?' });
  await expect(dialog.getByText('This can’t be undone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Gallery title: Portraits of Ada' }).click();
  await expect(dialog.getByText('Nothing else contains their name')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(notice(page, 'Client permanently deleted')).toBeVisible();
  await page.goto(`/app/clients/customers/${id}`);
  await expect(page.getByRole('heading', { name: 'This client was permanently deleted' })).toBeVisible();
  await expect
    .poll(async () => (await database().query('select name from customers where id = $1', [id])).rows)
    .toEqual([{ name: '—' }]);
});
