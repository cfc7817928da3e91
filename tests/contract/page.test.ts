import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inlineHashes } from '#functions/page/inline-styles.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { offer, openBooking } from '../support/booking.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum & <Mar>');

const CACHED = 'public, max-age=0, s-maxage=60';

async function open(path: string, language = 'en') {
  const answer = await api.call('GET', path, { channel: null, headers: { 'x-language': language } });
  const script = (id: string): unknown => {
    const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(answer.text)?.[1];
    return json === undefined ? undefined : JSON.parse(json);
  };
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(answer.text)?.[1];
  return {
    status: answer.status,
    headers: answer.headers,
    text: answer.text,
    cache: answer.headers.get('cache-control'),
    title: /<title>(.*?)<\/title>/.exec(answer.text)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(answer.text)?.[1],
    data: script('page-data') as Record<string, unknown> | undefined,
    config: script('config'),
    meta,
  };
}

describe('the back office', () => {
  it('is one document for all its paths, without data, with noindex in its template', async () => {
    for (const path of ['/app', '/app/galleries/x/edit']) {
      const page = await open(path, 'ca');
      expect([path, page.status, page.cache]).toEqual([path, 200, CACHED]);
      expect(page.text).toContain('id="app-root"');
      expect(page.text).toContain('<html lang="ca"');
      expect(page.config).toEqual({
        supabaseUrl: 'https://auth.test',
        supabaseAnonKey: 'anon',
        zeroUrl: `${ORIGIN}/zero`,
        authProviders: ['google'],
        phoneSignIn: false,
        captchaSiteKey: null,
        analyticsKey: null,
        errorsDsn: null,
        domainTarget: null,
        cardPayments: true,
        hasTerms: true,
        billingFrom: '2027-04',
      });
      expect([page.data, page.canonical, page.meta('public-layout')]).toEqual([undefined, undefined, undefined]);
      expect(page.text).toContain('href="/locales/ca/back-office.json"');
    }
  });

  it('has a sign-in page of its own, with the form of its address', async () => {
    for (const [path, mode] of [
      ['/login', 'signin'],
      ['/app/auth', 'signin'],
      ['/app/auth/signup', 'signup'],
      ['/app/auth/link', 'link'],
      ['/app/auth/forgot', 'forgot'],
      ['/reset-password', 'reset'],
    ]) {
      const page = await open(path!);
      expect([path, page.status, page.cache, page.data]).toEqual([path, 200, CACHED, undefined]);
      expect(page.text).toContain(`<div id="root"><h1>${mode}</h1></div>`);
      expect(page.text).not.toMatch(/start\.js|back-office\.json/);
    }
    expect((await open('/app/auth/constructor')).text).toContain('id="app-root"');
  });

  it('shows an invitation in its document, and why it cannot be answered, to be kept by nobody', async () => {
    const expires = new Date(api.clock.now() + 1000);
    const invite = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, role: 'assistant' };
    await insertRow(api.db.pool, 'team_invites', { ...invite, email: 'ada@example.org', expires_at: expires });
    const path = `/app/join/${invite.id}`;
    const page = await open(path);
    expect([page.status, page.cache, page.data]).toEqual([200, 'no-store', undefined]);
    expect(page.title).toMatch(/^Join · /);
    expect(page.text).toContain('ada@example.org');
    api.clock.advance(2000);
    expect((await open(path)).text).toContain(`<h1>"invite_expired" ${path}</h1>`);
    expect((await open(`/app/join/${newId()}`)).text).toContain('"invite_invalid"');
    expect((await open('/app/join/x')).text).toContain('id="app-root"');
  });
});

it('a public page allows the inline style and script of its template by their hashes, and no others', async () => {
  const policy = (await open('/')).headers.get('content-security-policy')!.split('; ');
  const sha256 = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  expect(policy).toContain(`script-src 'self' ${sha256('theme()')}`);
  expect(policy).toContain(`style-src 'self' ${sha256('p{color:red}')}`);
  expect(policy).toContain("connect-src 'self' https://auth.test");
  expect((await open('/login')).headers.get('content-security-policy')).toBe(policy.join('; '));
});

