import { expect, test } from 'vitest';
import { isTotpCode, newSecret, totpCode, totpUri } from './second-factors.ts';

/** The secret of RFC 6238's appendix B, "12345678901234567890", in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const at = (seconds: number) => new Date(seconds * 1_000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('returns after %i seconds the code %s of RFC 6238', (seconds, code) => {
  expect(totpCode(SECRET, at(seconds))).toBe(code);
});

test('accepts a code in its own 30 s step, and in the previous and next one', () => {
  const code = totpCode(SECRET, at(60_000));
  expect([59_939, 59_940, 59_970, 60_000, 60_059, 60_060].map((now) => isTotpCode(SECRET, code, at(now)))).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('refuses malformed codes', () => {
  const code = totpCode(SECRET, at(60_000));
  expect(isTotpCode(SECRET, ` ${code}\n`, at(60_000))).toBe(true);
  for (const typed of ['', code.slice(1), `${code}0`, 'abcdef', '１２３４５６']) {
    expect(isTotpCode(SECRET, typed, at(60_000))).toBe(false);
  }
});

test('generates distinct secrets of 160 bits in base 32', () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(50);
});

test('encodes issuer and account in the URI', () => {
  const url = new URL(totpUri({ issuer: 'Foto & Co? #1', account: 'ada@example.org', secret: SECRET }));
  expect(decodeURIComponent(url.pathname)).toBe('/Foto & Co? #1:ada@example.org');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Foto & Co? #1',
    period: '30',
    secret: SECRET,
  });
});
