import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { studioMutators } from '#core/zero/mutators.ts';
import { studioQueries } from '#core/zero/queries.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { Figure } from '../../bench/figure.ts';
import { type ApiStack, ZERO_API_KEY } from '../../support/api.ts';
import { type Args, backOffice } from '../../support/back-office.ts';
import type { CampaignOptions } from '../campaign.ts';
import { answerWithin, caseRandom, collectFaults, countsOf, tally } from './cases.ts';
import { valueOf, type Words } from './schema-values.ts';
import { makeTenants, MARKER, type Tenants } from './tenants.ts';

/** Mutations and queries after which new studios are made, and the outbox runs. */
const PER_STUDIO = 250;
/** Runs of the outbox until nothing is due. */
const MAX_RUNS = 50;

interface Named {
  name: string;
  validator?: z.ZodType;
}

const MUTATORS = namesOf(studioMutators);
const QUERIES = namesOf(studioQueries);

function namesOf(registry: Readonly<Record<string, object>>): Named[] {
  return Object.entries(registry).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, { validator }]) => ({ name: `${group}.${name}`, validator })),
  );
}

/** Tables whose names differ from those of their mutators. */
const TABLES: Readonly<Record<string, string>> = {
  automations: 'automationSteps',
  fonts: 'customFonts',
  plans: 'schedulePlans',
  presets: 'galleryPresets',
  proofing: 'pickLists',
  sections: 'gallerySections',
};

