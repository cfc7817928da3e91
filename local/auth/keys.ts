import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose';

const ALGORITHM = 'ES256';

export type SigningKeys = {
  sign(claims: JWTPayload): Promise<string>;
  /** Returns the claims of our own token; throws jose's errors otherwise. */
  verify(token: string, now: Date): Promise<JWTPayload>;
  /** Content of `/.well-known/jwks.json`: public keys only. */
  jwks: { keys: JWK[] };
};

/** Returns a new private ES256 key; its id is its thumbprint (RFC 7638). */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM };
}

/** Returns the key in a file, which the first start creates (readable for its owner only). */
export async function loadSigningKey(file: string): Promise<JWK> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(await generateSigningKey()), { flag: 'wx', mode: 0o600 });
  try {
    // A hard link is atomic and fails if a key exists: of two concurrent starts, the second uses the first one's key,
    // and neither reads an incomplete file.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return JSON.parse(await readFile(file, 'utf8')) as JWK;
}

/** Signs and verifies with one ES256 key pair; `none`, HMAC and keys named by a token are refused. */
export async function createSigningKeys(jwk: JWK): Promise<SigningKeys> {
  const { kty, crv, x, y, kid } = jwk;
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y || !kid || !jwk.d) {
    throw new Error('The signing key must be a private P-256 JWK with a kid');
  }
  const privateKey = await importJWK(jwk, ALGORITHM);
  const publicJwk = { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'], ext: true };
  const publicKey = await importJWK({ kty, crv, x, y }, ALGORITHM);
  return {
    jwks: { keys: [publicJwk] },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(privateKey),
    async verify(token, now) {
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
        algorithms: [ALGORITHM],
        currentDate: now,
      });
      if (protectedHeader.kid !== kid) throw new errors.JWSInvalid('unrecognized JWT kid');
      return payload;
    },
  };
}
