import { makeKit, richOf } from '#core/domain/site/site-starters/kit.ts';
import type { ContentPage } from '#core/domain/site/site.ts';
import { DEMO_GALLERIES, DEMO_PROFILE } from '../content.ts';
import type { DemoIds } from '../demo-ids.ts';
import type { SceneName } from '../scenes.ts';
import { ABOUT, CONTACT, HOME, PAGES, POST, PRICES, QUESTIONS, type Texts, WORK } from './texts.ts';

/** Alternative texts of the demo's photos, by scene. */
const SCENE_ALTS: Readonly<Record<SceneName, Texts>> = {
  mountains: {
    en: 'Mountain ridges behind each other in the haze',
    es: 'Crestas de montañas, unas detrás de otras, en la bruma',
    ca: 'Carenes de muntanyes, les unes darrere les altres, en la boira',
  },
  sea: {
    en: 'The sun low over a calm sea',
    es: 'El sol bajo sobre un mar en calma',
    ca: 'El sol baix sobre un mar en calma',
  },
  forest: {
    en: 'Tree trunks in a light mist',
    es: 'Troncos de árboles en una niebla ligera',
    ca: 'Troncs d’arbres en una boira lleugera',
  },
  windowLight: {
    en: 'Light of a window on a plain wall',
    es: 'La luz de una ventana sobre una pared lisa',
    ca: 'La llum d’una finestra sobre una paret llisa',
  },
  stillLife: {
    en: 'Ceramic vases and fruit on a table',
    es: 'Jarrones de cerámica y fruta sobre una mesa',
    ca: 'Gerros de ceràmica i fruita sobre una taula',
  },
  dunes: {
    en: 'Dunes with long shadows',
    es: 'Dunas con sombras largas',
    ca: 'Dunes amb ombres llargues',
  },
  night: {
    en: 'Stars over dark hills with one lamp',
    es: 'Estrellas sobre colinas oscuras con una lámpara',
    ca: 'Estrelles sobre turons foscos amb un llum',
  },
};

type Key = keyof typeof PAGES;
type DemoPage = Omit<ContentPage, 'updatedAt'>;

/** Day of the journal's post. */
const POSTED_AT = Date.UTC(2026, 8, 20, 9);

