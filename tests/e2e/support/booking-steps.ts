import type { Page } from '@playwright/test';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

/** Days of the shown month with free times. */
export const freeDays = (page: Page) => page.getByRole('gridcell').getByRole('button', { disabled: false });
/** The day whose times are listed; its name begins with the date. */
export const chosenDay = (page: Page) => page.getByRole('gridcell', { selected: true }).getByRole('button');
export const times = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button');

/**
 * Shows a day with all of its times, independent of today's date: the current month may have a single day left, so the
 * next one is shown. From the fourth free day on, changes are still possible.
 */
export async function showDay(page: Page, index = 3): Promise<void> {
  await freeDays(page).first().focus();
  await page.keyboard.press('PageDown');
  await freeDays(page).nth(index).click();
}

/** Slots of a studio that are on hold. */
export async function readHolds(studio: Photographer): Promise<string[]> {
  const { rows } = await database().query<{ start: string }>(
    'select starts_at::text as start from slot_holds where account_id = $1',
    [studio.account.id],
  );
  return rows.map(({ start }) => start);
}
