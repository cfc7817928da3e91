import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { starterPages, type StarterStudio } from '#core/domain/site/site-starters.ts';
import { readTheme, type ThemeValues } from '#core/domain/branding/theme.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { newId } from '../support/rows.ts';

const studio = await mutatorStudio('admin');
const { office, ctx, query, members } = studio;
afterAll(() => studio.close());

const STUDIO: StarterStudio = {
  name: 'Atelier Llum',
  language: 'es',
  bio: 'Clara fotografía lugares tranquilos.',
  address: '',
  galleries: [],
  photos: [],
  booking: false,
  posts: false,
  contactForm: true,
};
type Template = ThemeValues['template'] | null;
const startArgs = (template: Template, replaces: string[] = [], homePath = '') => {
  const pages = starterPages(template, STUDIO, homePath, newId);
  return { savedId: newId(), template, replaces, pages, now: CLIENT };
};
const mutate = (name: string, args: object, as = ctx) => office.mutate(name, args as never, as);
const paths = async () => (await query('select path from pages order by "order", path')).map(({ path }) => path);
const pageIds = async () => (await query('select id from pages')).map(({ id }) => id as string);
const defaultPage = async () => (await query('select default_page as path from cms_settings'))[0]?.['path'];
const theme = async () => {
  const rows = await query("select key, value from settings where starts_with(key, 'theme.')");
  return readTheme((key) => rows.find((row) => row['key'] === key)?.['value']);
};

beforeEach(async () => {
  for (const table of ['site_releases', 'pages', 'cms_settings', 'settings', 'outbox'])
    await query(`delete from ${table}`);
});

describe('starting a site', () => {
  it('creates all pages of the look, its theme and its first page, and purges the studio’s pages', async () => {
    expect(await mutate('site.start', startArgs('bold'))).toBe('done');
    expect(await paths()).toEqual(['inicio', 'quienes-somos', 'preguntas', 'contacto']);
    expect(await defaultPage()).toBe('inicio');
    expect(await theme()).toMatchObject({ template: 'bold', headingFont: 'Space Grotesk', updatedAt: NOW });
    expect(await query("select from outbox where kind = 'cdn.purge'")).toHaveLength(1);
    expect(await query('select from site_releases')).toEqual([]);
  });

  it('creates nothing if one page is refused', async () => {
    const args = startArgs('modern');
    args.pages.at(-1)!.path = 'inicio';
    expect(await mutate('site.start', args)).toBe('conflict');
    expect([await paths(), await defaultPage(), (await theme()).updatedAt]).toEqual([[], undefined, 0]);
  });

  it('is refused a second time, and in another window at the same moment', async () => {
    const once = startArgs('modern');
    const outcomes = await Promise.all([mutate('site.start', once), mutate('site.start', startArgs('story'))]);
    expect(outcomes.toSorted()).toEqual(['conflict', 'done']);
    const kept = await pageIds();
    expect(await mutate('site.start', once)).toBe('conflict');
    expect((await pageIds()).toSorted()).toEqual(kept.toSorted());
  });

  it('keeps the colours that a studio has chosen', async () => {
    const chosen = { ...(await theme()), primaryColor: '#123456', headingFont: 'Lora' };
    const { updatedAt: _time, ...values } = chosen;
    expect(await mutate('settings.setTheme', { theme: values, now: CLIENT })).toBe('done');
    await mutate('site.start', startArgs('story'));
    expect(await theme()).toMatchObject({ template: 'story', primaryColor: '#123456', headingFont: 'Lora' });
  });

  it('by a photographer leaves the theme to those who may change it', async () => {
    const as = memberContext(members, 'photographer', () => NOW);
    expect(await mutate('site.start', startArgs('bold'), as)).toBe('done');
    expect([await theme(), await defaultPage()]).toMatchObject([{ template: 'modern', updatedAt: 0 }, 'inicio']);
  });

  it('over keeps posts and the first page’s address, and the former pages as a release', async () => {
    const post = {
      id: newId(),
      path: 'journal/a-day',
      title: 'A day',
      settings: { kind: 'post' },
      order: 9,
      now: CLIENT,
    };
    await mutate('pages.create', post);
    await mutate('pages.create', { id: newId(), path: 'mine', title: 'Mine', order: 1, now: CLIENT });
    await mutate('site.update', { changes: { defaultPage: 'mine' }, now: CLIENT });
    const replaces = (await pageIds()).filter((id) => id !== post.id);
    const args = startArgs('classic', replaces, 'mine');
    expect(await mutate('site.start', args)).toBe('done');
    expect(await paths()).toEqual(['mine', 'quienes-somos', 'preguntas', 'contacto', 'journal/a-day']);
    expect(await defaultPage()).toBe('mine');
    const [saved] = await query('select id, kind, pages from site_releases');
    expect(saved).toMatchObject({
      id: args.savedId,
      kind: 'saved',
      pages: [{ path: 'mine' }, { path: 'journal/a-day' }],
    });
  });
});
