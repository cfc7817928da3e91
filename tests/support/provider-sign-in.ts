import { registerWithStandIns } from '#local/oauth/registrations.ts';
import type { AuthSettings, ProviderName, ProviderRegistration } from '#local/auth/settings.ts';
import type { AuthStack, AuthUnderTest } from './auth-stack.ts';

/** Account to choose on a provider's page, and the address claims it shares. */
export type Choice = {
  name?: string;
  email?: string;
  emailState?: 'verified' | 'unverified' | 'none';
  deny?: boolean;
};

export type ProviderAuth = AuthUnderTest & { registrations: Record<ProviderName, ProviderRegistration> };

/** An auth server that is registered with both simulated providers. */
export async function startProviderAuth(stack: AuthStack, settings: Partial<AuthSettings> = {}): Promise<ProviderAuth> {
  let registrations!: Record<ProviderName, ProviderRegistration>;
  const auth = await stack.start((url) => {
    registrations = registerWithStandIns(url, ['google', 'facebook']) as typeof registrations;
    return { externalProviders: registrations, ...settings };
  });
  return { ...auth, registrations };
}

/** Final redirect of a URL, requested as by a browser, without any key. */
export async function follow(url: string | URL): Promise<{ status: number; location: URL }> {
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`${String(url)} answered ${answer.status}: ${await answer.text()}`);
  return { status: answer.status, location: new URL(location) };
}

/**
 * Fills in a provider's page.
 * @returns the URL of its redirect
 */
export async function consent(page: string | URL, choice: Choice = {}): Promise<URL> {
  const { name = 'Ada Lovelace', email = 'ada@example.org', emailState = 'verified', deny = false } = choice;
  const fields = { account: 'other', name, email, email_state: emailState, decision: deny ? 'deny' : 'allow' };
  const answer = await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`The consent page answered ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** Runs the whole flow: from the auth server to the provider, its page, and back to the product. */
export async function signInWith(auth: AuthUnderTest, provider: ProviderName, choice?: Choice, query = '') {
  const page = await follow(`${auth.url}/auth/v1/authorize?provider=${provider}${query}`);
  return follow(await consent(page.location, choice));
}

/** Parameters in a URL's fragment. */
export function fragmentOf(url: URL): URLSearchParams {
  return new URLSearchParams(url.hash.slice(1));
}

/** User of the access token in a URL's fragment. */
export async function userIn(auth: AuthUnderTest, url: URL) {
  const { data, error } = await auth.client().auth.getUser(fragmentOf(url).get('access_token') ?? '');
  if (error) throw error;
  return data.user;
}
