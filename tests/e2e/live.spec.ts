import type { Locator, Page } from '@playwright/test';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { offerSession, openBooking } from './support/booking.ts';
import { showDay, times } from './support/booking-steps.ts';
import { database } from './support/database.ts';
import { makeGallery, uploadScenes } from './support/galleries.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

/** Photos are told of every ten seconds at most, slots every second. */
const SOON = { timeout: 20_000 };

/** Waits until the page shows that it is connected. */
const connected = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.dataset['live']), SOON).toBe('connected');

const photosOf = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('link');

test('photos of an event appear on an open page', async ({ open }) => {
  const owner = await makePhotographer();
  const gallery = await makeGallery(owner, { name: 'Party' });
  const [desk, guest] = [await open({ as: owner }), await open()];

  await test.step('the studio switches the event on', async () => {
    await desk.goto(`/app/galleries/${gallery.id}/access`);
    const event = desk.getByRole('region', { name: 'Live event' });
    await event.getByRole('switch', { name: 'Show new photos live' }).click();
    await expect(event.getByText(/^Live until/)).toBeVisible();
    await expect.poll(() => endOf(gallery.id)).toBeGreaterThan(Date.now());
    // By another time.
    await event.getByLabel('Until').selectOption('Another time…');
    await event.getByLabel('Ends').fill('2030-06-01T23:00');
    await expect(event.getByText(/^Live until .*2030/)).toBeVisible();
    await expect.poll(() => endOf(gallery.id)).toBe(Date.parse('2030-06-01T21:00Z'));
  });
  await test.step('the first photo appears in the empty gallery', async () => {
    await guest.goto(gallery.path);
    await expect(guest.getByText('Live', { exact: true })).toBeVisible();
    await expect(guest.getByText('Photos will appear here automatically')).toBeVisible();
    await connected(guest);
    await uploadScenes(owner, gallery.id, 1);
    await expect(photosOf(guest)).toHaveCount(1, SOON);
  });
  await test.step('more photos wait for a reader elsewhere, and do not move the page', async () => {
    await uploadScenes(owner, gallery.id, 20);
    await expect(guest.getByText(/20 photos|21 photos/).first()).toBeAttached(SOON);
    await expect(async () => {
      const news = guest.getByRole('button', { name: /new photos?$/ });
      if (await news.isVisible()) await news.click();
      await expect(guest.getByText('21 photos', { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass(SOON);
    await guest.evaluate(() => scrollTo(0, 0));
    await uploadScenes(owner, gallery.id, 2);
    const news = guest.getByRole('button', { name: '2 new photos' });
    await expect(news).toBeVisible(SOON);
    expect(await guest.evaluate(() => scrollY)).toBe(0);
    await news.press('Enter');
    await expect(guest.getByRole('link', { name: 'Photo 22 of 23' })).toBeFocused();
    await expect(guest.getByText('23 photos', { exact: true })).toBeAttached();
  });
  await test.step('the event ends', async () => {
    await desk.getByRole('switch', { name: 'Show new photos live' }).click();
    await expect.poll(() => endOf(gallery.id)).toBeNull();
    await guest.reload();
    await expect(guest.getByText('23 photos', { exact: true })).toBeAttached();
    await expect(guest.getByText('Live', { exact: true })).toBeHidden();
  });
});

async function endOf(galleryId: string): Promise<number | null> {
  const { rows } = await database().query<{ end: Date | null }>(
    'select event_until as end from galleries where id = $1',
    [galleryId],
  );
  return rows[0]!.end?.getTime() ?? null;
}

test('a time that another person takes leaves the booking page', async ({ open }) => {
  const owner = await makePhotographer();
  await openBooking(owner);
  await offerSession(owner);
  const [one, other] = [await open(), await open()];
  for (const page of [one, other]) await chooseTime(page, owner);
  await times(other).nth(1).click();
  await expect(other.getByRole('timer')).toHaveText(/Held for you/);
  await expect(times(one)).toHaveCount(2, SOON);
  await expect(one.getByText(/^11:00.* has just been taken\.$/)).toBeVisible();
  await test.step('and comes back when it is given back', async () => {
    await other.goBack();
    await expect(times(one)).toHaveCount(3, SOON);
    await expect(one.getByText('has just been taken')).toBeHidden();
  });
});

/** Opens the booking page at a day with three times, connected. */
async function chooseTime(page: Page, owner: Photographer): Promise<void> {
  const joined = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('"joined"') }),
    );
  await page.goto(`/p/${owner.account.slug}/book`);
  const type = page.getByRole('link', { name: 'Portrait' });
  // Before the page's script runs, the link would load another document.
  await expect
    .poll(() => type.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__react'))))
    .toBe(true);
  await type.click();
  await showDay(page);
  await expect(times(page)).toHaveCount(3);
  await joined;
}

test('members see who else has a client open', async ({ open }) => {
  const owner = await makePhotographer();
  const marta = await makeMember(owner, 'photographer');
  const pau = await makeMember(owner, 'assistant');
  for (const [{ session }, name] of [
    [marta, 'Marta Soler'],
    [pau, 'Pau Vila'],
  ] as const) {
    await database().query('update account_members set name = $2 where user_id = $1', [session.user.id, name]);
  }
  const client = await makeCustomer(owner, { name: 'Anna Costa' });
  const [desk, other, third] = [await open({ as: owner }), await open({ as: marta }), await open({ as: pau })];
  for (const page of [desk, other]) {
    await page.goto(`/app/clients/customers/${client}`);
    await expect(page.getByRole('heading', { name: 'Anna Costa' })).toBeVisible();
  }
  await expect(note(desk, 'Marta Soler has this open too')).toBeVisible(SOON);
  await third.goto(`/app/clients/customers/${client}`);
  await expect(note(desk, '2 others have this open')).toBeVisible(SOON);
  await expect(note(desk, 'Also here: Marta Soler, Pau Vila')).toBeAttached();
  await expect(note(third, 'Marta Soler')).toBeAttached(SOON);
  await other.goto('/app/clients/customers');
  await expect(note(desk, 'Pau Vila has this open too')).toBeVisible(SOON);
  await third.close();
  await expect(desk.getByText('has this open too')).toBeHidden({ timeout: 30_000 });
});

const note = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);

test('a gallery without a socket is polled', async ({ open }) => {
  const owner = await makePhotographer();
  const values = { event_until: new Date(Date.now() + HOUR_MS) };
  const gallery = await makeGallery(owner, { name: 'Party', values });
  const guest = await open();
  await guest.routeWebSocket('**/ws*', (socket) => socket.close());
  await guest.goto(gallery.path);
  await expect(guest.getByText('Photos will appear here automatically')).toBeVisible();
  await uploadScenes(owner, gallery.id, 1);
  await expect(photosOf(guest)).toHaveCount(1, { timeout: 60_000 });
});
