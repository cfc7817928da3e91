import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fonts } from '#core/api/fonts.ts';
import { customFontValue, MAX_FONT_BYTES, MAX_FONTS } from '#core/domain/branding/fonts.ts';
import { eraseAccount } from '#functions/accounts/erase-account.ts';
import { eraseFont } from '#functions/fonts/files.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { readFontFile, readVariableFont } from '../support/fonts.ts';
import { insertFont, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';
import { addMember } from '../support/team-members.ts';

const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  studio = await makeStudio(api, 'Llum');
});

const form = (bytes: Buffer | string = readVariableFont(), name = 'Lora.woff2') => {
  const body = new FormData();
  body.set('font', typeof bytes === 'string' ? bytes : new File([new Uint8Array(bytes)], name));
  return body;
};
const upload = (body: unknown = form(), as = studio.owner) =>
  api.call('POST', '/api/upload/font', { as, account: studio.id, body });
const stored = (id: string) => api.services.storage.get('renditions', `fonts/${id}`);
const usedBytes = async () => {
  const { rows } = await api.db.pool.query('select storage_bytes from account_usage where account_id = $1', [
    studio.id,
  ]);
  return Number(rows[0].storage_bytes);
};
const setTheme = (key: string, value: unknown) =>
  api.db.pool.query(`update settings set value = $3 where account_id = $1 and key = $2`, [
    studio.id,
    `theme.${key}`,
    JSON.stringify(value),
  ]);
const confirm = (id: string) =>
  api.db.pool.query(
    `update custom_fonts set metadata = jsonb_set(metadata, '{confirmed}', '{"userId": "x", "at": 1}') where id = $1`,
    [id],
  );

describe('POST /api/upload/font', () => {
  it('stores the font as WOFF2, with its facts, unconfirmed, and counts its bytes', async () => {
    const answer = await upload(form(readFontFile(), 'Inter <b>.ttf'));
    expect(answer.status).toBe(201);
    const font = answer.read(fonts.upload);
    expect(font).toMatchObject({ fontFamily: 'Inter', urlPath: `/api/fonts/${font.id}` });
    expect(font.metadata).toMatchObject({ weights: [400, 400], confirmed: null });
    const { rows } = await api.db.pool.query('select * from custom_fonts where id = $1', [font.id]);
    expect(rows[0]).toMatchObject({ account_id: studio.id, user_id: studio.owner.userId, font_type: 'ttf' });
    expect(rows[0].file_name).toBe('Inter <b>.ttf');
    const file = await stored(font.id);
    expect(file!.bytes.length).toBe(font.fileSize);
    expect(Buffer.from(file!.bytes).toString('latin1', 0, 4)).toBe('wOF2');
    const head = await api.services.storage.head('renditions', `fonts/${font.id}`);
    expect(head?.contentType).toBe('font/woff2');
    expect(await usedBytes()).toBe(font.fileSize);
  });

  it('refuses what is no font, and stores nothing', async () => {
    for (const [body, status, code] of [
      [form(Buffer.from('PK\u0003\u0004 a ZIP'), 'Lora.ttf'), 422, 'not_a_font'],
      [form(readFontFile().subarray(0, 100_000), 'Inter.ttf'), 422, 'truncated'],
      [form(Buffer.alloc(0)), 422, 'empty'],
      [form(Buffer.alloc(MAX_FONT_BYTES + 1)), 413, 'too_large'],
      [form(Buffer.alloc(MAX_FONT_BYTES * 2)), 413, 'too_large'],
      [form('text'), 400, 'validation_failed'],
      [new FormData(), 400, 'validation_failed'],
      ['{}', 415, 'unsupported_media_type'],
    ] as const) {
      const answer = await upload(body);
      expect([code, answer.status, answer.error.code]).toEqual([code, status, code]);
      expect(answer.error.message).not.toBe('');
    }
    expect((await api.db.pool.query('select from custom_fonts where account_id = $1', [studio.id])).rowCount).toBe(0);
    expect(await usedBytes()).toBe(0);
  });

  it('refuses photographers, assistants and strangers before it reads the file', async () => {
    for (const role of ['photographer', 'assistant'] as const) {
      const answer = await upload('no form', await addMember(api, studio, role));
      expect([role, answer.status, answer.error.code]).toEqual([role, 403, 'forbidden']);
    }
    const other = await makeStudio(api, 'Another');
    expect((await upload(form(), other.owner)).error.code).toBe('forbidden');
    const without = await api.call('POST', '/api/upload/font', { account: studio.id, body: form() });
    expect(without.error.code).toBe('unauthorized');
  });

  it('accepts no more than twenty', async () => {
    for (let made = 0; made < MAX_FONTS; made++) await insertFont(api.db.pool, studio.id);
    expect((await upload()).error.code).toBe('limit_reached');
  });

  it('limits the attempts of a studio', async () => {
    await api.db.pool.query(
      `insert into rate_limits (bucket, window_start, count)
       select $1, to_timestamp(floor($2::float8 / 3600000) * 3600), 60`,
      [`font-uploads:${studio.id}`, api.clock.now()],
    );
    expect((await upload()).error.code).toBe('rate_limited');
  });
});

