import { z } from 'zod';
import { galleryId, rowId } from '../values/ids.ts';
import { isPlainJson } from '../values/plain-json.ts';
import { isStorable, line, text } from '../values/primitives.ts';
import { isSiteLink } from './site-links.ts';

/*
 * Blocks of the pages of a website: the fields of each kind.
 */

/** Photos of one gallery or slideshow block. */
export const MAX_BLOCK_PHOTOS = 60;
/** Questions or prices of one block. */
export const MAX_ITEMS = 30;
/** Texts of one language each, or one text in the studio's language. */
const perLanguage = <T extends z.ZodType>(schema: T) =>
  z.union([schema, z.strictObject({ en: schema.optional(), es: schema.optional(), ca: schema.optional() })]);

const shortText = perLanguage(line.max(300));
export type SiteText = z.infer<typeof shortText>;

/** Part of a line of rich text. */
const richSpan = z.strictObject({
  text: text.max(4000),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  link: z.lazy(() => siteLink).optional(),
});
export type RichSpan = z.infer<typeof richSpan>;

const richLine = z.array(richSpan).max(100);

/** Rich text is stored as JSON and never as HTML, so that no HTML needs to be sanitised. */
const richNode = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('p'), children: richLine }),
  z.strictObject({ type: z.literal('h3'), children: richLine }),
  z.strictObject({ type: z.literal('list'), ordered: z.literal(true).optional(), items: z.array(richLine).max(100) }),
]);
export type RichNode = z.infer<typeof richNode>;

const richText = z.array(richNode).max(200);
const siteRichText = perLanguage(richText);
export type SiteRichText = z.infer<typeof siteRichText>;

/** A link that visitors follow: `isSiteLink` tells which. */
export const siteLink = z.string().trim().max(500).refine(isStorable).refine(isSiteLink);

const align = z.enum(['start', 'center', 'end']);
const sitePhoto = z.looseObject({ photoId: rowId, alt: shortText.optional() });
export type SitePhoto = z.infer<typeof sitePhoto>;
const photos = z.array(sitePhoto).max(MAX_BLOCK_PHOTOS);

/**
 * Fields of each kind of block. Objects are loose: a field that this version does not know is kept, because a newer
 * window may have written it.
 */
export const BLOCK_FIELDS = {
  heading: z.looseObject({ text: shortText, level: z.literal([1, 2, 3]).optional(), align: align.optional() }),
  text: z.looseObject({ body: siteRichText, align: align.optional() }),
  image: z.looseObject({
    photoId: rowId.optional(),
    alt: shortText.optional(),
    caption: shortText.optional(),
    link: siteLink.optional(),
    ratio: z.enum(['original', 'square', 'portrait', 'landscape', 'wide']).optional(),
  }),
  /** `live` shows the first photos of a public gallery as it is now, `picked` the listed ones. */
  gallery: z.looseObject({
    mode: z.enum(['live', 'picked']),
    galleryId: galleryId.optional(),
    count: z.number().int().min(1).max(MAX_BLOCK_PHOTOS).optional(),
    photos: photos.optional(),
    columns: z.number().int().min(1).max(6).optional(),
    layout: z.enum(['grid', 'masonry']).optional(),
  }),
  slideshow: z.looseObject({ photos, ratio: z.enum(['landscape', 'wide', 'square']).optional() }),
  button: z.looseObject({
    label: shortText,
    link: siteLink.optional(),
    style: z.enum(['primary', 'quiet']).optional(),
    align: align.optional(),
  }),
  quote: z.looseObject({ text: perLanguage(text.trim().max(2000)), author: shortText.optional() }),
  faq: z.looseObject({
    items: z.array(z.looseObject({ question: shortText, answer: siteRichText })).max(MAX_ITEMS),
  }),
  /** `live` shows the bookable session types with their prices as they are now, `own` the listed items. */
  prices: z.looseObject({
    mode: z.enum(['live', 'own']),
    sessionTypeIds: z.array(rowId).max(MAX_ITEMS).optional(),
    items: z
      .array(
        z.looseObject({ name: shortText, price: shortText.optional(), text: perLanguage(text.max(1000)).optional() }),
      )
      .max(MAX_ITEMS)
      .optional(),
  }),
  booking: z.looseObject({ label: shortText.optional(), text: perLanguage(text.max(1000)).optional() }),
  /** Shows the studio's contact details; a flag that is false hides one. */
  contact: z.looseObject({
    email: z.boolean().optional(),
    phone: z.boolean().optional(),
    address: z.boolean().optional(),
    social: z.boolean().optional(),
    /** Shows the contact form, if the studio's is open. */
    form: z.boolean().optional(),
  }),
  map: z.looseObject({ address: line.max(300), label: shortText.optional() }),
  embed: z.looseObject({ url: siteLink, title: shortText.optional() }),
  galleries: z.looseObject({ count: z.number().int().min(1).max(60).optional() }),
  posts: z.looseObject({ count: z.number().int().min(1).max(60).optional() }),
  divider: z.looseObject({ style: z.enum(['line', 'space']).optional() }),
} as const satisfies Record<string, z.ZodObject>;

export type BlockKind = keyof typeof BLOCK_FIELDS;
export const BLOCK_KINDS = Object.keys(BLOCK_FIELDS) as readonly BlockKind[];

/** A block of a known kind. */
export type KnownBlock = {
  [Kind in BlockKind]: { id: string; kind: Kind } & z.infer<(typeof BLOCK_FIELDS)[Kind]>;
}[BlockKind];
/** A block with the fields of its kind; an unknown kind is kept and renders nothing. */
export interface Block {
  id: string;
  kind: string;
  [field: string]: unknown;
}

export function isKnownBlock(block: Block): block is Block & KnownBlock {
  return Object.hasOwn(BLOCK_FIELDS, block.kind);
}

/** A block; validates the fields of a known kind. */
export const pageBlock = z
  .looseObject({ id: rowId, kind: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) })
  .refine((block) => isPlainJson(block))
  .superRefine((block, check) => {
    if (!isKnownBlock(block)) return;
    const result = BLOCK_FIELDS[block.kind].safeParse(block);
    for (const issue of result.error?.issues ?? []) {
      check.addIssue({ code: 'custom', path: issue.path, message: issue.code });
    }
  }) as unknown as z.ZodType<Block, Block>;
