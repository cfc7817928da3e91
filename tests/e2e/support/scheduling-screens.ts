import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import { at, bookFor, makeBookable, wednesdayAhead } from './scheduling.ts';
import type { Screen } from './screen.ts';
import { makeSteps } from './sessions.ts';

const shows = (text: string) => (page: Page) => expect(page.getByRole('main').getByText(text).first()).toBeVisible();

/** Screens of the calendar in its four views, session types, locations, and booking rules. */
export async function schedulingScreens(studio: Photographer, empty: Photographer): Promise<Screen[]> {
  const date = wednesdayAhead();
  const type = await makeBookable(studio, { name: 'Christmas mini', max_clients: 4 });
  await makeSteps(studio, type);
  await bookFor(studio, 'Laia Font', at(date, 10), { session_type_id: type });
  await bookFor(studio, 'Pau Riba', at(date, 10.5), { status: 'inquiry' });
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await insertRow(database(), 'locations', { id: newId(), ...author, name: 'Beach', address: 'Passeig Marítim 1' });
  for (const [kind, name, amount] of [
    ['package', 'Full day', 240_000],
    ['option', 'Album 30 × 30', 35_000],
  ] as const) {
    const texts = { en: { name, description: 'From getting ready to the first dance.' } };
    await insertRow(database(), 'products', { id: newId(), ...author, kind, texts, amount });
  }
  const screen = (name: string, path: string, ready: Screen['ready'], as = studio): Screen => ({
    name: `scheduling-${name}`,
    path,
    as,
    ready,
  });
  const calendar = (view: string, ready: Screen['ready'] = shows('Laia Font')) =>
    screen(view, `/app/scheduling?view=${view}&date=${date}&free=1`, ready);
  const types = '/app/scheduling/types';
  return [
    calendar('day'),
    calendar('week'),
    calendar('month', (page) => expect(page.getByRole('heading', { name: 'Scheduling' })).toBeVisible()),
    calendar('agenda'),
    screen('types', types, shows('Christmas mini')),
    screen('types-empty', types, shows('No session types yet'), empty),
    screen('type', `${types}/${type}`, shows('Regular hours')),
    screen('type-new', `${types}/new`, shows('New session type')),
    screen('plan', `${types}/${type}`, async (page) => {
      await page.getByRole('button', { name: 'Add schedule' }).click();
      await expect(page.getByRole('dialog', { name: 'Add schedule' })).toBeVisible();
    }),
    screen('step', `${types}/${type}`, async (page) => {
      await page.getByRole('button', { name: 'Add step' }).click();
      await expect(page.getByRole('dialog', { name: 'New step' })).toBeVisible();
    }),
    screen('preview', `${types}/${type}`, async (page) => {
      await page.getByRole('button', { name: 'Preview as client' }).click();
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Available times' })).toBeVisible();
    }),
    screen('products', '/app/scheduling/products', shows('Full day')),
    screen('products-empty', '/app/scheduling/products', shows('No products yet'), empty),
    screen('product', '/app/scheduling/products', async (page) => {
      await page.getByRole('button', { name: 'New product' }).click();
      await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible();
    }),
    screen('booking', '/app/settings/booking', shows('Days off')),
    screen('locations', '/app/settings/locations', shows('Beach')),
    screen('locations-empty', '/app/settings/locations', shows('No locations yet'), empty),
  ];
}
