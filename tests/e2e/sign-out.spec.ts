import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer } from './support/sessions.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test } from './support/test.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Some changes may not be saved yet' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account, appearance and language' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function saveNotes(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Notes' }).fill(text);
  await page.getByRole('button', { name: 'Save notes' }).click();
}

test('warns before deleting pending changes', async ({ open, faults }) => {
  const studio = await makePhotographer();
  const ada = await makeCustomer(studio, { name: 'Ada' });
  const page = await open({ as: studio });
  await page.goto(`/app/clients/customers/${ada}`);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await expect(notes).toBeEditable();
  faults.allowOffline();
  await page.context().setOffline(true);
  await saveNotes(page, 'Two dogs');
  await signOut(page);
  await expect(question(page)).toContainText('signing out deletes them');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await page.context().setOffline(false);
  const stored = async () =>
    (await database().query<{ notes: string }>('select notes from customers where id = $1', [ada])).rows[0]?.notes;
  await expect.poll(stored).toBe('Two dogs');
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('warns while a confirmation is pending', async ({ open, faults }) => {
  faults.allowGivenUp('customers.setNotes');
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  const line = await controlSync(page);
  await page.goto(`/app/clients/customers/${await makeCustomer(studio, { name: 'Ada' })}`);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeEditable();
  line.deafen();
  await saveNotes(page, 'Two dogs');
  await signOut(page);
  await question(page).getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signs out automatically once the confirmation has arrived', async ({ open }) => {
  const studio = await makePhotographer();
  const ada = await makeCustomer(studio, { name: 'Ada' });
  const page = await open({ as: studio });
  const line = await controlSync(page);
  await page.goto(`/app/clients/customers/${ada}`);
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeEditable();
  line.hold();
  await saveNotes(page, 'Two dogs');
  await signOut(page);
  await expect(question(page)).toContainText('as soon as they’re saved');
  line.accept();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const { rows } = await database().query('select notes from customers where id = $1', [ada]);
  expect(rows).toEqual([{ notes: 'Two dogs' }]);
});
