import type { ProviderName } from '../settings.ts';
import type { Metadata } from '../user-row.ts';

/** Somebody as a provider tells us; `claims` is what an identity keeps beside subject and address. */
export type SocialProfile = {
  subject: string;
  email: { address: string; verified: boolean } | null;
  claims: Metadata;
};

/** What a code was traded for. */
export type ProviderTokens = { accessToken: string; refreshToken: string; idToken: string };

/** An identity token whose signature, issuer and times are right; whom it is for is the caller's to check. */
export type VerifiedIdToken = { profile: SocialProfile; audience: string[]; nonce: string };

/** One provider of social sign-in, as the auth server uses it. */
export type SocialProvider = {
  name: ProviderName;
  clientId: string;
  /** Who its identity tokens are from. */
  issuer: string;
  /** Whether its identity tokens carry the nonce that the client chose. */
  checksNonce: boolean;
  /** Where a browser is sent; `scopes` as clients write them, separated by commas. */
  authorizationUrl(state: string, scopes: string, extra: URLSearchParams): Promise<string>;
  /** Throws when the provider does not take the code. */
  exchange(code: string): Promise<ProviderTokens>;
  /** Throws when the provider does not say who it is. */
  profile(tokens: ProviderTokens): Promise<SocialProfile>;
  /** Throws for every token that is not wholly the provider's; `accessToken` is compared when there is one. */
  verifyIdToken(idToken: string, accessToken: string): Promise<VerifiedIdToken>;
};

/** What a registered client is told by, and where its people come back to. */
export type ProviderContext = { callbackUrl: string; now: () => Date };

/** Claims without those that are empty, as identities keep them. */
export function withoutEmpty(claims: Record<string, string | undefined>): Metadata {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => Boolean(value)));
}
