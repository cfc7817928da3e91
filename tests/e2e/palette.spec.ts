import { DAY_MS } from '#core/domain/values/durations.ts';
import { expectNothingSerious } from './support/axe.ts';
import { makePhotographer } from './support/photographer.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

test('finds clients by phone number, upcoming sessions before past ones, recent records and commands', async ({
  open,
}) => {
  const studio = await makePhotographer();
  const marta = await makeCustomer(studio, { name: 'Marta Puig', phone: '+34 612 345 678' });
  await makeSession(studio, marta, { type: 'Past', date: new Date(Date.now() - 2 * DAY_MS) });
  await makeSession(studio, marta, { type: 'Later', date: new Date(Date.now() + 3 * DAY_MS) });
  await makeSession(studio, marta, { type: 'Sooner', date: new Date(Date.now() + 2 * DAY_MS) });
  const page = await open({ as: studio });
  await page.goto('/app');
  await expect(title(page, studio.account.name)).toBeVisible();
  const palette = page.getByRole('dialog');
  const input = palette.getByRole('combobox');
  const options = palette.getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Recent' })).toBeHidden();
  await input.fill('612 34 56');
  await expect(options).toHaveText([/^Marta Puig/]);
  await input.press('Enter');
  await expect(title(page, 'Marta Puig')).toBeVisible();

  // The open record is not offered; it is on the next screen.
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Actions', exact: true })).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Recent' })).toBeHidden();
  await input.fill('marta ');
  await expect(options).toHaveText([
    /^Marta Puig\+34/,
    /^Marta Puig · Sooner/,
    /^Marta Puig · Later/,
    /^Marta Puig · Past/,
  ]);
  await expectNothingSerious(page, 'the palette');
  await input.fill('dark');
  await input.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/^Marta Puig/]);
  await input.fill('log out');
  await input.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent')))).toEqual([]);
});
