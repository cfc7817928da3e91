import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import { makeGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';
import type { Screen } from './screen.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const shows = (text: string) => (page: Page) => expect(page.getByRole('main').getByText(text).first()).toBeVisible();

/** Screens of galleries, presets, watermarks and the team, with one row of each and one photo. */
export async function studioScreens(studio: Photographer): Promise<Screen[]> {
  const gallery = await makeGallery(studio, { name: 'Aina & Jan', photos: 1 });
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const [preset, watermark] = [newId(), newId()];
  await insertRow(database(), 'gallery_presets', { id: preset, ...author, name: 'Wedding', settings: {} });
  await insertRow(database(), 'watermarks', { id: watermark, ...author, name: 'Proofs', kind: 'text', text: '© Aina' });
  const screen = (name: string, path: string, ready: Screen['ready']): Screen => ({
    name: `studio-${name}`,
    path: `/app${path}`,
    as: studio,
    ready,
  });
  return [
    screen('galleries', '/galleries', shows('Aina & Jan')),
    screen('gallery', `/galleries/${gallery.id}`, titled('Aina & Jan')),
    screen('presets', '/settings/presets', shows('Wedding')),
    screen('preset', `/settings/presets/${preset}`, titled('Wedding')),
    screen('watermarks', '/settings/watermarks', shows('Proofs')),
    screen('watermark', `/settings/watermarks/${watermark}`, titled('Proofs')),
    screen('team', '/settings/team', shows('Owner')),
    screen('security-log', '/settings/security-log', titled('Settings')),
  ];
}
