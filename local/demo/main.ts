import { createClient, type Session } from '@supabase/supabase-js';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { CLIENT_LINK_MS } from '#core/domain/clients/client-links.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import { type BackOffice, mutate, openBackOffice } from './back-office.ts';
import { connectStripe, furnishStudio, openStudio } from './studio.ts';
import { DEMO_COVER, DEMO_CUSTOMERS, DEMO_DOMAIN, DEMO_GALLERIES, DEMO_LOGIN, DEMO_STUDIO } from './content.ts';
import { makeBilling, startPaying } from './billing.ts';
import { demoIds, type DemoIds, type DemoStudio } from './demo-ids.ts';
import { makeDocuments } from './documents.ts';
import { connectDomain } from './domain.ts';
import { makeHistory } from './history.ts';
import { insert, withDatabase } from './insert.ts';
import { makeIntegrations } from './integrations.ts';
import { ProductApi } from './product-api.ts';
import { choosePhotos, inviteChoosers } from './proofing.ts';
import { fillSections } from './sections.ts';
import { demoPages } from './site/pages.ts';
import { SEARCH } from './site/texts.ts';
import { uploadCover, uploadPhotographs } from './upload.ts';
import { makeProposals } from './proposals.ts';
import { makeWeek } from './week.ts';

const env = z
  .object({
    DEMO_ORIGIN: z.url(),
    DEMO_AUTH_URL: z.url(),
    DEMO_ANON_KEY: z.string(),
    DEMO_SERVICE_KEY: z.string(),
    DEMO_DATABASE_URL: z.string(),
    /** Host that studios' own domains point to. */
    DEMO_DOMAIN_TARGET: z.string(),
    /** Written when seeding is complete, so that content deleted later stays deleted. */
    DEMO_DONE_FILE: z.string(),
    /** Receives the addresses of an invitation to choose photos and of a client's page. */
    DEMO_LINKS_FILE: z.string(),
    /** Longest side of its photographs in pixels: painting small ones takes a tenth of the time. */
    DEMO_SIDE: z.coerce.number().int().positive().optional(),
    /** Folder of an operator's photographs, instead of painted ones. */
    DEMO_PHOTOS: z.string().optional(),
  })
  .parse(process.env);

const session = await signIn({ url: env.DEMO_AUTH_URL, anonKey: env.DEMO_ANON_KEY, serviceKey: env.DEMO_SERVICE_KEY });
const api = new ProductApi(env.DEMO_ORIGIN, session.access_token);
const { id: accountId, role } = await openStudio(api);
api.accountId = accountId;
const ids = demoIds(accountId);
const cacheURL = `${env.DEMO_ORIGIN}/zero`;
const open = () => openBackOffice({ cacheURL, token: session.access_token, userId: session.user.id, accountId, role });
const office = open();
await furnishStudio(api, office, ids);
await makeSite(office, ids);
await startPaying(api);
const domain = { id: ids.domain(DEMO_DOMAIN), hostname: DEMO_DOMAIN, target: env.DEMO_DOMAIN_TARGET };
await connectDomain(office, env.DEMO_ORIGIN, domain);
await office.close();
await makeWeek(env.DEMO_DATABASE_URL, { accountId, userId: session.user.id, ids, now: Date.now() });
await makeHistory(env.DEMO_DATABASE_URL, { accountId, userId: session.user.id, ids, now: Date.now() });
await connectStripe(api);
await makeBilling(env.DEMO_DATABASE_URL, api, { accountId, ids, now: Date.now() });
const choosing = { accountId, userId: session.user.id, ids, now: Date.now() };
await makeDocuments(env.DEMO_DATABASE_URL, api, choosing);
await makeProposals(env.DEMO_DATABASE_URL, choosing);
await makeIntegrations(env.DEMO_DATABASE_URL, choosing);
const invitation = await inviteChoosers(env.DEMO_DATABASE_URL, choosing);
const clientPage = await makeClientLink(env.DEMO_DATABASE_URL, choosing);
const links = { invitation: env.DEMO_ORIGIN + invitation, clientPage: env.DEMO_ORIGIN + clientPage };
writeFileSync(env.DEMO_LINKS_FILE, JSON.stringify(links), { mode: 0o600 });
// The supervisor waits for this line; photos are uploaded afterwards.
console.log('studio ready');
await uploadCover(api, DEMO_COVER, env.DEMO_SIDE, env.DEMO_PHOTOS);
for (const gallery of DEMO_GALLERIES) {
  await uploadPhotographs(api, ids, gallery, env.DEMO_SIDE, env.DEMO_PHOTOS);
  if (!gallery.sections) continue;
  // Opened after the uploads, which take minutes, to keep no socket open meanwhile.
  const later = open();
  await later.preload(queries.galleries.list({ limit: 100 })).complete;
  await fillSections(later, ids, gallery);
  await later.close();
}
await choosePhotos(env.DEMO_DATABASE_URL, choosing);
const last = open();
await publishSite(last, ids, 'photos');
await last.close();
writeFileSync(env.DEMO_DONE_FILE, `${new Date().toISOString()}\n`);
console.log('photographs ready');

