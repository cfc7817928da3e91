import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { SCOPES } from '#core/domain/studio/integrations.ts';
import { ROLES } from '#core/domain/studio/roles.ts';
import type { z } from 'zod';
import type { Figure } from '../../bench/figure.ts';
import { type Answer, type ApiStack, ZERO_API_KEY } from '../../support/api.ts';
import type { SeededRandom } from '../../support/fuzz.ts';
import { stranger, type Studio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { answerWithin, caseRandom, collectFaults, countsOf, tally } from './cases.ts';
import { valueOf, type Words } from './schema-values.ts';
import { makeTenants, MARKER, type Tenants } from './tenants.ts';

/** Requests after which new studios are made: these close accounts, remove members, and use up rows. */
const PER_STUDIO = 500;
/** Requests at a time, and after which limits of attempts are lifted. */
const AT_A_TIME = 4;

const ALL = Object.values(endpoints).flatMap((group) => Object.values(group as Record<string, Endpoint>));

/** Sends requests that are valid in form to all endpoints: answers of 5xx, foreign markers and hangs are faults. */
export async function fuzzRequests(api: ApiStack, { seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const faults = collectFaults('requests', seed);
  const [statuses, accepted] = [new Map<string, number>(), new Set<string>()];
  const count = isMiniature ? 120 : 20_000;
  let sender: Sender | null = null;
  let slowest = { seconds: 0, what: '' };
  for (let first = 0; first < count; first += AT_A_TIME) {
    if (first % PER_STUDIO === 0) sender = await makeSender(api);
    await api.db.pool.query('delete from rate_limits');
    const numbers = Array.from({ length: AT_A_TIME }, (_, index) => first + index);
    const sending = numbers.map(async (number) => {
      const random = caseRandom(seed, number);
      const endpoint = random.pick(ALL);
      const request = requestOf(endpoint, random, sender!);
      const what = `${endpoint.method} ${request.path} ${JSON.stringify(request.body) ?? ''}`;
      const started = performance.now();
      const answer = await answerWithin(api.call(endpoint.method, request.path, request)).catch((error: unknown) => {
        faults.add({ number, what: `${what}: ${String(error)}`, input: what });
      });
      const seconds = (performance.now() - started) / 1000;
      if (seconds > slowest.seconds) slowest = { seconds, what };
      if (!answer) return;
      tally(statuses, `${Math.floor(answer.status / 100)}xx ${codeOf(answer)}`);
      if (answer.status < 300) accepted.add(`${endpoint.method} ${endpoint.path}`);
      const fault = faultOf(endpoint, answer);
      if (fault) faults.add({ number, what: `${what}: ${fault}`, input: `${what}\n${answer.text}` });
    });
    await Promise.all(sending);
  }
  console.log(`requests: ${countsOf(statuses)}`);
  console.log(`requests: ${accepted.size} of ${ALL.length} endpoints answered with success`);
  console.log(`requests: ${slowest.seconds.toFixed(2)} s: ${slowest.what.slice(0, 200)}`);
  const bar = '18';
  return [
    { bar, what: 'requests: faults', value: faults.count, limit: 0, unit: 'faults', n: count },
    { bar, what: 'requests: slowest answer', value: slowest.seconds, limit: null, unit: 's', n: count },
  ];
}

/** Bodies that cost more to read than to send, up to the limit of 256 KB. */
const BODIES = [
  `"${'\\"'.repeat(131_000)}`,
  '['.repeat(260_000),
  `{"a":${'{"a":'.repeat(31)}1${'}'.repeat(32)}`,
  `{"name":"${'x'.repeat(260_000)}"}`,
  `{"name":"{{${' '.repeat(260_000)}"}`,
  `{"name":1${'0'.repeat(260_000)}}`,
  `{${'"a":1,'.repeat(43_000)}"b":1}`,
];

interface Sender {
  tenants: Tenants;
  words: Words;
  /** An API token of the own studio. */
  token: string;
}

async function makeSender(api: ApiStack): Promise<Sender> {
  const tenants = await makeTenants(api);
  const body = { name: 'Fuzz', scopes: SCOPES, expiresAt: api.clock.now() + DAY_MS };
  const by = { as: tenants.own.owner, account: tenants.own.id };
  const made = await api.call('POST', endpoints.integrations.createToken.path, { ...by, body });
  const { token } = made.read(endpoints.integrations.createToken);
  return { tenants, words: await tenants.words(), token };
}

/** A request that is valid in form, mostly from the studio's owner and about its own rows. */
function requestOf(endpoint: Endpoint, random: SeededRandom, { tenants, words, token }: Sender) {
  const { own, foreign } = tenants;
  const value = (schema: z.ZodType | undefined) => schema && valueOf(schema, random, words);
  const params = (value(endpoint.params) ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? random.pick(words.byField.get(name) ?? words.any)).toWellFormed()),
  );
  const query = new URLSearchParams(
    Object.entries((value(endpoint.query) ?? {}) as Record<string, unknown>).map(([name, given]) => [
      name,
      String(given),
    ]),
  );
  const isBomb = typeof endpoint.body === 'object' && random.chance(0.02);
  const body = isBomb ? random.pick(BODIES) : bodyOf(endpoint, random, words);
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    channel: endpoint.channel ?? null,
    ...(endpoint.access === 'token' ? { token } : { as: personOf(random, own) }),
    account: random.chance(0.95) ? own.id : foreign.id,
    ...(body === undefined || endpoint.method === 'GET' ? {} : { body }),
    headers: {
      ...(endpoint.access === 'sync' && { 'x-api-key': ZERO_API_KEY }),
      ...(endpoint.access === 'sync' || isBomb ? { 'content-type': 'application/json' } : {}),
    },
  };
}

function personOf(random: SeededRandom, { people, owner }: Studio) {
  if (random.chance(0.8)) return owner;
  return random.chance(0.8) ? people[random.pick(ROLES)] : stranger();
}

function bodyOf(endpoint: Endpoint, random: SeededRandom, words: Words): unknown {
  if (endpoint.body === 'raw') return JSON.stringify(random.json(words.any));
  if (endpoint.body !== 'multipart') return endpoint.body && valueOf(endpoint.body, random, words);
  const form = new FormData();
  for (const name of ['logo', 'font', 'photo', 'image', 'galleryId', 'variant', 'watermarkId', 'name']) {
    if (random.chance(0.4)) form.set(name, random.chance(0.5) ? random.pick(words.any) : new Blob([random.text()]));
  }
  return form;
}

function faultOf({ access }: Endpoint, answer: Answer): string | null {
  if (answer.status >= 500) return `answered ${answer.status}`;
  // Public pages of the other studio show what it has published.
  const isForeign = access !== 'anyone' && `${answer.text}${JSON.stringify([...answer.headers])}`.includes(MARKER);
  return isForeign ? 'shows the foreign marker' : null;
}

function codeOf(answer: Answer): string {
  if (answer.status < 400) return '';
  try {
    return answer.error.code;
  } catch {
    return answer.status >= 500 ? '' : `${answer.status} without a code`;
  }
}
