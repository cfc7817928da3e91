import { expect, type Page } from '@playwright/test';
import { insertRow } from '../../support/rows.ts';
import { database } from './database.ts';
import { makeGallery } from './galleries.ts';
import { expectImageLoaded } from './image-loading.ts';
import type { Photographer } from './photographer.ts';
import { inviteChooser, invitePath, makeSelection } from './proofing.ts';
import type { Screen } from './screen.ts';

const heart = (page: Page) =>
  page
    .getByRole('region', { name: 'Photos' })
    .getByRole('button', { name: /^Add to/ })
    .first();

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Your selection' })).toBeVisible();
  await expect(heart(page)).toBeAttached();
  await expectImageLoaded(page.getByRole('region', { name: 'Photos' }).getByRole('img').first());
}

/** Screens of clients who choose photos: a couple with a selection, one that is sent, and a guest. */
export async function choosingScreens(studio: Photographer): Promise<Screen[]> {
  const rules = { min_count: 2, max_count: 4, included_count: 1, due_at: new Date(Date.now() + 864e5) };
  const open = await makeGallery(studio, { name: 'Choosing', photos: 4 });
  const openId = await makeSelection(studio, open, rules);
  await insertRow(database(), 'pick_list_prices', {
    list_id: openId,
    account_id: studio.account.id,
    extra_price: 1500,
  });
  const sent = await makeGallery(studio, { name: 'Chosen', photos: 2 });
  const sentId = await makeSelection(studio, sent, { status: 'submitted', round: 1, submitted_at: new Date() });
  const guests = await makeGallery(studio, { name: 'For guests', photos: 2, values: { guest_favourites: true } });
  const [ana, pau] = [await inviteChooser(studio, open, 'Ana'), await inviteChooser(studio, open, 'Pau')];
  const jan = await inviteChooser(studio, sent, 'Jan');
  const pick = (listId: string, gallery: typeof open, index: number, personId: string, values = {}) =>
    insertRow(database(), 'picks', {
      list_id: listId,
      photo_id: gallery.photoIds[index],
      person_id: personId,
      account_id: studio.account.id,
      gallery_id: gallery.id,
      ...values,
    });
  await pick(openId, open, 0, ana.personId, { rating: 4, label: 'red' });
  await pick(openId, open, 0, pau.personId);
  await pick(openId, open, 1, pau.personId, { state: 'maybe' });
  await pick(openId, open, 2, ana.personId, { state: 'reject' });
  await pick(openId, open, 3, pau.personId);
  await pick(sentId, sent, 0, jan.personId);
  const path = invitePath(studio, open, ana.token);
  return [
    { name: 'choosing', path, ready },
    {
      name: 'choosing-submit',
      path,
      ready: async (page) => {
        await ready(page);
        await page.getByRole('button', { name: 'Send selection' }).click();
        await expect(page.getByRole('dialog').getByText('2 (1 included + 1 at €15)')).toBeVisible();
      },
    },
    {
      name: 'choosing-lists',
      path,
      ready: async (page) => {
        await ready(page);
        await page.getByRole('button', { name: 'Show your lists' }).click();
        await expectImageLoaded(page.getByRole('dialog').getByRole('img').first());
      },
    },
    {
      name: 'choosing-lightbox',
      path,
      ready: async (page) => {
        await ready(page);
        await page.getByRole('region', { name: 'Photos' }).getByRole('link').first().click();
        const lightbox = page.getByRole('dialog');
        await expectImageLoaded(lightbox.getByRole('img').first());
        await lightbox.getByRole('button', { name: 'Your feedback' }).click();
        await expect(lightbox.getByRole('region', { name: 'Your feedback' })).toBeVisible();
      },
    },
    {
      name: 'choosing-sent',
      path: invitePath(studio, sent, jan.token),
      ready: async (page) => {
        await ready(page);
        await expect(page.getByText(/^Sent on/)).toBeVisible();
      },
    },
    {
      name: 'choosing-guest',
      path: guests.path,
      ready: async (page) => {
        await expect(heart(page)).toBeAttached();
        if ((await heart(page).getAttribute('aria-pressed')) === 'false') await heart(page).click();
        await ready(page);
      },
    },
  ];
}
