import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { coversGallery, IMAGE_TOKEN_MS, parseImageToken } from '#core/domain/photos/image-token.ts';
import { hmacHex } from '#functions/platform/auth/secrets.ts';
import { pairOf, testApi } from '../support/api.ts';
import { insertGallery } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const { galleries, images } = endpoints;

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api)];

const own = () => ({ as: studio.owner, account: studio.id });

describe('DELETE /api/gallery/{id}', () => {
  it('moves a gallery to the trash, once', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const first = (await api.call('DELETE', `/api/gallery/${id}`, own())).read(galleries.remove);
    expect(first.id).toBe(id);
    api.clock.advance(MINUTE_MS);
    expect((await api.call('DELETE', `/api/gallery/${id}`, own())).read(galleries.remove)).toEqual(first);
    const { rows } = await api.db.pool.query('select deleted_at from galleries where id = $1', [id]);
    expect(rows[0].deleted_at.getTime()).toBe(first.deletedAt);
  });

  it('answers byte for byte alike for a foreign, missing and invalid gallery', async () => {
    const foreign = await insertGallery(api.db.pool, other.id);
    const answers = await Promise.all(
      [foreign, `${studio.id}${'0'.repeat(16)}`, 'nonsense', '%00', "1'--"].map((id) =>
        api.call('DELETE', `/api/gallery/${id}`, own()),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`404 ${answers[1]?.text}`]),
    );
    const { rows } = await api.db.pool.query('select deleted_at from galleries where id = $1', [foreign]);
    expect(rows).toEqual([{ deleted_at: null }]);
  });
});

describe('PUT /api/gallery/{id}/password', () => {
  const put = (id: string, password: unknown, who = own()) =>
    api.call('PUT', `/api/gallery/${id}/password`, { ...who, body: { password } });
  const secretOf = async (id: string) =>
    (await api.db.pool.query('select password_hash, password_version from gallery_secrets where gallery_id = $1', [id]))
      .rows[0];

  it('stores a slow salted hash and increments the version', async () => {
    const id = await publishedGallery(api, studio);
    expect((await put(id, 'sea-breeze')).read(galleries.password)).toEqual({ hasPassword: true });
    const first = await secretOf(id);
    expect(first.password_hash).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(first.password_hash).not.toContain('sea-breeze');
    await put(id, 'sea-breeze');
    const second = await secretOf(id);
    expect(second.password_hash).not.toBe(first.password_hash);
    expect(second.password_version).not.toBe(first.password_version);
    const { rows } = await api.db.pool.query('select has_password, visibility from galleries where id = $1', [id]);
    expect(rows).toEqual([{ has_password: true, visibility: 'link' }]);
  });

  it('removes it, but not from a gallery that requires one', async () => {
    const id = await publishedGallery(api, studio);
    await put(id, 'sea-breeze');
    await api.db.pool.query(`update galleries set visibility = 'password' where id = $1`, [id]);
    const refused = await put(id, null);
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'conflict', field: 'password' }]);
    await api.db.pool.query(`update galleries set visibility = 'link' where id = $1`, [id]);
    expect((await put(id, null)).read(galleries.password)).toEqual({ hasPassword: false });
    expect(await secretOf(id)).toBeUndefined();
  });

  it('names invalid fields', async () => {
    const id = await publishedGallery(api, studio);
    for (const password of ['abc', 'x'.repeat(129), 5, undefined]) {
      const answer = await put(id, password);
      expect([answer.status, answer.error.code, answer.error.field]).toEqual([400, 'validation_failed', 'password']);
    }
    const empty = await api.call('PUT', `/api/gallery/${id}/password`, own());
    expect([empty.status, empty.error.code]).toEqual([400, 'body_required']);
  });

  it('knows no foreign gallery, and none in the trash', async () => {
    const foreign = await publishedGallery(api, other);
    const trashed = await publishedGallery(api, studio, { deleted_at: new Date() });
    for (const id of [foreign, trashed]) expect((await put(id, 'sea-breeze')).error.code).toBe('not_found');
    expect(await secretOf(foreign)).toBeUndefined();
  });
});

describe('POST /api/images/token', () => {
  it('grants all galleries of the account, and no other, for five minutes', async () => {
    const answer = await api.call('POST', '/api/images/token', { as: studio.people.assistant, account: studio.id });
    const { expiresAt } = answer.read(images.token);
    expect(expiresAt - api.clock.now()).toBeLessThanOrEqual(IMAGE_TOKEN_MS);
    expect(expiresAt - api.clock.now()).toBeGreaterThan(IMAGE_TOKEN_MS - 5_000);
    const [cookie] = answer.cookies.values();
    expect(cookie).toMatch(/; Max-Age=300; Path=\/api\/images; HttpOnly; Secure; SameSite=Lax$/);
    const token = parseImageToken(pairOf(cookie).split('=')[1]);
    expect(token?.signature).toBe(hmacHex(api.services.imageTokenKey, token!.payload));
    expect(token!.exp * 1000).toBe(expiresAt);
    expect(coversGallery(token!.scope, `${studio.id}${'0'.repeat(16)}`)).toBe(true);
    expect(coversGallery(token!.scope, `${other.id}${'0'.repeat(16)}`)).toBe(false);
  });
});
