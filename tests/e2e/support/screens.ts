import { expect, type Page } from '@playwright/test';
import { accounts } from '#core/api/accounts.ts';
import { invites } from '#core/api/invites.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { choosingScreens } from './choosing-screens.ts';
import { clientScreens } from './client-screens.ts';
import { commentScreens } from './comment-screens.ts';
import { database } from './database.ts';
import { makeGallery, type TestGallery } from './galleries.ts';
import { makeGalleryExtras } from './gallery-extras.ts';
import { officeScreens } from './office-screens.ts';
import { proposalScreens } from './proposal-screens.ts';
import { publishingScreens } from './publishing-screens.ts';
import { freshEmail, makeMember, makePhotographer, makeUser, type Photographer } from './photographer.ts';
import { expectImageLoaded } from './image-loading.ts';
import type { Screen } from './screen.ts';
import { schedulingScreens } from './scheduling-screens.ts';
import { sessionScreens } from './session-screens.ts';
import { inviteTo } from './team.ts';
import { addFactor } from './sign-ins.ts';
import { siteScreens } from './site-screens.ts';

const titled = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const withPictures = (title: string) => async (page: Page) => {
  await titled(title)(page);
  await expectImageLoaded(page.getByRole('img').last());
};

/** The watermark is the last layer that the preview loads. */
const withMark = (title: string) => async (page: Page) => {
  await titled(title)(page);
  await expectImageLoaded(page.getByRole('img', { name: 'The watermark on a photo' }).locator('img').last());
};

