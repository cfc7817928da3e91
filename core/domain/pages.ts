import { z } from 'zod';
import { linkKey } from './gallery-link.ts';
import { galleryId, rowId } from './ids.ts';
import { type Language, LANGUAGES } from './languages.ts';
import { instant, isStorable, language, line, text } from './primitives.ts';
import { isSiteLink, JOURNAL } from './site-links.ts';

/*
 * Pages of a studio's website. A page has rows of cells of blocks; the depth is fixed. Every part has an id, by which
 * operations address it (core/domain/page-operations.ts).
 */

export const MAX_PAGES = 200;
export const MAX_ROWS = 40;
export const MAX_CELLS = 6;
export const MAX_BLOCKS = 12;
/** UTF-8 bytes of a page's rows as JSON. */
export const MAX_PAGE_BYTES = 96 * 1024;
/** Photos of one gallery or slideshow block. */
export const MAX_BLOCK_PHOTOS = 60;
/** Questions or prices of one block. */
export const MAX_ITEMS = 30;
/** Columns of the grid that the spans of a row's cells count. */
export const COLUMNS = 12;

/** Version of a row's format. */
export const ROW_VERSION = 1;

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
export interface Cell {
  id: string;
  /** Of `COLUMNS`. */
  span: number;
  blocks: Block[];
  [field: string]: unknown;
}
export interface Row {
  id: string;
  v: number;
  look: Record<string, unknown>;
  cells: Cell[];
  [field: string]: unknown;
}

export function isKnownBlock(block: Block): block is Block & KnownBlock {
  return Object.hasOwn(BLOCK_FIELDS, block.kind);
}

/** How a row is shown. Unknown fields are kept, unknown values of known fields refused. */
export const rowLook = z.looseObject({
  background: z.enum(['plain', 'tint', 'dark', 'accent']).optional(),
  width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
  spacing: z.enum(['none', 'small', 'medium', 'large']).optional(),
  align: z.enum(['top', 'middle', 'bottom']).optional(),
  /** Photo behind the blocks, which are shown in white on a veil. */
  photoId: rowId.optional(),
  /** Least height of a row with such a photo. */
  height: z.enum(['auto', 'tall', 'screen']).optional(),
});
export type RowLook = z.infer<typeof rowLook>;

/** Levels of JSON in a block's fields: deeper values are no content of ours, and slow down every walk. */
const MAX_DEPTH = 8;

/** True for JSON of which Postgres can store every text, without keys that name prototypes. */
function isPlainJson(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((entry) => isPlainJson(entry, depth + 1));
  return Object.entries(value).every(
    ([key, entry]) => !UNSAFE_KEYS.has(key) && isStorable(key) && isPlainJson(entry, depth + 1),
  );
}

export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

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

export const pageCell = z
  .looseObject({ id: rowId, span: z.number().int().min(1).max(COLUMNS), blocks: z.array(pageBlock).max(MAX_BLOCKS) })
  .refine((cell) => isPlainJson({ ...cell, blocks: [] })) as unknown as z.ZodType<Cell, Cell>;

export const pageRow = z
  .looseObject({
    id: rowId,
    v: z.number().int().min(1).max(1000),
    look: rowLook,
    cells: z.array(pageCell).max(MAX_CELLS),
  })
  .refine((row) => isPlainJson({ ...row, cells: [] })) as unknown as z.ZodType<Row, Row>;

/** Rows of a page: within all bounds, every id unique. */
export const pageRows = z
  .array(pageRow)
  .max(MAX_ROWS)
  .refine((rows) => jsonBytes(rows) <= MAX_PAGE_BYTES)
  .refine(hasUniqueIds);

/** Returns all ids of the rows, their cells and blocks, in order. */
export function idsOf(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => [row.id, ...row.cells.flatMap((cell) => [cell.id, ...cell.blocks.map(({ id }) => id)])]);
}

function hasUniqueIds(rows: readonly Row[]): boolean {
  const ids = idsOf(rows);
  return new Set(ids).size === ids.length;
}

