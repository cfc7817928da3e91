import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { bearerToken, tokenVerifier, type VerifyToken } from '#functions/platform/auth/access-token.ts';
import { expectLogged } from '../support/expected-log.ts';
import { stranger } from '../support/studio.ts';
import { type Person, startIssuer, type TokenIssuer, type TokenOptions } from '../support/tokens.ts';

expectLogged('jwks_unavailable');

let now: number;
let issuer: TokenIssuer;
let verify: VerifyToken;
beforeEach(async () => {
  now = Date.now();
  issuer = await startIssuer(() => now);
  verify = tokenVerifier(issuer.url, () => now);
});
afterEach(() => issuer.close());

const person = stranger();
const refused = { code: 'unauthorized' };

describe('keys', () => {
  it('are fetched once for many concurrent requests', async () => {
    const token = await issuer.sign(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers[19]).toMatchObject(person);
    expect(issuer.fetches).toBe(1);
  });

  it('are fetched once more for a thousand unknown ids', async () => {
    await verify(await issuer.sign(person));
    for (let i = 0; i < 1000; i++) {
      const token = await issuer.sign(person, { header: { kid: `invented-${i}` }, foreignKey: true });
      await expect(verify(token)).rejects.toMatchObject(refused);
    }
    expect(issuer.fetches).toBe(2);
  });

  it('may be rotated without a false refusal', async () => {
    await verify(await issuer.sign(person));
    for (let rotation = 0; rotation < 3; rotation++) {
      await issuer.rotate();
      expect(await verify(await issuer.sign(person))).toMatchObject(person);
    }
  });

  it('are fetched again for unknown ids after the cool-down', async () => {
    await verify(await issuer.sign(person));
    await expect(verify(await issuer.sign(person, { header: { kid: 'invented' } }))).rejects.toMatchObject(refused);
    await issuer.rotate();
    now += 31_000;
    expect(await verify(await issuer.sign(person))).toMatchObject(person);
  });

  it('stay in use while the auth service is down; without any it is unavailable', async () => {
    issuer.fail(true);
    await expect(verify(await issuer.sign(person))).rejects.toMatchObject({ code: 'unavailable' });
    issuer.fail(false);
    await verify(await issuer.sign(person));
    issuer.fail(true);
    now += 11 * MINUTE_MS;
    expect(await verify(await issuer.sign(person))).toMatchObject(person);
  });
});

describe('tokens', () => {
  it('expire at their time', async () => {
    const token = await issuer.sign(person, { expiresIn: 60 });
    now += 59_000;
    expect(await verify(token)).toMatchObject(person);
    now += 7_000;
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  it('are refused when altered, unsigned, or signed with the public key as a secret', async () => {
    const token = await issuer.sign(person);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
    const altered = encode({ ...claims, sub: stranger().userId });
    for (const forged of [
      `${header}.${altered}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      `${encode({ alg: 'HS256', kid })}.${payload}.${signature}`,
      `${encode({ alg: 'ES256', jku: 'https://evil.example/jwks.json', kid: 'evil' })}.${payload}.${signature}`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
    ]) {
      await expect(verify(forged)).rejects.toMatchObject(refused);
    }
    expect(issuer.fetches).toBeLessThanOrEqual(2);
  });

  it('are refused for another issuer, audience, role, key and algorithm, each alone', async () => {
    const { userId } = person;
    const forms: [string, TokenOptions][] = [
      ['issuer', { claims: { iss: 'https://evil.example/auth/v1' } }],
      ['issuer with a slash', { claims: { iss: `${issuer.url}/auth/v1/` } }],
      ['audience', { claims: { aud: 'anon' } }],
      ['audiences without ours', { claims: { aud: ['anon', 'service'] } }],
      ['anon', { claims: { role: 'anon' } }],
      ['service', { claims: { role: 'service_role' } }],
      ['anonymous', { claims: { is_anonymous: true } }],
      ['subject', { claims: { sub: `${userId}x` } }],
      ['no session', { claims: { session_id: undefined } }],
      ['session', { claims: { session_id: 'x' } }],
      ['expiry', { expiresIn: -6 }],
      ['key', { foreignKey: true }],
    ];
    for (const [what, options] of forms) {
      await expect(verify(await issuer.sign(person, options)), what).rejects.toMatchObject(refused);
    }
  });

  it('are refused when signed by the published key as an HMAC secret', async () => {
    const { claims, kid } = await partsOf(person);
    const { keys } = (await (await fetch(`${issuer.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    const pem = await exportSPKI((await importJWK(keys[0]!, 'ES256')) as CryptoKey);
    for (const secret of [pem, JSON.stringify(keys[0]), keys[0]!.x!]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(secret));
      await expect(verify(forged)).rejects.toMatchObject(refused);
    }
  });

  it('cannot bring keys: `jwk` and `jku` headers are ignored', async () => {
    const evil = await startIssuer(() => now);
    try {
      const { claims } = await partsOf(person);
      const jwk = ((await (await fetch(`${evil.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] })
        .keys[0]!;
      const before = evil.fetches;
      const theirs = { alg: 'ES256', kid: jwk.kid!, jku: `${evil.url}/auth/v1/.well-known/jwks.json`, jwk };
      const forged = await evil.sign(person, { claims, header: theirs });
      await expect(verify(forged)).rejects.toMatchObject(refused);
      expect(evil.fetches).toBe(before);
    } finally {
      await evil.close();
    }
  });

  it('contain the session id and the assurance level', async () => {
    const session_id = crypto.randomUUID();
    for (const [aal, isSecondFactor] of [
      ['aal2', true],
      ['aal1', false],
      [undefined, false],
    ] as const)
      expect(await verify(await issuer.sign(person, { claims: { session_id, aal } }))).toEqual({
        ...person,
        sessionId: session_id,
        isSecondFactor,
      });
  });
});

/** Claims of a valid token, and the id of the key that signed it. */
async function partsOf(of: Person): Promise<{ claims: JWTPayload; kid: string }> {
  const token = await issuer.sign(of);
  return { claims: decodeJwt(token), kid: decodeProtectedHeader(token).kid! };
}

describe('bearerToken', () => {
  it('accepts one token of three parts', () => {
    expect(bearerToken('Bearer a.b.c')).toBe('a.b.c');
    expect(bearerToken('bearer a-_.b.c')).toBe('a-_.b.c');
    for (const header of [
      undefined,
      '',
      'a.b.c',
      'Basic a.b.c',
      'Bearer a.b',
      'Bearer a.b.c d',
      'Bearer a.b.c,Bearer d.e.f',
    ]) {
      expect(bearerToken(header)).toBeNull();
    }
  });
});
