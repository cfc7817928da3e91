import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { integrations } from '#core/api/integrations.ts';
import { tokenEndpoints } from '#core/api/openapi.ts';
import { uploads } from '#core/api/uploads.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { GALLERY_SCOPES, SCOPES, type Scope } from '#core/domain/studio/integrations.ts';
import { testApi } from '../support/api.ts';
import { insertSelection } from '../support/proofing.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum');
const gallery = await insertGallery(api.db.pool, studio.id, { name: 'Boda' });
const another = await insertGallery(api.db.pool, studio.id, { name: 'Retrat' });

const ask = (scopes: readonly Scope[], galleryId: string | null = null) =>
  api.call('POST', '/api/tokens', {
    as: studio.owner,
    account: studio.id,
    body: { name: 'Lightroom', scopes, galleryId, expiresAt: api.clock.now() + HOUR_MS },
  });
const make = async (scopes: readonly Scope[], galleryId?: string) =>
  (await ask(scopes, galleryId)).read(integrations.createToken);
const call = (token: string, method: string, path: string, body?: object) =>
  api.call(method, path, { token, channel: null, ...(body ? { body } : {}) });

// One studio has twenty tokens at most.
beforeEach(() => api.db.pool.query('delete from api_tokens'));

describe('a token that may upload', () => {
  it('replaces no photo without the permission for it', async () => {
    const photoId = (await readyPhoto(api, studio, gallery, { filename: 'DSC_1.jpg' })).id;
    const file = { photoId, filename: 'DSC_1.jpg', size: 9, type: 'image/jpeg', replaces: true };
    const replace = (token: string) =>
      call(token, 'POST', '/api/upload/presign', { galleryId: gallery, files: [file] });
    const { error } = await replace((await make(['photos:upload'])).token);
    expect(error).toMatchObject({ code: 'scope_missing', params: { scope: 'photos:write' } });
    const signed = (await replace((await make(['photos:upload', 'photos:write'])).token)).read(uploads.presign);
    expect(signed.uploads).toMatchObject([{ photoId }]);
  });
});

describe('a token of one gallery', () => {
  const pathOf = ({ path }: Endpoint, selectionId: string, galleryId: string) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) =>
      name === 'galleryId' ? galleryId : name === 'selectionId' ? selectionId : newId(),
    );
  const bodyOf = ({ method, body }: Endpoint, galleryId: string, selection: string) =>
    method === 'GET' || body === undefined
      ? undefined
      : {
          '/api/upload/presign': { galleryId, files: [{ photoId: newId() }] },
          '/api/upload/complete': { galleryId, photoIds: [newId()] },
          '/api/v1/customers': { name: 'Ada' },
          '/api/v1/customers/:customerId/contacts': { name: 'Ada' },
          '/api/v1/customers/:customerId/contacts/:contactId': { name: 'Ada' },
          '/api/v1/galleries': { name: 'New' },
          '/api/v1/galleries/:galleryId/sections': { name: selection },
        }[selection];
  /** Puts all permissions into its row, as if it were made by an older version. */
  const omnipotent = async () => {
    const { token, created } = await make(GALLERY_SCOPES, gallery);
    await api.db.pool.query('update api_tokens set scopes = $2 where id = $1', [created.id, JSON.stringify(SCOPES)]);
    return token;
  };

  it.each(tokenEndpoints)('reaches by %s this gallery alone', async (_, one) => {
    const token = await omnipotent();
    const at = async (galleryId: string) => {
      const selection = await insertSelection(api, studio, galleryId);
      const { status, text } = await call(
        token,
        one.method,
        pathOf(one, selection, galleryId),
        bodyOf(one, galleryId, one.path),
      );
      return status < 300 ? 'done' : (JSON.parse(text) as { error: { code: string } }).error.code;
    };
    const names = /:galleryId|:selectionId|\/upload\//.test(one.path);
    const expected =
      one.scope === 'any' ? ['done', 'done'] : names ? ['done', 'not_found'] : ['forbidden', 'forbidden'];
    expect([await at(gallery), await at(another)]).toEqual(expected);
  });

  it('is named by the account, and ends with its gallery', async () => {
    const brief = await insertGallery(api.db.pool, studio.id);
    const { token, created } = await make(['galleries:read'], brief);
    expect(created.gallery).toMatchObject({ id: brief });
    expect((await call(token, 'GET', '/api/v1/account')).read(integrations.account).galleryId).toBe(brief);
    await api.db.pool.query('delete from galleries where id = $1', [brief]);
    expect((await call(token, 'GET', '/api/v1/account')).error.code).toBe('token_invalid');
  });

  it('has permissions of galleries alone, in a gallery of the studio', async () => {
    expect((await ask(['customers:read'], gallery)).error).toMatchObject({ code: 'validation_failed' });
    const foreign = await insertGallery(api.db.pool, (await makeStudio(api)).id);
    expect((await ask(['galleries:read'], foreign)).error).toMatchObject({ code: 'not_found', field: 'galleryId' });
  });
});
