import type { CDPSession, Locator, Page } from '@playwright/test';
import { expectNothingSerious } from './support/axe.ts';
import { openDesignPage } from './support/design-page.ts';
import { expect, test } from './support/test.ts';

/*
 * Tests the calendar on the component page: a fixed week in Madrid, independent of the browser's zone; today is
 * Tuesday 24 November 2026.
 */
interface Calendar {
  page: Page;
  region: Locator;
  status: Locator;
  /** Finds an item by its accessible description. */
  item: (name: string | RegExp) => Locator;
  slot: (name: string) => Locator;
  /** Events that the calendar reported to its screen. */
  expectReported: (text: string | RegExp) => Promise<void>;
}

async function openCalendar(
  open: () => Promise<Page>,
  view?: 'Day' | 'Week' | 'Month' | 'Agenda',
  isAlone = true,
): Promise<Calendar> {
  const page = await open();
  await openDesignPage(page, isAlone ? 'schedule' : undefined);
  const section = page.getByRole('region', { name: 'Calendar', exact: true });
  // The first of the two themes.
  const region = section.getByRole('region', { name: 'Sessions', exact: true }).first();
  await expect(region).toBeVisible();
  if (view) await region.getByRole('radio', { name: view }).click();
  return {
    page,
    region,
    status: region.getByRole('status'),
    item: (name) => region.getByRole('button', { name }),
    slot: (name) => region.getByRole('gridcell', { name, exact: true }),
    expectReported: (text) => expect(section.getByText(text).first()).toBeVisible(),
  };
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Middle of an element, or the handle that resizes its end. */
async function grip(target: Locator, at: 'middle' | 'end' = 'middle'): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  return { x: box.x + box.width / 2, y: at === 'end' ? box.y + box.height - 3 : box.y + box.height / 2 };
}

/** Pixels for each hour. */
const hourOf = async ({ region }: Calendar) => (await region.getByRole('grid').boundingBox())!.height / 24;

test('lifts, moves, warns and drops by keyboard and keeps the focus', async ({ open }) => {
  const calendar = await openCalendar(open, 'Week');
  const { page, item, status, expectReported } = calendar;
  await item(/^Laia Font/).focus();
  await expect(item(/^Laia Font/)).toHaveAccessibleDescription('Press Enter to open, or Space to pick up and move.');
  await press(page, ' ');
  await expect(status).toHaveText('Laia Font picked up. Wed 25 Nov, 12:00–13:30');
  await press(page, 'ArrowDown');
  await expect(status).toHaveText('Wed 25 Nov, 12:15–13:45');
  await press(page, 'ArrowLeft', 'ArrowUp', 'ArrowUp');
  await expect(status).toHaveText('Tue 24 Nov, 11:45–13:15. Conflicts with Marta Puig and Pau Riba');
  await press(page, 'Shift+ArrowDown');
  await expect(status).toHaveText('Tue 24 Nov, 11:45–13:30. Conflicts with Marta Puig and Pau Riba');
  await press(page, 'Enter');
  await expect(status).toHaveText('Laia Font moved to Tue 24 Nov, 11:45–13:30');
  await expectReported('Moved: Laia Font, Tue 24 Nov, 11:45–13:30 (Madrid)');
  await expect(item('Laia Font, Newborn, Tue 24 Nov, 11:45–13:30')).toBeFocused();
  await press(page, 'Enter');
  await expectReported('Opened: Laia Font');
});

test('moves into the next week by keyboard; Escape cancels', async ({ open }) => {
  const { page, region, item, status } = await openCalendar(open, 'Week');
  await item(/^Estudi Nord/).focus();
  await press(page, 'm', ...Array.from({ length: 5 }, () => 'ArrowRight'));
  await expect(status).toHaveText('Tue 1 Dec, 10:00–13:00');
  await expect(region.getByRole('heading', { name: /^30 Nov\s–\s6 Dec 2026$/ })).toBeVisible();
  await press(page, 'Escape');
  await expect(status).toHaveText('Estudi Nord stays at Thu 26 Nov, 10:00–13:00');
  await expect(region.getByRole('heading', { name: /^23\s?–\s?29 Nov 2026$/ })).toBeVisible();
  await expect(item('Estudi Nord, Producte, Thu 26 Nov, 10:00–13:00')).toBeFocused();
});

test('items are one tab stop; arrows move between them', async ({ open }) => {
  const { page, item } = await openCalendar(open, 'Week');
  await item(/^Núria Puig/).focus();
  await press(page, 'ArrowDown');
  await expect(item(/^Marta Puig/)).toBeFocused();
  await press(page, 'ArrowRight');
  await expect(item(/^Laia Font/)).toBeFocused();
  await expect(item(/^Laia Font/)).toHaveAttribute('tabindex', '0');
  await expect(item(/^Núria Puig/)).toHaveAttribute('tabindex', '-1');
});

