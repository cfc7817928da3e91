import { fileURLToPath } from 'node:url';

/** So many events for each caller in each window of so many seconds. */
export type RateLimit = { events: number; seconds: number };

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
  /** Phone and password without a text message: numbers count as confirmed at once. */
  phoneSignIns: boolean;
  secureEmailChange: boolean;
  passwordMinimum: number;
  /** A password needs one character out of each of these strings. */
  passwordCharacters: string[];
  /** A password change more than a day after signing in needs the code sent by `/reauthenticate`. */
  reauthenticateToChangePassword: boolean;
  requireCurrentPassword: boolean;
  bcryptCost: number;
  rateLimits: { mails: RateLimit; signUps: RateLimit; tokens: RateLimit; verifications: RateLimit; codes: RateLimit };
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
  phoneSignIns: false,
  secureEmailChange: true,
  passwordMinimum: 8,
  passwordCharacters: [],
  reauthenticateToChangePassword: false,
  requireCurrentPassword: false,
  bcryptCost: 10,
  rateLimits: { mails: plenty, signUps: plenty, tokens: plenty, verifications: plenty, codes: plenty },
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
