import { presentTerms } from '#core/domain/studio/terms.ts';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { archives } from '#core/api/archives.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { fonts } from '#core/api/fonts.ts';
import { logos } from '#core/api/logos.ts';
import { galleries } from '#core/api/galleries.ts';
import { images } from '#core/api/images.ts';
import { insights } from '#core/api/insights.ts';
import { invites } from '#core/api/invites.ts';
import { live } from '#core/api/live.ts';
import { functionsEnvironment } from '#local/supervisor/environments.ts';
import { signPayload } from '#local/stripe/webhooks.ts';
import { plan } from '#core/api/plan.ts';
import { publicPages } from '#core/api/public.ts';
import { uploads } from '#core/api/uploads.ts';
import { watermarks } from '#core/api/watermarks.ts';
import { zero } from '#core/api/zero.ts';
import { GUEST_TOKEN_LENGTH } from '#core/domain/galleries/guest-uploads.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MULTIPART_BYTES } from '#core/domain/photos/uploads.ts';
import { FONT_FILE } from '../../support/fonts.ts';
import { scene } from '../../support/pictures.ts';
import { h264 } from '../../support/videos.ts';
import { BOOKING_CALLS, CALENDAR_CALLS } from './booking-calls.ts';
import { CONTRACT_CALLS } from './contract-calls.ts';
import { INTEGRATION_CALLS } from './integration-calls.ts';
import { mailTo, tokenIn } from './mailbox.ts';
import { PAYMENT_CALLS } from './payment-calls.ts';
import { PORTAL_CALLS } from './portal-calls.ts';
import { PROOFING_CALLS } from './proofing-calls.ts';
import { PROPOSAL_CALLS } from './proposal-calls.ts';
import { STRIPE_CALLS } from './stripe-calls.ts';
import { type Call, type Scene, send } from './scene.ts';
import { insertRow } from '../../support/rows.ts';
import { newId, publishGallery, taken, upload } from './studio.ts';
import { ME_CALLS, MEMBERS_CALLS } from './team-calls.ts';
import { until } from './until.ts';

