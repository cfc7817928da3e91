import type { Locator, Page } from '@playwright/test';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const uncovered = (page: Page, name?: string) =>
  page
    .getByRole('main')
    .getByRole('list')
    .getByRole('group', { ...(name && { name, exact: true }) });

/** Interval of touch reports at 60 Hz, and the pause before the finger lifts, in seconds. */
const FRAME = 0.016;
const REST = 0.1;

/** Dispatches touchstart, small moves and touchend; real touch events, as a touchscreen sends them. */
async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  // Events carry their own times: otherwise the machine's speed would determine the velocity, and cause a fling.
  const begun = Date.now() / 1000 - 12 * FRAME - REST;
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    seconds: number,
    touchPoints: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: begun + seconds });
  await send('touchStart', 0, [from]);
  for (let step = 1; step <= 12; step += 1) {
    await send('touchMove', step * FRAME, [{ x: from.x + (by.x * step) / 12, y: from.y + (by.y * step) / 12 }]);
  }
  await send('touchEnd', 12 * FRAME + REST, []);
  await touch.detach();
}

async function middleOf(row: Locator): Promise<{ x: number; y: number }> {
  const box = (await row.boundingBox())!;
  return { x: 260, y: box.y + box.height / 2 };
}

/** Swipes a row aside and waits until it rests: Playwright retries a tap on a moving element after scrolling. */
async function swipe(page: Page, row: Locator): Promise<void> {
  await drag(page, await middleOf(row), { x: -180, y: 6 });
  await expect.poll(() => row.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
}

test('confirms a session by swipe', { tag: '@phone' }, async ({ open }) => {
  const studio = await makePhotographer();
  for (let at = 0; at < 15; at += 1) {
    const customer = await makeCustomer(studio, { name: `Client ${at}`, phone: '+34 600 111 222' });
    await makeSession(studio, customer, { date: new Date(Date.now() + (24 + at) * HOUR_MS) });
  }
  const page = await open({ as: studio, phone: true });
  await page.goto('/app/clients/sessions');
  const row = (at: number) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Client ${at}`, exact: true }) });
  await expect(row(0)).toBeVisible();
  const list = page.url();
  // Actions are hidden from Tab and screen readers until they are uncovered.
  await expect(uncovered(page)).toHaveCount(0);

  await swipe(page, row(0));
  const confirm = uncovered(page, 'Client 0').getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeInViewport({ ratio: 1 });
  const { width, height } = (await confirm.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNothingSerious(page, 'sessions, a row aside');
  await page.keyboard.press('Escape');
  await expect(uncovered(page)).toHaveCount(0);

  // Only one row is open at a time.
  await swipe(page, row(1));
  await expect(uncovered(page, 'Client 1')).toBeVisible();
  await swipe(page, row(2));
  await expect(uncovered(page, 'Client 2')).toBeVisible();
  await expect(uncovered(page)).toHaveCount(1);
  // A tap on the row closes it and opens nothing.
  await expect(uncovered(page, 'Client 2').getByRole('button')).toBeInViewport({ ratio: 1 });
  const { x, y } = await middleOf(row(2));
  await page.touchscreen.tap(x - 180, y);
  await expect(uncovered(page)).toHaveCount(0);
  expect(page.url()).toBe(list);

  await swipe(page, row(0));
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await confirm.tap();
  await expect(row(0)).toContainText('Confirmed');
  await expect(uncovered(page)).toHaveCount(0);
  await notice(page, 'Confirmed').getByRole('button', { name: 'Undo' }).click();
  await expect(row(0)).toContainText('Scheduled');

  // Vertical scrolling still works, also with an open row.
  await swipe(page, row(2));
  await expect(uncovered(page, 'Client 2').getByRole('button')).toBeInViewport({ ratio: 1 });
  await drag(page, await middleOf(row(4)), { x: -40, y: -160 });
  await expect(uncovered(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(60);
  // The screen edges belong to the system's back and forward gestures.
  await drag(page, { ...(await middleOf(row(4))), x: 355 }, { x: -180, y: 0 });
  await expect(uncovered(page)).toHaveCount(0);
});

test('calls or mails a client, and records a payment by swipe', { tag: '@phone' }, async ({ open }) => {
  const studio = await makePhotographer();
  const customer = await makeCustomer(studio, {
    name: 'Ada Puig',
    email: 'ada@example.org',
    phone: '+34 (600) 111-222',
  });
  await makeCustomer(studio, { name: 'Nobody Known', email: '', phone: '' });
  const session = await makeSession(studio, customer);
  await database().query('update session_billing set payment_amount = 12000 where session_id = $1', [session]);
  const page = await open({ as: studio, phone: true });
  await page.goto('/app/clients/customers');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Ada Puig')).toBeVisible();
  // A client without an email address has no mail action.
  await swipe(page, row('Nobody Known'));
  await expect(uncovered(page)).toHaveCount(0);
  await swipe(page, row('Ada Puig'));
  const acts = uncovered(page, 'Ada Puig');
  await expect(acts.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+34600111222');
  await expect(acts.getByRole('link', { name: 'Email' })).toHaveAttribute('href', 'mailto:ada@example.org');
  await expect(acts.getByRole('link', { name: 'Email' })).toBeInViewport({ ratio: 1 });
  await expectNothingSerious(page, 'clients, a row aside');

  await page.goto('/app/clients/payments?tab=due');
  await expect(row('Ada Puig')).toBeVisible();
  await swipe(page, row('Ada Puig'));
  const record = acts.getByRole('button', { name: 'Record payment' });
  await expect(record).toBeInViewport({ ratio: 1 });
  await record.tap();
  await expect(page.getByRole('dialog', { name: 'Record payment' })).toContainText('€120 outstanding');
});
