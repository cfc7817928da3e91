import { fileURLToPath } from 'node:url';

/** So many events for each caller in each window of so many seconds. */
export type RateLimit = { events: number; seconds: number };

/** Asks a captcha's provider about a token: its error codes, none when the token is good. */
export type CaptchaVerifier = (token: string, ip: string | null) => Promise<string[]>;

/** The providers of social sign-in that somebody can be sent to. */
export type ProviderName = 'google' | 'facebook';

/** What a project got when it registered with a provider, and where that answers. */
export type ProviderRegistration = { clientId: string; secret: string; url: string };

/** What a project's dashboard configures, and the clock. Durations are in seconds. */
export type AuthSettings = {
  siteUrl: string;
  /** The server's own public base, without `/auth/v1`. */
  externalUrl: string;
  /** Further addresses a mail may lead to: globs where `*` stops at `.` and `/` and `**` does not. */
  redirectUrls: string[];
  anonKey: string;
  serviceKey: string;
  mailFrom: string;
  templatesDir: string;
  now: () => Date;
  mailIntervalSeconds: number;
  otpExpirySeconds: number;
  flowStateSeconds: number;
  tokenLifetimeSeconds: number;
  refreshReuseSeconds: number;
  autoconfirm: boolean;
  disableSignup: boolean;
  anonymousSignIns: boolean;
  emailSignIns: boolean;
  /** Providers that are not registered with are switched off. */
  externalProviders: Partial<Record<ProviderName, ProviderRegistration>>;
  /** Whether signed-in people may add and remove ways to sign in. */
  manualLinking: boolean;
  /** Phone and password without a text message: numbers count as confirmed at once. */
  phoneSignIns: boolean;
  secureEmailChange: boolean;
  passwordMinimum: number;
  /** A password needs one character out of each of these strings. */
  passwordCharacters: string[];
  /** A password change more than a day after signing in needs the code sent by `/reauthenticate`. */
  reauthenticateToChangePassword: boolean;
  requireCurrentPassword: boolean;
  /** Whether authenticator apps may be added as second factors, and whether those there are can be used. */
  totpEnrollment: boolean;
  totpVerification: boolean;
  maxFactors: number;
  challengeSeconds: number;
  /** Single sign-on, for which no provider is ever set up here. */
  samlSignIns: boolean;
  /** Asked before calls that anybody may make; null where a project has no captcha. */
  captcha: CaptchaVerifier | null;
  bcryptCost: number;
  rateLimits: Record<'mails' | 'signUps' | 'tokens' | 'verifications' | 'codes' | 'factors', RateLimit>;
};

/** What has no sensible default. */
export type RequiredSettings = Pick<AuthSettings, 'siteUrl' | 'externalUrl' | 'anonKey' | 'serviceKey'>;

const plenty: RateLimit = { events: 2_000, seconds: 300 };

/**
 * A hosted project's defaults, except for the limits a caller: here everybody comes from one address, so
 * limits that suit one person would stop a room full of them.
 */
export const defaultSettings: Omit<AuthSettings, keyof RequiredSettings> = {
  redirectUrls: [],
  mailFrom: 'Albumen <no-reply@albumen.localhost>',
  templatesDir: fileURLToPath(new URL('../../supabase/templates', import.meta.url)),
  now: () => new Date(),
  mailIntervalSeconds: 60,
  otpExpirySeconds: 3_600,
  flowStateSeconds: 300,
  tokenLifetimeSeconds: 3_600,
  refreshReuseSeconds: 10,
  autoconfirm: false,
  disableSignup: false,
  anonymousSignIns: false,
  emailSignIns: true,
  externalProviders: {},
  manualLinking: true,
  phoneSignIns: false,
  secureEmailChange: true,
  passwordMinimum: 8,
  passwordCharacters: [],
  reauthenticateToChangePassword: true,
  requireCurrentPassword: false,
  totpEnrollment: true,
  totpVerification: true,
  maxFactors: 10,
  challengeSeconds: 300,
  samlSignIns: false,
  captcha: null,
  bcryptCost: 10,
  rateLimits: { mails: plenty, signUps: plenty, tokens: plenty, verifications: plenty, codes: plenty, factors: plenty },
};

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** True for the names and addresses of this machine itself. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname.toLowerCase());
}

/**
 * Throws when one of the addresses is not this machine's: a stand-in whose keys lie in a file beside the
 * demo data must never answer for real people.
 */
export function refuseProduction(urls: Record<string, string>): void {
  for (const [name, url] of Object.entries(urls)) {
    if (!isLoopback(new URL(url).hostname)) {
      throw new Error(`The embedded auth server only serves this machine; ${name} is ${new URL(url).host}`);
    }
  }
}
