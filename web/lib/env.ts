import * as z from 'zod/mini';

/** Configuration that the page function writes into `<script type="application/json" id="config">` of every page. */
const publicConfig = z.object({
  /** Base URL of the auth service, without `/auth/v1`. */
  supabaseUrl: z.url(),
  supabaseAnonKey: z.string().check(z.minLength(1)),
  /** Base URL of zero-cache. */
  zeroUrl: z.url(),
  /** OAuth providers, in the order of their buttons. */
  authProviders: z.array(z.enum(['google', 'facebook'])),
  /** True where an SMS provider is configured: people may sign in with phone and password. */
  phoneSignIn: z.boolean(),
  /** Turnstile's public key; null without captcha. */
  captchaSiteKey: z.nullable(z.string()),
  /** PostHog's project key; null without product analytics, absent in a page kept from before. */
  analyticsKey: z.optional(z.nullable(z.string())),
  /** Sentry's address for browsers; as above. */
  errorsDsn: z.optional(z.nullable(z.string())),
  /** Host that studios' own domains point to; null where none are offered, absent in a page kept from before. */
  domainTarget: z.optional(z.nullable(z.string())),
  /** True where studios can take payments by card; absent in a page kept from before. */
  cardPayments: z.optional(z.boolean()),
});

export type PublicConfig = z.infer<typeof publicConfig>;
export type AuthProviderName = PublicConfig['authProviders'][number];

/**
 * Parses the JSON of the page's configuration.
 * @throws Error that names each missing or malformed variable
 */
export function parseConfig(json: string): PublicConfig {
  const parsed = publicConfig.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || '(the whole object)'))];
  throw new Error(`The page's configuration is missing or malformed: ${names.join(', ')}`);
}

/** Returns which optional screens the stage offers. */
export function readOffers(): { domains: boolean; cards: boolean } {
  const { domainTarget, cardPayments } = readConfig();
  return { domains: Boolean(domainTarget), cards: Boolean(cardPayments) };
}

/**
 * Returns the configuration of the page.
 * @throws Error if the page has none
 */
export function readConfig(): PublicConfig {
  const json = document.getElementById('config')?.textContent;
  if (!json) throw new Error('The page carries no <script id="config">');
  return parseConfig(json);
}