describe('a deleted font', () => {
  it('loses its file, at the CDN too', async () => {
    const { id } = (await upload()).read(fonts.upload);
    await api.db.pool.query('delete from custom_fonts where id = $1', [id]);
    expect(await usedBytes()).toBe(0);
    const run = { id: newId(), idempotencyKey: 'once', payload: { id }, jobs: api.jobs };
    await eraseFont(run);
    expect(await stored(id)).toBeNull();
    expect(api.purged).toContain(`/api/fonts/${id}`);
  });

  it('keeps its file while its row exists', async () => {
    const { id } = (await upload()).read(fonts.upload);
    await eraseFont({ id: newId(), idempotencyKey: 'once', payload: { id }, jobs: api.jobs });
    expect(await stored(id)).not.toBeNull();
  });

  it('goes with its studio', async () => {
    const { id } = (await upload()).read(fonts.upload);
    await api.db.pool.query(`update accounts set deleted_at = now() - interval '60 days' where id = $1`, [studio.id]);
    await eraseAccount({ id: newId(), idempotencyKey: 'once', payload: { accountId: studio.id }, jobs: api.jobs });
    expect(await stored(id)).toBeNull();
    expect((await runOutbox(api.jobs)).failed).toBe(0);
  });
});

describe('a studio’s pages', () => {
  const page = async (path: string) =>
    (await api.call('GET', path, { channel: null, headers: { 'x-language': 'en' } })).text;
  const styleOf = (html: string) => /<style>(@font-face.*?)<\/style>/s.exec(html)?.[1] ?? null;

  it('have no fonts of their own by default', async () => {
    expect(styleOf(await page(`/p/${studio.slug}`))).toBeNull();
    await setTheme('headingFont', 'No Such Font');
    await setTheme('bodyFont', { family: '</style>' });
    expect(await page(`/p/${studio.slug}`)).not.toContain('font-face');
  });

  it('allow their style by its hash', async () => {
    await setTheme('headingFont', 'Marcellus');
    const answer = await api.call('GET', `/p/${studio.slug}`, { channel: null });
    const hash = createHash('sha256').update(styleOf(answer.text)!).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
  });

  it('load the chosen families alone, and the heading’s file first', async () => {
    await setTheme('headingFont', 'Marcellus');
    await setTheme('bodyFont', 'Lora');
    const galleryId = await publishedGallery(api, studio);
    for (const path of ['', '/book', `/gallery/${galleryId}`]) {
      const html = await page(`/p/${studio.slug}${path}`);
      const families = new Set(styleOf(html)?.match(/(?<=font-family:")[A-Za-z ]+(?=";src:url)/g));
      expect([path, [...families]]).toEqual([path, ['Marcellus', 'Lora']]);
      expect(
        html.match(/<link rel="preload" href="\/assets\/fonts\/marcellus-latin-400-\w+\.woff2" as="font"/g),
      ).toHaveLength(1);
    }
  });

  it('allow the style of these fonts by its hash', async () => {
    await setTheme('headingFont', 'Marcellus');
    const answer = await api.call('GET', `/p/${studio.slug}`, { channel: null, headers: { 'x-language': 'en' } });
    const sha256 = createHash('sha256').update(styleOf(answer.text)!).digest('base64');
    const styles = answer.headers
      .get('content-security-policy')!
      .split('; ')
      .find((one) => one.startsWith('style-src '));
    expect(styles).toContain(` 'sha256-${sha256}'`);
  });

  it('show a gallery in the pair that it chose, before it opens too', async () => {
    await setTheme('headingFont', 'Marcellus');
    const families = async (id: string) => {
      const html = await page(`/p/${studio.slug}/gallery/${id}`);
      return [...new Set(styleOf(html)?.match(/(?<=font-family:")[A-Za-z ]+(?=";src:url)/g))];
    };
    const settings = { design: { fontPair: 'Josefin Sans' } };
    const open = await publishedGallery(api, studio, { settings });
    expect(await families(open)).toEqual(['Josefin Sans', 'Lora']);
    const closed = await publishedGallery(api, studio, { settings, visibility: 'invite' });
    expect(await families(closed)).toEqual(['Josefin Sans', 'Lora']);
    expect(await families(await publishedGallery(api, studio))).toContain('Marcellus');
  });

  it('show an uploaded font once a person has confirmed it, and no other studio’s', async () => {
    const { id } = (await upload()).read(fonts.upload);
    await setTheme('headingFont', customFontValue(id));
    expect(styleOf(await page(`/p/${studio.slug}`))).toBeNull();
    await confirm(id);
    expect(styleOf(await page(`/p/${studio.slug}`))).toContain(`src:url(/api/fonts/${id}) format("woff2")`);
    const own = studio;
    studio = await makeStudio(api, 'Another');
    await setTheme('headingFont', customFontValue(id));
    expect(styleOf(await page(`/p/${studio.slug}`))).toBeNull();
    studio = own;
  });
});
