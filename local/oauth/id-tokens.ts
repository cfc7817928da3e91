import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

const ALGORITHM = 'RS256';

export type IdTokenSigner = {
  sign(claims: JWTPayload): Promise<string>;
  /** Public keys for verification. */
  jwks(): Promise<{ keys: JWK[] }>;
};

/** Signs with an RSA key generated on first use, since it takes time and few starts need it. */
export function createIdTokenSigner(): IdTokenSigner {
  let made: ReturnType<typeof makeKey> | undefined;
  const key = () => (made ??= makeKey());
  return {
    async sign(claims) {
      const { privateKey, jwk } = await key();
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid!, typ: 'JWT' }).sign(privateKey);
    },
    jwks: async () => ({ keys: [(await key()).jwk] }),
  };
}

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM);
  const jwk = await exportJWK(publicKey);
  const published: JWK = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' };
  return { privateKey, jwk: published };
}

/** OpenID Connect Core 3.1.3.6: the left half of the access token's hash. */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
