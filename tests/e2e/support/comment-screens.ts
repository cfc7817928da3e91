import { expect, type Page } from '@playwright/test';
import { makeGallery } from './galleries.ts';
import { expectImageLoaded } from './image-loading.ts';
import { forgetShifts } from './layout.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';

/** Screens of guests who comment on a photo, compare photos and continue on another device. */
export async function commentScreens(studio: Photographer): Promise<Screen[]> {
  const values = { guest_favourites: true, guest_comments: true };
  const gallery = await makeGallery(studio, { name: 'Comments', photos: 3, values });
  const path = `${gallery.path}#photo=${gallery.photoIds[0]}`;
  const openPanel = async (page: Page) => {
    const lightbox = page.getByRole('dialog');
    await expectImageLoaded(lightbox.getByRole('img').first());
    await lightbox.getByRole('button', { name: /^Comments/ }).click();
    const panel = lightbox.getByRole('region', { name: 'Comments' });
    await expect(panel).toBeVisible();
    return panel;
  };
  return [
    {
      name: 'comments',
      path,
      ready: async (page) => {
        const panel = await openPanel(page);
        await panel.getByLabel('Write a comment').fill('A little brighter?');
        await panel.getByRole('button', { name: 'Send' }).click();
        await expect(panel.getByRole('button', { name: 'Reply' })).toBeVisible();
        // The panel grows with the sent comment, which a busy machine shows later than browsers wait after a click.
        await forgetShifts(page);
      },
    },
    {
      name: 'comments-mark',
      path,
      ready: async (page) => {
        const panel = await openPanel(page);
        await panel.getByRole('button', { name: 'Mark on photo' }).click();
        await page.getByRole('button', { name: /^Mark the photo/ }).press('Enter');
        await expect(panel.getByRole('button', { name: 'Undo' })).toBeEnabled();
      },
    },
    {
      name: 'compare',
      path,
      ready: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
        const compare = page.getByRole('dialog', { name: 'Compare' });
        await compare.getByRole('button', { name: 'Add photo' }).click();
        await expectImageLoaded(compare.getByRole('img').last());
      },
    },
    {
      name: 'another-device',
      path: gallery.path,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Continue on another device' }).click();
        await expect(page.getByRole('dialog').getByLabel('Your email')).toBeVisible();
      },
    },
    {
      name: 'adopt-invalid',
      path: `${gallery.path}#adopt=nothing`,
      ready: (page) => expect(page.getByRole('dialog', { name: 'This link is incomplete' })).toBeVisible(),
    },
  ];
}