/** Returns the length of a value as JSON, in UTF-8 bytes. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value);
  let bytes = json.length;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    // A surrogate pair has two units and four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/**
 * Returns the rows of a stored page. Older pages (spec §3) have a list of `blocks` instead: each block becomes a row of
 * its own, of the known kinds with their main text. Parts that are no rows are left out, ids are made where missing.
 * @param makeId returns a new id; called for parts without a valid one
 */
export function upgradeRows(stored: unknown, makeId: () => string): Row[] {
  if (!Array.isArray(stored)) return [];
  const known = new Set<string>();
  const id = (value: unknown): string => {
    const own = rowId.safeParse(value).data;
    const free = own !== undefined && !known.has(own) ? own : makeId();
    known.add(free);
    return free;
  };
  const rows: Row[] = [];
  for (const entry of stored.slice(0, MAX_ROWS) as unknown[]) {
    const parsed = pageRow.safeParse(entry);
    if (parsed.success) {
      const { data } = parsed;
      rows.push({
        ...data,
        id: id(data.id),
        cells: data.cells.map((cell) => ({
          ...cell,
          id: id(cell.id),
          blocks: cell.blocks.map((block) => ({ ...block, id: id(block.id) })),
        })),
      });
      continue;
    }
    const block = upgradeBlock(entry, id);
    if (!block) continue;
    rows.push({ id: id(null), v: ROW_VERSION, look: {}, cells: [{ id: id(null), span: COLUMNS, blocks: [block] }] });
  }
  while (jsonBytes(rows) > MAX_PAGE_BYTES) rows.pop();
  return rows;
}

/**
 * Returns the rows of a page row, upgraded if it is an older one. Its new ids follow from the page's own, so that browser
 * and server make the same.
 */
export function readPageRows({ id, rows, blocks }: { id: string; rows: unknown; blocks?: unknown }): Row[] {
  let made = 0;
  const isOlder = Array.isArray(blocks) && Array.isArray(rows) && rows.length === 0;
  return upgradeRows(isOlder ? blocks : rows, () => id.slice(0, 16) + (made++).toString().padStart(4, '0'));
}

/** Returns a block of an older page; null without a kind. */
function upgradeBlock(entry: unknown, id: (value: unknown) => string): Block | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || !isPlainJson(entry)) return null;
  const { id: own, kind, type, content, props, ...rest } = entry as Record<string, unknown>;
  const name = typeof kind === 'string' ? kind : typeof type === 'string' ? type : '';
  const base = { id: id(own), kind: name };
  const fields = { ...rest, ...(typeof props === 'object' && !Array.isArray(props) ? props : {}) };
  const body = [content, fields['text'], fields['body']].find((value) => typeof value === 'string');
  const asWritten = pageBlock.safeParse({ ...fields, ...base });
  const candidates: unknown[] = [
    ...(asWritten.success && Object.hasOwn(BLOCK_FIELDS, name) ? [asWritten.data] : []),
    ...(body === undefined ? [] : [upgradedText(base, name, body)]),
    { ...fields, ...base },
  ];
  for (const candidate of candidates) {
    const result = pageBlock.safeParse(candidate);
    if (result.success) return result.data;
  }
  return null;
}

function upgradedText(base: { id: string }, kind: string, body: string): unknown {
  if (/^(heading|title|h[1-3])$/.test(kind)) {
    return { id: base.id, kind: 'heading', text: body.replace(/\s+/g, ' ').slice(0, 300) };
  }
  if (kind === 'quote') return { id: base.id, kind, text: body.slice(0, 2000) };
  if (!/^(text|paragraph|richtext|p)$/.test(kind)) return { ...base, text: body };
  const paragraphs = body.split(/\n{2,}/).slice(0, 200);
  const children = paragraphs.map((part) => ({ type: 'p', children: [{ text: part.slice(0, 4000) }] }));
  return { id: base.id, kind: 'text', body: children };
}

/** First segments that belong to other pages, files and languages. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set([
  ...LANGUAGES,
  ...`add api app assets auth book booking client feed fonts gallery galleries index invite journal locales login logout null og p
    reset-password robots rss search sent site sitemap static undefined ws zero`.split(/\s+/),
]);

/**
 * True for a path that a page cannot have. A readable gallery link, `title-8letters`, has the same address space below
 * `/p/{slug}/` and takes precedence: a page whose path could be one would be unreachable, so it is refused when written.
 */
