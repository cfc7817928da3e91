import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { createClient, type Session } from '@supabase/supabase-js';
import { Pool } from 'pg';
import { accounts } from '#core/api/accounts.ts';
import type { Account } from '#core/domain/accounts.ts';
import { createObjects, type Objects } from '#functions/images/s3-objects.ts';
import { ProductApi } from '#local/demo/product-api.ts';
import { databaseUrl } from '#local/postgres/addresses.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import config from '../../playwright.config.ts';
import { newId } from '../support/rows.ts';
import { type Stack, startStack } from '../support/stack.ts';

/** The whole product with one studio in it, and a browser to look at it. */
export interface Stage {
  stack: Pick<Stack, 'origin' | 's3' | 'auth' | 'ports'>;
  database: Pool;
  browser: Browser;
  originals: Objects;
  renditions: Objects;
  account: Account;
  session: Session;
  api: ProductApi;
  /** A window of its own, with the studio's owner signed in where `signedIn` says so. */
  open(options?: BrowserContextOptions & { signedIn?: boolean }): Promise<Page>;
  close(): Promise<void>;
}

/** Starts all of it. What was started ends again when the setting fails halfway. */
export async function setStage(): Promise<Stage> {
  const stack = await startStack();
  try {
    return await setOn(stack, () => stack.stop());
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function setOn(stack: Stage['stack'], stop: () => Promise<void>): Promise<Stage> {
  const session = await signUp(stack);
  const api = new ProductApi(stack.origin, session.access_token);
  const name = 'Bench';
  const body = { name, slug: `bench-${newId()}`, currency: 'EUR', timeZone: 'Europe/Madrid', language: 'en' as const };
  const account = await api.call(accounts.create, {}, body);
  api.accountId = account.id;
  const { url: endpoint, ...keys } = stack.s3;
  const bucket = (name: string) => createObjects({ bucket: name, region: REGION, endpoint, ...keys });
  const database = new Pool({ connectionString: databaseUrl(stack.ports.postgres), max: 2 });
  const browser = await chromium.launch(config.use?.launchOptions);
  const storageState = {
    cookies: [],
    origins: [{ origin: stack.origin, localStorage: [signedInEntry(stack, session)] }],
  };
  return {
    stack,
    database,
    browser,
    account,
    session,
    api,
    originals: bucket(ORIGINALS_BUCKET),
    renditions: bucket(RENDITIONS_BUCKET),
    async open({ signedIn = false, ...options } = {}) {
      const context = await browser.newContext({ ...(signedIn && { storageState }), locale: 'en-GB', ...options });
      return context.newPage();
    },
    async close() {
      await browser.close();
      await database.end();
      await stop();
    },
  };
}

async function signUp({ auth }: Stage['stack']): Promise<Session> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const person = { email: `bench-${newId()}@example.org`, password: 'a plate of wet collodion' };
  const made = await createClient(auth.url, auth.serviceKey, options).auth.admin.createUser({
    ...person,
    email_confirm: true,
  });
  if (made.error) throw made.error;
  const signedIn = await createClient(auth.url, auth.anonKey, options).auth.signInWithPassword(person);
  if (signedIn.error) throw signedIn.error;
  return signedIn.data.session;
}

/** What supabase-js keeps of somebody who is signed in, named after the service's host. */
function signedInEntry({ auth }: Stage['stack'], session: Session): { name: string; value: string } {
  const name = `sb-${new URL(auth.url).hostname.split('.')[0]}-auth-token`;
  return { name, value: JSON.stringify(session) };
}
