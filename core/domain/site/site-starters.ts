import type { ThemeValues } from '../branding/theme.ts';
import { type Language, LANGUAGES } from '../values/languages.ts';
import type { Row } from './page-rows.ts';
import { isPathOf, type PageSettings } from './pages.ts';
import { makeKit, type Parts, PhotoChooser, type StarterStudio } from './site-starters/kit.ts';
import type { Look } from './site-starters/look.ts';
import { bold } from './site-starters/looks/bold.ts';
import { classic } from './site-starters/looks/classic.ts';
import { editorial } from './site-starters/looks/editorial.ts';
import { minimal } from './site-starters/looks/minimal.ts';
import { modern } from './site-starters/looks/modern.ts';
import { story } from './site-starters/looks/story.ts';
import { contact, PAGE_KEYS, type PageKey, prices, questions, type Site } from './site-starters/sections.ts';
import { DESCRIPTIONS, HEADINGS, INTROS, named, type Texts, TITLES } from './site-starters/texts.ts';

/*
 * First pages of a studio's website: six looks, one for each template, filled with what the studio has. Nothing is made
 * up: a section without content is left out.
 */

const LOOKS: Readonly<Record<ThemeValues['template'], Look>> = {
  modern,
  classic,
  editorial,
  minimal,
  bold,
  story,
};

export type { StarterStudio } from './site-starters/kit.ts';
export { starterTheme } from './site-starters/themes.ts';

export interface StarterPage {
  id: string;
  path: string;
  title: string;
  description: string;
  layout: string;
  rows: Row[];
  settings: PageSettings;
  order: number;
}

const PATHS: Readonly<Record<PageKey, Texts>> = {
  home: { en: 'home', es: 'inicio', ca: 'inici' },
  portfolio: { en: 'portfolio', es: 'portfolio', ca: 'portfoli' },
  about: { en: 'about', es: 'quienes-somos', ca: 'qui-som' },
  prices: { en: 'prices', es: 'precios', ca: 'preus' },
  questions: { en: 'questions', es: 'preguntas', ca: 'preguntes' },
  contact: { en: 'contact', es: 'contacto', ca: 'contacte' },
};

/**
 * Returns the pages of a look, the home page first.
 * @param template null for an empty home page
 * @param homePath path of the home page, if the studio has chosen one
 * @param makeId returns a new id with each call
 */
export function starterPages(
  template: ThemeValues['template'] | null,
  studio: StarterStudio,
  homePath: string,
  makeId: () => string,
): StarterPage[] {
  const look = template && LOOKS[template];
  const keys = look ? PAGE_KEYS.filter((key) => hasPage(key, look, studio)) : (['home'] as const);
  const ids = new Map<PageKey, string>(keys.map((key) => [key, makeId()]));
  const photos = new PhotoChooser(studio.photos);
  const link = (key: PageKey) => (ids.has(key) ? `page:${ids.get(key)!}` : null);
  const site: Site = { kit: makeKit(makeId), studio, photos, link };
  const taken = new Set<string>();
  return keys.map((key, order) => {
    photos.nextPage();
    const rows = look ? rowsOf(key, look, site) : [];
    const path = freePath(key === 'home' && isPathOf('page', homePath) ? homePath : PATHS[key][studio.language], taken);
    return {
      id: ids.get(key)!,
      path,
      title: TITLES[key][studio.language],
      description: named(DESCRIPTIONS[key], studio.name)[studio.language],
      layout: 'default',
      rows,
      settings: settingsOf(key, studio, rows),
      order,
    };
  });
}

function hasPage(key: PageKey, look: Look, { galleries, bio, booking }: StarterStudio): boolean {
  if (key === 'home') return true;
  if (look.onePage) return false;
  if (key === 'portfolio') return galleries.length > 0;
  if (key === 'about') return bio !== '';
  return key !== 'prices' || booking;
}

function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
  taken.add(free);
  return free;
}

function rowsOf(key: PageKey, look: Look, site: Site): Row[] {
  const text = (title: Texts, intro: Texts | undefined, content: Parts) =>
    look.text?.(site, title, intro, content) ?? [
      look.title(site, title, intro),
      site.kit.single(look.body, ...content),
    ];
  switch (key) {
    case 'home':
      return look.home(site);
    case 'portfolio':
      return [look.title(site, TITLES.portfolio, INTROS.portfolio), ...look.portfolio(site)];
    case 'about':
      return [look.title(site, TITLES.about), ...look.about(site)];
    case 'prices':
      return text(HEADINGS.prices, INTROS.prices, prices(site));
    case 'questions':
      return text(HEADINGS.questions, undefined, [questions(site)]);
    case 'contact':
      return text(HEADINGS.contact, INTROS.contact, contact(site));
  }
}

function settingsOf(key: PageKey, { language, name }: StarterStudio, rows: readonly Row[]): PageSettings {
  const others = LANGUAGES.filter((one) => one !== language);
  const textsIn = (one: Language) => ({ title: TITLES[key][one], description: named(DESCRIPTIONS[key], name)[one] });
  const photoId = firstPhotoId(rows);
  return {
    // The studio's name in the header leads home.
    menu: key !== 'home',
    translations: Object.fromEntries(others.map((one) => [one, textsIn(one)])),
    ...(photoId && { photoId }),
  };
}

/** Returns the first photo of the rows, for link previews. */
function firstPhotoId(rows: readonly Row[]): string | null {
  const image = rows
    .flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks))
    .find(({ kind, photoId }) => kind === 'image' && photoId);
  return (image?.['photoId'] as string | undefined) ?? null;
}
