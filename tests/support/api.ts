import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { ONE_GROUP, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import type { Endpoint, ResponseOf } from '#core/api/endpoint.ts';
import { type ErrorBody, errorBody } from '#core/api/errors.ts';
import { createGroups } from '#functions/handlers.ts';
import { createSocket } from '#functions/live/socket.ts';
import type { PageData } from '#core/api/page-data.ts';
import { createPage } from '#functions/page/handler.ts';
import { tokenVerifier } from '#functions/platform/auth/access-token.ts';
import { connectionPoster } from '#functions/platform/aws/live-connections.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import { createUnmatched } from '#functions/platform/http/unmatched.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import type { Mail } from '#functions/platform/mail.ts';
import type { WebhookAttempt } from '#functions/platform/post-webhook.ts';
import type { Services } from '#functions/platform/services.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import { cardPayments } from '#functions/platform/stripe-client.ts';
import { apiGateway } from '#local/lambda/api-gateway.ts';
import { type LambdaHost, startLambdaHost } from '#local/lambda/host.ts';
import { STAGE_PATH, type Sockets } from '#local/lambda/websocket.ts';
import { startS3 } from '#local/s3/server.ts';
import { startStripe, type StripeServer } from '#local/stripe/server.ts';
import { insertSession } from './auth-sessions.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Person, startIssuer, type TokenIssuer } from './tokens.ts';

export const ORIGIN = 'https://albumen.test';
export const ORIGIN_SECRET = 'origin-secret-of-tests';
export const ZERO_API_KEY = 'zero-api-key-of-tests';
const S3_KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests' };
const CONNECTIONS = 10;
/**
 * The functions' own timeouts, but for the wait for a connection: deployed, each request has a process and a pool of its
 * own; here the requests of a race share one.
 */
const LIMITS = { connectMs: 60_000, statementMs: 15_000, idleTransactionMs: 20_000 };
const TEMPLATE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="theme-color" media="(prefers-color-scheme: light)" content="white"><!--head--><link rel="icon" href="/icon.svg" /><script>theme()</script><style>p{color:red}</style></head><body><div id="root"></div><!--data--></body></html>';

export interface CallOptions {
  as?: Person;
  /** Authorization header, overrides the token of `as`. */
  token?: string;
  account?: string;
  /** `backoffice` or `public`; null omits the header. */
  channel?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** `name=value` pairs. */
  cookies?: readonly string[];
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Response text without a byte order mark. */
  text: string;
  /** The error body; throws if the response is no error. */
  readonly error: ErrorBody['error'];
  /** The body of a successful response, validated against the endpoint's schema; throws for any other. */
  read<E extends Endpoint>(endpoint: E): ResponseOf<E>;
  /** Whole `Set-Cookie` values by cookie name. */
  cookies: ReadonlyMap<string, string>;
}

export interface PostedWebhook {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The API on a real database and real storage, called over HTTP through the function host. */
export interface ApiStack {
  db: TestDatabase;
  issuer: TokenIssuer;
  services: Services;
  jobs: JobServices;
  mails: Mail[];
  purged: string[];
  /** Keys of originals that ingest was notified of. */
  told: string[];
  /** Webhooks that were sent, and what their receiver answers. */
  posted: PostedWebhook[];
  receiver: { answer: WebhookAttempt };
  /** Delays of the outbox triggers, in seconds. */
  outboxTriggers: number[];
  /** Delays of the archive packer's triggers, in seconds. */
  packerCalls: number[];
  /** The operator's switches, which the page function reads from its environment. */
  operator: {
    customScripts: boolean;
    hasStripe: boolean;
    billingFrom: string | null;
    syncGroups: readonly SyncGroup[];
  };
  /** The stand-in of Stripe. It keeps its events until a test delivers them. */
  stripe: StripeServer;
  url: string;
  /** The storage, with the functions' keys. */
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The sockets of the function host, and what its gateway does to them. */
  sockets: Sockets;
  gateway: { reportsEnd: boolean; throttled: Set<string> };
  /** A running clock that tests can advance. */
  clock: { now(): number; advance(ms: number): void };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** The stack of one test file, from its top; it ends with the file. */
export async function testApi(): Promise<ApiStack> {
  const api = await startApi();
  afterAll(() => api.close());
  return api;
}

/** @param database dropped by `close`; a new one by default */
export async function startApi(database = createDatabase()): Promise<ApiStack> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-api-'));
  const [db, clock] = [await database, createClock()];
  // Idle connections may be cut by the dropped database before they close.
  db.pool.on('error', () => undefined);
  const issuer = await startIssuer(clock.now, (person) => insertSession(db.pool, person));
  const s3 = await startS3({
    dir: join(folder, 's3'),
    port: 0,
    credentials: [S3_KEYS],
    region: 'eu-south-2',
    buckets: ['originals', 'renditions'],
    corsOrigins: [ORIGIN],
  });
  const operator: ApiStack['operator'] = {
    customScripts: true,
    hasStripe: true,
    billingFrom: null,
    syncGroups: parseSyncGroups(ONE_GROUP),
  };
  const webhook = { url: '', secret: `whsec_${'0'.repeat(32)}`, headers: { 'x-origin-secret': ORIGIN_SECRET } };
  const billingWebhook = { ...webhook, secret: `whsec_${'1'.repeat(32)}` };
  const secretKey = 'sk_test_of_tests';
  const stripe = await startStripe({ port: 0, secretKey, webhook, billingWebhook, now: clock.now });
  stripe.switches.hold = true;
  const cards = cardPayments({
    secretKey,
    webhookSecret: webhook.secret,
    billingSecret: billingWebhook.secret,
    apiUrl: stripe.url,
  });
  const [mails, purged, outboxTriggers, packerCalls]: [Mail[], string[], number[], number[]] = [[], [], [], []];
  const told: string[] = [];
  const services: Services = {
    clock: clock.now,
    db: connectDatabase(db.apiUrl, CONNECTIONS, LIMITS),
    verifyToken: tokenVerifier(issuer.url, clock.now),
    storage: s3Storage({
      ...S3_KEYS,
      region: 'eu-south-2',
      endpoint: `http://127.0.0.1:${s3.port}`,
      buckets: { originals: 'originals', renditions: 'renditions' },
    }),
    appOrigin: ORIGIN,
    originSecret: ORIGIN_SECRET,
    imageTokenKey: '0f'.repeat(32),
    zeroApiKey: ZERO_API_KEY,
    get syncGroups() {
      return operator.syncGroups;
    },
    triggerOutbox: async (delay) => void outboxTriggers.push(delay),
    get cards() {
      return operator.hasStripe ? cards : null;
    },
    triggerArchivePacker: async (delay) => void packerCalls.push(delay),
    get billingFrom() {
      return operator.billingFrom;
    },
  };
  const jobs: JobServices = {
    clock: clock.now,
    db: services.db,
    storage: services.storage,
    appOrigin: ORIGIN,
    sendMail: async (mail) => void mails.push(mail),
    purge: async (paths) => void purged.push(...paths),
    triggerOutbox: services.triggerOutbox,
    get billingFrom() {
      return operator.billingFrom;
    },
    get cards() {
      return services.cards;
    },
    triggerArchivePacker: services.triggerArchivePacker,
    requestIngest: async (keys) => void told.push(...keys),
    postToConnection: (id, text) => post(id, text),
    postWebhook: async (url, headers, body) => {
      posted.push({ url, headers, body });
      return receiver.answer;
    },
    domains: null,
  };
  const posted: PostedWebhook[] = [];
  const receiver: ApiStack['receiver'] = { answer: { failure: null, status: 200, answer: 'ok' } };
  const gateway = { reportsEnd: true, throttled: new Set<string>() };
  const host = await startHost(services, operator, gateway);
  webhook.url = `${host.origin}/api/stripe/webhook`;
  billingWebhook.url = `${host.origin}/api/billing/webhook`;
  const post = connectionPoster(host.origin + STAGE_PATH, { ...S3_KEYS, region: 'eu-south-2' });
  return {
    db,
    issuer,
    services,
    jobs,
    mails,
    purged,
    told,
    posted,
    receiver,
    outboxTriggers,
    packerCalls,
    operator,
    stripe,
    url: host.origin,
    s3: { ...S3_KEYS, region: 'eu-south-2', endpoint: `http://127.0.0.1:${s3.port}` },
    sockets: host.sockets!,
    gateway,
    clock,
    call: (method, path, options) => call(host.origin, issuer, method, path, options),
    async close() {
      await host.close();
      await services.db.close();
      await s3.close();
      await stripe.close();
      await issuer.close();
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startHost(
  services: Services,
  operator: ApiStack['operator'],
  gateway: ApiStack['gateway'],
): Promise<LambdaHost> {
  const nothing = () => Promise.resolve({ statusCode: 404, body: '' });
  const config = {
    supabaseUrl: 'https://auth.test',
    supabaseAnonKey: 'anon',
    zeroUrl: `${ORIGIN}/zero`,
    authProviders: ['google'],
    phoneSignIn: false,
    captchaSiteKey: null,
    analyticsKey: null,
    errorsDsn: null,
    domainTarget: null,
    cardPayments: true,
    billingFrom: '2027-04',
    hasTerms: true,
  };
  const templates = async () => ({
    index: TEMPLATE,
    app: TEMPLATE.replace('root', 'app-root'),
    signIn: TEMPLATE,
    site: TEMPLATE.replace('<div id="root"></div>', '<!--site--><script src="/keep-images.js" defer></script>'),
    // On demand: Node alone, which runs campaigns, loads no TSX.
    renderSite: (await import('#web/site/render-site.tsx')).renderSite,
    renderSignIn: (mode: string) => ({ html: `<h1>${mode}</h1>`, texts: { en: {} } }),
    renderInvitation: (invite: object | string, path: string) => ({
      title: 'Join',
      html: `<h1>${JSON.stringify(invite)} ${path}</h1>`,
      texts: null,
    }),
    renderMarkup: async (data: PageData) =>
      data.kind === 'gallery' ? { html: `<h1>${data.gallery.id}</h1>`, texts: { en: {} } } : null,
  });
  return startLambdaHost({
    port: 0,
    queueFile: ':memory:',
    sockets: {
      credentials: S3_KEYS,
      region: 'eu-south-2',
      reportsEnd: () => gateway.reportsEnd,
      isThrottled: (id) => gateway.throttled.has(id),
    },
    functions: {
      live: createSocket(services),
      api: apiGateway(createGroups(services), createUnmatched(services)),
      page: createPage(services, {
        templates,
        config,
        connectOrigins: ['https://auth.test'],
        get customScripts() {
          return operator.customScripts;
        },
        stage: {
          demo: '/p/demo',
          billingFrom: '2027-04',
          operator: { name: 'Ada & Co', address: 'Main St 1', email: 'ada@albumen.test' },
        },
      }),
      transform: nothing,
      ingest: () => Promise.resolve(),
      scheduled: [],
    },
  });
}

/**
 * A clock near the real one. Limits count in windows that begin at full minutes, tens of minutes or hours: it skips the
 * last seconds of ten minutes, so that the attempts of a test fall into one window.
 */
function createClock() {
  const left = 10 * MINUTE_MS - (Date.now() % (10 * MINUTE_MS));
  let ahead = left < 50_000 ? left : 0;
  return {
    now: () => Date.now() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
  };
}

async function call(
  url: string,
  issuer: TokenIssuer,
  method: string,
  path: string,
  { as, token, account, channel = 'backoffice', body, headers = {}, cookies = [] }: CallOptions = {},
): Promise<Answer> {
  const bearer = token ?? (as ? await issuer.sign(as) : null);
  const isForm = body instanceof FormData || typeof body === 'string';
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-origin-secret': ORIGIN_SECRET,
      'x-viewer-address': '192.0.2.1',
      ...(channel ? { 'x-channel': channel } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(account ? { 'x-account-id': account } : {}),
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? (body as FormData | string) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { status } = response;
  return {
    status,
    headers: response.headers,
    bytes,
    text,
    get error() {
      return errorBody.parse(JSON.parse(text)).error;
    },
    read<E extends Endpoint>(endpoint: E) {
      if (status !== (endpoint.status ?? 200)) throw new Error(`${endpoint.path} answered ${status}: ${text}`);
      return endpoint.response?.parse(JSON.parse(text)) as ResponseOf<E>;
    },
    cookies: new Map(response.headers.getSetCookie().map((cookie) => [cookie.split('=')[0]!, cookie])),
  };
}

/** The `name=value` part of a `Set-Cookie` header, for a `Cookie` header. */
export function pairOf(cookie: string | undefined): string {
  return cookie?.split(';')[0] ?? '';
}
