import type { Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { database } from './support/database.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession, makeType } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test } from './support/test.ts';

const status = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true }).first();
const undo = (page: Page, text: string) => notice(page, text).getByRole('button', { name: 'Undo' }).click();
const mails = async (sessionId: string) =>
  (
    await database().query<{ kind: string; status: string }>(
      'select kind, status from messages where session_id = $1 order by created_at',
      [sessionId],
    )
  ).rows.map((row) => `${row.kind} ${row.status}`);

/** Fails if the page scrolls horizontally. */
async function expectNoSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

test('books a session for a new client, moves, confirms and reverts it', async ({ open }) => {
  const studio = await makePhotographer();
  await makeType(studio, { name: 'Family by the sea' });
  const other = await makeCustomer(studio, { name: 'Pau Riera' });
  await makeSession(studio, other, { date: '2031-05-05T09:00:00Z', type: 'Early birds' });
  const page = await open({ as: studio });
  const line = await controlSync(page);
  // Zero writes mutations to the device while the page is idle: this page never is.
  await page.addInitScript(() => void (globalThis.requestIdleCallback = () => 0));
  await page.goto('/app/clients/sessions');
  await page.getByRole('link', { name: 'New session' }).first().click();

  line.mute();
  await page.getByRole('combobox', { name: 'Client' }).fill('Núria Pla');
  await page.getByRole('option', { name: 'Create “Núria Pla”' }).click();
  await page.getByLabel('Session type').selectOption({ label: 'Family by the sea' });
  await expect(page.getByLabel('Duration (minutes)')).toHaveValue('90');
  await expect(page.getByLabel('Price')).toHaveValue('€180');
  await page.getByLabel('When').fill('2031-05-05T11:30');
  await expect(page.getByText('Madrid time')).toBeVisible();
  const warning = page.getByRole('status').filter({ hasText: 'This time isn’t free' });
  await expect(warning).toContainText('11:00–12:00: Pau Riera, Early birds');
  // The draft survives a reload, and so does the new client, although its mutation is lost with the page.
  line.accept();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Núria Pla');
  await expect(page.getByLabel('When')).toHaveValue('2031-05-05T11:30');
  await page.getByLabel('When').fill('2031-05-05T12:00');
  await expect(warning).toBeHidden();
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Book session' }).click();

  await expect(title(page, 'Núria Pla')).toBeVisible();
  await expect(page.getByText('Mon 5 May 2031, 12:00–13:30 (Madrid)')).toBeVisible();
  const id = page.url().split('/').at(-1)!;
  const billing = async () =>
    (
      await database().query(
        'select payment_amount as price, deposit_amount as deposit from session_billing where session_id = $1',
        [id],
      )
    ).rows;
  await expect.poll(billing).toEqual([{ price: 18_000, deposit: 6_000 }]);

  await page.getByRole('button', { name: 'Reschedule' }).click();
  await page.getByLabel('When').fill('2031-05-06T10:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('Tue 6 May 2031, 10:00–11:30 (Madrid)')).toBeVisible();
  await expect(page.getByText('Rescheduled from Mon 5 May 2031, 12:00 to Tue 6 May 2031, 10:00')).toBeVisible();

  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(status(page, 'Confirmed')).toBeVisible();
  await undo(page, 'Confirmed');
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expectNoSideways(page);
});

test('delays the mail 10 min; Undo withdraws it', async ({ open }) => {
  const studio = await makePhotographer();
  const customer = await makeCustomer(studio, { name: 'Ada', email: 'ada@example.org' });
  const asked = await makeSession(studio, customer, { status: 'inquiry', client_message: 'We would be seven.' });
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions?show=approval`);
  await page.getByRole('link', { name: 'Ada' }).click();
  await expect(page.getByText('We would be seven.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => mails(asked)).toEqual(['booking_confirmed pending']);
  await undo(page, 'Approved');
  await expect.poll(() => mails(asked)).toEqual(['booking_confirmed cancelled']);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  // Every reschedule says when the client is mailed, and offers not to.
  const booked = await makeSession(studio, customer, { date: '2031-05-05T09:00:00Z' });
  await page.goto(`/app/clients/sessions/${booked}`);
  const dialog = page.getByRole('dialog');
  const reschedule = async (to: string) => {
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await dialog.getByLabel('When').fill(to);
  };
  await reschedule('2031-05-06T10:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(notice(page, 'The client will be emailed at')).toContainText('Rescheduled to Tue 6 May 2031');
  await expect.poll(() => mails(booked)).toEqual(['session_rescheduled pending']);
  await notice(page, 'Rescheduled').getByRole('button', { name: 'Don’t send' }).click();
  await expect(notice(page, 'The client won’t be emailed')).toBeVisible();
  await expect.poll(() => mails(booked)).toEqual(['session_rescheduled cancelled']);
  await reschedule('2031-05-07T10:00');
  await dialog.getByLabel('Notify the client by email').uncheck();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect.poll(() => mails(booked)).toEqual(Array(2).fill('session_rescheduled cancelled'));
  // Back at the time that the client knows, there is nothing to say.
  await reschedule('2031-05-08T10:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(notice(page, 'Rescheduled to Thu 8 May 2031')).toContainText('The client will be emailed at');
  // The toast of a move back knows the messages that this window has.
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await reschedule('2031-05-05T11:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(notice(page, 'Rescheduled to Mon 5 May 2031')).toContainText('The client won’t be emailed');
  await expect.poll(() => mails(booked)).toEqual(Array(3).fill('session_rescheduled cancelled'));
});

test('changes the status of several sessions', async ({ open }) => {
  const studio = await makePhotographer();
  const names = ['Ada', 'Núria', 'Pau'];
  for (const [at, name] of names.entries()) {
    const customer = await makeCustomer(studio, { name });
    await makeSession(studio, customer, { date: new Date(Date.now() + (24 + at) * HOUR_MS) });
  }
  const page = await open({ as: studio });
  await page.goto('/app/clients/sessions');
  const list = page.getByRole('list', { name: 'Upcoming' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByLabel(/^Select Ada/).click();
  await list.getByLabel(/^Select Pau/).click();
  const bar = page.getByRole('region', { name: 'Selected sessions' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await expectNoSideways(page);
  await bar.getByRole('button', { name: 'Cancel session' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await expect(page.getByRole('list', { name: 'Cancelled' }).getByRole('listitem')).toHaveCount(2);
  await undo(page, '2 sessions cancelled');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByLabel('Search sessions').fill('nuria');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search sessions').fill('nobody of that name');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
});

test('lets assistants edit notes only', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const assistant = await makeMember(studio, 'assistant');
  const id = await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }));
  const page = await open({ as: assistant });
  await page.goto(`/app/clients/sessions/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Three children');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeHidden();
});

test('edits a checklist by keyboard and creates a gallery for the session', async ({ open }) => {
  const studio = await makePhotographer();
  const customer = await makeCustomer(studio, { name: 'Ada' });
  const id = await makeSession(studio, customer, { type: 'Portrait' });
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions/${id}`);
  const text = page.getByLabel('New task');
  for (const line of ['Reflector', 'Batteries']) {
    await text.fill(line);
    await text.press('Enter');
    await expect(text).toHaveValue('');
  }
  const boxes = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Batteries' }).press('Alt+ArrowUp');
  await expect(boxes.first()).toHaveAccessibleName('Batteries');
  await page.getByRole('checkbox', { name: 'Batteries' }).press('Space');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for “Reflector”' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await expect(boxes).toHaveCount(1);
  await undo(page, '“Reflector” removed');
  await expect(boxes).toHaveCount(2);

  await page.getByRole('button', { name: 'Create gallery' }).click();
  const gallery = page.getByRole('link', { name: 'Ada, Portrait' });
  await expect(gallery).toBeVisible();
  await gallery.click();
  await expect(title(page, 'Ada, Portrait')).toBeVisible();
});

test('trashes and restores a session; keeps one with payments', async ({ open, faults }) => {
  const studio = await makePhotographer();
  const customer = await makeCustomer(studio, { name: 'Ada' });
  const id = await makeSession(studio, customer);
  const page = await open({ as: studio });
  await page.goto(`/app/clients/sessions/${id}`);
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions for this session' }).click();
    await page.getByRole('menuitem', { name: 'Delete session' }).click();
  };
  await remove();
  await expect(page.getByRole('heading', { name: 'No upcoming sessions' })).toBeVisible();
  await undo(page, 'Session moved to the trash');
  await page.getByRole('link', { name: 'Ada' }).click();
  await remove();
  await expect(page.getByRole('heading', { name: 'No upcoming sessions' })).toBeVisible();
  const trashed = 'select count(*)::int as n from sessions where id = $1 and deleted_at is not null';
  await expect.poll(async () => (await database().query(trashed, [id])).rows).toEqual([{ n: 1 }]);
  // The toast disappears; the session is still in the trash.
  await page.reload();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Deleted sessions' }).click();
  await page.getByRole('button', { name: /^Restore “Ada, / }).click();
  await expect(notice(page, 'Session with Ada restored')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await page.getByRole('link', { name: 'Ada' }).click();
  await database().query(
    `insert into payments (id, account_id, author_id, session_id, date, amount, currency, status)
     select 'pa' || substr(id, 3), account_id, author_id, id, now(), 5000, 'EUR', 'paid' from sessions where id = $1`,
    [id],
  );
  faults.allowRefusedMutation('sessions.trash');
  await remove();
  await expect(notice(page, 'can’t be deleted')).toBeVisible();
  const { rows } = await database().query('select deleted_at from sessions where id = $1', [id]);
  expect(rows).toEqual([{ deleted_at: null }]);
});

test(
  'hides actions on others’ sessions from a photographer; a new one is their own',
  { tag: '@long' },
  async ({ open }) => {
    const studio = await makePhotographer();
    const me = await makeMember(studio, 'photographer');
    const customer = await makeCustomer(studio, { name: 'Ada' });
    const page = await open({ as: me });
    const more = async (photographer_id: string | null) => {
      await page.goto(`/app/clients/sessions/${await makeSession(studio, customer, { photographer_id })}`);
      await page.getByRole('button', { name: 'More actions for this session' }).click();
      await expect(page.getByRole('menuitem', { name: 'Edit details' })).toBeVisible();
      return page.getByRole('menuitem', { name: 'Delete session' });
    };
    const whose = page.getByRole('dialog').getByLabel('Photographer');
    const client = page.getByRole('dialog').getByRole('combobox', { name: 'Client' });
    for (const owner of [studio.session.user.id, null]) {
      await expect(await more(owner)).toHaveCount(0);
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
      await expect(page.getByRole('dialog').getByLabel(/^Title/)).toBeVisible();
      await expect(whose).toHaveCount(0);
      await expect(client).toBeDisabled();
    }
    await expect(await more(me.session.user.id)).toBeVisible();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    await expect(whose).toHaveValue(me.session.user.id);
    await expect(client).toBeEnabled();

    await page.goto(`/app/clients/sessions/new?client=${customer}&date=${Date.now() + DAY_MS}`);
    const field = page.getByLabel('Photographer');
    await expect(field.getByRole('option')).toHaveCount(2);
    await expect(field).toHaveValue(me.session.user.id);
    await expect(field.getByRole('option', { name: 'Unassigned' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Book session' }).click();
    await page.getByRole('button', { name: 'More actions for this session' }).click();
    await page.getByRole('menuitem', { name: 'Delete session' }).click();
    await expect(notice(page, 'Session moved to the trash')).toBeVisible();
  },
);
