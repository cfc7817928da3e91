import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import { type Answer, type ApiStack, startApi } from '../support/api.ts';
import { backOffice, queryNames, type Args, type BackOffice } from '../support/back-office.ts';
import { missingRows, type Rows } from '../support/back-office-rows.ts';
import { NOUN_QUERY_CASES } from '../support/noun-cases.ts';
import { PROOFING_QUERY_CASES } from '../support/back-office-proofing-cases.ts';
import { WEEK_QUERY_CASES } from '../support/back-office-week-query-cases.ts';
import { markAccount } from '../support/canary.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { insertCustomer, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';
import type { Person } from '../support/tokens.ts';

/** Marker words that fill every text column of a studio, so that a leak is visible. */
const [OURS, THEIRS] = ['canaryours', 'canarytheirs'];

interface Studio {
  id: string;
  slug: string;
  galleryId: string;
  photoId: string;
  pageId: string;
  grantId: string;
  inviteId: string;
  customerId: string;
  sessionId: string;
  sessionTypeId: string;
  leadId: string;
  /** A submitted selection. */
  submittedId: string;
  /** An order without a session. */
  orderId: string;
  proposalId: string;
  /** Marker of the studio's owner. */
  userId: string;
}

let api: ApiStack;
let office: BackOffice;
let ours: Studio;
let theirs: Studio;
let people: Readonly<Record<Role, Person>>;
let refused: string[];
beforeAll(async () => {
  api = await startApi();
  office = backOffice(api.db);
  [ours, theirs] = [await insertStudio(), await insertStudio()];
  people = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await insertPerson(role)] as const)),
  ) as Record<Role, Person>;
  refused = await markAccount(api.db.pool, ours.id, OURS!);
  await markAccount(api.db.pool, theirs.id, THEIRS!);
  // Files with dates need a time zone that exists; without one their requests would fail and show nothing.
  await api.db.pool.query(`update accounts set time_zone = 'UTC' where id in ($1, $2)`, [ours.id, theirs.id]);
  [ours.slug, theirs.slug] = [OURS!, THEIRS!];
  return () => api.close();
});

async function insertStudio(): Promise<Studio> {
  const { accountId: id, galleryId } = await insertSampleRows(api.db.pool);
  await api.db.pool.query(
    `update galleries set status = 'published', published_at = now(), visibility = 'public' where id = $1`,
    [galleryId],
  );
  const submitted = `update pick_lists set status = 'submitted', submitted_at = now() where gallery_id = $1 and kind = 'selection'`;
  await api.db.pool.query(submitted, [galleryId]);
  const signed = `status = 'signed', signed_at = now(), signed_date = now(), signed_duration = 60`;
  await api.db.pool.query(`update contracts set needs_countersignature = true, ${signed} where account_id = $1`, [id]);
  const unsigned = `insert into contracts (id, account_id, session_id, title, language, status)
    select $2, account_id, session_id, title, language, $3 from contracts where account_id = $1 limit 1`;
  for (const status of ['sent', 'draft']) await api.db.pool.query(unsigned, [id, newId(), status]);
  const signatures = 'update contract_signers set signed_at = now() where account_id = $1 and signed_at is null';
  await api.db.pool.query(signatures, [id]);
  await api.db.pool.query(`update grants set mail_error = 'mail_refused' where gallery_id = $1`, [galleryId]);
  await insertGallery(api.db.pool, id, { deleted_at: new Date() });
  const { rows } = await api.db.pool.query(
    `select p.id as "photoId", g.id as "grantId", i.id as "inviteId", m.user_id as "userId", s.id as "sessionId",
       s.session_type_id as "sessionTypeId",
       s.customer_id as "customerId", c.id as "pageId", d.id as "leadId", l.id as "submittedId", o.id as "orderId", q.id as "proposalId"
     from photos p join grants g using (gallery_id) join team_invites i on i.account_id = p.account_id
       join sessions s on s.account_id = p.account_id join pages c on c.account_id = p.account_id
       join leads d on d.account_id = p.account_id
       join pick_lists l on l.gallery_id = p.gallery_id and l.kind = 'selection'
       join orders o on o.account_id = p.account_id and o.session_id is null
       join proposals q on q.account_id = p.account_id
       join account_members m on m.account_id = p.account_id where p.gallery_id = $1`,
    [galleryId],
  );
  const trashed = { account_id: id, author_id: rows[0].userId, deleted_at: new Date() };
  await insertRow(api.db.pool, 'proposals', {
    id: newId(),
    account_id: id,
    author_id: rows[0].userId,
    title: 'x',
    is_template: true,
  });
  await insertCustomer(api.db.pool, id, { deleted_at: new Date() });
  const session = { customer_id: rows[0].customerId, date: new Date() };
  await insertRow(api.db.pool, 'sessions', { id: newId(), ...trashed, ...session });
  for (const photo of [{ deleted_at: new Date() }, { status: 'failed', failure_reason: 'damaged' }])
    await insertPhoto(api.db.pool, id, galleryId, photo);
  const own = { account_id: id, author_id: rows[0].userId };
  const cancelled = { ...own, session_id: newId() };
  await insertRow(api.db.pool, 'sessions', { id: cancelled.session_id, ...own, ...session, status: 'cancelled' });
  const paid = { amount: 5000, currency: 'EUR', status: 'paid', date: new Date() };
  await insertRow(api.db.pool, 'payments', { id: newId(), ...cancelled, ...paid });
  await api.db.pool.query('update session_billing set kept_amount = 0 where session_id = $1', [cancelled.session_id]);
  await api.db.pool.query(
    `update orders set withdrawn_at = now(), withdrawn_name = 'Ada', withdrawn_sources = '["price"]' where id = $1`,
    [cancelled.session_id],
  );
  return { id, slug: '', galleryId, ...(rows[0] as Omit<Studio, 'id' | 'slug' | 'galleryId'>) };
}

