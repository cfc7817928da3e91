import { createClient, type Session } from '@supabase/supabase-js';
import { DEMO_LOGIN } from './content.ts';

export interface AuthAddress {
  url: string;
  anonKey: string;
  serviceKey: string;
}

/** Signs the demo's photographer in; the first start creates the user by the admin API. */
export async function signIn({ url, anonKey, serviceKey }: AuthAddress): Promise<Session> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(url, serviceKey, options);
  const made = await admin.auth.admin.createUser({
    ...DEMO_LOGIN,
    email_confirm: true,
    user_metadata: { name: 'Clara Llum' },
  });
  if (made.error && made.error.code !== 'email_exists') throw made.error;
  const { data, error } = await createClient(url, anonKey, options).auth.signInWithPassword(DEMO_LOGIN);
  if (error) throw error;
  return data.session;
}
