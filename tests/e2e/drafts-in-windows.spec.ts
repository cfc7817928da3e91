import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test } from './support/test.ts';

const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' });
const begin = async (page: Page) => void (await page.goto('/app/clients/customers/new'));
const send = (page: Page) => page.getByRole('button', { name: 'Add client' }).click();

/** Draft keys stored in this browser. */
const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

const rowsOf = async ({ account }: Photographer) => {
  const query = 'select name, notes from customers where account_id = $1 order by created_at';
  return (await database().query<{ name: string; notes: string }>(query, [account.id])).rows;
};

test('opens an empty form in a second window; saving it keeps the first draft', async ({ open }) => {
  const studio = await makePhotographer();
  const first = await open({ as: studio });
  await begin(first);
  await name(first).fill('Júlia Mas');
  await notes(first).fill('Comes by train');
  const second = await first.context().newPage();
  await begin(second);
  await name(second).fill('Pere Mas');
  await expect.poll(() => draftsOf(second), 'each has its own').toHaveLength(2);
  await expect(notes(second)).toHaveValue('');
  await send(second);
  await expect(title(second, 'Pere Mas')).toBeVisible();
  await expect.poll(() => rowsOf(studio)).toEqual([{ name: 'Pere Mas', notes: '' }]);

  await expect(name(first)).toHaveValue('Júlia Mas');
  await expect(notes(first)).toHaveValue('Comes by train');
  await send(first);
  await expect(title(first, 'Júlia Mas')).toBeVisible();
  const both = [
    { name: 'Pere Mas', notes: '' },
    { name: 'Júlia Mas', notes: 'Comes by train' },
  ];
  await expect.poll(() => rowsOf(studio)).toEqual(both);
  await expect.poll(() => draftsOf(first)).toEqual([]);
});

test('offers drafts of a closed window once each', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  const [one, other] = [await page.context().newPage(), await page.context().newPage()];
  for (const [window, text] of [
    [one, 'Júlia Mas'],
    [other, 'Pere Mas'],
  ] as const) {
    await begin(window);
    await name(window).fill(text);
  }
  await expect.poll(() => draftsOf(other)).toHaveLength(2);
  await Promise.all([one.close(), other.close()]);
  const next = await page.context().newPage();
  await Promise.all([begin(page), begin(next)]);
  for (const window of [page, next]) await expect(name(window)).not.toHaveValue('');
  expect([await name(page).inputValue(), await name(next).inputValue()].toSorted()).toEqual(['Júlia Mas', 'Pere Mas']);
});

test('keeps text typed while the form’s row arrives, as a new draft', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  await makeCustomer(studio, { name: 'Ada', email: 'ada@example.org' });
  const page = await open({ as: studio });
  const line = await controlSync(page);
  await begin(page);
  await name(page).fill('Júlia Mas');
  // The connection is up: the server's data has arrived.
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ada@example.org');
  await expect(page.getByText('Ada already has this email')).toBeVisible();
  await email.fill('');
  const [before] = await draftsOf(page);
  line.deafen();
  await send(page);
  await expect.poll(() => rowsOf(studio)).toHaveLength(2);
  // The result is lost with the page.
  line.hold();
  await begin(page);
  await expect(name(page)).toHaveValue('Júlia Mas');
  await notes(page).fill('Comes by bus');
  line.accept();
  await expect.poll(() => draftsOf(page), 'it goes on under another id').not.toContain(before);
  expect(await draftsOf(page)).toHaveLength(1);
  await expect(name(page)).toHaveValue('Júlia Mas');
  await expect(notes(page)).toHaveValue('Comes by bus');
  await expect(notes(page)).toBeFocused();
});
