import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { fetchJson } from './http.ts';

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url().optional(),
  jwks_uri: z.url(),
});

const idClaims = z.object({
  iss: z.string(),
  sub: z.string().default(''),
  aud: z.union([z.string(), z.array(z.string())]).transform((aud) => (typeof aud === 'string' ? [aud] : aud)),
  email: z.string().default(''),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  picture: z.string().default(''),
  hd: z.string().default(''),
  nonce: z.string().default(''),
  at_hash: z.string().default(''),
});

export type IdClaims = z.output<typeof idClaims>;

type OpenIdConnect = {
  /** The provider's discovery document, fetched once. */
  metadata(): Promise<z.output<typeof discovery>>;
  /** Verifies signature, issuer and times, and the access token's hash if one is given. */
  verify(idToken: string, options: { accessToken: string; audience?: string }): Promise<IdClaims>;
};

/** OpenID Connect client of a provider at `url` that signs as `issuer`. */
export function createOpenIdConnect(url: string, issuer: string, now: () => Date): OpenIdConnect {
  let known: ReturnType<typeof discover> | undefined;

  async function discover() {
    const metadata = await fetchJson(`${url}/.well-known/openid-configuration`, discovery);
    if (metadata.issuer !== issuer) throw new Error(`${url} describes ${metadata.issuer} instead of ${issuer}`);
    return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) };
  }
  function whenKnown() {
    known ??= discover().catch((error: unknown) => {
      // After a failure the next call fetches again.
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    metadata: async () => (await whenKnown()).metadata,
    async verify(idToken, { accessToken, audience }) {
      const { keys } = await whenKnown();
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer,
        requiredClaims: ['exp'],
        currentDate: now(),
        ...(audience === undefined ? {} : { audience }),
      });
      const claims = idClaims.parse(payload);
      if (accessToken && claims.at_hash && claims.at_hash !== leftHalfHash(accessToken)) {
        throw new Error('access token hash does not match value in ID token');
      }
      return claims;
    },
  };
}

/** OpenID Connect Core 3.1.3.6, for RS256. */
function leftHalfHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
