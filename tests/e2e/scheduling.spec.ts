import type { Locator, Page } from '@playwright/test';
import { shiftDay } from '#web/components/ui/inputs/calendar-days.ts';
import { scene } from '../support/pictures.ts';
import { expectNothingSerious } from './support/axe.ts';
import { openBooking } from './support/booking.ts';
import { database } from './support/database.ts';
import { escape } from './support/escape.ts';
import { notice } from './support/notice.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { at, bookFor, makeBookable, wednesdayAhead } from './support/scheduling.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

const undo = (page: Page, text: string) => notice(page, text).getByRole('button', { name: 'Undo' }).click();
const times = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Available times' });
const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(date),
  );
const dateOf = async (id: string) =>
  (await database().query<{ date: Date; duration: number }>('select date, duration from sessions where id = $1', [id]))
    .rows[0];
const settingOf = async ({ account }: Photographer, key: string) =>
  (
    await database().query<{ value: unknown }>('select value from settings where account_id = $1 and key = $2', [
      account.id,
      key,
    ])
  ).rows[0]?.value;

const calendar = (page: Page) => page.getByRole('region', { name: 'Sessions', exact: true });

async function openCalendar(page: Page, query: string): Promise<Locator> {
  await page.goto(`/app/scheduling?${query}`);
  await expect(title(page, 'Scheduling')).toBeVisible();
  return calendar(page);
}

async function choose(page: Page, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Options' }).click();
  await page
    .getByRole(/^(Cancelled|Available)/.test(option) ? 'menuitemcheckbox' : 'menuitem', { name: option })
    .click();
}

