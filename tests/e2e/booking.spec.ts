import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { openBooking, offerSession } from './support/booking.ts';
import { chosenDay, freeDays, readHolds, showDay, times } from './support/booking-steps.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Chooses a day on which changes are still possible. */
async function chooseTime(page: Page, index = 0): Promise<void> {
  await showDay(page);
  await times(page).nth(index).click();
  await expect(title(page, 'Your details')).toBeVisible();
}

async function fill(page: Page, email: string, name = 'Marta Soler'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
}

async function studioWith(name: string, offers: Parameters<typeof offerSession>[1][] = [{}]): Promise<Photographer> {
  const photographer = await makePhotographer(name);
  await openBooking(photographer);
  for (const offer of offers) await offerSession(photographer, offer);
  return photographer;
}

const bookPath = ({ account }: Photographer) => `/p/${account.slug}/book`;

/** Navigates by Back to the list of session types, however many steps lie between, and by Forward to the booking. */
async function backAndForward(page: Page, studio: Photographer): Promise<void> {
  while (new URL(page.url()).pathname !== bookPath(studio)) await page.goBack();
  await expect(title(page, 'Book a session')).toBeVisible();
  await page.goForward();
}

test('books on the studio’s page, reschedules and cancels', { tag: '@phone' }, async ({ open }) => {
  const studio = await studioWith('Estudi Sal', [{ price: { price: 18_000, deposit: 5_000 } }]);
  const email = freshEmail('marta');
  const page = await open();
  await page.goto(`/p/${studio.account.slug}`);
  await expect(page.getByText('€180 · €50 deposit')).toBeVisible();
  await page.getByRole('link', { name: 'Portrait' }).click();
  await expect(title(page, 'Choose a date and time')).toBeVisible();
  await showDay(page);
  const booked = new RegExp(`^${(await chosenDay(page).getAttribute('aria-label'))!.split(', ')[0]!}`);
  await times(page).first().click();
  await expect(title(page, 'Your details')).toBeFocused();
  await expect(page.getByRole('timer')).toHaveText(/Held for you: 1[45]:\d\d left/);

  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await fill(page, email);
  await page.getByLabel('Message').fill('Two people, one dog.');
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Two people, one dog.');
  await expect(page.getByRole('timer')).toHaveText(/Held for you/);
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();

  await expect(title(page, 'Your session is booked')).toBeFocused();
  await expect(page.getByText(`We’ve sent an email to ${email}`)).toBeVisible();
  await expect(page).toHaveTitle('Your session is booked · Estudi Sal');
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await file).suggestedFilename()).toBe('session.ics');
  await expect(
    page.getByText('Your €50 deposit hasn’t been paid yet. Estudi Sal will tell you how to pay it.'),
  ).toBeVisible();
  const mail = await mailTo(email);
  expect(mail.text).toContain('Price: €180');
  await page.goto(linkIn(mail, '/booking/'));
  await expect(page.getByText('Estudi Sal is looking forward')).toBeVisible();

  await page.getByRole('link', { name: 'Change time' }).click();
  // The calendar opens on the day of the booking, and later on the day that was chosen instead.
  await expect(chosenDay(page)).toHaveAccessibleName(booked);
  await freeDays(page).nth(5).click();
  const other = (await chosenDay(page).getAttribute('aria-label'))!;
  await times(page).last().click();
  await expect(title(page, 'Change the time?')).toBeFocused();
  await page.goBack();
  await expect(title(page, 'Choose another time')).toBeVisible();
  await expect(chosenDay(page)).toHaveAccessibleName(other);
  await page.goForward();
  await page.getByRole('button', { name: 'Change time' }).click();
  await expect(page.getByText('Your session has been rescheduled.')).toBeVisible();

  await page.getByRole('link', { name: 'Cancel session' }).click();
  await page.getByLabel('Reason').fill('We are moving house.');
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await expect(title(page, 'This session is cancelled')).toBeFocused();
});

