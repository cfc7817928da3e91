import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Pool } from 'pg';
import { startAuth, type AuthServer } from '#local/auth/server.ts';
import type { AuthSettings } from '#local/auth/settings.ts';
import type { Message } from '#local/mail/messages.ts';
import { startMailbox, type Mailbox } from '#local/mail/server.ts';
import { createDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export const SITE_URL = 'http://localhost:4300';
export const ANON_KEY = 'sb_publishable_test';
export const SERVICE_KEY = 'sb_secret_test';

/** A clock that is stopped until a test advances it. */
export type TestClock = { now(): Date; advance(seconds: number): void };

export type AuthStack = {
  pool: Pool;
  databaseUrl: string;
  mailbox: Mailbox;
  clock: TestClock;
  /** Starts another auth server on the same database, mailbox and clock, closed with the stack. */
  start(settings?: Partial<AuthSettings> | ((url: string) => Partial<AuthSettings>)): Promise<AuthUnderTest>;
  stop(): Promise<void>;
};

export type AuthUnderTest = {
  url: string;
  /** A client as in a browser, with its session in memory. */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient;
  admin: SupabaseClient;
  /** Sends a plain request, with the anon key by default. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
};

export type CallOptions = { body?: unknown; bearer?: string; headers?: Record<string, string> };
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; location: URL | null };

/** A separate database and a real mailbox; tests start auth servers on them one by one. */
export async function startAuthStack(): Promise<AuthStack> {
  const database = await createDatabase();
  // Dropping the database may cut a connection that is idle in the pool.
  database.pool.on('error', () => undefined);
  const databaseUrl = asAuthService(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'albumen-mail-'));
  const mailbox = await startMailbox({ folder, smtpPort: 0, webPort: 0 });
  const clock = createClock();
  const servers: AuthServer[] = [];

  return {
    pool: database.pool,
    databaseUrl,
    mailbox,
    clock,
    async start(settings = {}) {
      const externalPort = await freePort();
      const externalUrl = `http://127.0.0.1:${externalPort}`;
      const server = await startAuth({
        port: externalPort,
        databaseUrl,
        smtpUrl: mailbox.smtpUrl,
        settings: {
          siteUrl: SITE_URL,
          externalUrl,
          anonKey: ANON_KEY,
          serviceKey: SERVICE_KEY,
          now: () => clock.now(),
          bcryptCost: 4,
          ...(typeof settings === 'function' ? settings(externalUrl) : settings),
        },
      });
      servers.push(server);
      return underTest(server.url);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.close()));
      await mailbox.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createClock(): TestClock {
  // Starts at the real time: the official client compares a session's expiry with its own clock.
  let time = Math.floor(Date.now() / 1_000) * 1_000;
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1_000;
    },
  };
}

function underTest(url: string): AuthUnderTest {
  const client = (key: string, flowType: 'implicit' | 'pkce') =>
    createClient(url, key, {
      auth: {
        flowType,
        persistSession: true,
        storage: memoryStorage(),
        storageKey: crypto.randomUUID(),
        autoRefreshToken: false,
        detectSessionInUrl: false,
      },
    });
  return {
    url,
    client: (flowType = 'implicit') => client(ANON_KEY, flowType),
    admin: client(SERVICE_KEY, 'implicit'),
    async call(method, path, { body, bearer, headers = {} } = {}) {
      const answer = await fetch(`${url}/auth/v1${path}`, {
        method,
        redirect: 'manual',
        headers: {
          apikey: ANON_KEY,
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const location = answer.headers.get('location');
      return {
        status: answer.status,
        headers: answer.headers,
        body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
        location: location ? new URL(location) : null,
      };
    },
  };
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** The newest mail to an address; fails without one. */
export function lastMailTo(mailbox: Mailbox, address: string): Message {
  const [message] = mailbox.store.list(address);
  if (!message) throw new Error(`No mail to ${address}`);
  return message;
}

/** Parts of a link in a mail. */
export function linkIn(message: Message): { token: string; type: string; path: string } {
  const url = new URL(message.links[0] ?? '');
  return {
    token: url.searchParams.get('token') ?? '',
    type: url.searchParams.get('type') ?? '',
    path: `${url.pathname.replace('/auth/v1', '')}${url.search}`,
  };
}

/** Connects as the role of the auth service on a hosted project. */
function asAuthService(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = 'supabase_auth_admin';
  return url.toString();
}