/** Sends mutations and queries that pass validation, as zero-cache forwards them, and runs the effects. */
export async function fuzzMutations(api: ApiStack, { seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const faults = collectFaults('mutations', seed);
  const results = { mutations: new Map<string, number>(), queries: new Map<string, number>() };
  const [done, impossible] = [new Set<string>(), new Set<string>()];
  const count = isMiniature ? 100 : 6000;
  await createZeroTables(api);
  let tenants = await makeTenants(api);
  let words = await tenants.words();
  let slowest = { seconds: 0, what: '' };
  for (let number = 0; number < count; number++) {
    if (number % PER_STUDIO === 0 && number > 0) {
      await runEffects(api, (what) => faults.add({ number, what, input: what }));
      tenants = await makeTenants(api);
    }
    if (number % 50 === 0) words = await tenants.words();
    const random = caseRandom(seed, number);
    const isQuery = random.chance(0.25);
    const { name, validator } = random.pick(isQuery ? QUERIES : MUTATORS);
    const args = validator && valueOf(validator, random, wordsFor(name, words));
    if (validator && args === undefined) {
      impossible.add(name);
      continue;
    }
    const what = `${name} ${JSON.stringify(args) ?? ''}`;
    const started = performance.now();
    const send = isQuery ? sendQuery : sendMutation;
    const result = await answerWithin(send(api, tenants, name, args)).catch((error: unknown) => {
      faults.add({ number, what: `${what}: ${String(error)}`, input: what });
      return 'FAULT';
    });
    const seconds = (performance.now() - started) / 1000;
    if (seconds > slowest.seconds) slowest = { seconds, what };
    tally(isQuery ? results.queries : results.mutations, result);
    if (result === 'done') done.add(name);
  }
  await runEffects(api, (what) => faults.add({ number: count, what, input: what }));
  console.log(`mutations: ${countsOf(results.mutations)}`);
  console.log(`queries: ${countsOf(results.queries)}`);
  const missing = [...MUTATORS, ...QUERIES].map(({ name }) => name).filter((name) => !done.has(name));
  console.log(
    `mutations: ${done.size} of ${MUTATORS.length + QUERIES.length} names succeeded, not ${missing.join(', ')}`,
  );
  if (impossible.size > 0) console.log(`mutations: no arguments found for ${[...impossible].join(', ')}`);
  console.log(`mutations: ${slowest.seconds.toFixed(2)} s: ${slowest.what.slice(0, 200)}`);
  const bar = '18';
  return [
    { bar, what: 'mutations and queries: faults', value: faults.count, limit: 0, unit: 'faults', n: count },
    { bar, what: 'mutations and queries: slowest', value: slowest.seconds, limit: null, unit: 's', n: count },
  ];
}

/** Words in which `id` is mostly one of the rows that a mutator or query is about. */
function wordsFor(name: string, words: Words): Words {
  const group = name.split('.', 1)[0]!;
  const ids = words.byField.get(`${TABLES[group] ?? group}.id`) ?? [];
  const byField = new Map(words.byField).set('id', [...ids, ...words.fresh]);
  return { ...words, byField };
}

/** Objects that zero-cache creates in the upstream database when it starts. */
export async function createZeroTables(api: ApiStack): Promise<void> {
  await api.db.pool.query(`
    create table if not exists zero_0.clients ("clientGroupID" text, "clientID" text, "lastMutationID" bigint not null,
      "userID" text, primary key ("clientGroupID", "clientID"));
    create table if not exists zero_0.mutations ("clientGroupID" text, "clientID" text, "mutationID" bigint,
      result json not null, primary key ("clientGroupID", "clientID", "mutationID"));`);
}

async function call(api: ApiStack, { own }: Tenants, path: string, body: unknown): Promise<unknown> {
  const headers = { 'x-api-key': ZERO_API_KEY };
  const answer = await api.call('POST', path, { as: own.owner, account: own.id, channel: null, headers, body });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  if (answer.text.includes(MARKER)) throw new Error('shows the foreign marker');
  return JSON.parse(answer.text);
}

/** @returns `done` or the code of its refusal. @throws Error for an unexpected failure */
async function sendMutation(api: ApiStack, tenants: Tenants, name: string, args: unknown): Promise<string> {
  const [clientID, timestamp] = [randomUUID(), api.clock.now()];
  const mutation = { type: 'custom', id: 1, clientID, name, args: [args], timestamp };
  const body = { clientGroupID: clientID, mutations: [mutation], pushVersion: 1, timestamp, requestID: 'r' };
  const answer = await call(api, tenants, '/api/zero/mutate?schema=zero_0&appID=zero', body);
  const { mutations } = answer as { mutations?: { result: { error?: string; message?: string } }[] };
  const result = mutations?.[0]?.result;
  if (!result) throw new Error(`the push failed: ${JSON.stringify(answer)}`);
  if (!result.error) return 'done';
  if (result.error !== 'app' || result.message === 'internal') throw new Error(JSON.stringify(result));
  return result.message ?? result.error;
}

async function sendQuery(api: ApiStack, tenants: Tenants, name: string, args: unknown): Promise<string> {
  const request = ['transform', [{ id: 'q', name, args: args === undefined ? [] : [args] }]];
  const answer = await call(api, tenants, '/api/zero/query', request);
  const [query] = (answer as { queries: { error?: string; message?: string }[] }).queries;
  if (query?.error) {
    if (query.message === 'internal') throw new Error(JSON.stringify(query));
    return query.message ?? query.error;
  }
  const { own } = tenants;
  const ctx = { userId: own.owner.userId, accountId: own.id, role: 'owner' as const, now: () => api.clock.now() };
  const rows = await backOffice(api.db).read(name, args as Args, ctx);
  if (JSON.stringify(rows).includes(MARKER)) throw new Error('reads the foreign marker');
  return 'done';
}

/** Runs all due effects, later ones too: what a mutation has written must not break them. */
async function runEffects(api: ApiStack, onFault: (what: string) => void): Promise<void> {
  for (let run = 0; run < MAX_RUNS; run++) {
    const { done, failed } = await runOutbox(api.jobs);
    if (failed > 0) {
      const { rows } = await api.db.pool.query(
        'select kind, last_error, payload from outbox where attempts > 0 and done_at is null',
      );
      for (const row of rows) onFault(`effect ${JSON.stringify(row)}`);
      await api.db.pool.query('delete from outbox where attempts > 0 and done_at is null');
    }
    if (done + failed === 0) return;
  }
}