describe('the landing page', () => {
  it('has three languages, and English for all others', async () => {
    const titles = await Promise.all(
      ['en', 'es', 'ca', 'xx'].map(async (language) => (await open('/', language)).title),
    );
    expect(new Set(titles).size).toBe(3);
    expect(titles[3]).toBe(titles[0]);
    const page = await open('/');
    const operator = { name: 'Ada & Co', address: 'Main St 1', email: 'ada@albumen.test' };
    expect(page.data).toEqual({ kind: 'landing', demo: '/p/demo', billingFrom: '2027-04', operator });
    expect([page.canonical, page.meta('robots'), page.cache]).toEqual([`${ORIGIN}/`, undefined, CACHED]);
    expect([page.meta('og:image'), page.meta('twitter:card')]).toEqual([
      `${ORIGIN}/landing.jpg`,
      'summary_large_image',
    ]);
    const { format, width, height } = await sharp('web/public/landing.jpg').metadata();
    expect([format, String(width), String(height)]).toEqual([
      'jpeg',
      page.meta('og:image:width'),
      page.meta('og:image:height'),
    ]);
  });
});

describe('the legal pages', () => {
  it('name the operator and have a title in each language', async () => {
    for (const path of ['/terms', '/privacy']) {
      const pages = await Promise.all(['en', 'es', 'ca'].map((language) => open(path, language)));
      expect(new Set(pages.map(({ title }) => title)).size).toBe(3);
      for (const page of pages) {
        expect([page.status, page.cache, page.canonical]).toEqual([200, CACHED, ORIGIN + path]);
        expect(page.data).toMatchObject({ kind: 'legal', operator: { email: 'ada@albumen.test' } });
      }
    }
  });
});

