import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Clock } from '#core/domain/values/time.ts';

/** A user of the auth service; each has one session, created with their first token. */
export interface Person {
  userId: string;
  email: string;
}

export interface TokenOptions {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  /** Seconds from now. */
  expiresIn?: number;
  /** Signs with a key that is not in the set. */
  foreignKey?: boolean;
}

/** Simulates the auth service's keys: ES256, published as JWKS, with a request counter. */
export interface TokenIssuer {
  /** Value of SUPABASE_URL for functions. */
  url: string;
  /** Number of requests for the key set. */
  fetches: number;
  sign(person: Person, options?: TokenOptions): Promise<string>;
  /** Rotates the signing key; only the new one is published. */
  rotate(): Promise<void>;
  /** Answers 503 until switched back. */
  fail(failing: boolean): void;
  close(): Promise<void>;
}

/** @param signIn creates a session with a user's first token, and returns its id; without it, ids are random */
export async function startIssuer(
  clock: Clock,
  signIn: (person: Person) => Promise<string> = async () => randomUUID(),
): Promise<TokenIssuer> {
  const sessions = new Map<string, Promise<string>>();
  let key = await makeKey();
  const stranger = await makeKey();
  let failing = false;
  const server = createServer((request, response) => {
    issuer.fetches++;
    const known = request.url === '/auth/v1/.well-known/jwks.json';
    response.writeHead(failing ? 503 : known ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: [key.publicJwk] }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function sessionOf(person: Person): Promise<string> {
    const session = sessions.get(person.userId) ?? signIn(person);
    sessions.set(person.userId, session);
    return session;
  }

  const issuer: TokenIssuer = {
    url,
    fetches: 0,
    async sign(person, { claims = {}, header = {}, expiresIn = 3600, foreignKey = false } = {}) {
      const now = Math.floor(clock() / 1000);
      const signer = foreignKey ? stranger : key;
      const rest = { role: 'authenticated', email: person.email, is_anonymous: false, aal: 'aal1' };
      return new SignJWT({
        ...rest,
        ...('session_id' in claims ? {} : { session_id: await sessionOf(person) }),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: signer.kid, ...header })
        .setSubject(claims.sub ?? person.userId)
        .setIssuer(claims.iss ?? `${url}/auth/v1`)
        .setAudience(claims.aud ?? 'authenticated')
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(signer.privateKey);
    },
    async rotate() {
      key = await makeKey();
    },
    fail(value) {
      failing = value;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return issuer;
}

async function makeKey() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}
