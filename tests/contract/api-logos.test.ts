import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { logos } from '#core/api/logos.ts';
import { logoIcon, MAX_LOGO_BYTES, readLogo } from '#core/domain/branding/logo.ts';
import { smallStudioPhoto } from '#core/domain/branding/studio-photos.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueueLogoErase } from '#functions/logos/files.ts';
import { booking } from '#core/api/booking.ts';
import { testApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();

type Studio = Awaited<ReturnType<typeof makeStudio>>;

/** Uploads a logo as a browser does. */
async function upload(studio: Studio, file: string | Uint8Array, fields: Record<string, string> = {}) {
  const body = new FormData();
  body.set('logo', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'logo');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return api.call('POST', '/api/upload/logo', { as: studio.owner, account: studio.id, body });
}

const valueOf = async (studio: Studio, key: string) => {
  const sql = 'select value from settings where account_id = $1 and key = $2';
  return (await api.db.pool.query<{ value: unknown }>(sql, [studio.id, key])).rows[0]?.value;
};
const stored = async (path: string) => api.services.storage.get('renditions', path.slice(1));

const svg = (content: string, attributes = 'viewBox="0 0 240 80"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const WORDMARK = svg(
  '<circle cx="40" cy="40" r="30" fill="#222"/><rect x="100" y="30" width="130" height="20" fill="#222"/>',
);

describe('POST /api/upload/logo', () => {
  it('stores a drawing as PNG with icons, and names its path in the settings', async () => {
    const studio = await makeStudio(api, 'Llum');
    const answer = await upload(studio, WORDMARK);
    expect(answer.status).toBe(201);
    const { logoUrl, width, height } = answer.read(logos.upload);
    expect(await valueOf(studio, 'theme.logoUrl')).toBe(logoUrl);
    // Cut to what is visible: 220 by 60 of 240 by 80.
    expect(width / height).toBeCloseTo(220 / 60, 1);
    expect(readLogo(logoUrl)).toEqual({ src: `/api${logoUrl}`, width, height, ink: 'dark' });
    const logo = await stored(logoUrl);
    expect(await sharp(logo!.bytes).metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true });
    // The icon shows the round mark alone.
    for (const side of [32, 180] as const) {
      const icon = await stored(logoIcon(logoUrl, side));
      expect(await sharp(icon!.bytes).metadata()).toMatchObject({ format: 'png', width: side, height: side });
      const middle = { left: side / 2, top: side / 2, width: 1, height: 1 };
      const [red] = await sharp(icon!.bytes).extract(middle).raw().toBuffer();
      expect(red).toBeLessThan(80);
    }
  });

  it.each(['png', 'jpeg', 'webp'] as const)('takes a %s, for the dark theme too', async (format) => {
    const studio = await makeStudio(api);
    const picture = sharp({ create: { width: 3000, height: 1000, channels: 4, background: '#e04020' } });
    const answer = await upload(studio, await picture.toFormat(format).toBuffer(), { variant: 'dark' });
    const { logoUrl } = answer.read(logos.upload);
    expect(await valueOf(studio, 'theme.logoDarkUrl')).toBe(logoUrl);
    expect(await valueOf(studio, 'theme.logoUrl')).toBe('');
    expect(readLogo(logoUrl)?.ink).toBe('coloured');
  });

  it('deletes the former logo, and purges it and the pages', async () => {
    const studio = await makeStudio(api);
    const first = (await upload(studio, WORDMARK)).read(logos.upload).logoUrl;
    const second = (await upload(studio, WORDMARK)).read(logos.upload).logoUrl;
    expect(second).not.toBe(first);
    api.clock.advance(5 * 60_000);
    await runOutbox(api.jobs);
    expect(await stored(first)).toBeNull();
    expect(await stored(logoIcon(first, 32))).toBeNull();
    expect(await stored(second)).not.toBeNull();
    expect(api.purged).toContain(`/api${first}`);
    expect(api.purged).toContain(`/p/${studio.slug}*`);
  });

  it('stores a portrait and a cover in two sizes, and replaces them', async () => {
    const studio = await makeStudio(api);
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#e04020' } })
      .jpeg()
      .toBuffer();
    const first = (await upload(studio, photo, { variant: 'cover' })).read(logos.upload);
    expect(first).toMatchObject({ width: 1920, height: 1280 });
    const portrait = (await upload(studio, photo, { variant: 'profile' })).read(logos.upload).logoUrl;
    const cover = (await upload(studio, photo, { variant: 'cover' })).read(logos.upload).logoUrl;
    const profile = await valueOf(studio, 'photographer');
    expect(profile).toMatchObject({ businessName: expect.any(String), profilePhoto: portrait, coverPhoto: cover });
    for (const [path, width] of [
      [cover, 1920],
      [smallStudioPhoto(cover), 800],
    ] as const) {
      expect(await sharp((await stored(path))!.bytes).metadata()).toMatchObject({ format: 'jpeg', width });
    }
    api.clock.advance(5 * 60_000);
    await runOutbox(api.jobs);
    expect([await stored(first.logoUrl), await stored(smallStudioPhoto(first.logoUrl))]).toEqual([null, null]);
    expect(await stored(portrait)).not.toBeNull();
    expect(api.purged).toContain(`/api${first.logoUrl}`);
  });

  it('is refused to members who may not change the studio', async () => {
    const [studio, other] = [await makeStudio(api), await makeStudio(api)];
    const body = new FormData();
    body.set('logo', new Blob([WORDMARK]), 'logo.svg');
    const answer = await api.call('POST', '/api/upload/logo', { as: studio.owner, account: other.id, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe('POST /api/session-types/{id}/picture', () => {
  const photo = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#e04020' } })
    .jpeg()
    .toBuffer();

  /** Opens booking with a session type. */
  async function makeType(studio: Studio): Promise<string> {
    const id = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const settings = { translations: { es: { name: 'Retrato' } } };
    await insertRow(api.db.pool, 'session_types', { id, ...author, name: 'Portrait', is_bookable: true, settings });
    await api.db.pool.query(
      `insert into settings (account_id, key, author_id, value) values ($1, 'booking', $2, '{"isOpen": true}')
       on conflict (account_id, key) do update set value = excluded.value`,
      [studio.id, studio.owner.userId],
    );
    return id;
  }
  async function put(studio: Studio, typeId: string, as = studio.owner) {
    const body = new FormData();
    body.set('logo', new Blob([new Uint8Array(await photo)]), 'photo.jpg');
    return api.call('POST', `/api/session-types/${typeId}/picture`, { as, account: studio.id, body });
  }
  const settingsOf = async (id: string) =>
    (await api.db.pool.query('select settings from session_types where id = $1', [id])).rows[0]?.settings;
  const offered = async ({ slug }: Studio) =>
    (await api.call('GET', `/api/p/${slug}/booking`)).read(booking.types).types.map(({ picture }) => picture);

  it('stores the picture in two sizes, and the booking page names it', async () => {
    const studio = await makeStudio(api);
    const type = await makeType(studio);
    expect(await offered(studio)).toEqual([null]);
    const answer = await put(studio, type, studio.people.photographer);
    expect(answer.status).toBe(201);
    const { picture, width, height } = answer.read(logos.uploadOfType);
    expect([width, height]).toEqual([1200, 800]);
    expect(await settingsOf(type)).toEqual({ picture, translations: { es: { name: 'Retrato' } } });
    expect(await offered(studio)).toEqual([picture]);
    expect(await stored(smallStudioPhoto(picture))).not.toBeNull();
  });

  it('deletes a replaced picture and that of a deleted type, and keeps one in use', async () => {
    const studio = await makeStudio(api);
    const type = await makeType(studio);
    const first = (await put(studio, type)).read(logos.uploadOfType).picture;
    const second = (await put(studio, type)).read(logos.uploadOfType).picture;
    // Also what a late job asks for in vain.
    await enqueueLogoErase(api.services.db, studio.id, second, api.clock.now());
    api.clock.advance(5 * 60_000);
    await runOutbox(api.jobs);
    expect([await stored(first), await stored(smallStudioPhoto(first))]).toEqual([null, null]);
    expect(await stored(second)).not.toBeNull();
    expect(api.purged).toContain(`/api${first}`);
    expect(api.purged).toContain(`/p/${studio.slug}*`);
    await api.db.pool.query('delete from session_types where id = $1', [type]);
    await enqueueLogoErase(api.services.db, studio.id, second, api.clock.now());
    api.clock.advance(5 * 60_000);
    await runOutbox(api.jobs);
    expect([await stored(second), await stored(smallStudioPhoto(second))]).toEqual([null, null]);
  });

  it('is refused to assistants, to other studios and for missing types', async () => {
    const [studio, other] = [await makeStudio(api), await makeStudio(api)];
    const type = await makeType(studio);
    expect((await put(studio, type, studio.people.assistant)).error.code).toBe('forbidden');
    expect((await put(other, type)).error.code).toBe('not_found');
    expect((await put(studio, type, other.owner)).status).toBeGreaterThanOrEqual(400);
    expect((await put(studio, newId())).error.code).toBe('not_found');
    expect(await settingsOf(type)).not.toHaveProperty('picture');
  });
});

describe('a hostile logo', () => {
  const studio = makeStudio(api);
  const huge = 'x'.repeat(40);
  const bomb = `<defs><g id="a0"><rect width="9" height="9"/></g>${Array.from(
    { length: 20 },
    (_, n) => `<g id="a${n + 1}">${`<use xlink:href="#a${n}"/>`.repeat(20)}</g>`,
  ).join('')}</defs><use xlink:href="#a20"/>`;

  it.each([
    ['a page', '<html><script>alert(1)</script></html>', 'not_an_image'],
    ['a GIF', 'GIF89a', 'not_an_image'],
    [
      'external entities',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
      'corrupt',
    ],
    ['letters without outlines', svg('<text x="5" y="40">Llum</text>'), 'logo_has_text'],
    ['a cut drawing', WORDMARK.slice(0, -20), 'corrupt'],
    ['an empty drawing', svg(''), 'empty'],
    ['a picture of another file', svg('<image width="90" height="80" xlink:href="file:///etc/hostname"/>'), 'empty'],
    [
      'a picture of another host',
      svg('<image width="90" height="80" xlink:href="http://127.0.0.1:1/x.png"/>'),
      'empty',
    ],
    ['nested copies of copies', svg(bomb), null],
    ['an unbounded size', svg('<rect width="9" height="9"/>', 'width="1e9" height="1e9"'), null],
    ['nothing', '', 'empty'],
  ])('with %s is refused', async (_, file, code) => {
    const answer = await upload(await studio, file);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    if (code) expect(answer.error.code).toBe(code);
  });

  it('with a cut or an enormous picture is refused', async () => {
    const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#123' } })
      .png()
      .toBuffer();
    const wide = Buffer.from(png);
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    for (const bytes of [png.subarray(0, png.length / 2), wide]) {
      const answer = await upload(await studio, bytes);
      expect([answer.status >= 400, answer.status < 500]).toEqual([true, true]);
    }
    expect((await upload(await studio, new Uint8Array(MAX_LOGO_BYTES + 1))).error.code).toBe('too_large');
  });

  it('is drawn without its scripts and at a bounded size', async () => {
    const scripted = svg(
      `<script>fetch('//evil.example/${huge}')</script><rect width="1e5" height="3e4" fill="#fff" onload="alert(1)"/>`,
      'viewBox="0 0 100000 50000"',
    );
    const answer = await upload(await studio, scripted);
    const { logoUrl, width, height } = answer.read(logos.upload);
    expect(Math.max(width, height)).toBeLessThanOrEqual(960);
    const { bytes } = (await stored(logoUrl))!;
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/script|evil/);
  });
});
