import { escape } from './support/escape.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

test('creates a calendar feed, shows its last use and revokes it', async ({ open, request }) => {
  const owner = await makePhotographer();
  await makeSession(owner, await makeCustomer(owner, { name: 'Ada Lovelace' }));
  const page = await open({ as: owner });
  await page.goto('/app/scheduling');
  const dialog = page.getByRole('dialog', { name: 'Sync with your calendar' });
  const subscribe = async () => {
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Sync with your calendar' }).click();
  };
  await subscribe();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = dialog.getByRole('textbox', { name: 'Your private link' });
  await expect(address).toHaveValue(/\/api\/calendar\/[\w-]{43}\/sessions\.ics$/);
  const url = await address.inputValue();
  await expect(dialog.getByText('Not synced yet.')).toBeVisible();
  const read = await request.get(url);
  expect([read.status(), read.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await read.text()).toContain('SUMMARY:Ada Lovelace');
  // The URL is shown once; afterwards the page shows only whether a calendar reads it.
  await escape(dialog);
  await subscribe();
  await expect(dialog.getByText(/^Last synced:/)).toBeVisible();
  await expect(address).toBeHidden();
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await request.get(url)).status()).toBe(404);
});
