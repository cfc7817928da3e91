import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigningKeys, generateSigningKey, loadSigningKey } from './keys.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the first start creates the key, later starts read it, and only its owner can', async () => {
  const file = join(folder, 'data', 'auth-key.json');
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => loadSigningKey(file)));
  for (const other of others) expect(other).toEqual(first);
  expect(await loadSigningKey(file)).toEqual(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('refuses tokens of other keys, and of unknown key ids', async () => {
  const now = new Date();
  const jwk = await generateSigningKey();
  const keys = await createSigningKeys(jwk);
  const token = await keys.sign({ sub: 'x' });
  expect(await keys.verify(token, now)).toEqual({ sub: 'x' });
  await expect((await createSigningKeys(await generateSigningKey())).verify(token, now)).rejects.toThrow();
  await expect((await createSigningKeys({ ...jwk, kid: 'other' })).verify(token, now)).rejects.toThrow('kid');
});

test('refuses a key that cannot sign', async () => {
  const { d: _private, ...publicPart } = await generateSigningKey();
  await expect(createSigningKeys(publicPart)).rejects.toThrow('private P-256');
  await expect(createSigningKeys({ kty: 'oct', k: 'c2VjcmV0', kid: 'x' })).rejects.toThrow('private P-256');
});
