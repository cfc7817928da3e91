import { fileURLToPath } from 'node:url';

/** Maximum events per caller and window. */
export type RateLimit = { events: number; seconds: number };

/** Verifies a captcha token; returns its error codes, [] if it is valid. */
export type CaptchaVerifier = (token: string, ip: string | null) => Promise<string[]>;

/** Supported social providers. */
export type ProviderName = 'google' | 'facebook';

/** A project's registration with a provider, and the provider's URL. */
export type ProviderRegistration = { clientId: string; secret: string; url: string };

/** Settings of a project's dashboard, and the clock. Durations in seconds. */
export type AuthSettings = {
  siteUrl: string;
  /** The server's public base URL, without `/auth/v1`. */
  externalUrl: string;
  /** Further redirect URLs: globs where `*` stops at `.` and `/` and `**` does not. */
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
  emailSignIns: boolean;
  /** Unregistered providers are disabled. */
  externalProviders: Partial<Record<ProviderName, ProviderRegistration>>;
  /** True if signed-in users may link and unlink identities. */
  manualLinking: boolean;
  /** Phone and password without a text message: numbers are confirmed immediately. */
  phoneSignIns: boolean;
  secureEmailChange: boolean;
  passwordMinimum: number;
  /** A password needs one character of each of these strings. */
  passwordCharacters: string[];
  /** Requires the code of `/reauthenticate` for a password change more than a day after sign-in. */
  reauthenticateToChangePassword: boolean;
  requireCurrentPassword: boolean;
  /** Whether authenticator apps can be added, and whether existing ones can be used. */
  totpEnrollment: boolean;
  totpVerification: boolean;
  maxFactors: number;
  challengeSeconds: number;
  /** Verifier for public calls; null without a captcha. */
  captcha: CaptchaVerifier | null;
  bcryptCost: number;
  rateLimits: Record<'mails' | 'signUps' | 'tokens' | 'verifications' | 'codes' | 'factors', RateLimit>;
};

/** Settings without a default. */
export type RequiredSettings = Pick<AuthSettings, 'siteUrl' | 'externalUrl' | 'anonKey' | 'serviceKey'>;

const plenty: RateLimit = { events: 2_000, seconds: 300 };

/**
 * A hosted project's defaults, except for rate limits: all local callers share one IP address, so limits for one person
 * would block a whole room.
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
  captcha: null,
  bcryptCost: 10,
  rateLimits: { mails: plenty, signUps: plenty, tokens: plenty, verifications: plenty, codes: plenty, factors: plenty },
};

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** True for names and addresses of this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname.toLowerCase());
}

/**
 * Throws if one of the URLs is not on this machine: the server's keys are stored beside the demo data, so it must never
 * serve real users.
 */
export function refuseProduction(urls: Record<string, string>): void {
  for (const [name, url] of Object.entries(urls)) {
    if (!isLoopback(new URL(url).hostname)) {
      throw new Error(`The embedded auth server only serves this machine; ${name} is ${new URL(url).host}`);
    }
  }
}
