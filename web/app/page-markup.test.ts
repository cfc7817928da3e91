import i18next from 'i18next';
import { afterAll, expect, it } from 'vitest';
import type { PublicProposal } from '#core/api/proposals.ts';
import type { PublicPhoto, PublicStudio } from '#core/api/public.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import type { GalleryDesign } from '#core/domain/galleries/galleries.ts';
import { DEFAULT_THEME } from '#core/domain/branding/theme.ts';
import type { PageData } from '#core/api/page-data.ts';
import { renderInvitation, renderMarkup, renderSignIn } from './page-markup.tsx';

// Other tests of this process expect the first language.
afterAll(() => i18next.changeLanguage('en'));

const studio = {
  slug: 'marta',
  name: 'Marta & <Co>',
  language: 'ca',
  timeZone: 'Europe/Madrid',
  bio: '',
  email: 'hola@marta.example',
  phone: '',
  address: '',
  website: '',
  privacyNotice: '',
  socialMedia: [],
  logoUrl: '',
  logoDarkUrl: '',
  theme: { ...DEFAULT_THEME, updatedAt: 0 },
} satisfies PublicStudio;
const photos: PublicPhoto[] = Array.from({ length: 40 }, (_, index) => ({
  id: `photo${index}`,
  fileId: `file${index}`,
  filename: `IMG_${index}.jpg`,
  width: 3000,
  height: 2000,
  thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
  bytes: {},
}));
const gallery: PageData = {
  kind: 'gallery',
  studio,
  gallery: {
    id: 'gallery1',
    name: 'Clara & Jordi',
    description: 'Thank you.',
    date: Date.UTC(2026, 8, 12),
    photoCount: 40,
    cover: photos[0]!,
    visibility: 'public',
    coverStyle: 'band',
    design: {},
    expiresAt: 0,
    downloads: { original: true, web: true, pin: false },
    sections: [{ id: null, name: '', photoCount: 40 }],
  },
  booking: true,
  photos,
};
const PATH = '/p/marta/gallery/gallery1';

