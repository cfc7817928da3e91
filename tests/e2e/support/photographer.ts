import { createClient, type Session } from '@supabase/supabase-js';
import bcrypt from 'bcryptjs';
import { accounts } from '#core/api/accounts.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { presentTerms } from '#core/domain/studio/terms.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { ProductApi } from '#local/demo/product-api.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { database } from './database.ts';
import { stack } from './stack-address.ts';

/** A user of the auth service with a studio. */
export interface Photographer {
  email: string;
  password: string;
  session: Session;
  /** The studio owner's client, also where this user has another role. */
  api: ProductApi;
  account: Account;
}

export const PASSWORD = 'a plate of wet collodion';
/** Of the lowest cost: the default would hash for a tenth of a second, at sign-up and at each sign-in. */
const PASSWORD_HASH = bcrypt.hashSync(PASSWORD, 4);

/** Returns an email address that no other test uses. */
export const freshEmail = (name = 'person') => `${name}-${newId()}@example.org`;

const clientOptions = { auth: { persistSession: false, autoRefreshToken: false } };

/** Creates a user with a confirmed email, without the screens. */
export async function makeUser(name?: string): Promise<Pick<Photographer, 'email' | 'password' | 'session'>> {
  const [email, password] = [freshEmail(name), PASSWORD];
  const { url, anonKey, serviceKey } = stack().auth;
  const made = await createClient(url, serviceKey, clientOptions).auth.admin.createUser({
    email,
    password_hash: PASSWORD_HASH,
    email_confirm: true,
  });
  if (made.error) throw made.error;
  const signedIn = await createClient(url, anonKey, clientOptions).auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  return { email, password, session: signedIn.data.session };
}

/** Creates a user with an empty studio. */
export async function makePhotographer(studio = 'Estudi Llum'): Promise<Photographer> {
  const user = await makeUser('photographer');
  const api = new ProductApi(stack().origin, user.session.access_token);
  const account = await api.call(
    accounts.create,
    {},
    {
      name: studio,
      slug: `studio-${newId()}`,
      currency: 'EUR',
      timeZone: 'Europe/Madrid',
      language: 'en',
      terms: { version: presentTerms().version, language: 'en' },
    },
  );
  api.accountId = account.id;
  return { ...user, api, account };
}

/** Adds another member to the same studio, without the screens. */
export async function makeMember(owner: Photographer, role: Role): Promise<Photographer> {
  const user = await makeUser(role);
  const { email, session } = user;
  await insertRow(database(), 'account_members', {
    account_id: owner.account.id,
    user_id: session.user.id,
    role,
    email,
  });
  return { ...owner, ...user };
}

/** Local-storage item of a signed-in user: supabase-js's own, named after the service's host. */
export function signedInItem({ session }: Photographer): { name: string; value: string } {
  const name = `sb-${new URL(stack().auth.url).hostname.split('.')[0]}-auth-token`;
  return { name, value: JSON.stringify(session) };
}