/** One valid call of every endpoint; an endpoint without one does not compile. */
export const CALLS = {
  accounts: {
    list: (scene) => send(scene, accounts.list),
    create: (scene) => {
      const study = { name: `Zweites ${scene.studio.marker}`, slug: `second-${newId()}`, currency: 'EUR' };
      return send(scene, accounts.create, { body: { ...study, timeZone: 'Europe/Berlin', language: 'en' } });
    },
    acceptTerms: (scene) =>
      send(scene, accounts.acceptTerms, { body: { version: presentTerms().version, language: 'ca' } }),
    testMail: (scene) =>
      send(scene, accounts.testMail, {
        body: { kind: 'receipt', language: 'en', subject: 'Receipt', body: 'Thank you' },
      }),
    previewSite: (scene) => send(scene, accounts.previewSite, { body: { releaseId: null, isFrame: false } }),
    endSitePreviews: (scene) => send(scene, accounts.endSitePreviews),
    slugAvailable: (scene) => send(scene, accounts.slugAvailable, { query: { slug: `free-${newId()}` } }),
    update: ({ studio, ...scene }) =>
      send({ studio, ...scene }, accounts.update, {
        params: { accountId: studio.account.id },
        body: { name: `Estudi ${studio.marker} i fills` },
      }),
    slug: async (scene) => {
      const other = (await (await CALLS.accounts.create(scene)).json()) as { id: string };
      return send(scene, accounts.slug, { params: { accountId: other.id }, body: { slug: `moved-${newId()}` } });
    },
    saveStyles: (scene) => send(scene, accounts.saveStyles, { body: { css: 'h1 { color: red }' } }),
    saveScript: (scene) => send(scene, accounts.saveScript, { body: { script: 'void 0', hosts: ['stats.test'] } }),
    restoreScript: async (scene) => {
      const { id } = (await (await CALLS.accounts.saveScript(scene)).json()) as { id: string };
      return send(scene, accounts.restoreScript, { body: { versionId: id } });
    },
    close: async (scene) => close(scene, await opened(scene)),
    closed: (scene) => send(scene, accounts.closed),
    exportData: async (scene) => exportAll(scene, await opened(scene)),
    exportLink: async (scene) => {
      const account = await opened(scene);
      const { id: exportId } = (await (await exportAll(scene, account)).json()) as { id: string };
      await until('everything packed', async () => {
        const sql = `select from account_exports where id = $1 and status = 'ready'`;
        return (await scene.stage.db.query(sql, [exportId])).rows[0];
      });
      const params = { accountId: account.id, exportId };
      const answer = await send(scene, accounts.exportLink, { params, body: {} });
      const { url } = (await answer.clone().json()) as { url: string };
      const file = await fetch(url, { headers: { range: 'bytes=0-3' } });
      expect([file.status, await file.text()]).toEqual([206, 'PK\u0003\u0004']);
      return answer;
    },
    restore: async (scene) => {
      const account = await opened(scene);
      await close(scene, account);
      return send(scene, accounts.restore, { params: { accountId: account.id } });
    },
  },
  archives: {
    unlock: async (scene) => {
      const galleryId = await publishGallery(scene.studio);
      await send(scene, galleries.pin, { params: { galleryId }, body: { pin: '24680' } });
      return send(scene, archives.unlock, { params: { galleryId }, body: { pin: '24680' } });
    },
    create: (scene) => send(scene, archives.create, { params: { galleryId: scene.galleryId }, body: { size: 'web' } }),
    status: async (scene) => send(scene, archives.status, { params: await archived(scene) }),
    notify: async (scene) =>
      send(scene, archives.notify, {
        params: await archived(scene),
        body: { email: `waiting-${newId()}-${scene.studio.marker}@example.org`, language: 'ca' },
      }),
    part: async (scene) => {
      const answer = await send(scene, archives.part, { params: { ...(await archived(scene)), part: '0' } });
      const file = await fetch(answer.headers.get('location') ?? '', { headers: { range: 'bytes=0-3' } });
      expect([file.status, await file.text()]).toEqual([206, 'PK\u0003\u0004']);
      return answer;
    },
  },
  booking: BOOKING_CALLS,
  calendar: CALENDAR_CALLS,
  contracts: CONTRACT_CALLS,
  galleries: {
    remove: async (scene) =>
      send(scene, galleries.remove, { params: { galleryId: await publishGallery(scene.studio) } }),
    password: async (scene) =>
      send(scene, galleries.password, {
        params: { galleryId: await publishGallery(scene.studio) },
        body: { password: `open ${scene.studio.marker}` },
      }),
    pin: async (scene) =>
      send(scene, galleries.pin, { params: { galleryId: await publishGallery(scene.studio) }, body: { pin: '13579' } }),
    events: (scene) =>
      send(scene, galleries.events, { params: { galleryId: scene.galleryId }, query: { limit: '50' } }),
    recentEvents: (scene) => send(scene, galleries.recentEvents, { query: { limit: '50' } }),
    activity: (scene) => send(scene, galleries.activity, { params: { galleryId: scene.galleryId } }),
  },
  images: { token: (scene) => send(scene, images.token) },
  insights: {
    studio: (scene) => send(scene, insights.studio, { query: { period: '30d' } }),
    usage: (scene) => send(scene, insights.usage, { query: {} }),
    table: (scene) => send(scene, insights.table, { params: { table: 'visits' }, query: { period: '12m' } }),
    gallery: (scene) =>
      send(scene, insights.gallery, { params: { galleryId: scene.galleryId }, query: { period: '30d' } }),
    galleryTable: (scene) =>
      send(scene, insights.galleryTable, { params: { galleryId: scene.galleryId }, query: { period: '30d' } }),
  },
  integrations: INTEGRATION_CALLS,
  invites: {
    create: (scene) => send(scene, invites.create, { body: invitation(scene) }),
    resend: async (scene) => {
      const made = (await (await CALLS.invites.create(scene)).json()) as { grantId: string };
      // A studio may request one mail a minute for each address.
      await scene.stage.db.query('delete from rate_limits');
      return send(scene, invites.resend, { params: { grantId: made.grantId } });
    },
    correct: async (scene) => {
      const made = (await (await CALLS.invites.create(scene)).json()) as { grantId: string };
      return send(scene, invites.correct, { params: { grantId: made.grantId }, body: { email: 'right@example.org' } });
    },
    verify: async (scene) => {
      const body = invitation(scene);
      await send(scene, invites.create, { body });
      const token = tokenIn(scene.stage, await mailTo(scene.stage, body.email));
      return send(scene, invites.verify, { body: { token } });
    },
    renew: (scene) => send(scene, invites.renew, { body: { token: 'a token that nobody ever made' } }),
    openPage: async (scene) => {
      const body = invitation(scene);
      await send(scene, invites.create, { body });
      const token = tokenIn(scene.stage, await mailTo(scene.stage, body.email));
      return send(scene, invites.openPage, { params: galleryParams(scene), body: new URLSearchParams({ token }) });
    },
    renewPage: (scene) =>
      send(scene, invites.renewPage, {
        params: galleryParams(scene),
        body: new URLSearchParams({ token: 'a token that nobody ever made' }),
      }),
  },
  me: ME_CALLS,
  members: MEMBERS_CALLS,
  payments: PAYMENT_CALLS,
  plan: {
    read: async (scene) => {
      await send(scene, plan.setCap, { body: { cap: 2_500 } });
      return send(scene, plan.read);
    },
    setCap: (scene) => send(scene, plan.setCap, { body: { cap: 5_000 } }),
    acceptPrices: (scene) => send(scene, plan.acceptPrices, { body: { version: 1, language: 'ca' } }),
    portal: (scene) => send(scene, plan.portal),
    refresh: async (scene) => {
      await send(scene, plan.portal);
      return send(scene, plan.refresh);
    },
    webhook: async ({ stage }) => {
      const { STRIPE_BILLING_SECRET: secret } = functionsEnvironment(stage.deployment.installation);
      const object = { id: 'cus_0', object: 'customer' };
      const payload = JSON.stringify({ id: 'evt_0', type: 'customer.updated', data: { object } });
      return fetch(`${stage.origin}${plan.webhook.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signPayload(payload, secret!, Date.now()) },
        body: payload,
      });
    },
  },
  portal: PORTAL_CALLS,
  proofing: PROOFING_CALLS,
  proposals: PROPOSAL_CALLS,
  live: {
    changes: (scene) => send(scene, live.changes, { params: { galleryId: scene.galleryId }, query: { since: '0' } }),
  },
  publicPages: {
    studio: (scene) => send(scene, publicPages.studio, { params: { accountSlug: scene.studio.account.slug } }),
    gallery: ({ studio, galleryId, ...scene }) =>
      send({ studio, galleryId, ...scene }, publicPages.gallery, {
        params: { accountSlug: studio.account.slug, galleryId },
      }),
    verify: (scene) => send(scene, publicPages.verify, { params: { galleryId: scene.galleryId }, body: {} }),
    plainGallery: (scene) => send(scene, publicPages.plainGallery, { params: galleryParams(scene) }),
    plainPassword: (scene) =>
      send(scene, publicPages.plainPassword, {
        params: galleryParams(scene),
        body: new URLSearchParams({ password: 'figueres' }),
      }),
    views: (scene) =>
      send(scene, publicPages.views, { params: { galleryId: scene.galleryId }, body: { photoIds: [scene.photo.id] } }),
    pageError: (scene) =>
      send(scene, publicPages.pageError, { body: { page: 'public', type: 'TypeError', frames: ['/assets/a.js:1:2'] } }),
    report: (scene) =>
      send(scene, publicPages.report, {
        body: new URLSearchParams({
          urls: 'https://example.org/p/studio',
          kind: 'other',
          explanation: 'Something illegal',
          name: 'Ana',
          email: 'ana@example.org',
          goodFaith: 'on',
        }),
      }),
    download: async (scene) => {
      const params = { galleryId: scene.galleryId, photoId: scene.photo.id };
      const answer = await send(scene, publicPages.download, { params });
      const file = await fetch(answer.headers.get('location') ?? '');
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      return answer;
    },
    play: async (scene) => {
      const { stage, studio, galleryId } = scene;
      const { id: photoId } = await taken(stage, await upload(studio, galleryId, await h264(), 'video/mp4'));
      return send(scene, publicPages.play, { params: { galleryId, photoId } });
    },
  },
  fonts: {
    upload: async (scene_) => {
      const body = new FormData();
      body.set('font', new Blob([new Uint8Array(await readFile(FONT_FILE))]), `${scene_.studio.marker}.ttf`);
      return send(scene_, fonts.upload, { body });
    },
  },
  logos: {
    upload: async (scene_) => {
      const body = new FormData();
      const bytes = new Uint8Array(await scene(300, 100).png().toBuffer());
      body.set('logo', new Blob([bytes], { type: 'image/png' }), `${scene_.studio.marker}.png`);
      return send(scene_, logos.upload, { body });
    },
    uploadOfType: async (scene_) => {
      const sessionTypeId = newId();
      const { account, session, marker } = scene_.studio;
      const author = { account_id: account.id, author_id: session.user.id };
      await insertRow(scene_.stage.db, 'session_types', { id: sessionTypeId, ...author, name: marker });
      const body = new FormData();
      const bytes = new Uint8Array(await scene(300, 200).jpeg().toBuffer());
      body.set('logo', new Blob([bytes], { type: 'image/jpeg' }), `${scene_.studio.marker}.jpg`);
      return send(scene_, logos.uploadOfType, { params: { sessionTypeId }, body });
    },
  },
  stripe: STRIPE_CALLS,
  uploads: {
    presign: (scene) => send(scene, uploads.presign, { body: announced(scene) }),
    complete: async (scene) => {
      const announcement = announced(scene);
      await send(scene, uploads.presign, { body: announcement });
      const photoIds = announcement.files.map(({ photoId }) => photoId);
      return send(scene, uploads.complete, { body: { galleryId: scene.galleryId, photoIds } });
    },
    cancel: async (scene) => {
      const announcement = announced(scene);
      // Also an upload in parts, of which none has arrived.
      announcement.files.push({ ...announcement.files[0]!, photoId: newId(), size: MULTIPART_BYTES + 1 });
      await send(scene, uploads.presign, { body: announcement });
      const photoIds = announcement.files.map(({ photoId }) => photoId);
      await send(scene, uploads.complete, { body: { galleryId: scene.galleryId, photoIds } });
      return send(scene, uploads.cancel, { body: { galleryId: scene.galleryId, photoIds } });
    },
    guestView: async (scene) => send(scene, uploads.guestView, { params: { token: await guestLink(scene) } }),
    guestPresign: async (scene) =>
      send(scene, uploads.guestPresign, { params: { token: await guestLink(scene) }, body: guestFiles(scene) }),
    guestComplete: async (scene) => {
      const [token, body] = [await guestLink(scene), guestFiles(scene)];
      await send(scene, uploads.guestPresign, { params: { token }, body });
      const photoIds = body.files.map(({ photoId }) => photoId);
      return send(scene, uploads.guestComplete, { params: { token }, body: { photoIds } });
    },
    single: async (scene_) => {
      const body = new FormData();
      body.set('galleryId', scene_.galleryId);
      const bytes = new Uint8Array(await scene(300, 200).jpeg().toBuffer());
      body.set('photo', new Blob([bytes], { type: 'image/jpeg' }), `${scene_.studio.marker}-single.jpg`);
      return send(scene_, uploads.single, { body });
    },
  },
  watermarks: {
    putImage: async (scene_) => {
      const watermarkId = await newWatermark(scene_);
      const body = await scene(120, 60).png().toBuffer();
      return send(scene_, watermarks.putImage, { params: { watermarkId }, body });
    },
    image: async (scene_) => {
      const watermarkId = await newWatermark(scene_);
      const body = await scene(120, 60).png().toBuffer();
      await send(scene_, watermarks.putImage, { params: { watermarkId }, body });
      const answer = await send(scene_, watermarks.image, { params: { watermarkId } });
      const { url } = (await answer.clone().json()) as { url: string };
      const shown = await fetch(url);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
      return answer;
    },
  },
  zero: {
    query: (scene) =>
      send(scene, zero.query, { body: ['transform', [{ id: 'q', name: 'galleries.list', args: [{ limit: 10 }] }]] }),
    mutate: (scene) => {
      const changes = { description: `of ${scene.studio.marker}` };
      return pushMutation(scene, 'galleries.update', { id: scene.galleryId, changes });
    },
  },
} satisfies { [G in keyof Endpoints]: { [N in keyof Endpoints[G]]: Call } };

/** Creates a second studio of the same user. */
async function opened(scene: Scene): Promise<{ id: string; name: string }> {
  return (await (await CALLS.accounts.create(scene)).json()) as { id: string; name: string };
}

function exportAll(scene: Scene, { id }: { id: string }): Promise<Response> {
  return send(scene, accounts.exportData, { params: { accountId: id }, body: {} });
}

function close(scene: Scene, { id, name }: { id: string; name: string }): Promise<Response> {
  return send(scene, accounts.close, { params: { accountId: id }, body: { name } });
}

/** One mutation, as zero-cache pushes it. */
export function pushMutation(scene: Scene, name: string, args: object): Promise<Response> {
  const timestamp = Date.now();
  const clientID = newId();
  const mutations = [{ type: 'custom', id: 1, clientID, name, timestamp, args: [{ ...args, now: timestamp }] }];
  const body = { clientGroupID: `group-${clientID}`, mutations, pushVersion: 1, timestamp, requestID: newId() };
  // Schema in which zero-cache stores its clients.
  return send(scene, zero.mutate, { query: { schema: 'zero_0', appID: 'zero' }, body });
}

/** Creates a watermark without an image. */
async function newWatermark(scene: Scene): Promise<string> {
  const id = newId();
  const layout = { position: 'bottom_right', size: 25, opacity: 50, isTiled: false };
  await pushMutation(scene, 'watermarks.create', { id, name: scene.studio.marker, kind: 'image', ...layout });
  return id;
}

/** Parameters of a ready archive. */
async function archived(scene: Scene) {
  const made = (await (await CALLS.archives.create(scene)).json()) as { id: string };
  return { galleryId: scene.galleryId, archiveId: made.id };
}

/** Opens the gallery's link for guests and returns its token. */
async function guestLink(scene: Scene): Promise<string> {
  const token = makeId((bytes) => crypto.getRandomValues(bytes), GUEST_TOKEN_LENGTH);
  const tokenHash = hashToken(token);
  const link = { galleryId: scene.galleryId, tokenHash, sectionId: null, endsAt: null };
  await pushMutation(scene, 'guestUploads.open', link);
  return token;
}

function guestFiles({ studio }: Scene) {
  const file = { photoId: newId(), filename: `${studio.marker}-guest.jpg`, size: 1000, type: 'image/jpeg' as const };
  return { name: `Guest ${studio.marker}`, files: [file] };
}

/** Presigns a file that is never sent. */
function announced({ galleryId, studio }: Scene) {
  const file = { photoId: newId(), filename: `${studio.marker}-never.jpg`, size: 1000, type: 'image/jpeg' };
  return { galleryId, files: [file] };
}

const galleryParams = ({ galleryId, studio }: Scene) => ({ accountSlug: studio.account.slug, galleryId });

export function invitation({ galleryId, studio }: Pick<Scene, 'galleryId' | 'studio'>) {
  const data = { galleryId, accountSlug: studio.account.slug, label: `Aunt ${studio.marker}` };
  return { email: `guest-${newId()}-${studio.marker}@example.org`, data };
}