async function insertPerson(role: Role): Promise<Person> {
  const person = { userId: crypto.randomUUID(), email: `${role}@example.org` };
  await insertRow(api.db.pool, 'account_members', {
    account_id: ours.id,
    user_id: person.userId,
    role,
    email: person.email,
  });
  return person;
}

/** Expects neither their marker nor their account id, which prefixes the ids of their galleries. */
function expectNothingOfTheirs(text: string): void {
  for (const trace of [THEIRS!, theirs.id]) expect(text).not.toContain(trace);
}

/** Columns that cannot hold the marker: ids, statuses, codes, and formats that a CHECK or a trigger enforces. */
const WORDLESS =
  /(?:^|_|\.)(?:id|status|role|kind|code|symbol|language|color|type|hash|sha256|fingerprint|token|size|position|visibility|cover_style|sort_by|key|receipt|failure_reason|currency|source|plan_state|free_until|document|stripe_customer|stripe_invoice|purpose|photographer|month|date_format|error|anchor|unit)$|^custom_fonts\.url_path$|^domains\.(?:hostname|proof)$|^customers\.merged_into$|^leads\.preferred_date$|^receipts\.(?:data|number)$|^live_(?:rooms|joins)\.room$|^picks\.(?:state|label)$|^checkouts\.(?:payment_intent|stripe_account|stripe_session_id)$|^(?:order_lines|products)\.withdrawal$|^orders\.withdrawn_sources$|^order_lines\.title$|^proposal_lines\.choice$|^messages\.copy_of$|^session(?:s|_types)\.cancellation$|^payments\.(?:dispute|stripe_id)$|^session_types\.online_payment$|^stripe_|^contract_texts\.(?:signed_text|signer_ip|signer_user_agent)$|^contract_signers\.signer_(?:ip|user_agent)$|^api_tokens\.(?:prefix|scopes)$|^webhook_deliveries\.failure$|^webhook_endpoints\.events$|^mail_deliveries\.(?:outcome|part|subject)$|^mail_(?:suppressions|refusals)\.reason$|^operator_events\./;

describe('the marker', () => {
  it('fills every text column that can hold it', () => {
    expect(refused.filter((column) => !WORDLESS.test(column))).toEqual([]);
  });
});

/** Queries whose rows contain numbers only. */
const COUNTS = [
  'stripeAccounts.current',
  'accounts.exports',
  'site.state',
  'site.scriptVersions',
  'galleries.mostViewed',
  'guestUploads.link',
  'customers.distinct',
  'customers.stats',
  'customers.balances',
  'payments.billing',
  'payments.months',
  'proofing.picks',
];

/** Removes the search argument, so that the query returns all rows. */
function withoutSearch(args: Args): Args {
  if (typeof args !== 'object' || args === null) return args;
  const { search: _search, ...rest } = args as Record<string, unknown>;
  return rest as Args;
}