it('renders title, text, cover, first photos and contact of a gallery in each language', async () => {
  for (const [language, date] of [
    ['en', '12 September 2026'],
    ['es', '12 de septiembre de 2026'],
    ['ca', '12 de setembre del 2026'],
  ] as const) {
    const { html, texts } = (await renderMarkup(gallery, PATH, language))!;
    expect(html).toContain('Clara &amp; Jordi</h1>');
    expect(html).toContain('Thank you.');
    expect(html).toContain(`<span>${date}</span>`);
    expect(html).toContain('href="mailto:hola@marta.example"');
    expect(html).toContain('href="/p/marta/book"');
    expect(html.match(/srcSet="\/api\/images\/gallery1\/file/g)?.length).toBeGreaterThan(5);
    expect(html).not.toContain('opacity-0');
    expect(Object.keys(texts)).toEqual([language]);
  }
});

it('shows the menu of the studio’s website in the page’s language, as a row and as a list for phones', async () => {
  const item = (title: string, href: string) => [{ title, href }];
  const menu = { en: item('Prices', '/p/marta/en/prices'), es: [], ca: item('Preus', '/p/marta/prices') };
  for (const data of [gallery, { kind: 'booking', studio }] as PageData[]) {
    const path = data.kind === 'gallery' ? PATH : '/p/marta/booking/TOKEN';
    const { html } = (await renderMarkup({ ...data, menu }, path, 'ca'))!;
    expect(html.match(/<a href="\/p\/marta\/prices"[^>]*>Preus<\/a>/g)).toHaveLength(2);
    expect(html).not.toContain('Prices');
    expect((await renderMarkup(data, path, 'ca'))!.html).not.toContain('studio-nav');
  }
});

it.each([
  ['whole', 'aspect-ratio:1.5'],
  ['band', 'height:min(70svh, 125vw, 133.3vw)'],
  ['title', 'height:min(86svh, 125vw, 133.3vw)'],
] as const)('renders the cover style %s with its height and a first paint by width', async (coverStyle, height) => {
  const cover = { ...photos[0]!, focal: { x: 0.25, y: 0.8 } };
  const styled = { ...gallery, gallery: { ...gallery.gallery, coverStyle, cover } } as PageData;
  const { html } = (await renderMarkup(styled, PATH, 'en'))!;
  expect(html).toContain('--focal:25% 80%');
  expect(html).toContain(height);
  expect(html).toContain('sizes="(max-width: 40rem) 60vw, 100vw"');
});

it.each([
  ['full', 'data-theme="dark"', 'min(92svh, 170vw, 133.3vw)'],
  ['split', 'md:flex-row-reverse', 'max(66.7vw, 30rem)'],
  ['frame', 'items-center text-center', 'min(70svh'],
] as const)('renders the cover style %s', async (coverStyle, mark, height) => {
  const styled = { ...gallery, gallery: { ...gallery.gallery, coverStyle } } as PageData;
  const { html } = (await renderMarkup(styled, PATH, 'en'))!;
  expect(html).toContain(mark);
  expect(html).toContain(height);
});

it('lays the photos out by the gallery’s design', async () => {
  const widths = async (design: GalleryDesign) => {
    const { html } = (await renderMarkup({ ...gallery, gallery: { ...gallery.gallery, design } }, PATH, 'en'))!;
    return new Set([...html.matchAll(/;width:([\d.]+)cqw/g)].map(([, width]) => Math.round(Number(width))));
  };
  expect(await widths({ layout: 'columns', spacing: 'compact' })).toEqual(new Set([50]));
  expect(await widths({ photoSize: 'large' })).toEqual(new Set([100]));
});

it('renders no cover if the gallery hides it', async () => {
  const hidden = { ...gallery, gallery: { ...gallery.gallery, coverStyle: 'none' } } as PageData;
  expect((await renderMarkup(hidden, PATH, 'en'))!.html).not.toContain('alt="Cover photo"');
});

it('renders the studio page, whose script is a lazy part', async () => {
  const data: PageData = { kind: 'studio', studio, galleries: [], booking: false, contact: null };
  const { html } = (await renderMarkup(data, '/p/marta', 'en'))!;
  expect(html).toContain('Marta &amp; &lt;Co&gt;</h1>');
});

it.each([
  ['password_required', 'Esta galería está protegida con contraseña</h1>'],
  ['signin_required', '</h1>'],
  ['not_published', '</h1>'],
  ['expired', '</h1>'],
  ['revoked', '</h1>'],
] as const)('renders the access page of a gallery: %s', async (access, title) => {
  const data: PageData = { kind: 'gallery-access', studio, galleryId: 'gallery1', access };
  const { html } = (await renderMarkup(data, PATH, 'es'))!;
  expect(html).toContain(title);
  expect(html).toContain('Marta &amp; &lt;Co&gt;');
  expect(html).toContain('href="mailto:hola@marta.example');
  expect(html.includes('type="password"')).toBe(access === 'password_required');
  // Without a name a password is never sent into an address, should the form be used before the script arrives.
  expect(html).not.toMatch(/<input[^>]* name=/);
});

it('returns null for a page that its script decides', async () => {
  const locked = { kind: 'gallery-access', studio, galleryId: 'gallery1' } as const;
  expect(await renderMarkup({ ...locked, access: 'granted' }, PATH, 'en')).toBeNull();
  expect(await renderMarkup({ ...locked, access: 'expired' }, '/p/marta/invite/gallery1', 'en')).toBeNull();
});

const type = { id: 'type1', name: 'Portrait', description: 'In the park', duration: 90, maxClients: 1 };
const offer = {
  accountId: '0123456789',
  currency: 'EUR',
  pageText: 'Write to me first.',
  horizonDays: 60,
  offersDated: true,
  types: [
    {
      ...type,
      photographerId: null,
      requiresApproval: true,
      needsAddress: false,
      asksSecondPerson: false,
      price: 12_000,
      deposit: null,
      payNow: null,
      cancellation: null,
    },
  ],
};

it('renders bookable session types with duration and price, and how to book without scripts', async () => {
  const { html, texts } = (await renderMarkup({ kind: 'book', studio, offer }, '/p/marta/book', 'en'))!;
  expect(html).toContain('Book a session</h1>');
  expect(html).toMatch(/noscript:hidden" href="\/p\/marta\/book\?type=type1"[^>]*>Portrait/);
  expect(html).toMatch(/hidden noscript:inline">Portrait/);
  expect(html).toMatch(/1½ h|1\.5 h|1 h 30|90 min/);
  expect(html).toContain('€120');
  expect(html).toMatch(/noscript:flex.*href="mailto:hola@marta\.example"/s);
  expect(Object.keys(texts.en ?? {})).toContain('booking');
});

it('renders the picture of a session type, the cover for others, and no pictures if no type has one', async () => {
  const [own, cover] = ['/logos/a1/own-1920x1280.jpg', '/logos/a1/cover-1920x1280.jpg'];
  const [first] = offer.types;
  const rowsOf = async (picture: string | null) => {
    const types = [
      { ...first!, picture },
      { ...first!, id: 'type2' },
    ];
    const data = { kind: 'book', studio: { ...studio, coverPhoto: cover }, offer: { ...offer, types } } as const;
    const { html } = (await renderMarkup(data, '/p/marta/book', 'en'))!;
    return html.match(/<li class="relative.*?<\/li>/gs)!.map((row) => /src="\/api([^"]+)"/.exec(row)?.[1]);
  };
  expect(await rowsOf(own)).toEqual([own, cover]);
  expect(await rowsOf(null)).toEqual([undefined, undefined]);
});

it('renders whom to contact if a studio takes no bookings', async () => {
  const { html } = (await renderMarkup({ kind: 'book', studio, offer: null }, '/p/marta/book', 'ca'))!;
  expect(html).toContain('href="mailto:hola@marta.example');
});

it('renders a client’s booking as a shell without its token', async () => {
  const { html } = (await renderMarkup({ kind: 'booking', studio }, '/p/marta/booking/SECRET', 'en'))!;
  expect(html).toContain('Marta &amp; &lt;Co&gt;');
  expect(html).not.toContain('SECRET');
});

/** A proposal with a package to choose, something included, and an add-on. */
const proposal: PublicProposal = {
  id: '0'.repeat(20),
  state: 'proposed',
  title: 'Your wedding',
  message: 'We would love to be there.',
  clientName: 'Núria Pla',
  currency: 'EUR',
  lines: [
    ['full', 'Full day', 'one_of', 240_000],
    ['half', 'Half day', 'one_of', 150_000],
    ['travel', 'Travel', 'fixed', 10_000],
    ['album', 'Album', 'optional', 45_000],
  ].map(([id, title, choice, unitAmount], position) => ({
    id: String(id),
    position,
    title: String(title),
    description: '',
    quantity: 1,
    unitAmount: Number(unitAmount),
    choice: choice as 'fixed',
    groupName: choice === 'one_of' ? 'Coverage' : '',
    withdrawal: null,
    isChosen: false,
  })),
  discountAmount: 0,
  discountPercent: 0,
  plan: [],
  validUntil: Date.UTC(2031, 4, 1),
  session: {
    type: 'Wedding',
    start: Date.UTC(2031, 5, 7, 10),
    end: Date.UTC(2031, 5, 7, 20),
    place: 'Cadaqués',
    isFree: true,
    cancellation: null,
  },
  offersDated: true,
  hasContract: false,
  canAccept: true,
  accepted: null,
};

it('renders a proposal that can be read without a script', async () => {
  const data: PageData = { kind: 'proposal', studio, proposal };
  const { html, texts } = (await renderMarkup(data, '/p/marta/proposal/SECRET', 'en'))!;
  expect(html).toContain('Your wedding</h1>');
  expect(html).toContain('We would love to be there.');
  for (const text of [
    'Coverage',
    'Full day',
    '€2,400',
    'Included',
    'Travel',
    '+ €450',
    'You can withdraw without giving a reason, within 14 days of the contract',
    'Saturday, 7 June 2031, 12:00–22:00 (Madrid)',
  ])
    expect(html).toContain(text);
  expect(html).toMatch(/noscript:flex.*href="mailto:hola@marta\.example"/s);
  expect(Object.keys(texts.en ?? {})).toEqual(expect.arrayContaining(['booking', 'proposal']));
  expect((await renderMarkup(data, '/p/marta/proposal/SECRET', 'ca'))!.html).toContain('Inclòs');
});

it.each([
  ['lapsed', 'This proposal has expired'],
  ['declined', 'declined this proposal'],
  ['draft', 'isn’t open'],
] as const)('renders how to reach the studio about a proposal that is %s', async (state, title) => {
  const data: PageData = { kind: 'proposal', studio, proposal: { ...proposal, state } };
  const { html } = (await renderMarkup(data, '/p/marta/proposal/SECRET', 'en'))!;
  expect(html).toContain(title);
  expect(html).toContain('href="mailto:hola@marta.example');
});

it('renders a proposal of an unknown link as a shell without its token', async () => {
  const data: PageData = { kind: 'proposal', studio, proposal: null };
  const { html } = (await renderMarkup(data, '/p/marta/proposal/SECRET', 'en'))!;
  expect(html).toContain('Marta &amp; &lt;Co&gt;');
  expect(html).not.toContain('SECRET');
});

it('renders a contact form that works without a script, and the thanks instead of it', async () => {
  const types = [{ id: '0'.repeat(20), name: 'Portrait <&>' }];
  const data: PageData = { kind: 'studio', studio, galleries: [], booking: false, contact: { types } };
  const { html, texts } = (await renderMarkup(data, '/p/marta', 'es'))!;
  expect(html).toContain('action="/api/p/marta/contact" method="post"');
  expect(html).toContain('Portrait &lt;&amp;&gt;');
  expect(html).toContain('name="language" value="es"');
  expect(texts.es).toHaveProperty('contact');
  const sent = (await renderMarkup({ ...data, sent: true }, '/p/marta/sent', 'es'))!.html;
  expect(sent).toContain('Mensaje enviado');
  expect(sent).not.toContain('<form');
});

it('renders the landing page with a demo and legal pages only where the stage has them', async () => {
  const operator = { name: 'Ada & <Co>', address: 'Main St 1', email: 'ada@albumen.test' };
  const full = (await renderMarkup({ kind: 'landing', demo: '/p/marta', operator, billingFrom: null }, '/', 'es'))!;
  expect(full.html).toContain('href="/p/marta"');
  expect(full.html).toContain('href="/privacy"');
  expect(full.html).toMatch(/<source type="image\/avif"/);
  expect(Object.keys(full.texts.es ?? {})).not.toContain('legal');
  const bare = (await renderMarkup({ kind: 'landing', demo: null, operator: null, billingFrom: null }, '/', 'en'))!;
  expect(bare.html).not.toMatch(/href="\/(p|privacy|terms)/);
});

it.each([
  ['2026-01', true],
  [null, false],
] as const)('names prices from %s “Pay for what you use”: %s', async (billingFrom, isPaid) => {
  const data = { kind: 'landing', demo: null, operator: null, billingFrom } as const;
  const { html } = (await renderMarkup(data, '/', 'en'))!;
  expect([html.includes('Pay for what you use'), html.includes('Nothing is charged')]).toEqual([isPaid, !isPaid]);
});

it.each(['terms', 'privacy'] as const)(
  'renders the %s with the operator, complete in each language',
  async (document) => {
    const operator = { name: 'Ada & <Co>', address: 'Main St 1', email: 'ada@albumen.test' };
    for (const language of LANGUAGES) {
      const { html } = (await renderMarkup({ kind: 'legal', document, operator }, `/${document}`, language))!;
      expect(html).toContain('Ada &amp; &lt;Co&gt;, Main St 1');
      expect(html).not.toMatch(/\{\{|legal:|\.title|\.text</);
    }
  },
);

const config = {
  supabaseUrl: 'https://auth.test',
  supabaseAnonKey: 'anon',
  zeroUrl: 'https://albumen.test/zero',
  authProviders: ['google'],
  phoneSignIn: false,
  captchaSiteKey: null,
} as const;

it.each([
  ['signin', 'Inicia sesión', 'current-password'],
  ['signup', 'Crea tu cuenta', 'new-password'],
  ['link', '</h1>', null],
  ['forgot', '</h1>', null],
  ['reset', 'contraseña', 'new-password'],
] as const)('renders the form %s, which waits for its script', (mode, title, autoComplete) => {
  const { html, texts } = renderSignIn(mode, 'es', config);
  expect(html).toContain(title);
  expect(html).toMatch(/<form data-waiting=""/);
  expect(html.includes('type="password"')).toBe(autoComplete !== null);
  if (autoComplete) expect(html).toContain(`autoComplete="${autoComplete}"`);
  expect(html.includes('Google')).toBe(mode === 'signin' || mode === 'signup');
  // Without a name a password is never sent into an address, should the form be used before the script arrives.
  expect(html).not.toMatch(/<input[^>]* name=/);
  expect(html).toMatch(/noscript:block[^>]*>[^<]*JavaScript/);
  expect(Object.keys(texts.es!)).toEqual(['common', 'errors', 'auth']);
});

it('renders an invitation whose links lead back to it', () => {
  const path = '/app/join/an-invitation';
  const invite = { studio: 'Marta & <Co>', role: 'assistant', email: 'ada@example.org', invitedBy: 'Marta' } as const;
  const { html, title } = renderInvitation(invite, path, 'en');
  expect(title).toBe('Join Marta & <Co>');
  expect(html).toContain('Your role: Assistant');
  expect([...html.matchAll(/href="(\/app\/auth[^"]*)"/g)].map(([, href]) => href)).toEqual(
    ['/app/auth/signup', '/app/auth'].map((to) => `${to}?email=ada%40example.org&amp;next=${encodeURIComponent(path)}`),
  );
  expect(renderInvitation('invite_used', path, 'es').html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
});
