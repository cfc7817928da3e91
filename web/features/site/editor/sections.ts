import type { SitePhotoSource } from '#core/api/site-page.ts';
import type { Block, BlockKind, RichNode } from '#core/domain/site/page-blocks.ts';
import type { Row, RowLook } from '#core/domain/site/page-rows.ts';
import { makeRow } from './parts.ts';

/** Sample texts of new parts, in the studio's language. */
export interface Samples {
  heading: string;
  text: string;
  button: string;
  quote: string;
  author: string;
  question: string;
  answer: string;
  portfolio: string;
  questions: string;
  prices: string;
  booking: string;
  contact: string;
  contactText: string;
  galleries: string;
  journal: string;
}

/** The content of new sections. */
export interface Materials {
  samples: Samples;
  /** Photos of public galleries. */
  photos: readonly SitePhotoSource[];
  /** The latest public gallery; null without one. */
  galleryId: string | null;
  makeId: () => string;
}

type Fields = Record<string, unknown>;
type Content = [kind: BlockKind, fields?: Fields];
interface SectionPlan {
  look?: RowLook;
  cells: { span: number; blocks: Content[] }[];
}

const paragraph = (text: string): RichNode[] => [{ type: 'p', children: [{ text }] }];

/** Photos that a section takes from those of the studio, one after the other. */
function picker({ photos }: Materials) {
  let next = 0;
  const take = () => (photos.length > 0 ? { photoId: photos[next++ % photos.length]!.id } : {});
  const list = (count: number) => Array.from({ length: Math.min(count, photos.length) }, take);
  return { take, list };
}

const one = (...blocks: Content[]): SectionPlan['cells'] => [{ span: 12, blocks }];
const columns = (...cells: Content[][]): SectionPlan['cells'] =>
  cells.map((blocks) => ({ span: 12 / cells.length, blocks }));

/** The ready sections, in the order in which they are offered. */
const PLANS = {
  textPhoto: (materials) => {
    const { heading, text, button } = materials.samples;
    return {
      look: { align: 'middle' },
      cells: columns(
        [['image', { ...picker(materials).take(), ratio: 'portrait' }]],
        [
          ['heading', { text: heading }],
          ['text', { body: paragraph(text) }],
          ['button', { label: button, link: 'book' }],
        ],
      ),
    };
  },
  photo: (materials) => ({
    look: { width: 'full', spacing: 'none' },
    cells: one(['image', { ...picker(materials).take(), ratio: 'wide' }]),
  }),
  portfolio: (materials) => ({
    look: { width: 'wide' },
    cells: one(
      ['heading', { text: materials.samples.portfolio, align: 'center' }],
      [
        'gallery',
        materials.galleryId
          ? { mode: 'live', galleryId: materials.galleryId, count: 9, columns: 3 }
          : { mode: 'picked', photos: [], columns: 3 },
      ],
    ),
  }),
  slideshow: (materials) => ({
    look: { width: 'wide' },
    cells: one(['slideshow', { photos: picker(materials).list(6) }]),
  }),
  text: ({ samples }) => ({
    look: { width: 'narrow' },
    cells: one(['heading', { text: samples.heading }], ['text', { body: paragraph(samples.text) }]),
  }),
  twoColumns: ({ samples }) => ({
    cells: columns(
      [
        ['heading', { text: samples.heading, level: 3 }],
        ['text', { body: paragraph(samples.text) }],
      ],
      [
        ['heading', { text: samples.heading, level: 3 }],
        ['text', { body: paragraph(samples.text) }],
      ],
    ),
  }),
  threeColumns: (materials) => {
    const { take } = picker(materials);
    const { heading, text } = materials.samples;
    const column = (): Content[] => [
      ['image', { ...take(), ratio: 'landscape' }],
      ['heading', { text: heading, level: 3 }],
      ['text', { body: paragraph(text) }],
    ];
    return { cells: columns(column(), column(), column()) };
  },
  threePhotos: (materials) => {
    const { take } = picker(materials);
    const column = (): Content[] => [['image', { ...take(), ratio: 'portrait' }]];
    return { look: { width: 'wide' }, cells: columns(column(), column(), column()) };
  },
  quote: ({ samples }) => ({
    look: { background: 'tint', width: 'narrow', spacing: 'large' },
    cells: one(['quote', { text: samples.quote, author: samples.author }]),
  }),
  faq: ({ samples }) => ({
    look: { width: 'narrow' },
    cells: one(
      ['heading', { text: samples.questions }],
      ['faq', { items: [1, 2, 3].map(() => ({ question: samples.question, answer: paragraph(samples.answer) })) }],
    ),
  }),
  prices: ({ samples }) => ({
    cells: one(['heading', { text: samples.prices, align: 'center' }], ['prices', { mode: 'live' }]),
  }),
  booking: ({ samples }) => ({
    look: { background: 'tint', width: 'narrow', spacing: 'large' },
    cells: one(['heading', { text: samples.booking, align: 'center' }], ['booking', {}]),
  }),
  contact: ({ samples }) => ({
    cells: columns(
      [
        ['heading', { text: samples.contact }],
        ['text', { body: paragraph(samples.contactText) }],
      ],
      [['contact', { form: true }]],
    ),
  }),
  galleries: ({ samples }) => ({
    look: { width: 'wide' },
    cells: one(['heading', { text: samples.galleries, align: 'center' }], ['galleries', { count: 6 }]),
  }),
  journal: ({ samples }) => ({
    cells: one(['heading', { text: samples.journal }], ['posts', { count: 3 }]),
  }),
} as const satisfies Record<string, (materials: Materials) => SectionPlan>;

export type SectionName = keyof typeof PLANS;
export const SECTION_NAMES = Object.keys(PLANS) as readonly SectionName[];

/** Returns a ready section as a row with new ids. */
export function makeSection(name: SectionName, materials: Materials): Row {
  const { look = {}, cells } = PLANS[name](materials) as SectionPlan;
  const made = cells.map(({ span, blocks }) => ({
    span,
    blocks: blocks.map(([kind, fields]) => ({ id: materials.makeId(), kind, ...fields })),
  }));
  return makeRow(made, { ...look }, materials.makeId);
}

/** Fields that a new block begins with. */
const BEGINNINGS: Readonly<Partial<Record<BlockKind, (materials: Materials) => Fields>>> = {
  heading: ({ samples }) => ({ text: samples.heading }),
  text: ({ samples }) => ({ body: paragraph(samples.text) }),
  image: (materials) => picker(materials).take(),
  gallery: ({ galleryId }) =>
    galleryId ? { mode: 'live', galleryId, count: 9, columns: 3 } : { mode: 'picked', photos: [], columns: 3 },
  slideshow: (materials) => ({ photos: picker(materials).list(6) }),
  button: ({ samples }) => ({ label: samples.button, link: 'book' }),
  quote: ({ samples }) => ({ text: samples.quote, author: samples.author }),
  faq: ({ samples }) => ({ items: [{ question: samples.question, answer: paragraph(samples.answer) }] }),
  prices: () => ({ mode: 'live' }),
  contact: () => ({ form: true }),
  map: () => ({ address: '' }),
  embed: () => ({ url: 'https://www.youtube.com' }),
};

/** Returns a new block of a kind. */
export function makeBlock(kind: BlockKind, materials: Materials): Block {
  return { id: materials.makeId(), kind, ...BEGINNINGS[kind]?.(materials) };
}
