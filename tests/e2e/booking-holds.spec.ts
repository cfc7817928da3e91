import type { Page } from '@playwright/test';
import { openBooking, offerSession } from './support/booking.ts';
import { readHolds, showDay, times } from './support/booking-steps.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { routeOnce } from './support/route-once.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const kept = (page: Page) => page.getByRole('timer');
const HOLDS = '**/api/p/*/booking/holds';

/** Opens the booking page of a new studio at a day with three times. */
async function choosing(page: Page, name: string): Promise<Photographer> {
  const studio = await makePhotographer(name);
  await openBooking(studio);
  await offerSession(studio);
  await page.goto(`/p/${studio.account.slug}/book`);
  const type = page.getByRole('link', { name: 'Portrait' });
  // Before the page's script runs, the link would load another document.
  await expect
    .poll(() => type.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__react'))))
    .toBe(true);
  await type.click();
  await showDay(page);
  await expect(times(page)).toHaveCount(3);
  return studio;
}

/** Delays the response of the next hold; the returned function releases it. */
async function slowAnswer(page: Page): Promise<() => Promise<void>> {
  const answered = Promise.withResolvers<() => Promise<void>>();
  await routeOnce(page, HOLDS, async (route) => {
    const response = await route.fetch();
    answered.resolve(() => route.fulfill({ response }));
  });
  return async () => (await answered.promise)();
}

test('hides a released slot that another visitor holds', async ({ open }) => {
  const [page, other] = [await open(), await open()];
  await page.clock.install();
  const studio = await choosing(page, 'Estudi Vent');
  await times(page).first().click();
  await expect(kept(page)).toHaveText(/Held for you/);
  const form = page.url();
  await page.goBack();
  await expect.poll(() => readHolds(studio)).toEqual([]);
  await other.goto(form);
  await expect(kept(other)).toHaveText(/Held for you/);

  await page.clock.fastForward('01:00');
  await page.reload();
  // The day of the released slot is shown again.
  await expect(times(page)).toHaveCount(2);
});

test('books the held slot after a lost response', async ({ open, faults }) => {
  const page = await open();
  const studio = await choosing(page, 'Estudi Boira');
  faults.allowStatus(503, /\/booking$/);
  await times(page).first().click();
  await expect(kept(page)).toHaveText(/Held for you/);
  const held = await readHolds(studio);
  await page.getByLabel('Name').fill('Marta Soler');
  await page.getByLabel('Email').fill(freshEmail('marta'));
  await routeOnce(page, '**/api/p/*/booking', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Book session' }).click();
  await expect(page.getByText('Couldn’t complete your booking')).toBeVisible();
  await page.goBack();
  // The day of the released slot is shown again.
  await expect(times(page)).toHaveCount(3);
  await times(page).first().click();
  await expect(kept(page)).toHaveText(/Held for you/);
  expect(await readHolds(studio)).toEqual(held);
  await page.getByRole('button', { name: 'Book session' }).click();
  await expect(title(page, 'Your session is booked')).toBeVisible();
});

test('releases a hold granted after Back', { tag: '@long' }, async ({ open }) => {
  const page = await open();
  const studio = await choosing(page, 'Estudi Pluja');
  const answer = await slowAnswer(page);
  await times(page).first().click();
  await expect.poll(() => readHolds(studio)).toHaveLength(1);
  await page.goBack();
  await expect(title(page, 'Book a session')).toBeVisible();
  await answer();
  await expect.poll(() => readHolds(studio)).toEqual([]);
  await expect(title(page, 'Book a session')).toBeVisible();
});

test('lists the time again after Back before the hold was granted', { tag: '@long' }, async ({ open }) => {
  const page = await open();
  const studio = await choosing(page, 'Estudi Neu');
  await times(page).first().click();
  await expect(kept(page)).toHaveText(/Held for you/);
  await page.goBack();
  await expect.poll(() => readHolds(studio)).toEqual([]);
  const answer = await slowAnswer(page);
  await page.goForward();
  await expect.poll(() => readHolds(studio)).toHaveLength(1);
  await page.goBack();
  await answer();
  await expect.poll(() => readHolds(studio)).toEqual([]);
  await expect(title(page, 'Choose a date and time')).toBeVisible();
  // The day of the released slot is shown again.
  await expect(times(page)).toHaveCount(3);
});