export function isReservedPath(path: string): boolean {
  const [first = '', ...rest] = path.split('/');
  return RESERVED_PATHS.has(first) || (rest.length === 0 && linkKey(path) !== null);
}

const PATH = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,3}$/;

/** Path of a page below the studio's address, without slashes at its ends: `about`, `weddings/prices`. */
export const pagePath = z.string().max(120).regex(PATH);

export const PAGE_KINDS = ['page', 'post'] as const;
export const pageKind = z.enum(PAGE_KINDS);
export type PageKind = z.infer<typeof pageKind>;

/** True if the path suits the kind: `journal/…` for posts, any other that is not reserved for pages. */
export function isPathOf(kind: PageKind, path: string): boolean {
  if (!pagePath.safeParse(path).success) return false;
  if (kind === 'post') return path.startsWith(`${JOURNAL}/`) && path.split('/').length === 2;
  return !isReservedPath(path);
}

export const pageTitle = line.min(1).max(200);
export const pageDescription = text.trim().max(1000);

/**
 * A page's texts in another language than the studio's. A page exists in a language once it has a title in it: then it
 * has an address of its own, `/{language}/{path}`.
 */
const pageTranslation = z.strictObject({
  title: pageTitle.optional(),
  description: pageDescription.optional(),
  menuTitle: line.max(60).optional(),
});

/** Settings of a page beside its path, title and description. */
export const pageSettings = z
  .object({
    kind: pageKind.optional(),
    /** Shown in the site's menu. */
    menu: z.boolean().optional(),
    /** Title in the menu; without it the page's title. */
    menuTitle: line.max(60).optional(),
    translations: z.partialRecord(language, pageTranslation).optional(),
    /** Title and description for search engines, if they differ from the page's own. */
    seoTitle: line.max(200).optional(),
    seoDescription: text.trim().max(500).optional(),
    /** Keeps search engines out. */
    noindex: z.boolean().optional(),
    /** Photo for link previews, and cover of a post. */
    photoId: rowId.nullable().optional(),
    /** Date of a post, epoch milliseconds. */
    date: instant.optional(),
  })
  .catchall(z.json());
export type PageSettings = z.infer<typeof pageSettings>;

/** Fields of a page beside its rows. */
export const pageMeta = z.strictObject({
  path: pagePath,
  title: pageTitle,
  description: pageDescription,
  layout: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  settings: pageSettings.refine((settings) => isPlainJson(settings) && jsonBytes(settings) <= 8192),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** Returns the settings of a stored page; {} for malformed ones. */
export function readPageSettings(stored: unknown): PageSettings {
  return pageSettings.safeParse(stored).data ?? {};
}

/** Returns the languages in which a page exists; the studio's own is always one of them. */
export function pageLanguages(settings: PageSettings, studioLanguage: Language): Language[] {
  return LANGUAGES.filter((one) => one === studioLanguage || settings.translations?.[one]?.title);
}

/**
 * Returns the rows with what may be shown: without malformed blocks and looks. Stored content was valid when it was
 * written, perhaps by an older version.
 */
export function shownRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({
    ...row,
    look: rowLook.safeParse(row.look).data ?? {},
    cells: row.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.filter((block) => isKnownBlock(block) && pageBlock.safeParse(block).success),
    })),
  }));
}

/** Returns the ids of all photos that the rows show, each once, in order. */
export function photoIdsOf(rows: readonly Row[]): string[] {
  const ids = rows.flatMap(({ look, cells }) => [
    rowLook.safeParse(look).data?.photoId ?? [],
    ...cells.flatMap(({ blocks }) => blocks.filter(isKnownBlock).map(blockPhotoIds)),
  ]);
  return [...new Set(ids.flat())];
}

function blockPhotoIds(block: KnownBlock): string[] {
  if (block.kind === 'image') return block.photoId ? [block.photoId] : [];
  if (block.kind === 'slideshow' || (block.kind === 'gallery' && block.mode === 'picked')) {
    return (block.photos ?? []).map(({ photoId }) => photoId);
  }
  return [];
}
