import type { ProviderName } from '../settings.ts';
import type { Metadata } from '../user-row.ts';

/** A person's profile at a provider; `claims` are the identity's other data. */
export type SocialProfile = {
  subject: string;
  email: { address: string; verified: boolean } | null;
  claims: Metadata;
};

/** Result of a code exchange. */
export type ProviderTokens = { accessToken: string; refreshToken: string; idToken: string };

/** An identity token with verified signature, issuer and times; the caller checks the audience. */
export type VerifiedIdToken = { profile: SocialProfile; audience: string[]; nonce: string };

/** One provider of social sign-in. */
export type SocialProvider = {
  name: ProviderName;
  clientId: string;
  /** Issuer of its identity tokens. */
  issuer: string;
  /** True if its identity tokens contain the client's nonce. */
  checksNonce: boolean;
  /** Returns the URL of the consent page; `scopes` separated by commas, as clients send them. */
  authorizationUrl(state: string, scopes: string, extra: URLSearchParams): Promise<string>;
  /** Throws if the provider refuses the code. */
  exchange(code: string): Promise<ProviderTokens>;
  /** Throws if the provider returns no profile. */
  profile(tokens: ProviderTokens): Promise<SocialProfile>;
  /** Throws for an invalid token; `accessToken` is compared if it is not empty. */
  verifyIdToken(idToken: string, accessToken: string): Promise<VerifiedIdToken>;
};

/** Settings of a registered client: callback URL and clock. */
export type ProviderContext = { callbackUrl: string; now: () => Date };

/** Returns the claims without empty ones, as identities store them. */
export function withoutEmpty(claims: Record<string, string | undefined>): Metadata {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => Boolean(value)));
}
