import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import { type Answer, type ApiStack, startApi } from '../support/api.ts';
import { backOffice, queryNames, type BackOffice } from '../support/back-office.ts';
import { markAccount } from '../support/canary.ts';
import { type Canary, CANARY_COUNTS, canaryArgs, insertCanary } from '../support/canary-studio.ts';
import { insertRow } from '../support/rows.ts';
import type { Person } from '../support/tokens.ts';

/** Marker words that fill every text column of a studio, so that a leak is visible. */
const [OURS, THEIRS] = ['canaryours', 'canarytheirs'];

let api: ApiStack;
let office: BackOffice;
let ours: Canary;
let theirs: Canary;
let people: Readonly<Record<Role, Person>>;
let refused: string[];
beforeAll(async () => {
  api = await startApi();
  office = backOffice(api.db);
  [ours, theirs] = [await insertCanary(api.db.pool), await insertCanary(api.db.pool)];
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

describe('queries', () => {
  const CELLS = queryNames.flatMap((name) => ROLES.map((role) => ({ name, role })));

  it.each(CELLS)('$name for $role of ours', async ({ name, role }) => {
    const ctx = { userId: people[role].userId, accountId: ours.id, role, now: () => api.clock.now() };
    for (const studio of [ours, theirs])
      expectNothingOfTheirs(JSON.stringify(await office.read(name, canaryArgs(name, studio, api.clock.now()), ctx)));
    if (role !== 'owner') return;
    const own = JSON.stringify(await office.read(name, canaryArgs(name, ours, api.clock.now()), ctx));
    // Counts and pairs contain no text.
    expect(own).toContain(CANARY_COUNTS.includes(name) ? ours.id : OURS);
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
  function addressOf({ path }: Endpoint, studio: Canary, page: Canary = studio): string {
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
