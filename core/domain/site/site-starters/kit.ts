import type { Language } from '../../values/languages.ts';
import { type Block, type BlockKind, type KnownBlock, type RichNode } from '../page-blocks.ts';
import { type Cell, type Row, type RowLook } from '../page-rows.ts';
import { ROW_VERSION } from '../page-rows.ts';
import type { Texts } from './texts.ts';

/** A photo of a public gallery. */
export interface StarterPhoto {
  id: string;
  width: number;
  height: number;
}

/** Facts about a studio from which its first pages are made. */
export interface StarterStudio {
  name: string;
  language: Language;
  bio: string;
  address: string;
  /** Public galleries, latest first. */
  galleries: readonly { id: string; name: string }[];
  /** Photos of the public galleries, the best ones first. */
  photos: readonly StarterPhoto[];
  /** Session types can be booked online. */
  booking: boolean;
  /** There are posts of the journal. */
  posts: boolean;
  contactForm: boolean;
}

type Fields<Kind extends BlockKind> = Omit<Extract<KnownBlock, { kind: Kind }>, 'id' | 'kind'>;
/** Blocks of a cell; nothing for those without content. */
export type Parts = readonly (Block | null | false)[];

/** Makes rows, cells and blocks with ids. */
export function makeKit(makeId: () => string) {
  const block = <Kind extends BlockKind>(kind: Kind, fields: NoInfer<Fields<Kind>>): Block => ({
    id: makeId(),
    kind,
    ...fields,
  });
  const cell = (span: number, ...parts: Parts): Cell => ({
    id: makeId(),
    span,
    blocks: parts.filter((part) => part !== null && part !== false),
  });
  const row = (look: RowLook, ...cells: readonly Cell[]): Row => ({
    id: makeId(),
    v: ROW_VERSION,
    look,
    cells: [...cells],
  });
  return {
    block,
    cell,
    row,
    /** Row of one cell. */
    single: (look: RowLook, ...parts: Parts) => row(look, cell(12, ...parts)),
    heading: (text: Texts | string, level: 1 | 2 | 3 = 2, align?: 'center') =>
      block('heading', { text: text as Texts, level, ...(align && { align }) }),
    /** Text in every language, or one in the studio's. */
    text: (text: Texts | string, align?: 'center') => block('text', { body: richOf(text), ...(align && { align }) }),
    button: (label: Texts, link: string, style: 'primary' | 'quiet' = 'primary', align?: 'center') =>
      block('button', { label: label as { en: string }, link, style, ...(align && { align }) }),
    divider: () => block('divider', {}),
  };
}
export type Kit = ReturnType<typeof makeKit>;

/** Returns a text as rich text; empty lines separate its paragraphs. */
export function richOf(text: Texts | string): RichNode[] | Record<Language, RichNode[]> {
  if (typeof text === 'string') return paragraphs(text);
  return { en: paragraphs(text.en), es: paragraphs(text.es), ca: paragraphs(text.ca) };
}

function paragraphs(text: string): RichNode[] {
  return text.split(/\n\s*\n/).map((part) => ({ type: 'p', children: [{ text: part.trim() }] }));
}

/** Hands out a studio's photos: on one page each once, and across pages the least shown first. */
export class PhotoChooser {
  readonly #photos: readonly StarterPhoto[];
  readonly #uses = new Map<string, number>();
  #page = new Set<string>();

  constructor(photos: readonly StarterPhoto[]) {
    this.#photos = photos;
  }

  nextPage(): void {
    this.#page = new Set();
  }

  /** Returns the id of a photo, of the wanted orientation if there is one; null once the page shows all photos. */
  take(want: 'landscape' | 'portrait'): string | null {
    const isWanted = ({ width, height }: StarterPhoto) => height > width === (want === 'portrait');
    const uses = ({ id }: StarterPhoto) => this.#uses.get(id) ?? 0;
    const free = this.#photos.filter(({ id }) => !this.#page.has(id));
    const [photo] = free.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)) || uses(a) - uses(b));
    if (!photo) return null;
    this.#page.add(photo.id);
    this.#uses.set(photo.id, uses(photo) + 1);
    return photo.id;
  }

  /** Returns up to `count` photos that the page does not show yet. */
  takeSome(count: number): { photoId: string }[] {
    const free = this.#photos.filter(({ id }) => !this.#page.has(id)).slice(0, count);
    for (const { id } of free) this.#page.add(id);
    return free.map(({ id }) => ({ photoId: id }));
  }
}
