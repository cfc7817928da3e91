import sharp from 'sharp';
import { accounts } from '#core/api/accounts.ts';
import { presentTerms } from '#core/domain/studio/terms.ts';
import { galleries } from '#core/api/galleries.ts';
import { invites } from '#core/api/invites.ts';
import { logos } from '#core/api/logos.ts';
import { stripe } from '#core/api/stripe.ts';
import { watermarks } from '#core/api/watermarks.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { outline } from '#functions/galleries/text-to-path.ts';
import { type BackOffice, mutate } from './back-office.ts';
import {
  DEMO_CUSTOMERS,
  DEMO_GALLERIES,
  DEMO_PRESET,
  DEMO_PROFILE,
  DEMO_STUDIO,
  DEMO_THEME,
  DEMO_WATERMARK,
  type DemoGallery,
} from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import type { ProductApi } from './product-api.ts';
import { makeSections } from './sections.ts';

/** Returns the demo's account; the first start creates it. */
export async function openStudio(api: ProductApi): Promise<Account> {
  const known = await api.call(accounts.list, {});
  const terms = { version: presentTerms().version, language: DEMO_STUDIO.language };
  return (
    known.find(({ slug }) => slug === DEMO_STUDIO.slug) ??
    (await api.call(accounts.create, {}, { ...DEMO_STUDIO, terms }))
  );
}

/** Creates everything but the photos. Safe to repeat. */
export async function furnishStudio(api: ProductApi, office: BackOffice, ids: DemoIds): Promise<void> {
  // Mutators read rows from the local store, which only contains active queries.
  await office.preload(queries.customers.list({ limit: 100 })).complete;
  await office.preload(queries.galleries.list({ limit: 100 })).complete;
  await office.preload(queries.accounts.settings()).complete;
  await mutate(office, mutators.settings.setPhotographer({ profile: DEMO_PROFILE, now: Date.now() }));
  await makeBranding(api, office);
  for (const { key, ...customer } of DEMO_CUSTOMERS) {
    await mutate(
      office,
      mutators.customers.create({ id: ids.customer(key), ...customer, now: Date.now() }),
      'conflict',
    );
  }
  const { key, ...preset } = DEMO_PRESET;
  await mutate(office, mutators.presets.create({ id: ids.preset(key), ...preset, now: Date.now() }), 'conflict');
  await makeWatermark(api, office, ids);
  // Lists show the newest first.
  for (const gallery of DEMO_GALLERIES.toReversed()) await makeGallery(api, office, ids, gallery);
}

/** Sets the demo's theme, unless a person has chosen one. */
async function chooseTheme(office: BackOffice): Promise<void> {
  const settings = await office.run(queries.accounts.settings());
  const { updatedAt } = readTheme((key) => settings.find((setting) => setting.key === key)?.value);
  if (updatedAt === 0) await mutate(office, mutators.settings.setTheme({ theme: DEMO_THEME, now: Date.now() }));
}

async function makeGallery(api: ProductApi, office: BackOffice, ids: DemoIds, gallery: DemoGallery): Promise<void> {
  const id = ids.gallery(gallery.key);
  const { name, description, customer, photographs } = gallery;
  const date = Date.parse(`${photographs[0]!.takenAt.slice(0, 10).replaceAll(':', '-')}T12:00:00Z`);
  const customerId = customer ? ids.customer(customer) : null;
  await mutate(
    office,
    mutators.galleries.create({ id, name, description, customerId, date, now: Date.now() }),
    'conflict',
  );
  await makeSections(office, ids, gallery);
  if (gallery.password) await setPassword(api, office, id, gallery.password);
  const guests = gallery.guestsChoose === true && { guestFavourites: true, guestComments: true };
  const changes = { visibility: gallery.visibility, ...guests };
  await mutate(office, mutators.galleries.update({ id, changes, now: Date.now() }));
  if (gallery.status === 'published') {
    await mutate(office, mutators.galleries.setStatus({ id, to: 'published', now: Date.now() }), 'transition_refused');
  }
  if (gallery.invite) {
    const data = { galleryId: id, accountSlug: DEMO_STUDIO.slug };
    await api.call(invites.create, {}, { email: gallery.invite, data });
  }
}

/** Sets a password by the API; the store then receives the row's change. */
async function setPassword(api: ProductApi, office: BackOffice, galleryId: string, password: string): Promise<void> {
  await api.call(galleries.password, { galleryId }, { password });
  const view = office.materialize(queries.galleries.byId({ id: galleryId }));
  await new Promise<void>((resolve) => {
    view.addListener((row) => {
      if (row?.hasPassword) resolve();
    });
  });
  view.destroy();
}

/** A sun over water in a ring: lines only, since fonts differ between machines. */
const SEAL = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 80 80"
  fill="none" stroke="white" stroke-width="2.5" stroke-linecap="round">
  <circle cx="40" cy="40" r="36"/>
  <path d="M28 42a12 12 0 0 1 24 0M40 18v6M22 25l4 4M58 25l-4 4"/>
  <path d="M16 50q6-5 12 0t12 0 12 0 12 0M22 59q4.5-4 9 0t9 0 9 0 9 0"/>
</svg>`;

/** The seal in dark ink, and the studio's name in outlines beside it: an SVG with letters would need a font. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80">
  <g fill="none" stroke="#15262c" stroke-width="3" stroke-linecap="round">
    <circle cx="40" cy="40" r="36"/>
    <path d="M28 42a12 12 0 0 1 24 0M40 18v6M22 25l4 4M58 25l-4 4"/>
    <path d="M16 50q6-5 12 0t12 0 12 0 12 0"/>
  </g>
  <path fill="#15262c" d="${outline('Atelier Llum', 32, 98, 51)}"/>
</svg>`;

/** Gives the studio its theme and logo. Safe to repeat: a new logo replaces the former. */
async function makeBranding(api: ProductApi, office: BackOffice): Promise<void> {
  await chooseTheme(office);
  const body = new FormData();
  body.set('logo', new Blob([LOGO], { type: 'image/svg+xml' }), 'logo.svg');
  await api.call(logos.upload, {}, body);
}

/** Creates the studio's watermark with its image. Safe to repeat. */
async function makeWatermark(api: ProductApi, office: BackOffice, ids: DemoIds): Promise<void> {
  const { key, ...mark } = DEMO_WATERMARK;
  const id = ids.watermark(key);
  await mutate(office, mutators.watermarks.create({ id, kind: 'image', ...mark, now: Date.now() }), 'conflict');
  const picture = await sharp(Buffer.from(SEAL)).png().toBuffer();
  const body = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  await api.call(watermarks.putImage, { watermarkId: id }, body);
}

/** Connects the demo studio to the Stripe of this machine, whose form it completes. */
export async function connectStripe(api: ProductApi): Promise<void> {
  const { url } = await api.call(stripe.connect, {});
  // Null: it was connected by an earlier start.
  if (url === null) return;
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how: 'complete' }) });
  await api.call(stripe.refresh, {});
}