test('Back and Forward show the current booking', async ({ open }) => {
  const studio = await studioWith('Estudi Marea');
  const page = await open();
  await page.goto(bookPath(studio));
  await page.getByRole('link', { name: 'Portrait' }).click();
  await chooseTime(page);
  await fill(page, freshEmail('marta'));
  await page.getByRole('button', { name: 'Book session' }).click();
  await expect(title(page, 'Your session is booked')).toBeVisible();
  const time = page.getByRole('definition').nth(1);
  const before = await time.innerText();

  await page.getByRole('link', { name: 'Change time' }).click();
  await freeDays(page).nth(5).click();
  await times(page).last().click();
  await page.getByRole('button', { name: 'Change time' }).click();
  await expect(page.getByText('Your session has been rescheduled.')).toBeVisible();
  const after = await time.innerText();
  expect(after).not.toBe(before);
  await backAndForward(page, studio);
  await expect(title(page, 'Your session is booked')).toBeVisible();
  await expect(time).toHaveText(after, { useInnerText: true });

  await page.getByRole('link', { name: 'Cancel session' }).click();
  await page.getByRole('button', { name: 'Cancel session' }).click();
  await expect(title(page, 'This session is cancelled')).toBeVisible();
  await backAndForward(page, studio);
  await expect(title(page, 'This session is cancelled')).toBeVisible();
});

test('offers other slots to the slower visitor and keeps the form', { tag: '@long' }, async ({ open, faults }) => {
  const studio = await studioWith('Estudi Sorra');
  faults.allowStatus(409, /\/booking\/holds$/);
  const [first, second] = [await open(), await open()];
  for (const page of [first, second]) {
    await page.goto(bookPath(studio));
    await page.getByRole('link', { name: 'Portrait' }).click();
    await showDay(page);
  }
  // The two lists of free days may have arrived in another order: both look at the day of the first.
  const date = (await chosenDay(first).getAttribute('aria-label'))!.split(', ').slice(0, 2).join(', ');
  await second
    .getByRole('gridcell')
    .getByRole('button', { name: new RegExp(`^${date}`) })
    .click();
  await expect(chosenDay(second)).toHaveAccessibleName(new RegExp(`^${date}`));
  await times(first).first().click();
  await expect(title(first, 'Your details')).toBeVisible();
  await times(second).first().click();
  const told = second.getByRole('alert');
  await expect(told).toContainText('This time is no longer available');
  await told.getByRole('button').first().click();
  await expect(title(second, 'Your details')).toBeVisible();
});

test('releases the hold on Back, on another time and on leaving', async ({ open }) => {
  const studio = await studioWith('Estudi Platja');
  const held = () => readHolds(studio);
  const page = await open();
  await page.goto(bookPath(studio));
  await page.getByRole('link', { name: 'Portrait' }).click();
  await chooseTime(page);
  const [first] = await held();
  const form = page.url();

  await page.goBack();
  await expect.poll(held).toEqual([]);
  // The chosen day is shown again. The released slot is listed again, even if the list was requested before.
  await expect(times(page)).toHaveCount(3);
  await page.goForward();
  await expect(page.getByRole('timer')).toHaveText(/Held for you/);
  expect(await held()).toEqual([first]);
  await page.goBack();
  await times(page).nth(1).click();
  await expect(page.getByRole('timer')).toHaveText(/Held for you/);
  await expect.poll(held).toHaveLength(1);
  expect(await held()).not.toEqual([first]);

  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/Held for you/);
  const second = page.url();
  expect(second).not.toBe(form);
  await page.goto('about:blank');
  await expect.poll(held).toEqual([]);
  const other = await open();
  await other.goto(second);
  await expect(other.getByRole('timer')).toHaveText(/Held for you/);
  await fill(other, freshEmail('other'));
  await other.getByRole('button', { name: 'Book session' }).click();
  await expect(title(other, 'Your session is booked')).toBeVisible();
});

