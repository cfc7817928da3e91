import { expect, type Page } from '@playwright/test';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import { makeGallery, type TestGallery } from './galleries.ts';
import type { Photographer } from './photographer.ts';
import { inviteChooser, makeSelection } from './proofing.ts';
import type { Screen } from './screen.ts';

const titled = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const shows = (text: string) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();

/** Screens of galleries, presets, watermarks and the team, with one row of each and one photo. */
export async function studioScreens(studio: Photographer): Promise<Screen[]> {
  const gallery = await makeGallery(studio, { name: 'Aina & Jan', photos: 1 });
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const [preset, watermark] = [newId(), newId()];
  await insertRow(database(), 'gallery_presets', { id: preset, ...author, name: 'Wedding', settings: {} });
  await insertRow(database(), 'watermarks', { id: watermark, ...author, name: 'Proofs', kind: 'text', text: '© Aina' });
  await makeChoice(studio, gallery);
  const webhook = await makeIntegrations(studio);
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
    screen('integrations', '/settings/integrations', shows('Lightroom')),
    screen('webhook', `/settings/integrations/webhooks/${webhook}`, shows('Delivered')),
    { name: 'developers', path: '/developers', ready: shows('Publishes a gallery') },
    screen('security-log', '/settings/security-log', titled('Security log')),
  ];
}

/** A token, and a webhook with a delivery; returns the webhook's id. */
async function makeIntegrations({ account, session }: Photographer): Promise<string> {
  const [at, webhook] = [{ account_id: account.id }, newId()];
  const signed = { token_hash: newId(43), prefix: 'alb_0123ab', scopes: ['photos:upload', 'galleries:read'] };
  const until = { expires_at: new Date('2099-01-01') };
  await insertRow(database(), 'api_tokens', {
    id: newId(),
    ...at,
    user_id: session.user.id,
    name: 'Lightroom',
    ...signed,
    ...until,
  });
  const heard = { url: 'https://hooks.example/albumen', events: ['gallery.published'], secret: 'A'.repeat(40) };
  await insertRow(database(), 'webhook_endpoints', { id: webhook, ...at, author_id: session.user.id, ...heard });
  const sent = { event_id: `evt_${newId()}`, type: 'gallery.published', payload: '{"type":"gallery.published"}' };
  const answered = { status: 'delivered', attempts: 1, answer_status: 200, answer: 'ok', duration_ms: 120 };
  await insertRow(database(), 'webhook_deliveries', { id: newId(), ...at, endpoint_id: webhook, ...sent, ...answered });
  return webhook;
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
