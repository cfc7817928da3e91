import type { Page } from '@playwright/test';
import { variants } from '../support/long.ts';
import { database } from './support/database.ts';
import { expectTyped } from './support/field.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

interface Form {
  name: string;
  /** Creates the record to edit. @returns the path of its form */
  make: (studio: Photographer) => Promise<string>;
  field: string;
  sql: string;
}

const FORMS: readonly Form[] = [
  {
    name: "a client's details",
    make: async (studio) => `/app/clients/customers/${await makeCustomer(studio, { name: 'Ada' })}`,
    field: 'Address (optional)',
    sql: 'select address as text from customers where account_id = $1',
  },
  {
    name: "a gallery's settings",
    make: async (studio) => `/app/galleries/${(await makeGallery(studio)).id}/settings`,
    field: 'Name',
    sql: 'select name as text from galleries where account_id = $1',
  },
  {
    name: "a mail's words",
    make: () => Promise.resolve('/app/settings/mails/booking_confirmed'),
    field: 'Subject',
    sql: 'select subject as text from mail_templates where account_id = $1',
  },
  {
    name: 'the words of the booking page',
    make: () => Promise.resolve('/app/settings/booking'),
    field: 'Booking page message (optional)',
    sql: "select value->>'pageText' as text from settings where account_id = $1 and key = 'booking'",
  },
];

for (const { name, make, field, sql } of variants(FORMS, 1)) {
  test(`${name}: shows an edit conflict; takes or keeps`, async ({ open }) => {
    const studio = await makePhotographer();
    const stored = async () => (await database().query<{ text: string }>(sql, [studio.account.id])).rows[0]?.text;
    const address = await make(studio);
    const [mine, theirs] = [await open({ as: studio }), await open({ as: studio })];
    const input = (page: Page) => page.getByRole('textbox', { name: field, exact: true });
    const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Someone else has changed this' });
    // The forms of a settings page have one button, outside of them.
    const save = (page: Page) =>
      page
        .locator(address.startsWith('/app/settings') ? 'main' : 'form')
        .filter({ has: input(page) })
        .getByRole('button', { name: 'Save', exact: true })
        .click();
    for (const page of [mine, theirs]) {
      await page.goto(address);
      await expect(input(page)).toBeEditable();
    }

    await input(mine).fill('As I see it');
    await input(theirs).fill('As they see it');
    await save(theirs);
    await expect(notice(mine)).toContainText('As they see it');
    // Draft and conflict survive a reload.
    await mine.reload();
    await expect(notice(mine)).toContainText('As they see it');
    await expectTyped(input(mine), 'As I see it');
    await notice(mine).getByRole('button', { name: 'Use their version' }).click();
    await expect(notice(mine)).toBeHidden();
    await expect(input(mine)).toBeFocused();
    await expectTyped(input(mine), 'As they see it');

    // After the conflict is resolved, the form follows the other window's saves again; a shown conflict may be
    // overwritten.
    await input(theirs).fill('As they see it now');
    await save(theirs);
    await expectTyped(input(mine), 'As they see it now');
    await expect(notice(mine)).toBeHidden();
    await input(mine).fill('As we see it');
    await input(theirs).fill('Never mind');
    await save(theirs);
    await expect(notice(mine)).toContainText('Never mind');
    await input(mine).fill('As we see it ');
    await save(mine);
    await expect.poll(stored).toBe('As we see it');
    await expectTyped(input(theirs), 'As we see it');
    // The saved text differs by whitespace alone: no conflict, and later saves are followed.
    await expectTyped(input(mine), 'As we see it');
    await expect(notice(mine)).toBeHidden();
    await input(theirs).fill('The last word');
    await save(theirs);
    await expectTyped(input(mine), 'The last word');
    await expect(notice(mine)).toBeHidden();
  });
}

test('lower-cases an email and clears the draft', async ({ open }) => {
  const page = await open({ as: await makePhotographer() });
  await page.goto('/app/settings');
  const email = page.getByLabel('Contact email');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await email.fill('Hello@Studio.example');
  await save.click();
  await expect(email).toHaveValue('hello@studio.example');
  await expect(save).toBeDisabled();
});

test('a dialog saves only the fields changed in it', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const id = await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }), { type: 'Family' });
  const [mine, theirs] = [await open({ as: studio }), await open({ as: studio })];
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Session details' });
  const row = async () =>
    (await database().query('select type, location from sessions where id = $1', [id])).rows[0] as unknown;
  for (const page of [mine, theirs]) {
    await page.goto(`/app/clients/sessions/${id}`);
    await page.getByRole('main').getByRole('button', { name: 'More actions for this session' }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
  }
  await dialog(theirs).getByLabel('Address').fill('Passeig Marítim 1');
  await dialog(theirs).getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByText('Passeig Marítim 1').first()).toBeAttached();
  await dialog(mine).getByLabel('Title').fill('Family by the sea');
  await dialog(mine).getByRole('button', { name: 'Save' }).click();
  await expect.poll(row).toEqual({ type: 'Family by the sea', location: 'Passeig Marítim 1' });
});

test('a preset draft keeps its name and follows the fields a colleague saves', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const [mine, theirs] = [await open({ as: studio }), await open({ as: studio })];
  await mine.goto('/app/settings/presets/new');
  await mine.getByLabel('Name', { exact: true }).fill('Wedding');
  await mine.getByRole('button', { name: 'Create preset' }).click();
  const sql = 'select name, settings from gallery_presets where account_id = $1';
  const stored = async () => (await database().query(sql, [studio.account.id])).rows as unknown[];
  // Waits until the page has sent the mutation, before it navigates.
  await expect.poll(stored).toHaveLength(1);
  for (const page of [mine, theirs]) {
    await page.goto('/app/settings/presets');
    await page.getByRole('link', { name: 'Wedding' }).click();
  }
  await mine.getByLabel('Name', { exact: true }).fill('Weddings');
  await theirs.getByLabel('Who can view').selectOption('Only invited people');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(mine.getByLabel('Who can view')).toHaveValue('invite');
  await mine.reload();
  await expect(mine.getByLabel('Name', { exact: true })).toHaveValue('Weddings');
  await expect(mine.getByLabel('Who can view')).toHaveValue('invite');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(stored).toEqual([{ name: 'Weddings', settings: { visibility: 'invite' } }]);
});

test('merges two edits of a location by field and shows the conflict', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const [mine, theirs] = [await open({ as: studio }), await open({ as: studio })];
  const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name);
  const save = (page: Page, name = 'Save') => page.getByRole('dialog').getByRole('button', { name }).click();
  await mine.goto('/app/settings/locations');
  await mine.getByRole('button', { name: 'New location' }).click();
  await field(mine, 'Name').fill('Beach');
  await save(mine, 'Add location');
  await theirs.goto('/app/settings/locations');
  for (const page of [mine, theirs]) await page.getByRole('button', { name: 'Edit Beach' }).click();
  await field(mine, 'Notes').fill('Bring towels');
  await field(theirs, 'Address').fill('Passeig Marítim 1');
  await field(theirs, 'Notes').fill('No parking');
  await save(theirs);
  await expect(field(mine, 'Address')).toHaveValue('Passeig Marítim 1');
  await expect(mine.getByRole('dialog').getByRole('status')).toContainText('No parking');
  await field(mine, 'Notes').fill('Bring towels. No parking');
  await save(mine);
  const sql = 'select address, notes from locations where account_id = $1';
  await expect
    .poll(async () => (await database().query(sql, [studio.account.id])).rows as unknown)
    .toEqual([{ address: 'Passeig Marítim 1', notes: 'Bring towels. No parking' }]);
});
