import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bearerToken, tokenVerifier, type VerifyToken } from '#functions/lib/auth.ts';
import { stranger } from '../support/studio.ts';
import { startIssuer, type TokenIssuer } from '../support/tokens.ts';

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
  it('are fetched once for many at a time', async () => {
    const token = await issuer.sign(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers[19]).toMatchObject(person);
    expect(issuer.fetches).toBe(1);
  });

  it('are fetched once more for a thousand invented ids', async () => {
    await verify(await issuer.sign(person));
    for (let i = 0; i < 1000; i++) {
      const token = await issuer.sign(person, { header: { kid: `invented-${i}` }, foreignKey: true });
      await expect(verify(token)).rejects.toMatchObject(refused);
    }
    expect(issuer.fetches).toBe(2);
  });

  it('may be rotated without a single false refusal', async () => {
    await verify(await issuer.sign(person));
    for (let rotation = 0; rotation < 3; rotation++) {
      await issuer.rotate();
      expect(await verify(await issuer.sign(person))).toMatchObject(person);
    }
  });

  it('are asked for again once invented ids have cooled down', async () => {
    await verify(await issuer.sign(person));
    await expect(verify(await issuer.sign(person, { header: { kid: 'invented' } }))).rejects.toMatchObject(refused);
    await issuer.rotate();
    now += 31_000;
    expect(await verify(await issuer.sign(person))).toMatchObject(person);
  });

  it('stay in use while the auth service is away, and without any it is unavailable', async () => {
    issuer.fail(true);
    await expect(verify(await issuer.sign(person))).rejects.toMatchObject({ code: 'unavailable' });
    issuer.fail(false);
    await verify(await issuer.sign(person));
    issuer.fail(true);
    now += 11 * 60_000;
    expect(await verify(await issuer.sign(person))).toMatchObject(person);
  });
});

describe('tokens', () => {
  it('end when they say', async () => {
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
});

describe('bearerToken', () => {
  it('takes one token of three parts', () => {
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