describe('queries', () => {
  const argsOf = (name: string, studio: Studio): Args => {
    const { id, galleryId, customerId, sessionId, sessionTypeId, submittedId, orderId } = studio;
    const { proposalId, leadId } = studio;
    const known = {
      customerId,
      sessionId,
      sessionTypeId,
      draftId: galleryId,
      submittedId,
      orderId,
      proposalId,
      leadId,
    };
    const rows: Rows = { ...missingRows(id), ...known };
    // Finds the markers of both studios.
    if (name.startsWith('mentions.') && name !== 'mentions.locations')
      return { texts: ['canary'], ...(name === 'mentions.sessions' && { customerId: rows.doubleCustomerId }) };
    if (name === 'clientLinks.ofCustomer') return { customerId };
    if (name === 'contracts.unsigned') return { before: api.clock.now() + DAY_MS, limit: 100 };
    if (name === 'leads.byId') return { id: studio.leadId };
    const ofCase = WEEK_QUERY_CASES[name] ?? PROOFING_QUERY_CASES[name] ?? NOUN_QUERY_CASES[name];
    if (ofCase) return withoutSearch(ofCase.args(rows));
    if (name.endsWith('.list') || name.startsWith('galleries.trashed')) return { limit: 1000 };
    if (name === 'team.securityEvents') return { limit: 1000 };
    if (name === 'galleries.mostViewed') return { galleryId, limit: 100 };
    if (name === 'galleries.undelivered') return { limit: 100 };
    if (name === 'pages.byId') return { id: studio.pageId };
    if (name === 'pages.galleries') return { galleryIds: [studio.galleryId] };
    if (name === 'pages.photos') return { ids: [studio.photoId] };
    if (name === 'pages.galleries') return { galleryIds: [galleryId] };
    if (name === 'galleries.byId') return { id: galleryId };
    return name.startsWith('galleries.') || name.startsWith('guestUploads.') ? { galleryId } : undefined;
  };
  const CELLS = queryNames.flatMap((name) => ROLES.map((role) => ({ name, role })));

  it.each(CELLS)('$name for $role of ours', async ({ name, role }) => {
    const ctx = { userId: people[role].userId, accountId: ours.id, role, now: () => api.clock.now() };
    for (const studio of [ours, theirs])
      expectNothingOfTheirs(JSON.stringify(await office.read(name, argsOf(name, studio), ctx)));
    if (role !== 'owner') return;
    const own = JSON.stringify(await office.read(name, argsOf(name, ours), ctx));
    // Counts and pairs contain no text.
    expect(own).toContain(COUNTS.includes(name) ? ours.id : OURS);
  });
});

describe('endpoints', () => {
  const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
    Object.entries(entries as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
    ),
  );
  const READS = ALL.filter(([, { method, access }]) => method === 'GET' && access !== 'sync');
  // `members.leave` would remove the caller from their own account, with any ids.
  const MEMBERS = ALL.filter(
    ([name, { access }]) => (access === 'member' || access === 'user') && name !== 'members.leave',
  );

  /** URL of an endpoint with the ids of a studio; `page` selects the account slug. */
  function addressOf({ path }: Endpoint, studio: Studio, page: Studio = studio): string {
    const values = {
      accountId: studio.id,
      galleryId: studio.galleryId,
      photoId: studio.photoId,
      grantId: studio.grantId,
      inviteId: studio.inviteId,
      userId: studio.userId,
    };
    const named: Readonly<Record<string, string>> = { ...values, accountSlug: page.slug };
    return path.replaceAll(/:(\w+)/g, (_, key: string) => named[key] ?? 'x');
  }
  const call = (endpoint: Endpoint, address: string, as?: Person): Promise<Answer> =>
    api.call(endpoint.method, address, {
      channel: endpoint.channel ?? null,
      ...(as ? { as, account: ours.id } : {}),
      ...(endpoint.body && endpoint.body !== 'multipart' ? { body: {} } : {}),
    });
  const textOf = ({ text, headers }: Answer) => text + JSON.stringify([...headers]);

  it.each(READS.flatMap(([name, endpoint]) => ROLES.map((role) => ({ name, endpoint, role }))))(
    '$name for $role of ours',
    async ({ endpoint, role }) => {
      const [own, mixed] = [addressOf(endpoint, ours), addressOf(endpoint, theirs, ours)];
      expectNothingOfTheirs(textOf(await call(endpoint, own, people[role])));
      // Download URLs name no studio: with their ids the response is theirs, and public.
      if (endpoint.path.includes(':accountSlug') || endpoint.access !== 'anyone')
        expectNothingOfTheirs(textOf(await call(endpoint, mixed, people[role])));
    },
  );

  it.each(MEMBERS)('%s with their ids by the owner of ours', async (_, endpoint) => {
    expectNothingOfTheirs(textOf(await call(endpoint, addressOf(endpoint, theirs), people.owner)));
  });

  it('return our own marker to us, which proves that the marker would be seen', async () => {
    const list = await call(endpoints.accounts.list, '/api/accounts', people.owner);
    const page = await call(endpoints.publicPages.studio, addressOf(endpoints.publicPages.studio, ours));
    const gallery = await call(endpoints.publicPages.gallery, addressOf(endpoints.publicPages.gallery, ours));
    expect([list, page, gallery].map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of [list, page, gallery]) expect(answer.text).toContain(OURS);
    const theirPage = await call(endpoints.publicPages.studio, addressOf(endpoints.publicPages.studio, theirs));
    expect(theirPage.text).toContain(THEIRS);
  });
});