test('creates a session type with price and plan, and previews its times', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/scheduling');
  await page.getByRole('link', { name: 'Session types' }).click();
  await expect(page.getByRole('heading', { name: 'No session types yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New session type' }).click();

  await test.step('the type', async () => {
    await page.getByLabel('Duration (minutes)').fill('an hour');
    await page.getByLabel(/^Price/).fill('100');
    await page.getByLabel(/^Deposit/).fill('120');
    await page.getByRole('button', { name: 'Create session type' }).click();
    for (const wrong of ['Enter a name', 'Enter a duration', 'The deposit can’t be more than the price.'])
      await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
    await expectNothingSerious(page, 'session type with mistakes');
    await page.getByLabel('Name', { exact: true }).fill('Mini session');
    await page.getByLabel('Duration (minutes)').fill('45');
    await page.getByLabel('Clients per session').fill('3');
    await page.getByLabel(/^Deposit/).fill('30');
    // The draft survives a reload.
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mini session');
    await page.getByLabel('Bookable online').click();
    await page.getByRole('button', { name: 'Create session type' }).click();
    await expect(title(page, 'Mini session')).toBeVisible();
    await expect(page.getByLabel(/^Price/)).toHaveValue('€100');
  });

  await test.step('its photo', async () => {
    const section = page.getByRole('region', { name: 'Photo', exact: true });
    const photo = section.getByRole('img', { name: 'Photo of Mini session' });
    const file = { name: 'mini.jpg', mimeType: 'image/jpeg', buffer: await scene(1200, 800).jpeg().toBuffer() };
    await page.getByLabel('Photo on the booking page: Choose photo').setInputFiles(file);
    await expect(notice(page, 'Photo saved')).toBeVisible();
    await expect(photo).toBeVisible();
    await page.getByRole('button', { name: 'Remove: Photo on the booking page' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(photo).toBeHidden();
  });

  await test.step('its plan', async () => {
    await page.getByRole('button', { name: 'Add schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add schedule' });
    await expect(dialog.getByRole('status')).toContainText('With 1 booking per day, only one client can book');
    await dialog.getByLabel('Time range 1, to').fill('08:00');
    await dialog.getByRole('button', { name: 'Add schedule' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Each time range needs a start and a later end');
    await dialog.getByLabel('Time range 1, from').fill('22:00');
    await dialog.getByLabel('Time range 1, to').fill('02:00');
    await expect(dialog.getByLabel('Time range 1, to')).toHaveAccessibleDescription(/continues into the next day/);
    await dialog.getByLabel('Time range 1, from').fill('09:00');
    await dialog.getByLabel('Time range 1, to').fill('11:00');
    await expect(dialog.getByText('continues into the next day')).toBeHidden();
    for (const day of ['Saturday', 'Sunday']) await dialog.getByLabel(day).click();
    await dialog.getByLabel('Bookings per day').fill('6');
    await expect(dialog.getByRole('status')).toBeHidden();
    await dialog.getByLabel('Buffer after each session (minutes)').fill('15');
    await dialog.getByRole('button', { name: 'Add schedule' }).click();
    const plan = page.getByRole('listitem', { name: 'Regular hours' });
    await expect(plan).toContainText('Every day, 9:00–11:00');
    await expect(plan).toContainText('6 bookings per day · 15 min buffer');
  });

  await test.step('its state', async () => {
    await expect(page.getByText('Booking is off', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Turn on booking' }).click();
    await expect(page.getByText('Bookable now')).toBeVisible();
    await undo(page, 'Booking is open');
    await expect(page.getByText('Booking is off', { exact: true })).toBeVisible();
  });

  await test.step('the client’s view', async () => {
    const date = wednesdayAhead();
    const { rows } = await database().query<{ id: string }>('select id from session_types where account_id = $1', [
      studio.account.id,
    ]);
    await bookFor(studio, 'Ada', at(date, 9), { session_type_id: rows[0]!.id, duration: 45 });
    await bookFor(studio, 'Pau', at(date, 10), { duration: 30 });
    await page.getByRole('button', { name: 'Preview as client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mini session, as clients see it' });
    await expect(dialog.getByText('Booking is closed')).toBeVisible();
    const day = times(page)
      .locator('> li')
      .filter({ hasText: dayText(date) });
    await expect(day.getByRole('listitem')).toHaveText(['9:00 · 2 spots']);
    const next = times(page).locator('> li').nth(2);
    await expect(next.getByRole('listitem').first()).toHaveText('9:00 · 3 spots');
    await dialog.getByRole('combobox', { name: 'Client’s time zone' }).fill('Atlantic/Canary');
    await page.getByRole('option', { name: 'Atlantic/Canary' }).click();
    await expect(day.getByRole('listitem')).toHaveText(['8:00 · 2 spots']);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('switches it off and on', async () => {
    const plan = page.getByRole('listitem', { name: 'Regular hours' });
    const more = async (act: string) => {
      await plan.getByRole('button', { name: 'More actions for Regular hours' }).click();
      await page.getByRole('menuitem', { name: act }).click();
    };
    await more('Turn off');
    await expect(plan).toContainText('Off');
    await more('Remove schedule');
    await expect(page.getByRole('heading', { name: 'No schedules yet' })).toBeVisible();
    await undo(page, 'Regular hours removed');
    await expect(plan).toContainText('Off');
  });

  await test.step('archives it and restores it', async () => {
    await page.getByRole('link', { name: 'Session types' }).first().click();
    const item = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Mini session' });
    await expect(item).toContainText('45 min · €100');
    await expect(item).toContainText('Booking is off');
    await item.getByRole('button', { name: 'More actions for Mini session' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByText('All session types are archived.')).toBeVisible();
    await page.getByRole('radio', { name: 'Archived' }).click();
    await expect(item).toBeVisible();
    await expectNothingSerious(page, 'archived session types');
  });
});

test(
  'a plan past midnight offers its night and counts it for the day of its start',
  { tag: '@long' },
  async ({ open }) => {
    const studio = await makePhotographer();
    const date = wednesdayAhead();
    const type = await makeBookable(studio, { duration: 60 }, { days_of_week: [3], max_bookings_per_day: 2 });
    // The team's date format does not apply to clients.
    await database().query(`update accounts set date_format = 'ymd' where id = $1`, [studio.account.id]);
    const page = await open({ as: studio });
    await page.goto(`/app/scheduling/types/${type}`);
    const item = page.getByRole('listitem', { name: 'Regular hours' });
    await item.getByRole('button', { name: 'More actions for Regular hours' }).click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit schedule' });
    await dialog.getByLabel('Time range 1, from').fill('22:00');
    await dialog.getByLabel('Time range 1, to').fill('02:00');
    await expectNothingSerious(page, 'plan of a night');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(item).toContainText('22:00–2:00');

    const offered = (day: string) =>
      times(page)
        .locator('> li')
        .filter({ hasText: dayText(day) })
        .getByRole('listitem');
    await page.getByRole('button', { name: 'Preview as client' }).click();
    await expect(offered(date)).toHaveText(['22:00', '23:00']);
    await expect(offered(shiftDay(date, 1))).toHaveText(['0:00', '1:00']);
    // Two of two possible bookings, one of them after midnight.
    await bookFor(studio, 'Ada', at(date, 22), { session_type_id: type });
    await expect(offered(date)).toHaveText(['23:00']);
    await expect(offered(shiftDay(date, 1))).toHaveText(['0:00', '1:00']);
    await bookFor(studio, 'Pau', at(date, 25), { session_type_id: type });
    await expect(offered(date)).toHaveCount(0);
    await expect(offered(shiftDay(date, 1))).toHaveCount(0);
  },
);

test('moves a session by keyboard, warns of conflicts and undoes', async ({ open }) => {
  const studio = await makePhotographer();
  const date = wednesdayAhead();
  const type = await makeBookable(studio, {}, { buffer_time: 30 });
  const moved = await bookFor(studio, 'Laia Font', at(date, 9), { session_type_id: type });
  await bookFor(studio, 'Pau Riba', at(date, 11), { session_type_id: type, status: 'confirmed' });
  const gone = await bookFor(studio, 'Ona Vidal', at(date, 9), { status: 'cancelled' });
  const page = await open({ as: studio });
  const region = await openCalendar(page, `view=day&date=${date}`);
  const item = region.getByRole('link', { name: /^Laia Font/ });
  const status = region.getByRole('status');

  await item.focus();
  await page.keyboard.press(' ');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  // Ends at 10:45, a quarter of an hour before the next; the plan requires a buffer of half an hour.
  await expect(status).toHaveText(/9:45–10:45\. Conflicts with Pau Riba$/);
  await page.keyboard.press('ArrowUp');
  await expect(status).toHaveText(/9:30–10:30$/);
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Laia Font moved to')).toBeVisible();
  await expect.poll(async () => (await dateOf(moved))?.date.getTime()).toBe(at(date, 9.5));
  await undo(page, 'Laia Font moved to');
  await expect.poll(async () => (await dateOf(moved))?.date.getTime()).toBe(at(date, 9));
  await expect(region.getByRole('link', { name: /^Laia Font.*9:00–10:00$/ })).toBeVisible();

  await test.step('shows and opens cancelled sessions on request', async () => {
    const cancelled = region.getByRole('link', { name: /^Ona Vidal, Cancelled/ });
    await expect(cancelled).toBeHidden();
    await choose(page, 'Cancelled and declined');
    await expect(cancelled).toBeVisible();
    await expect(page).toHaveURL(/cancelled=1/);
    await expect(cancelled).toHaveAttribute('href', `/app/clients/sessions/${gone}`);
  });

  await test.step('shows free times and filters types', async () => {
    await choose(page, 'Available times for clients');
    await expect(page).toHaveURL(/free=1/);
    await page.getByLabel('Session type').selectOption({ label: 'Portrait' });
    await expect(region.getByRole('link', { name: /^Ona Vidal/ })).toBeHidden();
    await expect(item).toBeVisible();
  });

  await test.step('creates a session in an empty slot', async () => {
    const slot = region.getByRole('gridcell', { name: `${dayText(date)}, 14:30`, exact: true });
    const form = page.getByRole('dialog', { name: 'New session' });
    await slot.click();
    await expect(form.getByLabel('When')).toHaveValue(`${date}T14:30`);
    await expectNothingSerious(page, 'the form for a new session');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(slot).toBeFocused();
    await page.keyboard.press('Enter');
    await form.getByRole('combobox', { name: 'Client' }).fill('Laia');
    await page.getByRole('option', { name: /^Laia Font/ }).click();
    await form.getByLabel('Session type').selectOption({ label: 'Portrait' });
    await form.getByRole('button', { name: 'Book session' }).click();
    await expect(form).toBeHidden();
    await expect(region.getByRole('link', { name: /^Laia Font, Portrait.*14:30/ })).toBeVisible();
  });
});

test('draws the time of a new session with the mouse', async ({ open }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no mouse');
  const studio = await makePhotographer();
  const date = wednesdayAhead();
  const page = await open({ as: studio });
  const region = await openCalendar(page, `view=week&date=${date}`);
  const cell = async (time: string) => {
    const slot = region.getByRole('gridcell', { name: `${dayText(date)}, ${time}`, exact: true });
    const { x, y, width, height } = (await slot.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await cell('10:00')));
  await page.mouse.down();
  await page.mouse.move(...(await cell('11:30')), { steps: 4 });
  await page.mouse.up();
  const form = page.getByRole('dialog', { name: 'New session' });
  await expect(form.getByLabel('When')).toHaveValue(`${date}T10:00`);
  await expect(form.getByLabel('Duration')).toHaveValue('120');
  await form.getByRole('link', { name: 'More details' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/clients/sessions/new\\?date=${at(date, 10)}`));
});

test('moves and resizes a session with the mouse', { tag: '@long' }, async ({ open }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no mouse');
  const studio = await makePhotographer();
  const date = wednesdayAhead();
  const id = await bookFor(studio, 'Laia Font', at(date, 10));
  await bookFor(studio, 'Pau Riba', at(date, 34), { status: 'inquiry' });
  const page = await open({ as: studio });
  const region = await openCalendar(page, `view=week&date=${date}`);
  const item = region.getByRole('link', { name: /^Laia Font/ });
  const grid = (await region.getByRole('grid').boundingBox())!;
  const [hour, column] = [grid.height / 24, grid.width / 7];
  const grab = async (inItem: number) => {
    await item.scrollIntoViewIfNeeded();
    const box = (await item.boundingBox())!;
    const from = { x: box.x + box.width / 2, y: box.y + box.height * inItem };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    return from;
  };

  const middle = await grab(0.5);
  await page.mouse.move(middle.x + column, middle.y + hour / 2, { steps: 5 });
  await expect(region.getByRole('status')).toHaveText(/10:30–11:30\. Conflicts with Pau Riba$/);
  await page.mouse.move(middle.x - column, middle.y + hour, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await dateOf(id))?.date.getTime()).toBe(at(date, -13));
  await undo(page, 'Laia Font moved to');
  await expect.poll(async () => (await dateOf(id))?.date.getTime()).toBe(at(date, 10));

  const end = await grab(0.95);
  await page.mouse.move(end.x, end.y + hour / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await dateOf(id))?.duration).toBe(90);
  expect((await dateOf(id))?.date.getTime()).toBe(at(date, 10));
});

test('blocks days off in the calendar and in the settings, and removes them', async ({ open }) => {
  const studio = await makePhotographer();
  const date = wednesdayAhead();
  await makeBookable(studio);
  await bookFor(studio, 'Laia Font', at(date, -15));
  // May block days, but not change the rules beside them.
  const page = await open({ as: await makeMember(studio, 'photographer') });
  const region = await openCalendar(page, `view=day&date=${date}`);
  const lockedDays = async () =>
    ((await settingOf(studio, 'photographer')) as { lockedDays?: string[] }).lockedDays ?? [];

  await choose(page, `Block ${dayText(date)}`);
  await expect(notice(page, 'Day blocked')).toBeVisible();
  await expect(region.getByRole('gridcell', { name: `${dayText(date)}, 9:00, Blocked` })).toBeAttached();
  await expect.poll(lockedDays).toEqual([date]);
  await undo(page, 'Day blocked');
  await expect.poll(lockedDays).toEqual([]);
  await choose(page, `Block ${dayText(date)}`);
  await expect.poll(lockedDays).toEqual([date]);

  await test.step('warns about moving a session onto a day off', async () => {
    await openCalendar(page, `view=week&date=${date}`);
    const item = region.getByRole('link', { name: /^Laia Font/ });
    await item.focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowRight');
    await expect(region.getByRole('status')).toContainText(`Conflicts with ${dayText(date)}`);
    await page.keyboard.press('Escape');
  });

  await test.step('blocks a range in the settings', async () => {
    // The address to copy is shown while booking is open.
    await openBooking(studio);
    await page.goto('/app/settings/booking');
    await page.getByLabel('From').fill('2031-12-30');
    await page.getByLabel('To (inclusive)').fill('2031-12-29');
    await page.getByRole('button', { name: 'Block days' }).click();
    await expect(page.getByRole('alert')).toContainText('Choose a first day');
    await page.getByLabel('To (inclusive)').fill('2032-01-02');
    await page.getByRole('button', { name: 'Block days' }).click();
    const upcoming = page.getByRole('list', { name: 'Upcoming days off' });
    await expect(upcoming.getByRole('listitem')).toHaveCount(2);
    await expect(upcoming.getByRole('listitem').last()).toContainText('4 days');
    await expectNothingSerious(page, 'booking settings');
    await upcoming
      .getByRole('listitem')
      .last()
      .getByRole('button', { name: /^Unblock/ })
      .click();
    await expect.poll(lockedDays).toEqual([date]);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Clients can book online' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeEnabled();
  });
});

test('opens booking with rules and a link while a type is bookable', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/settings/booking');
  await page.getByRole('checkbox', { name: 'Clients can book online' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nothing to book yet')).toBeVisible();
  await notice(page, 'Saved').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByLabel('Your booking page')).toHaveValue(new RegExp(`/p/${studio.account.slug}/book$`));
  await makeBookable(studio);
  await expect(page.getByText('Nothing to book yet')).toBeHidden();
  await page.getByLabel('Booking window').selectOption({ label: '60 days' });
  await page.getByLabel('Minimum notice').selectOption({ label: 'None' });
  await page.getByLabel('Booking page message').fill('Bring what you like.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, 'Saved')).toBeVisible();
  await expect
    .poll(() => settingOf(studio, 'booking'))
    .toMatchObject({
      isOpen: true,
      horizonDays: 60,
      minNoticeMinutes: 0,
      cutoffHours: 24,
      pageText: 'Bring what you like.',
    });
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await undo(page, 'Saved');
  await expect(page.getByLabel('Booking window')).toHaveValue('90');
});

test('creates, edits and deletes locations', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/settings/locations');
  await page.getByRole('button', { name: 'New location' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a name');
  await dialog.getByLabel('Name').fill('Beach');
  await dialog.getByLabel('Address').fill('Passeig Marítim 1');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByRole('link', { name: 'Beach on the map' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/search?query=Passeig%20Mar%C3%ADtim%201',
  );
  await page.getByRole('button', { name: 'Edit Beach' }).click();
  await dialog.getByLabel('Name').fill('Bogatell beach');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Remove Bogatell beach' }).click();
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await undo(page, 'Bogatell beach removed');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bogatell beach' })).toContainText(
    'Passeig Marítim 1',
  );
});

test('assistants cannot change anything', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const date = wednesdayAhead();
  await makeBookable(studio);
  await bookFor(studio, 'Laia Font', at(date, 9));
  const page = await open({ as: await makeMember(studio, 'assistant') });
  const region = await openCalendar(page, `view=day&date=${date}`);
  await expect(region.getByRole('link', { name: /^Laia Font/ })).toHaveAccessibleDescription('');
  await expect(page.getByRole('link', { name: 'New session' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Options' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(2);
  await expect(page.getByRole('menuitem', { name: /^Block/ })).toHaveCount(0);
  await escape(page.getByRole('menu'));
  await page.getByRole('link', { name: 'Session types' }).click();
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Portrait' });
  await expect(item).toContainText('1 h · Every day, 9:00–13:00');
  await expect(item).not.toContainText('€');
  await expect(item.getByRole('link')).toHaveCount(0);
  await page.goto('/app/settings/locations');
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New location' })).toHaveCount(0);
});
