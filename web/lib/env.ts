import * as z from 'zod/mini';

/** What the page function writes into `<script type="application/json" id="config">` of every page. */
const publicConfig = z.object({
  /** Base of the auth service, `/auth/v1` hangs below it. */
  supabaseUrl: z.url(),
  supabaseAnonKey: z.string().check(z.minLength(1)),
  /** Base of zero-cache. */
  zeroUrl: z.url(),
  /** Who else people may sign in with, in the order of their buttons. */
  authProviders: z.array(z.enum(['google', 'facebook'])),
  /** Turnstile's public key; null where nobody is asked whether they are a person. */
  captchaSiteKey: z.nullable(z.string()),
});

export type PublicConfig = z.infer<typeof publicConfig>;
export type AuthProviderName = PublicConfig['authProviders'][number];

/** Parses the JSON of the page's configuration; throws naming each variable that is missing or malformed. */
export function parseConfig(json: string): PublicConfig {
  const parsed = publicConfig.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || '(the whole object)'))];
  throw new Error(`The page's configuration is missing or malformed: ${names.join(', ')}`);
}

/** The configuration of the page that is open. Throws when the page carries none. */
export function readConfig(): PublicConfig {
  const json = document.getElementById('config')?.textContent;
  if (!json) throw new Error('The page carries no <script id="config">');
  return parseConfig(json);
}