/** Every screen of the product, and the rows of a studio that fills them. */
export async function allScreens(studio = 'Estudi Llum'): Promise<Screen[]> {
  const photographer = await makePhotographer(studio);
  const newcomer: Photographer = { ...photographer, ...(await makeUser('newcomer')) };
  const empty = await makePhotographer('Estudi Nou');
  const closed = await makePhotographer('Estudi Tancat');
  await closed.api.call(accounts.close, { accountId: closed.account.id }, { name: closed.account.name });
  const gallery = await makeGallery(photographer, { name: 'Ana & Pau', photos: 5, values: { visibility: 'public' } });
  const parted = await makeGallery(photographer, { name: 'Cadaqués', photos: 6 });
  await makeSections(photographer, parted);
  const addGallery = (name: string, values: object) => makeGallery(photographer, { name, values: { ...values } });
  const password = await makeGallery(photographer, { name: 'Marta', password: 'figueres' });
  const hidden = await addGallery('Hidden', { status: 'hidden' });
  const expired = await addGallery('Expired', { expires_at: new Date(Date.now() - 1000) });
  const invited = await addGallery('Invited', { visibility: 'invite' });
  const draft = await addGallery('Draft', { status: 'draft', published_at: null });
  const data = { galleryId: gallery.id, accountSlug: photographer.account.slug, label: 'Ana' };
  await photographer.api.call(invites.create, {}, { email: freshEmail('ana'), data });

  const careful: Photographer = { ...photographer, ...(await makeUser('careful')) };
  await addFactor(careful, 'Phone');
  await addFactor(careful, 'Tablet');
  const extras = await makeGalleryExtras(photographer, gallery);
  const assistant = await makeMember(photographer, 'assistant');
  const invitee = freshEmail('marta');
  const inviteId = await inviteTo(photographer, invitee, 'photographer');

  const mine = (name: string, path: string, ready: Screen['ready'], as = photographer): Screen => {
    return { name, path, as, ready };
  };
  const edit = `/app/galleries/${gallery.id}`;
  return [
    { name: 'landing', path: '/', ready: titled(/Deliver photos/) },
    mine('insights', '/app/insights', titled('Insights')),
    mine('integrations', '/app/settings/integrations', titled('API & webhooks')),
    { name: 'sign-in', path: '/app/auth', ready: titled('Sign in') },
    { name: 'sign-up', path: '/app/auth/signup', ready: titled('Create your account') },
    { name: 'sign-in-link', path: '/app/auth/link', ready: titled('Sign in by email') },
    { name: 'forgot-password', path: '/app/auth/forgot', ready: titled('Forgot your password?') },
    { name: 'reset-password-closed', path: '/reset-password', ready: titled('Open the link from your email') },
    mine('reset-password', '/reset-password', titled('Choose a new password')),
    {
      name: 'link-failed',
      path: '/login?link=confirm#error=access_denied&error_code=otp_expired',
      ready: titled('This link no longer works'),
    },
    {
      name: 'provider-denied',
      path: '/login?provider=google&error=access_denied#error=access_denied',
      ready: (page) => expect(page.getByText('Google didn’t sign you in')).toBeVisible(),
    },
    mine('code', '/app', titled('One more step'), careful),
    mine('first-run', '/app', titled('Create your studio'), newcomer),
    ...(await officeScreens(photographer, empty)),
    ...(await publishingScreens(photographer, empty)),
    ...(await siteScreens(photographer, empty)),
    ...(await clientScreens(photographer, empty)),
    ...(await choosingScreens(photographer)),
    ...(await commentScreens(photographer)),
    ...(await sessionScreens(photographer, empty)),
    ...(await proposalScreens(photographer, empty)),
    ...(await schedulingScreens(photographer, empty)),
    mine('galleries', '/app/galleries', titled('Galleries')),
    mine('galleries-empty', '/app/galleries', titled('Galleries'), empty),
    mine('gallery-new', '/app/galleries/new', titled('New gallery')),
    mine('gallery-photos', edit, withPictures('Ana & Pau')),
    mine('gallery-photos-empty', `/app/galleries/${draft.id}`, titled('Draft')),
    mine('gallery-photo', edit, async (page) => {
      await page.getByRole('group', { name: 'IMG_0001.jpg' }).click();
      await expectImageLoaded(page.getByRole('dialog').getByRole('img'));
    }),
    mine('gallery-sections', `/app/galleries/${parted.id}`, withPictures('Cadaqués')),
    mine('gallery-capture-time', `/app/galleries/${parted.id}`, async (page) => {
      await page.getByLabel('Select IMG_0003.jpg').check();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Adjust capture time…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    mine('gallery-focal-point', edit, async (page) => {
      await page.getByRole('group', { name: 'IMG_0001.jpg' }).click();
      await page.getByRole('button', { name: 'Set focal point' }).click();
      await expect(page.getByRole('button', { name: /^Focal point/ })).toBeVisible();
    }),
    mine('gallery-selected', edit, async (page) => {
      await page.getByLabel('Select IMG_0002.jpg').check();
      await expect(page.getByRole('toolbar')).toBeVisible();
    }),
    mine('gallery-settings', `${edit}/settings`, titled('Ana & Pau')),
    mine('gallery-access', `${edit}/access`, titled('Ana & Pau')),
    mine('gallery-activity', `${edit}/activity`, withPictures('Ana & Pau')),
    mine('gallery-activity-empty', `/app/galleries/${draft.id}/activity`, titled('Draft')),
    mine('trash', '/app/galleries/trash', withPictures('Trash')),
    mine('trash-empty', '/app/galleries/trash', titled('Trash'), empty),
    mine('studio-closing', '/app/settings', async (page) => {
      await page.getByRole('button', { name: 'Close studio' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    mine(
      'studio-closed',
      '/app',
      (page) => expect(page.getByRole('button', { name: 'Reopen Estudi Tancat' })).toBeVisible(),
      closed,
    ),
    mine('security', '/app/settings/security', async (page) => {
      await expect(page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')).toBeVisible();
    }),
    mine('security-key', '/app/settings/security', async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    }),
    mine('account-removal', '/app/settings/security', async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    { name: 'goodbye', path: '/app/goodbye', ready: titled('Goodbye') },
    mine('domain', '/app/settings/domain', (page) => expect(page.getByText('Needs a change')).toBeVisible()),
    mine('domain-empty', '/app/settings/domain', titled('Domain'), empty),
    mine('presets', '/app/settings/presets', titled('Gallery presets')),
    mine('presets-empty', '/app/settings/presets', titled('Gallery presets'), empty),
    mine('preset', `/app/settings/presets/${extras.presetId}`, titled('Wedding')),
    mine('watermarks', '/app/settings/watermarks', withMark('Watermarks')),
    mine('watermarks-empty', '/app/settings/watermarks', titled('Watermarks'), empty),
    mine('watermark-new', '/app/settings/watermarks/new', withMark('New watermark')),
    mine('watermark', `/app/settings/watermarks/${extras.watermarkId}`, withMark('Proofs')),
    mine('team', '/app/settings/team', titled('Team')),
    mine('team-alone', '/app/settings/team', titled('Team'), empty),
    mine('team-read-only', '/app/settings/team', titled('Team'), assistant),
    mine('team-invite', '/app/settings/team', async (page) => {
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    mine('team-role', '/app/settings/team', async (page) => {
      await page.getByRole('button', { name: /Change .*role$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    mine('team-transfer', '/app/settings/team', async (page) => {
      await page.getByRole('button', { name: 'Transfer ownership…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    mine('security-log', '/app/settings/security-log', (page) => expect(page.getByRole('time').first()).toBeVisible()),
    mine('security-log-empty', '/app/settings/security-log', titled('Security log'), empty),
    { name: 'join', path: `/app/join/${inviteId}`, ready: titled(`Join ${studio}`) },
    mine('join-other', `/app/join/${inviteId}`, titled('This invitation is for someone else')),
    mine('unauthorized', '/app/unauthorized', titled('You don’t have access to this page')),
    mine('app-not-found', '/app/nothing', titled('Page not found')),
    {
      name: 'studio',
      path: `/p/${photographer.account.slug}`,
      ready: (page) => expect(page.getByRole('link', { name: /Ana & Pau/ })).toBeVisible(),
    },
    { name: 'studio-silent', path: `/p/${empty.account.slug}`, ready: titled('Estudi Nou') },
    { name: 'public-gallery', path: gallery.path, ready: withPictures('Ana & Pau') },
    {
      name: 'lightbox',
      path: `${gallery.path}#photo=${gallery.photoIds[0]}`,
      ready: async (page) => {
        const lightbox = page.getByRole('dialog');
        await expectImageLoaded(lightbox.getByRole('img').first());
        await lightbox.getByRole('button', { name: 'Download' }).click();
      },
    },
    {
      name: 'download',
      path: gallery.path,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Download', exact: true }).first().click();
        await expect(page.getByRole('dialog', { name: 'Download photos' })).toBeVisible();
      },
    },
    {
      name: 'guest-upload',
      path: `/p/${photographer.account.slug}/add/${extras.guestToken}`,
      ready: titled('Add photos to Ana & Pau'),
    },
    { name: 'password', path: password.path, ready: titled('This gallery is password-protected') },
    { name: 'hidden', path: hidden.path, ready: titled('This gallery isn’t open yet') },
    { name: 'expired', path: expired.path, ready: titled('This gallery has closed') },
    { name: 'by-invitation', path: invited.path, ready: titled('This gallery is invitation-only') },
    {
      name: 'invite-missing',
      path: invited.path.replace('/gallery/', '/invite/'),
      ready: titled('Open the link from your email'),
    },
    { name: 'not-found', path: '/p/nobody-is-here', ready: titled('Page not found') },
  ];
}

/** Inserts two sections, one hidden and one without photos, and a hidden photo. */
async function makeSections({ account, session }: Photographer, gallery: TestGallery): Promise<void> {
  const common = { account_id: account.id, author_id: session.user.id, gallery_id: gallery.id };
  const [ceremony, party] = [newId(), newId()];
  await insertRow(database(), 'gallery_sections', { ...common, id: ceremony, name: 'Ceremony', order: 1 });
  await insertRow(database(), 'gallery_sections', { ...common, id: party, name: 'Party', order: 2, is_visible: false });
  await database().query(
    `update photos set section_id = $2, captured_at = now(), is_hidden = id = $3 where id = any($1)`,
    [gallery.photoIds.slice(2), ceremony, gallery.photoIds[3]],
  );
}
