import { type Block } from '../page-blocks.ts';
import { COLUMNS, type Row, type RowLook } from '../page-rows.ts';
import { JOURNAL } from '../site-links.ts';
import { type Kit, type Parts, type PhotoChooser, richOf, type StarterStudio } from './kit.ts';
import { BUTTONS, HEADINGS, INTROS, QUESTIONS, STEPS, type Texts } from './texts.ts';

/* Sections that the looks share. */

export const PAGE_KEYS = ['home', 'portfolio', 'about', 'prices', 'questions', 'contact'] as const;
export type PageKey = (typeof PAGE_KEYS)[number];

/** A site while its pages are made. */
export interface Site {
  kit: Kit;
  studio: StarterStudio;
  photos: PhotoChooser;
  /** Link to a page; null if the site has none of that kind. */
  link(page: PageKey): string | null;
}

/** A button to a page of the site; null without that page. */
export function pageButton(
  site: Site,
  page: keyof typeof BUTTONS & PageKey,
  style: 'primary' | 'quiet' = 'quiet',
  align?: 'center',
): Block | null {
  const link = site.link(page);
  return link === null ? null : site.kit.button(BUTTONS[page], link, style, align);
}

/** The site's main button: to book where booking is open, else to write. */
export function mainButton(site: Site, align?: 'center'): Block | null {
  if (site.studio.booking) return site.kit.button(BUTTONS.book, 'book', 'primary', align);
  return pageButton(site, 'contact', 'primary', align);
}

/** The first paragraph of the studio's text about itself; a sentence for everybody without one. */
export function introOf({ studio }: Site): Texts | string {
  const [first = ''] = studio.bio.split(/\n\s*\n/);
  return first.trim() || (studio.photos.length > 0 ? INTROS.look : INTROS.plan);
}

/** A sentence for the first row of a home page. */
export const welcomeOf = ({ studio }: Site): Texts => (studio.photos.length > 0 ? INTROS.look : INTROS.plan);

type ImageRatio = 'original' | 'square' | 'portrait' | 'landscape' | 'wide';

/** An image with a photo of the studio; null if the page shows all of them already. */
export function image({ kit, photos }: Site, ratio: ImageRatio): Block | null {
  const photoId = photos.take(ratio === 'portrait' ? 'portrait' : 'landscape');
  return photoId === null ? null : kit.block('image', { photoId, ratio });
}

/** A grid of the studio's photos; null with fewer than two. */
export function grid({ kit, photos }: Site, count: number, columns: number, layout: 'grid' | 'masonry'): Block | null {
  const chosen = photos.takeSome(count);
  if (chosen.length < 2) return null;
  return kit.block('gallery', { mode: 'picked', photos: chosen, columns: Math.min(columns, chosen.length), layout });
}

/** A page's title, with its first sentence beside it. */
export function titleRow({ kit }: Site, look: RowLook, span: number, title: Texts, intro: Texts | undefined): Row {
  if (!intro) return kit.single(look, kit.heading(title, 1));
  return kit.row(look, kit.cell(span, kit.heading(title, 1)), kit.cell(COLUMNS - span, kit.text(intro)));
}

/** Title and text on one side, a photo on the other; only the text without a photo. */
export function split(
  { kit }: Site,
  look: RowLook,
  [left, right]: readonly [number, number],
  photo: Block | null,
  text: Parts,
  photoFirst = false,
): Row {
  const shown = text.filter((part) => part !== null && part !== false);
  if (!photo) return kit.single(look, ...shown);
  const words = (span: number) => kit.cell(span, ...shown);
  const picture = (span: number) => kit.cell(span, photo);
  return photoFirst ? kit.row(look, picture(left), words(right)) : kit.row(look, words(left), picture(right));
}

/** Cards that fill a row; with fewer galleries their photos are shown instead. */
const ENOUGH_GALLERIES = 3;

/** Recent work: cards of the latest galleries, or some photos while there are few galleries. Empty without photos. */
export function recentWork(site: Site): Parts {
  const { kit, studio } = site;
  if (studio.galleries.length >= ENOUGH_GALLERIES) return [kit.block('galleries', { count: ENOUGH_GALLERIES })];
  const shown = grid(site, 6, 3, 'grid');
  return shown ? [shown, pageButton(site, 'portfolio')] : [];
}

/** All public galleries as cards; the photos of each while there are few. */
export function allGalleries({ kit, studio }: Site, look: RowLook, align?: 'center'): Row[] {
  const { galleries } = studio;
  if (galleries.length >= ENOUGH_GALLERIES) return [kit.single(look, kit.block('galleries', {}))];
  const photos = { mode: 'live', count: 12, columns: 3, layout: 'masonry' } as const;
  return galleries.map(({ id, name }) =>
    kit.single(look, kit.heading(name, 2, align), kit.block('gallery', { ...photos, galleryId: id })),
  );
}

export const bio = ({ kit, studio }: Site, align?: 'center') => kit.text(studio.bio, align);

/** The steps of a session beside each other. */
export function steps({ kit }: Site, look: RowLook = {}): Row {
  return kit.row(look, ...STEPS.map(({ title, text }) => kit.cell(4, kit.heading(title), kit.text(text))));
}

/** The latest posts; nothing without any. */
export function journal({ kit, studio }: Site, look: RowLook = {}, align?: 'center'): Row[] {
  if (!studio.posts) return [];
  const posts = kit.block('posts', { count: 3 });
  const all = kit.button(BUTTONS.journal, JOURNAL, 'quiet', align);
  return [kit.single(look, kit.heading(HEADINGS.journal, 2, align), posts, all)];
}

/** An invitation to book or write, at the end of a page. */
export function closing(site: Site, look: RowLook, align?: 'center'): Row[] {
  const button = mainButton(site, align);
  if (!button) return [];
  const { kit } = site;
  return [kit.single(look, kit.heading(HEADINGS.mind, 2, align), kit.text(INTROS.mind, align), button)];
}

/** Session types with their prices as they are now, and the way to book them. */
export const prices = ({ kit }: Site): Parts => [kit.block('prices', { mode: 'live' }), kit.block('booking', {})];

/** Answers that hold for every studio with these settings; prices and dates are never named. */
export function questions(site: Site): Block {
  const { booking } = site.studio;
  const toPrices = site.link('prices');
  const listed = richOf(QUESTIONS.priceListed) as Record<
    string,
    { type: 'p'; children: { text: string; link?: string }[] }[]
  >;
  if (toPrices) for (const [paragraph] of Object.values(listed)) paragraph!.children[0]!.link = toPrices;
  const items = [
    { question: QUESTIONS.book, answer: richOf(booking ? QUESTIONS.bookOnline : QUESTIONS.bookByMail) },
    { question: QUESTIONS.price, answer: booking ? listed : richOf(QUESTIONS.priceAsked) },
    { question: QUESTIONS.delivery, answer: richOf(QUESTIONS.deliveryAnswer) },
    { question: QUESTIONS.change, answer: richOf(QUESTIONS.changeAnswer) },
  ];
  return site.kit.block('faq', { items: items as never });
}

/** The form for messages, the studio's contact details and the way to its address. */
export function contact({ kit, studio }: Site): Parts {
  return [
    kit.block('contact', { form: studio.contactForm, address: !studio.address }),
    studio.address !== '' && kit.block('map', { address: studio.address }),
  ];
}