/** Returns the pages of the demo's website and a post of its journal, with the photos of its public gallery. */
export function demoPages(ids: DemoIds): DemoPage[] {
  const coast = DEMO_GALLERIES[0]!;
  const galleryId = ids.gallery(coast.key);
  const pageId = (key: Key) => ids.page(key);
  const link = (key: Key) => `page:${pageId(key)}`;
  const photo = (index: number) => {
    const { filename, scene } = coast.photographs[index]!;
    return { photoId: ids.photo(coast.key, filename), alt: SCENE_ALTS[scene] };
  };
  const page = (key: Key, order: number, make: (kit: ReturnType<typeof makeKit>) => DemoPage['rows']): DemoPage => {
    let made = 0;
    const kit = makeKit(() => ids.page(`${key} ${made++}`));
    const { path, title, description } = PAGES[key];
    const textsIn = (language: 'es' | 'ca') => ({ title: title[language], description: description[language] });
    const isPost = key === 'post';
    return {
      id: pageId(key),
      path,
      title: title.en,
      description: description.en,
      layout: 'default',
      order,
      rows: make(kit),
      settings: {
        menu: key !== 'home' && !isPost,
        translations: { es: textsIn('es'), ca: textsIn('ca') },
        photoId: photo(isPost ? 1 : 0).photoId,
        ...(isPost && { kind: 'post', date: POSTED_AT }),
      },
    };
  };
  return [
    page('home', 0, (kit) => {
      const { row, cell, single, block, heading, text, button } = kit;
      return [
        row(
          { width: 'wide', spacing: 'medium', align: 'middle' },
          cell(
            5,
            heading(HOME.title, 1),
            text(HOME.intro),
            button(HOME.book, 'book'),
            button(HOME.toWork, link('work'), 'quiet'),
          ),
          cell(7, block('image', { ...photo(0), ratio: 'landscape' })),
        ),
        single(
          { width: 'wide', background: 'tint' },
          heading(HOME.work),
          block('gallery', {
            mode: 'picked',
            photos: [1, 2, 9, 17, 6, 16].map(photo),
            columns: 3,
            layout: 'grid',
          }),
        ),
        single(
          { width: 'narrow', spacing: 'large' },
          block('quote', { text: HOME.quote, author: { en: 'Clara Llum', es: 'Clara Llum', ca: 'Clara Llum' } }),
        ),
        row(
          { width: 'wide', align: 'middle' },
          cell(5, block('image', { ...photo(11), ratio: 'portrait' })),
          cell(7, heading(HOME.about), text(HOME.aboutText), button(HOME.toAbout, link('about'), 'quiet')),
        ),
        single({ width: 'wide' }, heading(HOME.journal), block('posts', { count: 3 })),
        single(
          { background: 'accent', width: 'wide', spacing: 'large' },
          heading(HOME.closing),
          text(HOME.closingText),
          block('booking', { label: HOME.book }),
        ),
      ];
    }),
    page('work', 1, ({ row, cell, single, block, heading, text }) => [
      row({ width: 'standard', align: 'bottom' }, cell(5, heading(PAGES.work.title, 1)), cell(7, text(WORK.intro))),
      single(
        { width: 'full', spacing: 'small' },
        block('slideshow', { photos: [3, 4, 13, 18, 22].map(photo), ratio: 'landscape' }),
      ),
      single(
        { width: 'standard' },
        heading(HOME.work),
        block('gallery', { mode: 'live', galleryId, count: 18, columns: 3, layout: 'masonry' }),
      ),
    ]),
    page('about', 2, ({ row, cell, single, block, heading, text, button }) => [
      row(
        { align: 'middle' },
        cell(7, heading(ABOUT.title, 1), text(ABOUT.text)),
        cell(5, block('image', { ...photo(8), ratio: 'portrait' })),
      ),
      single(
        { background: 'tint', spacing: 'large' },
        heading(ABOUT.how),
        block('text', { body: stepsOf(ABOUT.steps) }),
        button(ABOUT.write, link('contact'), 'quiet'),
      ),
    ]),
    page('prices', 3, ({ single, block, heading, text, button }) => [
      single({}, heading(PAGES.prices.title, 1), text(PRICES.intro)),
      single({ spacing: 'small' }, block('prices', { mode: 'live' }), block('booking', { label: HOME.book })),
      single({ background: 'tint' }, text(PRICES.note), button(PRICES.quote, link('contact'), 'quiet')),
    ]),
    page('questions', 4, ({ single, block, heading }) => [
      single({ width: 'narrow' }, heading(PAGES.questions.title, 1)),
      single(
        { width: 'narrow', spacing: 'small' },
        block('faq', {
          items: QUESTIONS.map(({ question, answer }) => ({ question, answer: richOf(answer) as never })),
        }),
      ),
    ]),
    page('contact', 5, ({ row, cell, block, heading, text }) => [
      row(
        {},
        cell(5, heading(CONTACT.title, 1), text(CONTACT.text)),
        cell(7, block('contact', { form: true, address: false }), block('map', { address: DEMO_PROFILE.address })),
      ),
    ]),
    page('post', 6, ({ single, block, heading, text, button }) => [
      single({ width: 'wide', spacing: 'small' }, block('image', { ...photo(1), ratio: 'wide' })),
      single({ width: 'narrow' }, text(POST.start)),
      single(
        { spacing: 'small' },
        block('gallery', { mode: 'picked', photos: [0, 5, 10].map(photo), columns: 3, layout: 'grid' }),
      ),
      single({ width: 'narrow' }, heading(POST.noon), text(POST.noonText)),
      single({ spacing: 'small' }, block('image', { ...photo(13), ratio: 'landscape' })),
      single({ width: 'narrow' }, text(POST.end), button(POST.toGallery, `gallery:${galleryId}`, 'quiet')),
    ]),
  ];
}

function stepsOf(steps: readonly Texts[]) {
  const list = (language: keyof Texts) => [
    { type: 'list' as const, ordered: true as const, items: steps.map((step) => [{ text: step[language] }]) },
  ];
  return { en: list('en'), es: list('es'), ca: list('ca') };
}