interface AuthAddress {
  url: string;
  anonKey: string;
  serviceKey: string;
}

/** Signs the demo's photographer in; the first start creates the user by the admin API. */
async function signIn({ url, anonKey, serviceKey }: AuthAddress): Promise<Session> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(url, serviceKey, options);
  const made = await admin.auth.admin.createUser({
    ...DEMO_LOGIN,
    email_confirm: true,
    user_metadata: { name: 'Clara Llum' },
  });
  if (made.error && made.error.code !== 'email_exists') throw made.error;
  const { data, error } = await createClient(url, anonKey, options).auth.signInWithPassword(DEMO_LOGIN);
  if (error) throw error;
  return data.session;
}

/** Mutators read rows from the local store, which only contains active queries. */
async function preloadSite(office: BackOffice): Promise<void> {
  await office.preload(queries.pages.list()).complete;
  await office.preload(queries.site.settings()).complete;
  await office.preload(queries.site.state()).complete;
  await office.preload(queries.site.releases()).complete;
}

/** Creates the pages of the demo's website and publishes them. Safe to repeat. */
async function makeSite(office: BackOffice, ids: DemoIds): Promise<void> {
  await preloadSite(office);
  for (const page of demoPages(ids)) {
    await mutate(office, mutators.pages.create({ ...page, now: Date.now() } as never), 'conflict');
  }
  const settings = await office.run(queries.site.settings());
  if (!settings?.defaultPage) {
    const changes = { defaultPage: 'home', ...SEARCH };
    await mutate(office, mutators.site.update({ changes, now: Date.now() }));
  }
  await publishSite(office, ids, 'texts');
}

/** Publishes the website, once for each key: again as soon as its photos exist. */
async function publishSite(office: BackOffice, ids: DemoIds, key: 'texts' | 'photos'): Promise<void> {
  await preloadSite(office);
  await mutate(office, mutators.site.publish({ releaseId: ids.release(key), now: Date.now() }), 'conflict');
}

/**
 * Makes a client link of a client with sessions, a gallery and payments. Writes to the database directly: the product
 * shows a link once, to the member who copies it. Safe to repeat.
 * @returns path of the client's page
 */
function makeClientLink(databaseUrl: string, { accountId, userId, ids, now }: DemoStudio): Promise<string> {
  const client = DEMO_CUSTOMERS.find(({ key }) => key === 'soler')!;
  const id = ids.of('client', 'link');
  return withDatabase(databaseUrl, async (db) => {
    await insert(db, 'client_links', {
      id,
      account_id: accountId,
      author_id: userId,
      customer_id: ids.customer(client.key),
      email: client.email,
      created_at: new Date(now),
      sent_at: new Date(now),
      expires_at: new Date(now + CLIENT_LINK_MS),
    });
    const token = makeToken();
    await insert(db, 'client_link_tokens', { token_hash: hashToken(token), account_id: accountId, link_id: id });
    return `/p/${DEMO_STUDIO.slug}/client/${token}`;
  });
}
