import { expect, it } from 'vitest';
import { isProof, makeProof } from './contact-proof.ts';

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
const SUBJECT = { slug: 'llum', email: 'mar@example.org', message: 'Hi' };

it('a proof fits its own message only', async () => {
  const proof = await makeProof(sha256, SUBJECT);
  expect(await isProof(sha256, SUBJECT, proof)).toBe(true);
  const others = [{ slug: 'mar' }, { email: 'b@example.org' }, { message: 'Hi!' }];
  for (const other of others) expect(await isProof(sha256, { ...SUBJECT, ...other }, proof)).toBe(false);
});

it('refuses what is no number of nine digits', async () => {
  for (const proof of ['', '-1', '1e3', ' 1', '1'.repeat(10)])
    expect(await isProof(sha256, SUBJECT, proof)).toBe(false);
});
