import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { totpCode } from '#local/auth/second-factors.ts';
import { expect } from './test.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';
import { stack } from './stack-address.ts';

const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** Signs the same user in on another device: a separate session. */
export async function onAnotherDevice(person: Photographer): Promise<Photographer> {
  const { url, anonKey } = stack().auth;
  const { email, password } = person;
  const { data, error } = await createClient(url, anonKey, options).auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { ...person, session: data.session };
}

/** Types the password on the sign-in page. */
export async function signIn(page: Page, { email, password }: Pick<Photographer, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Dates a user's sessions back by this many days. */
export async function signedInDaysAgo({ session }: Photographer, days: number): Promise<void> {
  await database().query('update auth.sessions set created_at = now() - make_interval(days => $2) where user_id = $1', [
    session.user.id,
    days,
  ]);
}

/** Current code of the authenticator app with this secret. */
export const codeNow = (secret: string) => totpCode(secret, new Date());

/** A code that this app shows neither now nor in adjacent periods. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((step) => totpCode(secret, new Date(Date.now() + step * 30_000)));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code));
  if (!wrong) throw new Error('every code is right');
  return wrong;
}

/** Enrols a second factor of this user, as from another device. */
export async function addFactor({ session }: Photographer, name: string): Promise<string> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { rowCount } = await database().query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'totp', 'verified', $3, now(), now())`,
    [session.user.id, name, secret],
  );
  expect(rowCount).toBe(1);
  return secret;
}
