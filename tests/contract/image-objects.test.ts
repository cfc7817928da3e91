import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImageStore, startImageStore } from '../support/image-store.ts';

let store: ImageStore;
beforeAll(async () => {
  store = await startImageStore();
});
afterAll(() => store.close());

describe('objects', () => {
  test('answer conditional requests, missing objects and invalid keys', async () => {
    const { originals } = store;
    const key = `a folder/${randomBytes(4).toString('hex')} +%.txt`;
    const text = { contentType: 'text/plain' };
    expect(await originals.head(key)).toBeNull();
    expect(await originals.get(key)).toBeNull();
    const etag = await originals.put(key, 'one', { ...text, ifNoneMatch: '*' });
    expect(etag).toMatch(/^"/);
    expect(await originals.put(key, 'two', { ...text, ifNoneMatch: '*' })).toBeNull();
    expect(await originals.put(key, 'two', { ...text, ifMatch: '"0"' })).toBeNull();
    expect(await originals.get(key, etag!)).toBe('not_modified');
    expect(await originals.put(key, 'two', { ...text, ifMatch: etag! })).toMatch(/^"/);
    expect(await originals.head(key)).toMatchObject({ size: 3, contentType: 'text/plain' });
    await originals.remove(key);
    await originals.remove(key);
    expect(await originals.head(key)).toBeNull();
  });
});
