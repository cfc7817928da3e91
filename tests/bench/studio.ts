import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { createClient, type Session } from '@supabase/supabase-js';
import { Pool } from 'pg';
import { presentTerms } from '#core/domain/studio/terms.ts';
import { accounts } from '#core/api/accounts.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { createObjects, type Objects } from '#functions/images/s3-objects.ts';
import { ProductApi } from '#local/demo/product-api.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import config from '../../playwright.config.ts';
import { newId } from '../support/rows.ts';
import { type Stack, type StackOptions, startStack } from '../support/stack.ts';

/** Limits in milliseconds for a database that does not respond. */
const DATABASE_LIMITS = { connectionTimeoutMillis: 30_000, query_timeout: 60_000 };

/** A new studio and its owner. */
export interface Office {
  stack: Pick<Stack, 'origin' | 's3' | 'auth' | 'ports' | 'supervisor'>;
  database: Pool;
  renditions: Objects;
  account: Account;
  session: Session;
  /** Returns a new session of the owner. */
  signIn(): Promise<Session>;
  api: ProductApi;
}

/** The whole product with one studio, and a browser. */
export interface Studio extends Office {
  browser: Browser;
  /** Opens a page in its own browser context; with `signedIn` as the studio's owner. */
  open(options?: BrowserContextOptions & { signedIn?: boolean }): Promise<Page>;
}

/** Starts the product with a new studio for the time of `work`. */
export async function withStudio<T>(work: (studio: Studio) => Promise<T>, options?: StackOptions): Promise<T> {
  const stack = await startStack(options);
  try {
    const database = new Pool({ connectionString: databaseUrl(stack.ports.postgres), max: 2, ...DATABASE_LIMITS });
    const browser = await chromium.launch(config.use?.launchOptions);
    try {
      return await work(await createStudio(stack, database, browser));
    } finally {
      await browser.close();
      await database.end();
    }
  } finally {
    await stack.stop();
  }
}

/** Creates a studio in a running product. */
export async function createOffice(stack: Office['stack'], database: Pool): Promise<Office> {
  const signInAgain = await signUp(stack);
  const session = await signInAgain();
  const api = new ProductApi(stack.origin, session.access_token);
  const slug = `bench-${newId()}`;
  const body = { name: 'Bench', slug, currency: 'EUR', timeZone: 'Europe/Madrid', language: 'en' as const };
  const terms = { version: presentTerms().version, language: 'en' as const };
  const account = await api.call(accounts.create, {}, { ...body, terms });
  api.accountId = account.id;
  const { url: endpoint, ...keys } = stack.s3;
  const renditions = createObjects({ bucket: RENDITIONS_BUCKET, region: REGION, endpoint, ...keys });
  return { stack, database, account, session, signIn: signInAgain, api, renditions };
}

async function createStudio(stack: Studio['stack'], database: Pool, browser: Browser): Promise<Studio> {
  const office = await createOffice(stack, database);
  const storageState = {
    cookies: [],
    origins: [{ origin: stack.origin, localStorage: [storedSession(stack, office.session)] }],
  };
  return {
    ...office,
    browser,
    async open({ signedIn = false, ...options } = {}) {
      const context = await browser.newContext({ ...(signedIn && { storageState }), locale: 'en-GB', ...options });
      return context.newPage();
    },
  };
}

const AUTH = { auth: { persistSession: false, autoRefreshToken: false } };
const PASSWORD = 'a plate of wet collodion';

/** Creates a person. @returns the function that signs them in */
async function signUp(stack: Office['stack']): Promise<() => Promise<Session>> {
  const { auth } = stack;
  const email = `bench-${newId()}@example.org`;
  const admin = createClient(auth.url, auth.serviceKey, AUTH).auth.admin;
  const created = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (created.error) throw created.error;
  return () => signIn(stack, email);
}

/** Signs the owner of a studio of `createOffice` in, also where a backup of it was restored. */
export async function signIn({ auth }: Pick<Stack, 'auth'>, email: string): Promise<Session> {
  const signedIn = await createClient(auth.url, auth.anonKey, AUTH).auth.signInWithPassword({
    email,
    password: PASSWORD,
  });
  if (signedIn.error) throw signedIn.error;
  return signedIn.data.session;
}

/** supabase-js stores its session under a key that names the service's host. */
function storedSession({ auth }: Studio['stack'], session: Session): { name: string; value: string } {
  const name = `sb-${new URL(auth.url).hostname.split('.')[0]}-auth-token`;
  return { name, value: JSON.stringify(session) };
}