describe('a studio’s page', () => {
  it('names the studio, escapes its texts and embeds its galleries', async () => {
    const id = await publishedGallery(api, studio, {
      visibility: 'public',
      name: '</script><script>alert(1)</script>',
    });
    const page = await open(`/p/${studio.slug}`);
    expect([page.status, page.cache, page.title]).toEqual([200, CACHED, 'Llum &amp; &lt;Mar&gt;']);
    expect(page.text).not.toContain('<script>alert');
    expect(page.data).toMatchObject({ kind: 'studio', studio: { name: 'Llum & <Mar>' }, galleries: [{ id }] });
    expect([page.meta('public-layout'), page.meta('photographer-slug')]).toEqual(['true', studio.slug]);
    expect(page.canonical).toBe(`${ORIGIN}/p/${studio.slug}`);
    const shouted = await open(`/p/${studio.slug.toUpperCase()}`);
    expect(shouted.canonical).toBe(page.canonical);
    expect(page.meta('og:title')).toBe('Llum &amp; &lt;Mar&gt;');
    await api.db.pool.query('delete from galleries where id = $1', [id]);
  });

  it('has the studio’s theme, once the studio has chosen one', async () => {
    const own = await makeStudio(api, 'Estudi Roig');
    const root = async () => /<html [^>]*>/.exec((await open(`/p/${own.slug}`)).text)![0];
    const style = /<style>:root\[data-look\]\{--light-scheme:light;--light-paper:#fdf0e6;[-\w#:;.%]+\}<\/style>/;
    expect(await root()).toBe('<html lang="en">');
    await api.db.pool.query(
      `update settings set value = case key when 'theme.updatedAt' then jsonb '1' when 'theme.template' then '"bold"'
         when 'theme.backgroundColor' then '"#FDF0E6"' else '"#B0B0B0; --evil: url(//evil)"' end
       where account_id = $1 and key in ('theme.updatedAt', 'theme.template', 'theme.backgroundColor', 'theme.textColor')`,
      [own.id],
    );
    expect(await root()).toMatch(/^<html data-look="template-bold [a-z -]+" lang="en">$/);
    const { text, headers } = await open(`/p/${own.slug}/book`, 'ca');
    expect(text).toMatch(style);
    const [hash] = inlineHashes(style.exec(text)![0]).styles;
    expect(headers.get('content-security-policy')).toContain(hash);
    expect(text).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdf0e6"');
    expect(text).toContain('lang="ca">');
    expect(text).not.toContain('evil');
  });

  it('has the icons of the studio’s logo', async () => {
    const own = await makeStudio(api, 'Estudi Vent');
    const path = `/logos/${own.id}/0123456789abcdefghjk`;
    await api.db.pool.query(`update settings set value = $2 where account_id = $1 and key = 'theme.logoUrl'`, [
      own.id,
      JSON.stringify(`${path}-90x30d.png`),
    ]);
    const { text } = await open(`/p/${own.slug}`);
    expect(text).toContain(`<link rel="icon" href="/api${path}-icon32.png" type="image/png" sizes="32x32">`);
    expect(text).not.toContain('/icon.svg');
    await api.db.pool.query(`delete from settings where account_id = $1 and key = 'theme.logoUrl'`, [own.id]);
    expect((await open(`/p/${own.slug}`)).text).toContain('/icon.svg');
    await api.db.pool.query(
      `insert into settings (account_id, key, author_id, value) values ($1, 'theme.logoDarkUrl', $2, $3)`,
      [own.id, own.owner.userId, JSON.stringify(`${path}-90x30l.png`)],
    );
    expect((await open(`/p/${own.slug}`)).text).toContain(`href="/api${path}-icon32.png"`);
  });

  it('shows its cover to link previews, and its profiles and pictures to search engines', async () => {
    const own = await makeStudio(api, 'Estudi </script> Sol');
    const photo = `/logos/${own.id}/0123456789abcdefghjk-1920x1280.jpg`;
    const networks = [{ kind: 'Instagram', url: 'https://instagram.com/sol' }];
    await api.db.pool.query(
      `update settings set value = value || $2::jsonb where account_id = $1 and key = 'photographer'`,
      [own.id, JSON.stringify({ coverPhoto: photo, profilePhoto: 'https://evil.test/x.jpg', socialMedia: networks })],
    );
    const page = await open(`/p/${own.slug}`);
    expect(page.meta('og:image')).toBe(`${ORIGIN}/api${photo}`);
    expect((await open(`/p/${own.slug}/book`)).meta('og:image')).toBe(`${ORIGIN}/api${photo}`);
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text)![1]!;
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Estudi </script> Sol',
      url: `${ORIGIN}/p/${own.slug}`,
      image: `${ORIGIN}/api${photo}`,
      sameAs: ['https://instagram.com/sol'],
    });
    expect(page.text).not.toContain('evil.test');
  });

  it('thanks at an address of its own, which search engines ignore', async () => {
    const page = await open(`/p/${studio.slug}/sent`);
    expect([page.status, page.data]).toMatchObject([200, { kind: 'studio', sent: true, contact: { types: [] } }]);
    expect([page.meta('robots'), page.canonical]).toEqual(['noindex', `${ORIGIN}/p/${studio.slug}`]);
    expect((await open(`/p/${studio.slug}/sent/x`)).status).toBe(404);
  });

  it('has the preview image of its first public gallery that has one, and of no other gallery', async () => {
    const own = await makeStudio(api, 'Estudi Mar');
    const gallery = async (visibility: 'public' | 'link') => {
      const id = await publishedGallery(api, own, { visibility, name: visibility });
      const token = newId(43);
      await insertRow(api.db.pool, 'og_images', { gallery_id: id, account_id: own.id, token, file_id: newId(24) });
      return `${ORIGIN}/og/${id}/${token}.jpg`;
    };
    const hidden = await gallery('link');
    const before = await open(`/p/${own.slug}`);
    expect([before.meta('og:image'), before.meta('twitter:card')]).toEqual([undefined, 'summary']);
    const shown = await gallery('public');
    const page = await open(`/p/${own.slug}`);
    expect([page.meta('og:image'), page.meta('twitter:card')]).toEqual([shown, 'summary_large_image']);
    expect(page.meta('og:image:alt')).toContain('public');
    expect(page.text).not.toContain(hidden);
  });

  it('redirects after a slug change, gallery links too; an invite page stays, since a redirect would lose its token', async () => {
    const own = await makeStudio(api);
    const galleryId = await publishedGallery(api, own, { visibility: 'invite' });
    const next = `next-${newId(8)}`;
    await api.db.pool.query('update accounts set slug = $2 where id = $1', [own.id, next]);
    for (const rest of ['', `/gallery/${galleryId}`]) {
      const answer = await open(`/p/${own.slug}${rest}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `/p/${next}${rest}`]);
      expect(answer.cache).toBe(CACHED);
    }
    const invited = await open(`/p/${own.slug}/invite/${galleryId}`);
    expect([invited.status, invited.data]).toMatchObject([200, { kind: 'gallery-access', studio: { slug: next } }]);
  });

  it('answers 404 otherwise, with the studio’s name if there is one', async () => {
    for (const [path, name] of [
      ['/p/nobody-here', undefined],
      ['/p/%00', undefined],
      ['/p//nobody-here', undefined],
      ['/p/%ff', undefined],
      ['/gallery/x', undefined],
      ['/wp-login.php', undefined],
      [`/p/${studio.slug}/about`, 'Llum & <Mar>'],
      [`/p/${studio.slug}/gallery/x`, 'Llum & <Mar>'],
      [`/p/${studio.slug}/gallery/${studio.id}${'0'.repeat(16)}`, 'Llum & <Mar>'],
      [`/p/${studio.slug}/gallery/a/b`, 'Llum & <Mar>'],
    ] as const) {
      const page = await open(path);
      expect([path, page.status, page.cache, page.data?.['kind']]).toEqual([path, 404, 'no-store', 'not-found']);
      expect((page.data?.['studio'] as { name: string } | undefined)?.name).toBe(name);
      expect([page.meta('robots'), page.canonical]).toEqual(['noindex', undefined]);
    }
  });
});

describe('a studio’s booking pages', () => {
  it('have a title and list what can be booked, no free times', async () => {
    const page = await open(`/p/${studio.slug.toUpperCase()}/book`, 'ca');
    expect([page.status, page.cache, page.title]).toEqual([200, CACHED, 'Reserva una sessió · Llum &amp; &lt;Mar&gt;']);
    expect(page.data).toMatchObject({ kind: 'book', studio: { slug: studio.slug } });
    expect(page.data).toHaveProperty('offer', null);
    expect([page.canonical, page.meta('robots')]).toEqual([`${ORIGIN}/p/${studio.slug}/book`, undefined]);
    expect(page.meta('description')).toContain('reserva una sessió amb');
    await openBooking(api, studio, { pageText: 'Write first' });
    const id = await offer(api, studio, { price: { price: 12_000, deposit: 0 } });
    await offer(api, studio, { type: { name: 'INTERNAL', is_bookable: false } });
    const offered = await open(`/p/${studio.slug}/book`);
    expect(offered.data).toMatchObject({ offer: { pageText: 'Write first', types: [{ id, price: 12_000 }] } });
    expect(Object.keys(offered.data ?? {}).toSorted()).toEqual(['kind', 'offer', 'studio']);
    expect(offered.text).not.toContain('INTERNAL');
  });

  it('never repeat a link’s token, valid or not', async () => {
    const token = 'T'.repeat(43);
    const page = await open(`/p/${studio.slug}/booking/${token}`);
    expect([page.status, page.cache, page.title]).toEqual([200, 'no-store', 'Your booking · Llum &amp; &lt;Mar&gt;']);
    expect(page.data).toMatchObject({ kind: 'booking', studio: { slug: studio.slug } });
    expect([page.meta('robots'), page.meta('referrer'), page.meta('og:url')]).toEqual([
      'noindex',
      'no-referrer',
      undefined,
    ]);
    expect(page.text).not.toContain(token);
  });

  it('redirect after a slug change, and answer 404 for unknown studios', async () => {
    const own = await makeStudio(api);
    const next = `next-${newId(8)}`;
    await api.db.pool.query('update accounts set slug = $2 where id = $1', [own.id, next]);
    for (const [rest, cache] of [
      ['/book', CACHED],
      [`/booking/${'T'.repeat(43)}`, 'no-store'],
    ] as const) {
      const answer = await open(`/p/${own.slug}${rest}`);
      expect([answer.status, answer.headers.get('location'), answer.cache]).toEqual([301, `/p/${next}${rest}`, cache]);
    }
    for (const rest of ['/book/now', '/booking', '/booking/a/b']) {
      expect([rest, (await open(`/p/${next}${rest}`)).status]).toEqual([rest, 404]);
    }
  });
});

describe('a gallery’s page', () => {
  it('embeds the gallery while anyone with the link may view it', async () => {
    const id = await publishedGallery(api, studio, { name: 'Boda', description: 'Un dia de juny.' });
    const photo = await readyPhoto(api, studio, id);
    const page = await open(`/p/${studio.slug}/gallery/${id}`, 'es');
    expect([page.status, page.cache, page.title]).toEqual([200, CACHED, 'Boda · Llum &amp; &lt;Mar&gt;']);
    expect(page.data).toMatchObject({ kind: 'gallery', gallery: { id }, photos: [{ id: photo.id }] });
    expect(page.text).toContain(`<div id="root"><h1>${id}</h1></div>`);
    expect(page.headers.get('x-open-galleries')).toBe(id);
    expect([page.meta('robots'), page.meta('description')]).toEqual(['noindex', 'Un dia de juny.']);
    await api.db.pool.query(`update galleries set visibility = 'public', description = '' where id = $1`, [id]);
    const listed = await open(`/p/${studio.slug}/gallery/${id}`, 'es');
    expect([listed.meta('robots'), listed.meta('description')]).toEqual([
      undefined,
      '1 foto de Llum &amp; &lt;Mar&gt;.',
    ]);
  });

  it('names its Open Graph image with absolute URL and size', async () => {
    const id = await publishedGallery(api, studio);
    await readyPhoto(api, studio, id);
    expect((await open(`/p/${studio.slug}/gallery/${id}`)).meta('og:image')).toBeUndefined();
    const token = 'A'.repeat(43);
    await insertRow(api.db.pool, 'og_images', { gallery_id: id, account_id: studio.id, token, file_id: newId(24) });
    const page = await open(`/p/${studio.slug}/gallery/${id}`);
    expect(page.meta('og:image')).toBe(`${ORIGIN}/og/${id}/${token}.jpg`);
    expect([page.meta('og:image:width'), page.meta('og:image:height')]).toEqual(['1200', '630']);
    expect(page.meta('og:image:alt')).toMatch(/^A photo from the gallery “.+” by Llum &amp; &lt;Mar&gt;\.$/);
    expect(page.meta('twitter:card')).toBe('summary_large_image');
  });

  it('otherwise names only the studio, and is not cached', async () => {
    for (const [values, access] of [
      [{ visibility: 'password', has_password: true }, 'password_required'],
      [{ visibility: 'invite' }, 'signin_required'],
      [{ status: 'draft', published_at: null }, 'not_published'],
      [{ status: 'hidden', visibility: 'public' }, 'not_published'],
      [{ expires_at: new Date(api.clock.now() - 1) }, 'expired'],
    ] as const) {
      const id = await publishedGallery(api, studio, { ...values, name: 'PRIVATE', description: 'PRIVATE' });
      await readyPhoto(api, studio, id, { filename: 'PRIVATE.jpg' });
      await insertRow(api.db.pool, 'og_images', {
        gallery_id: id,
        account_id: studio.id,
        token: newId(43),
        file_id: newId(24),
      });
      const page = await open(`/p/${studio.slug}/gallery/${id}`);
      expect([page.status, page.cache, page.title]).toEqual([200, 'no-store', 'Llum &amp; &lt;Mar&gt;']);
      expect(page.data).toMatchObject({ kind: 'gallery-access', galleryId: id, access });
      expect(page.headers.get('x-open-galleries')).toBeNull();
      expect(page.text).not.toContain('PRIVATE');
      expect([page.meta('robots'), page.meta('og:image')]).toEqual(['noindex', undefined]);
    }
  });

  it('opens by its readable link, which redirects to the current name while anyone may know it', async () => {
    const id = await publishedGallery(api, studio, { name: 'Clara & Jordi' });
    await readyPhoto(api, studio, id);
    const key = id.slice(-8);
    const path = `/p/${studio.slug}/clara-jordi-${key}`;
    const page = await open(path);
    expect([page.status, page.cache, page.canonical]).toEqual([200, CACHED, ORIGIN + path]);
    expect(page.data).toMatchObject({ kind: 'gallery', gallery: { id } });
    expect((await open(`/p/${studio.slug}/gallery/${id}`)).canonical).toBe(ORIGIN + path);
    await api.db.pool.query(`update galleries set name = 'Sister’s wedding' where id = $1`, [id]);
    const moved = await open(path);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/p/${studio.slug}/sister-s-wedding-${key}`]);
    await api.db.pool.query(`update galleries set visibility = 'invite' where id = $1`, [id]);
    const closed = await open(path);
    expect([closed.status, closed.cache, closed.data]).toMatchObject([
      200,
      'no-store',
      { kind: 'gallery-access', galleryId: id },
    ]);
    expect(closed.text).not.toContain('ister');
  });

  it('finds no gallery by its name alone, by a foreign key or in the trash', async () => {
    const id = await publishedGallery(api, studio, { name: 'Clara', visibility: 'public' });
    const gone = await publishedGallery(api, studio, { name: 'Clara', deleted_at: new Date() });
    const foreign = await makeStudio(api, 'Other');
    for (const path of [
      `/p/${studio.slug}/clara`,
      `/p/${studio.slug}/clara-00000000`,
      `/p/${studio.slug}/clara-${gone.slice(-8)}`,
      `/p/${foreign.slug}/clara-${id.slice(-8)}`,
    ]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
  });

  it('names only the studio on an invite path, also for a public gallery', async () => {
    const id = await publishedGallery(api, studio);
    const page = await open(`/p/${studio.slug}/invite/${id}`);
    expect([page.data, page.meta('robots'), page.cache]).toMatchObject([
      { kind: 'gallery-access', access: 'granted' },
      'noindex',
      'no-store',
    ]);
  });
});

describe('pages', () => {
  it('never set cookies, and never depend on the visitor', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite' });
    const path = `/p/${studio.slug}/gallery/${id}`;
    const asOwner = await api.call('GET', path, { as: studio.owner, account: studio.id, channel: null });
    expect([asOwner.text, asOwner.cookies.size]).toEqual([(await open(path)).text, 0]);
  });

  it('refuse requests that bypass the distribution, and other methods', async () => {
    expect((await api.call('GET', '/', { headers: { 'x-origin-secret': 'x' } })).status).toBe(403);
    expect((await api.call('POST', '/', { channel: null })).status).toBe(405);
  });
});