test('reports an expired hold, replaces a taken slot and keeps the form', async ({ open, faults }) => {
  const studio = await studioWith('Estudi Duna');
  faults.allowStatus(410, /\/booking$/);
  const slow = await open();
  await slow.clock.install();
  await slow.goto(bookPath(studio));
  await slow.getByRole('link', { name: 'Portrait' }).click();
  await chooseTime(slow);
  await fill(slow, freshEmail('slow'));
  await slow.clock.fastForward('10:30');
  await expect(slow.getByText('This time is held for you for 5 more minutes.')).toBeAttached();
  await slow.clock.fastForward('05:00');
  await expect(slow.getByText('Your hold has expired')).toBeVisible();
  await database().query(
    `update slot_holds set created_at = now() - interval '1 hour', expires_at = now() - interval '1 minute'
     where account_id = $1`,
    [studio.account.id],
  );
  const quick = await open();
  await quick.goto(slow.url());
  await expect(quick.getByRole('timer')).toHaveText(/Held for you/);

  await slow.getByRole('button', { name: 'Book session' }).click();
  const told = slow.getByRole('alert');
  await expect(told).toContainText('This time is no longer available');
  await expect(slow.getByLabel('Name')).toHaveValue('Marta Soler');
  await told.getByRole('button').first().click();
  await expect(slow.getByRole('timer')).toHaveText(/Held for you/);
  await slow.getByRole('button', { name: 'Book session' }).click();
  await expect(title(slow, 'Your session is booked')).toBeVisible();
});

test('requests a session that needs approval, by keyboard alone', async ({ open }) => {
  const studio = await studioWith('Estudi Roca', [{ type: { name: 'Wedding', requires_approval: true } }]);
  const page = await open();
  await page.goto(bookPath(studio));
  await expect(page.getByText('The studio confirms each request.')).toBeVisible();
  await page.getByRole('link', { name: 'Wedding' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Choose a date and time')).toBeFocused();
  const first = freeDays(page).first();
  await expect(first).toHaveAccessibleName(/times? available$/);
  await first.focus();
  for (const key of ['ArrowDown', 'PageDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await times(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Your details')).toBeFocused();
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Pau Vidal');
  await page.keyboard.press('Tab');
  await page.keyboard.type(freshEmail('pau'));
  await page.keyboard.press('Enter');
  await expect(title(page, 'Booking request sent')).toBeFocused();
  await page.getByRole('link', { name: 'Withdraw request' }).press('Enter');
  await page.getByRole('button', { name: 'Withdraw request' }).press('Enter');
  await expect(title(page, 'Booking request withdrawn')).toBeVisible();
});

test(
  'points to the studio after the cut-off, and reports an expired link',
  { tag: '@long' },
  async ({ open, faults }) => {
    const studio = await studioWith('Estudi Cala');
    faults.allowStatus(404, /\/bookings\//);
    const page = await open();
    await page.goto(bookPath(studio));
    await page.getByRole('link', { name: 'Portrait' }).click();
    await chooseTime(page);
    await fill(page, freshEmail('nuria'));
    await page.getByRole('button', { name: 'Book session' }).click();
    await expect(title(page, 'Your session is booked')).toBeVisible();
    await openBooking(studio, { cutoffHours: 720 });
    await page.reload();
    await expect(page.getByText(/Changes were possible here until/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Write to Estudi Cala' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Change time' })).toBeHidden();
    await page.goto(`/p/${studio.account.slug}/booking/${'a'.repeat(43)}`);
    await expect(title(page, 'This link no longer works')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Write to Estudi Cala' })).toBeVisible();
  },
);

test('shows contact details when a studio takes no bookings', { tag: '@long' }, async ({ open, faults }) => {
  const studio = await studioWith('Estudi Tancat');
  await openBooking(studio, { isOpen: false });
  faults.allowStatus(409, /\/booking$/);
  const page = await open();
  await page.goto(bookPath(studio));
  await expect(title(page, 'Online booking isn’t available at the moment')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write to Estudi Tancat' })).toBeVisible();
});
