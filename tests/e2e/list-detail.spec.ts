import type { Page } from '@playwright/test';
import { insertCustomer, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { escape } from './support/escape.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const TABLET = { width: 1024, height: 768 };
const list = (page: Page, name = 'Clients') => page.getByRole('list', { name });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const client = (studio: Photographer, values: Record<string, unknown>) =>
  insertCustomer(database(), studio.account.id, values);

/** Inserts clients named `Client 0001`, `Client 0002`, … in one statement. */
async function manyClients(studio: Photographer, count: number): Promise<void> {
  await database().query(
    `insert into customers (id, account_id, author_id, name)
     select $3 || lpad(n::text, 6, '0'), $1, $2, 'Client ' || lpad(n::text, 4, '0') from generate_series(1, $4::int) n`,
    [studio.account.id, studio.session.user.id, newId(14), count],
  );
}

test.describe('from 1,280 px up', () => {
  test.beforeEach(() => test.skip(test.info().project.name === 'phone', 'a phone has no room for two'));

  test('opens a client beside the unchanged list', async ({ open }) => {
    const studio = await makePhotographer();
    await manyClients(studio, 2000);
    const page = await open({ as: studio });
    await page.goto('/app/clients/customers');
    await page.getByRole('searchbox').fill('client');
    await expect(page.getByText('2,000 clients').last()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Clients' })).toBeHidden();
    await row(page, 'Client 0001').focus();
    await page.keyboard.press('End');
    await expect(row(page, 'Client 2000')).toBeFocused();
    await list(page).getByRole('checkbox', { name: 'Select Client 1998' }).check();

    const rowTop = async () => (await row(page, 'Client 1999').boundingBox())!.y;
    const top = await rowTop();
    await row(page, 'Client 1999').click();
    await expect(heading(page, 'Client 1999')).toBeVisible();
    // The pointer still rests on the opened row.
    expect(Math.abs((await rowTop()) - top)).toBeLessThan(2);
    await expect(page).toHaveTitle(/^Client 1999 · /);
    await expect(page).toHaveURL(/customers\/\w+\?q=client$/);
    // Both panes are named landmarks; the page has one level-1 heading.
    const [left, right] = [
      page.getByRole('region', { name: 'Clients', exact: true }),
      page.getByRole('region', { name: 'Client 1999', exact: true }),
    ];
    await expect(left.getByRole('heading', { level: 2, name: 'Clients' })).toBeAttached();
    await expect(right.getByRole('heading', { level: 1 })).toHaveText('Client 1999');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(right.getByRole('link', { name: 'Clients' })).toBeHidden();
    await expect(row(page, 'Client 1999')).toHaveAttribute('aria-current', 'page');
    await expect(row(page, 'Client 1999')).toBeInViewport();

    // Each pane scrolls alone, the window does not.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

    // Another client keeps the list's scroll position, checkbox and search; the detail starts at its top.
    const scrollTop = () => left.evaluate((element) => element.scrollTop);
    await right.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
    const before = await scrollTop();
    expect(before).toBeGreaterThan(100_000);
    await row(page, 'Client 1995').click();
    await expect(heading(page, 'Client 1995')).toBeInViewport();
    await expect(list(page).locator('[aria-current]')).toHaveText('Client 1995');
    expect(await scrollTop()).toBe(before);
    await expect(page.getByRole('checkbox', { name: 'Select Client 1998' })).toBeChecked();
    await expect(page.getByRole('searchbox')).toHaveValue('client');

    // After a reload the URL shows the same row in the same list.
    await page.reload();
    await expect(heading(page, 'Client 1995')).toBeVisible();
    await expect(row(page, 'Client 1995')).toBeInViewport();
    await expect(page.getByRole('searchbox')).toHaveValue('client');
    await page.getByRole('button', { name: 'Close Client 1995' }).click();
    await expect(heading(page, 'Clients')).toBeVisible();
    await expect(page).toHaveTitle(/^Clients · /);
    await expect(row(page, 'Client 1995')).toBeFocused();
    await expect(row(page, 'Client 1995')).toBeInViewport();
    await expect(page).toHaveURL(/customers\?q=client$/);
  });

  test('moves from the row into the client and back by keyboard', async ({ open }) => {
    const studio = await makePhotographer();
    await manyClients(studio, 60);
    const page = await open({ as: studio });
    await page.goto('/app/clients/customers');
    await row(page, 'Client 0001').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Client 0002')).toBeFocused();

    // Menus, dialogs and text fields handle Escape themselves.
    await page.getByRole('button', { name: 'More actions for Client 0002' }).click();
    await escape(page.getByRole('menu'));
    await expect(page.getByRole('menu')).toBeHidden();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Two dogs');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Two dogs');
    await expect(heading(page, 'Client 0002')).toBeVisible();

    await page.getByRole('button', { name: 'More actions for Client 0002' }).focus();
    await page.keyboard.press('Escape');
    await expect(heading(page, 'Clients')).toBeVisible();
    await expect(row(page, 'Client 0002')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Client 0003')).toBeFocused();

    // After a mouse click, arrow keys continue in the list.
    await row(page, 'Client 0003').click();
    await expect(heading(page, 'Client 0003')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Client 0004')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Client 0004')).toBeFocused();
    // Repeats the steps.
    await row(page, 'Client 0004').press('Enter');
    await expect(heading(page, 'Client 0004')).toBeFocused();
    await page.goBack();
    await expect(heading(page, 'Client 0003')).toBeVisible();
    await expect(row(page, 'Client 0003')).toHaveAttribute('aria-current', 'page');
    // Checking a box opens nothing: the focus stays in the search field after it.
    await list(page).getByRole('checkbox', { name: 'Select Client 0003' }).press('Space');
    await page.getByRole('searchbox').press('c');
    await expect(page).toHaveURL(/q=c$/);
    await expect(page.getByRole('searchbox')).toHaveValue('c');
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/q=cl$/);
    await expect(page.getByRole('searchbox')).toBeFocused();
  });

  test('handles a client that is missing, outside the list or deleted', async ({ open }) => {
    const studio = await makePhotographer();
    const assistant = await makeMember(studio, 'assistant');
    const ada = await client(studio, { name: 'Ada' });
    await client(studio, { name: 'Pau' });
    const gone = await client(studio, { name: 'Gone', deleted_at: new Date() });
    const page = await open({ as: studio });
    await page.goto(`/app/clients/customers/${newId()}?q=p`);
    await expect(heading(page, 'Client not found')).toBeVisible();
    await expect(page).toHaveTitle(/^Client not found · /);
    await expect(list(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: 'Go to clients' }).click();
    await expect(heading(page, 'Clients')).toBeVisible();
    await expect(page).toHaveURL(/customers\?q=p$/);
    // An address that is cut short has no valid id.
    for (const [path, missing] of [
      ['clients/customers', 'Client not found'],
      ['clients/inquiries', 'Message not found'],
      ['clients/sessions', 'Session not found'],
      ['galleries', 'Gallery not found'],
    ]) {
      await page.goto(`/app/${path}/${ada.slice(1)}`);
      await expect(heading(page, missing!)).toBeVisible();
    }

    // The window narrows away from the list: closing the detail shows the whole list.
    await page.goto(`/app/clients/customers/${ada}?q=pau`);
    await expect(heading(page, 'Ada')).toBeVisible();
    await expect(list(page).getByRole('listitem')).toHaveText([/Pau/]);
    await expect(list(page).locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close Ada' }).press('Escape');
    await expect(heading(page, 'Clients')).toBeFocused();

    // Deleting beside the list and undoing keep the list's search.
    await page.getByRole('searchbox').fill('a');
    await row(page, 'Ada').click();
    await page.getByRole('button', { name: 'More actions for Ada' }).click();
    await page.getByRole('menuitem', { name: 'Delete client' }).click();
    await expect(heading(page, 'Clients')).toBeVisible();
    await expect(page).toHaveURL(/customers\?q=a$/);
    const deleted = 'select from customers where id = $1 and deleted_at is not null';
    const countDeleted = async () => (await database().query(deleted, [ada])).rowCount;
    await expect.poll(countDeleted).toBe(1);
    await notice(page, '1 client moved to the trash').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Ada')).toBeVisible();
    // Waits until the page has sent the mutation, before it navigates.
    await expect.poll(countDeleted).toBe(0);

    await page.goto(`/app/clients/customers/${gone}`);
    await expect(heading(page, 'Gone')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(row(page, 'Gone')).toHaveAttribute('aria-current', 'page');

    const theirs = await open({ as: assistant });
    await theirs.goto(`/app/clients/customers/${ada}`);
    await expect(heading(theirs, 'Ada')).toBeVisible();
    await expect(row(theirs, 'Ada')).toHaveAttribute('aria-current', 'page');
    await expect(theirs.getByText('Balance')).toHaveCount(0);
    // The screens beside a client's detail are separate pages.
    await page.goto('/app/clients/customers/new');
    await expect(heading(page, 'New client')).toBeVisible();
    await expect(list(page)).toHaveCount(0);
  });

  test('opens a session beside its list', { tag: '@long' }, async ({ open }) => {
    const studio = await makePhotographer();
    for (const name of ['Ada', 'Núria']) await makeSession(studio, await makeCustomer(studio, { name }));
    await makeSession(studio, await makeCustomer(studio, { name: 'Pau' }), { status: 'inquiry' });
    const page = await open({ as: studio });
    await page.goto('/app/clients/sessions?show=approval');
    await list(page, 'Needs approval').getByRole('link', { name: 'Pau' }).press('Enter');
    await expect(heading(page, 'Pau')).toBeFocused();
    await expect(page).toHaveURL(/\?show=approval$/);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    const upcoming = list(page, 'Upcoming');
    await upcoming.getByRole('link', { name: 'Ada' }).click();
    await expect(heading(page, 'Ada')).toBeVisible();
    await expect(upcoming.getByRole('link', { name: 'Ada' })).toHaveAttribute('aria-current', 'page');
    await upcoming.getByRole('link', { name: 'Núria' }).click();
    await expect(heading(page, 'Núria')).toBeVisible();
    await page.getByRole('button', { name: 'Close Núria' }).click();
    await expect(upcoming.getByRole('link', { name: 'Núria' })).toBeFocused();
    await page.goto(`/app/clients/sessions/${newId()}`);
    await expect(heading(page, 'Session not found')).toBeVisible();
    await expect(upcoming.getByRole('listitem')).toHaveCount(2);
  });

  test('keeps the list beside a session that cannot be shown', { tag: '@long' }, async ({ open, faults }) => {
    faults.allowCaught(/^TypeError: Cannot destructure property 'isDone'/);
    const studio = await makePhotographer();
    const broken = await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }));
    await makeSession(studio, await makeCustomer(studio, { name: 'Núria' }));
    await database().query(`update sessions set checklist = '[null]' where id = $1`, [broken]);
    const page = await open({ as: studio });
    await page.goto('/app/clients/sessions');
    const upcoming = list(page, 'Upcoming');
    await upcoming.getByRole('link', { name: 'Ada' }).click();
    const failed = page.getByRole('region', { name: 'Something went wrong' });
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(upcoming.getByRole('link', { name: 'Ada' })).toHaveAttribute('aria-current', 'page');
    await upcoming.getByRole('link', { name: 'Núria' }).click();
    await expect(heading(page, 'Núria')).toBeVisible();
  });

  test('shows the detail as a page in a narrower window and keeps typed text', async ({ open }) => {
    const studio = await makePhotographer();
    await client(studio, { name: 'Ada' });
    const page = await open({ as: studio });
    await page.goto('/app/clients/customers');
    await row(page, 'Ada').click();
    await expect(heading(page, 'Ada')).toBeVisible();
    await page.getByRole('textbox', { name: 'Phone' }).fill('600');
    await page.setViewportSize(TABLET);
    await expect(list(page)).toHaveCount(0);
    await expect(heading(page, 'Ada')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('600');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(row(page, 'Ada')).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('600');
  });
});

test('shows a client as a page with a back link on narrow screens', { tag: '@phone' }, async ({ open, isMobile }) => {
  const studio = await makePhotographer();
  await client(studio, { name: 'Ada' });
  await client(studio, { name: 'Pau' });
  const page = await open({ as: studio });
  if (!isMobile) await page.setViewportSize(TABLET);
  await page.goto('/app/clients/customers?q=ada');
  await row(page, 'Ada').click();
  await expect(heading(page, 'Ada')).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Ada' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Close Ada' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(heading(page, 'Clients')).toBeVisible();
  // The list is unchanged.
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});