test('does not drag read-only items', async ({ open }) => {
  const { page, item, status } = await openCalendar(open, 'Week');
  await item(/^Ona Vidal, Cancelled/).focus();
  await press(page, ' ', 'ArrowDown');
  await expect(item(/^Lluís Mas/)).toBeFocused();
  await expect(status).toBeEmpty();
});

test('arrows walk empty slots, Page keys change weeks, Enter creates', async ({ open }) => {
  const { page, region, slot, expectReported } = await openCalendar(open, 'Week');
  await slot('Tue 24 Nov, 9:00').focus();
  await press(page, 'ArrowDown', 'ArrowRight');
  await expect(slot('Wed 25 Nov, 9:30')).toBeFocused();
  await press(page, 'Enter');
  await expectReported('New: Wed 25 Nov, 9:30–10:30 (Madrid)');
  await press(page, 'PageDown');
  await expect(slot('Wed 2 Dec, 9:30')).toBeFocused();
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await expect(slot('Sun 29 Nov, 9:30')).toBeFocused();
  await press(page, 't');
  await expect(slot('Tue 24 Nov, 9:30')).toBeFocused();
  await expect(region.getByRole('gridcell', { name: 'Tue 24 Nov, 10:30, Núria Puig, Marta Puig' })).toBeAttached();
  await expect(slot('Fri 27 Nov, 9:30, Blocked')).toBeAttached();
});

test('a click creates on an empty slot and opens an item', async ({ open }) => {
  const { slot, item, expectReported } = await openCalendar(open, 'Day');
  await slot('Tue 24 Nov, 13:30').click();
  await expectReported('New: Tue 24 Nov, 13:30–14:30 (Madrid)');
  await item(/^Lluís Mas/).click();
  await expectReported('Opened: Lluís Mas');
});

test('the spring clock change leaves out the missing hour', async ({ open }) => {
  const { page, region, slot } = await openCalendar(open, 'Week');
  const heading = region.getByRole('heading', { level: 2 });
  await slot('Tue 24 Nov, 9:00').focus();
  for (let week = 0; week < 17; week += 1) {
    const before = await heading.textContent();
    await press(page, 'PageDown');
    await expect(heading).not.toHaveText(before!);
  }
  await expect(slot('Sun 28 Mar, 1:30')).toBeEnabled();
  await expect(slot('Sun 28 Mar, 2:00')).toBeDisabled();
  await expect(slot('Sun 28 Mar, 2:30')).toBeDisabled();
  await expect(slot('Sun 28 Mar, 3:00')).toBeEnabled();
});

test('drags to another day, resizes, and cancels by Escape with the mouse', async ({ open }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no mouse');
  const calendar = await openCalendar(open, 'Week');
  const { page, region, item, status, expectReported } = calendar;
  const hour = await hourOf(calendar);
  const column = (await region.getByRole('grid').boundingBox())!.width / 7;
  await test.step('moves', async () => {
    const from = await grip(item(/^Laia Font/));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + column, from.y + hour / 2, { steps: 5 });
    await expect(status).toHaveText('Thu 26 Nov, 12:30–14:00. Conflicts with Estudi Nord');
    await page.mouse.move(from.x - column, from.y + hour, { steps: 5 });
    await expect(status).toHaveText('Tue 24 Nov, 13:00–14:30');
    await page.mouse.up();
    await expectReported('Moved: Laia Font, Tue 24 Nov, 13:00–14:30 (Madrid)');
  });
  await test.step('resizes', async () => {
    const from = await grip(item(/^Laia Font/), 'end');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + hour / 4, { steps: 5 });
    await page.mouse.up();
    await expectReported('Moved: Laia Font, Tue 24 Nov, 13:00–14:45 (Madrid)');
  });
  await test.step('cancels', async () => {
    const from = await grip(item(/^Laia Font/));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - hour, { steps: 5 });
    await expect(status).toHaveText('Tue 24 Nov, 12:00–13:45');
    await press(page, 'Escape');
    await page.mouse.up();
    await expect(status).toHaveText('Laia Font stays at Tue 24 Nov, 13:00–14:45');
  });
  await expect(item('Laia Font, Newborn, Tue 24 Nov, 13:00–14:45')).toBeVisible();
});

