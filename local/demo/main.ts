import { writeFileSync } from 'node:fs';
import { createClient, type Session } from '@supabase/supabase-js';
import { z } from 'zod';
import { queries } from '#core/zero/queries.ts';
import { openBackOffice } from './back-office.ts';
import { connectStripe } from './card-payments.ts';
import { makeClientLink } from './client-link.ts';
import { DEMO_DOMAIN, DEMO_GALLERIES, DEMO_LOGIN } from './content.ts';
import { demoIds } from './demo-ids.ts';
import { makeDocuments } from './documents.ts';
import { connectDomain } from './domain.ts';
import { makeHistory } from './history.ts';
import { makeIntegrations } from './integrations.ts';
import { choosePhotos, inviteChoosers } from './proofing.ts';
import { ProductApi } from './product-api.ts';
import { fillSections } from './sections.ts';
import { furnishStudio, openStudio } from './studio.ts';
import { uploadPhotographs } from './upload.ts';
import { makeSite, publishSite } from './site.ts';
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
const domain = { id: ids.domain(DEMO_DOMAIN), hostname: DEMO_DOMAIN, target: env.DEMO_DOMAIN_TARGET };
await connectDomain(office, env.DEMO_ORIGIN, domain);
await office.close();
await makeWeek(env.DEMO_DATABASE_URL, { accountId, userId: session.user.id, ids, now: Date.now() });
await makeHistory(env.DEMO_DATABASE_URL, { accountId, userId: session.user.id, ids, now: Date.now() });
await connectStripe(api);
const choosing = { accountId, userId: session.user.id, ids, now: Date.now() };
await makeDocuments(env.DEMO_DATABASE_URL, api, choosing);
await makeIntegrations(env.DEMO_DATABASE_URL, choosing);
const invitation = await inviteChoosers(env.DEMO_DATABASE_URL, choosing);
const clientPage = await makeClientLink(env.DEMO_DATABASE_URL, choosing);
const links = { invitation: env.DEMO_ORIGIN + invitation, clientPage: env.DEMO_ORIGIN + clientPage };
writeFileSync(env.DEMO_LINKS_FILE, JSON.stringify(links), { mode: 0o600 });
// The supervisor waits for this line; photos are uploaded afterwards.
console.log('studio ready');
for (const gallery of DEMO_GALLERIES) {
  await uploadPhotographs(api, ids, gallery, env.DEMO_SIDE);
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
