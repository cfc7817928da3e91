import { parseUrl } from './browser/parse-url.ts';

/** Configuration that the page function writes into `<script type="application/json" id="config">` of every page. */
export interface PublicConfig {
  /** Base URL of the auth service, without `/auth/v1`. */
  supabaseUrl: string;
  supabaseAnonKey: string;
  /** Base URL of zero-cache. */
  zeroUrl: string;
  /** OAuth providers, in the order of their buttons. */
  authProviders: readonly AuthProviderName[];
  /** True where an SMS provider is configured: people may sign in with phone and password. */
  phoneSignIn: boolean;
  /** Turnstile's public key; null without captcha. */
  captchaSiteKey: string | null;
  /** PostHog's project key; null without product analytics, absent in a page kept from before. */
  analyticsKey?: string | null;
  /** Sentry's address for browsers; as above. */
  errorsDsn?: string | null;
  /** Host that studios' own domains point to; null where none are offered, absent in a page kept from before. */
  domainTarget?: string | null;
  /** True where studios can take payments by card; absent in a page kept from before. */
  cardPayments?: boolean;
  /** The first month that studios pay for; null where nothing is charged, absent in a page kept from before. */
  billingFrom?: string | null;
  /** True where there are terms to accept; absent in a page kept from before. */
  hasTerms?: boolean;
}

const AUTH_PROVIDERS = ['google', 'facebook'] as const;
export type AuthProviderName = (typeof AUTH_PROVIDERS)[number];

const isUrl = (value: unknown) => typeof value === 'string' && parseUrl(value) !== null;
const isText = (value: unknown) => typeof value === 'string';
const isOptionalText = (value: unknown) => value === undefined || value === null || isText(value);

/** Written without a validator, which is a seventh of the script that the sign-in page waits for. */
const CHECKS: Readonly<Record<keyof PublicConfig, (value: unknown) => boolean>> = {
  supabaseUrl: isUrl,
  supabaseAnonKey: (value) => isText(value) && value !== '',
  zeroUrl: isUrl,
  authProviders: (value) => Array.isArray(value) && value.every((name) => AUTH_PROVIDERS.includes(name as never)),
  phoneSignIn: (value) => typeof value === 'boolean',
  captchaSiteKey: (value) => value === null || isText(value),
  analyticsKey: isOptionalText,
  errorsDsn: isOptionalText,
  domainTarget: isOptionalText,
  cardPayments: (value) => value === undefined || typeof value === 'boolean',
  billingFrom: isOptionalText,
  hasTerms: (value) => value === undefined || typeof value === 'boolean',
};

/**
 * Parses the JSON of the page's configuration.
 * @throws Error that names each missing or malformed variable
 */
export function parseConfig(json: string): PublicConfig {
  const config = JSON.parse(json) as PublicConfig | null;
  const names = Object.keys(CHECKS) as (keyof PublicConfig)[];
  const wrong = config === null ? ['the whole object'] : names.filter((name) => !CHECKS[name](config[name]));
  if (config !== null && wrong.length === 0) return config;
  throw new Error(`The page's configuration is missing or malformed: ${wrong.join(', ')}`);
}

let provided: PublicConfig | null = null;

/** Sets the configuration of the page that the server renders, where there is no document. */
export function provideConfig(config: PublicConfig): void {
  provided = config;
}

/** What the stage offers: own domains, payments by card, and prices for what a studio uses. */
export interface Offers {
  domains: boolean;
  cards: boolean;
  billing: boolean;
}

/** Returns which optional screens the stage offers. */
export function readOffers(): Offers {
  const { domainTarget, cardPayments, billingFrom } = readConfig();
  return { domains: Boolean(domainTarget), cards: Boolean(cardPayments), billing: Boolean(billingFrom) };
}

/**
 * Returns the configuration of the page.
 * @throws Error if the page has none
 */
export function readConfig(): PublicConfig {
  if (provided) return provided;
  const json = document.getElementById('config')?.textContent;
  if (!json) throw new Error('The page carries no <script id="config">');
  return parseConfig(json);
}