test('a long press lifts, a shorter touch scrolls', { tag: '@phone' }, async ({ open, isMobile }) => {
  test.skip(!isMobile, 'a desk has no touch');
  const calendar = await openCalendar(open, 'Day');
  const { page, item, status, expectReported } = calendar;
  const hour = await hourOf(calendar);
  const cdp = await page.context().newCDPSession(page);
  const name = 'Lluís Mas, Familia, Tue 24 Nov, 17:00–18:00';
  await page.getByRole('switch', { name: 'View only' }).first().scrollIntoViewIfNeeded();
  await test.step('scrolls', async () => {
    const from = await grip(item(name));
    await touch(cdp, 'touchStart', from);
    for (const by of [10, 20, 30]) await touch(cdp, 'touchMove', { x: from.x, y: from.y + by });
    await touch(cdp, 'touchEnd');
    await expect(status).toBeEmpty();
  });
  await test.step('lifts', async () => {
    // Chromium cancels a touch whose page answers late; the session stays, and a person lifts it again.
    let isTouching = false;
    await expect(async () => {
      if (isTouching) await touch(cdp, 'touchEnd');
      isTouching = false;
      const from = await grip(item(name));
      await touch(cdp, 'touchStart', from);
      isTouching = true;
      await expect(status).toHaveText('Lluís Mas picked up. Tue 24 Nov, 17:00–18:00');
      await touch(cdp, 'touchMove', { x: from.x, y: from.y - hour / 2 });
      await touch(cdp, 'touchMove', { x: from.x, y: from.y - hour });
      await expect(status).toHaveText('Tue 24 Nov, 16:00–17:00', { timeout: 2000 });
    }).toPass();
    await touch(cdp, 'touchEnd');
    await expectReported('Moved: Lluís Mas, Tue 24 Nov, 16:00–17:00 (Madrid)');
  });
});

test('opens with a day on a phone, below the week’s days', { tag: '@phone' }, async ({ open, isMobile }) => {
  test.skip(!isMobile, 'the strip is for narrow screens');
  const { region, item } = await openCalendar(open);
  await expect(region.getByRole('radio', { name: 'Day' })).toBeChecked();
  const week = region.getByRole('group', { name: 'Days of the week' });
  await week.getByRole('button', { name: 'Thursday 26 November 2026, 1 session' }).click();
  await expect(region.getByRole('heading', { name: 'Thu 26 Nov 2026' })).toBeVisible();
  await expect(item(/^Estudi Nord/)).toBeVisible();
  await region.getByRole('radio', { name: 'Month' }).click();
  await region.getByRole('button', { name: 'Tuesday 24 November 2026, 5 sessions' }).click();
  const list = region.getByRole('list', { name: 'Tuesday 24 November 2026' });
  await expect(list.getByRole('button')).toHaveCount(5);
});

test('opens with a week on desktop; month shows a count, agenda lists all', async ({ open }, { project }) => {
  test.skip(project.name === 'phone', 'a phone shows a month as numbers');
  const { page, region, item } = await openCalendar(open);
  await expect(region.getByRole('radio', { name: 'Week' })).toBeChecked();
  await region.getByRole('radio', { name: 'Month' }).click();
  await region.getByRole('button', { name: 'Tuesday 24 November 2026, 5 sessions' }).focus();
  await press(page, 'ArrowDown', 'ArrowLeft');
  await expect(region.getByRole('button', { name: 'Monday 30 November 2026' })).toBeFocused();
  await press(page, 'PageDown');
  await expect(region.getByRole('button', { name: 'Wednesday 30 December 2026' })).toBeFocused();
  await press(page, 't');
  await region.getByRole('button', { name: /^\+\d more$/ }).click();
  await expect(region.getByRole('heading', { name: 'Tue 24 Nov 2026' })).toBeVisible();
  await region.getByRole('radio', { name: 'Agenda' }).click();
  await expect(item(/^Irene & Marc/)).toHaveCount(2);
  await expect(item('Ona Vidal, Cancelled, Retrat, Tue 24 Nov, 15:00–16:00')).toBeVisible();
});

test('read-only users move and create nothing', async ({ open }) => {
  const { page, slot, item, status } = await openCalendar(open, 'Day');
  await page.getByRole('switch', { name: 'View only' }).first().click();
  await slot('Tue 24 Nov, 13:30').click();
  await expect(page.getByText(/^New: /)).toHaveCount(0);
  await item(/^Lluís Mas/).focus();
  await expect(item(/^Lluís Mas/)).toHaveAccessibleDescription('');
  await press(page, ' ');
  await expect(status).toBeEmpty();
  await expect(item(/^Lluís Mas/)).toBeFocused();
});

/** axe.spec.ts audits the component page as it opens. */
const CALENDAR = '[aria-labelledby="section-schedule"]';

test(
  'axe reports no serious violation in any view, nor while an item is lifted',
  { tag: '@long' },
  async ({ open }) => {
    const { page, region, item, status } = await openCalendar(open, undefined, false);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const view of ['Month', 'Agenda', 'Week']) {
      for (const radio of await page.getByRole('radio', { name: view, exact: true }).all()) await radio.click();
      await expect(region.getByRole('radio', { name: view })).toBeChecked();
      await expectNothingSerious(page, `the calendar: ${view}`, { within: CALENDAR });
    }
    await item(/^Laia Font/).focus();
    await press(page, ' ');
    await expect(status).not.toBeEmpty();
    await expectNothingSerious(page, 'the calendar: an item is held', { within: CALENDAR });
  },
);

async function touch(
  cdp: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  point?: { x: number; y: number },
): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
}
