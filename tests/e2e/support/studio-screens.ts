import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import { makeGallery, type TestGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';
import { inviteChooser, makeSelection } from './proofing.ts';
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
  await makeChoice(studio, gallery);
  const screen = (name: string, path: string, ready: Screen['ready']): Screen => ({
    name: `studio-${name}`,
    path: `/app${path}`,
    as: studio,
    ready,
  });
  return [
    screen('galleries', '/galleries', shows('Aina & Jan')),
    screen('gallery', `/galleries/${gallery.id}`, titled('Aina & Jan')),
    screen('proofing', `/galleries/${gallery.id}/proofing`, shows('Album')),
    screen('proofing-comments', `/galleries/${gallery.id}/proofing?list=comments`, shows('Lighter?')),
    screen('presets', '/settings/presets', shows('Wedding')),
    screen('preset', `/settings/presets/${preset}`, titled('Wedding')),
    screen('watermarks', '/settings/watermarks', shows('Proofs')),
    screen('watermark', `/settings/watermarks/${watermark}`, titled('Proofs')),
    screen('team', '/settings/team', shows('Owner')),
    screen('security-log', '/settings/security-log', titled('Settings')),
  ];
}

/** A submitted selection with an opinion, a round and a comment. */
async function makeChoice(studio: Photographer, gallery: TestGallery): Promise<void> {
  const { personId } = await inviteChooser(studio, gallery, 'Jan');
  const at = { submitted_at: new Date() };
  const listId = await makeSelection(studio, gallery, { status: 'submitted', round: 1, ...at });
  const [photoId] = gallery.photoIds;
  const inGallery = { account_id: studio.account.id, gallery_id: gallery.id };
  const pick = { list_id: listId, photo_id: photoId, person_id: personId, rating: 4, label: 'red' };
  await insertRow(database(), 'picks', { ...pick, ...inGallery });
  const round = { list_id: listId, round: 1, photo_ids: [photoId], person_id: personId };
  await insertRow(database(), 'pick_rounds', { ...round, ...inGallery, ...at });
  await database().query(
    `insert into photo_comments (id, account_id, gallery_id, photo_id, file_id, list_id, person_id, body, pin_x, pin_y)
     select $1, account_id, gallery_id, id, file_id, $3, $4, 'Lighter?', 0.5, 0.5 from photos where id = $2`,
    [newId(), photoId, listId, personId],
  );
}
