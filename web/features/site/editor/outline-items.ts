import { isKnownBlock, type Block, type RichNode } from '#core/domain/site/page-blocks.ts';
import { type Cell, type Row } from '#core/domain/site/page-rows.ts';
import { inLanguage, type PerLanguage } from '#core/domain/values/per-language.ts';
import type { Language } from '#core/domain/values/languages.ts';

/** A line of the outline. */
export interface OutlineItem {
  id: string;
  kind: 'row' | 'cell' | 'block';
  part: Row | Cell | Block;
  level: number;
  /** The line of its parent; null for rows. */
  parent: string | null;
  /** Position among its siblings, from 1. */
  position: number;
  size: number;
  isOpen: boolean | null;
}

/** Returns the visible lines: rows, the cells of rows with several, and blocks. */
export function outlineItems(rows: readonly Row[], closed: ReadonlySet<string>): OutlineItem[] {
  return rows.flatMap((row, at) => {
    const isOpen = !closed.has(row.id);
    const line: OutlineItem = {
      id: row.id,
      kind: 'row',
      part: row,
      level: 1,
      parent: null,
      position: at + 1,
      size: rows.length,
      isOpen,
    };
    return isOpen ? [line, ...itemsOfRow(row)] : [line];
  });
}

function itemsOfRow(row: Row): OutlineItem[] {
  const [only] = row.cells;
  if (row.cells.length === 1) return itemsOfCell(only!, row.id, 2);
  return row.cells.flatMap((cell, index) => [
    {
      id: cell.id,
      kind: 'cell',
      part: cell,
      level: 2,
      parent: row.id,
      position: index + 1,
      size: row.cells.length,
      isOpen: cell.blocks.length > 0 ? true : null,
    },
    ...itemsOfCell(cell, cell.id, 3),
  ]);
}

const itemsOfCell = (cell: Cell, parent: string, level: number): OutlineItem[] =>
  cell.blocks.map((block, index) => ({
    id: block.id,
    kind: 'block',
    part: block,
    level,
    parent,
    position: index + 1,
    size: cell.blocks.length,
    isOpen: null,
  }));

interface Languages {
  language: Language;
  studioLanguage: Language;
}

/** Characters of a part's first words in the outline. */
const MAX_WORDS = 48;

/** Returns the first words that a block shows, in the edited language or else any; empty for one without texts. */
export function firstWords(block: Block, { language, studioLanguage }: Languages): string {
  if (!isKnownBlock(block)) return '';
  const textIn = (text: unknown) => inLanguage(text as PerLanguage<string>, language, studioLanguage) ?? '';
  const richIn = (text: unknown) => plain(inLanguage(text as PerLanguage<RichNode[]>, language, studioLanguage) ?? []);
  const words = (): string => {
    switch (block.kind) {
      case 'heading':
      case 'quote':
        return textIn(block.text);
      case 'text':
        return richIn(block.body);
      case 'image':
        return textIn(block.caption) || textIn(block.alt);
      case 'button':
      case 'booking':
        return textIn(block.label);
      case 'faq':
        return textIn(block.items[0]?.question);
      case 'prices':
        return block.mode === 'own' ? textIn(block.items?.[0]?.name) : '';
      case 'map':
        return block.address;
      case 'embed':
        return textIn(block.title) || block.url.replace(/^https?:\/\/(www\.)?/, '');
      default:
        return '';
    }
  };
  return words().trim().slice(0, MAX_WORDS);
}

const plain = (nodes: readonly RichNode[]) =>
  nodes
    .flatMap((node) => (node.type === 'list' ? node.items : [node.children]))
    .map((line) => line.map(({ text }) => text).join(''))
    .join(' ');

/** Fields with texts of each language, by kind of block. */
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  heading: ['text'],
  text: ['body'],
  image: ['alt', 'caption'],
  button: ['label'],
  quote: ['text'],
  booking: ['label', 'text'],
  map: ['label'],
  embed: ['title'],
};

/** True if a text of the block is written in the studio's language and not in the edited one. */
export function lacksTranslation(block: Block, { language, studioLanguage }: Languages): boolean {
  if (language === studioLanguage) return false;
  const items = Array.isArray(block['items']) ? (block['items'] as Record<string, unknown>[]) : [];
  const texts = [
    ...(TEXT_FIELDS[block.kind] ?? []).map((field) => block[field]),
    ...items.flatMap(({ question, answer, name, text }) => [question, answer, name, text]),
  ];
  return texts.some((text) => isWritten(text, studioLanguage, true) && !isWritten(text, language, false));
}

function isWritten(text: unknown, language: Language, isOwn: boolean): boolean {
  if (typeof text === 'string') return isOwn && text.trim() !== '';
  if (Array.isArray(text)) return isOwn && text.length > 0;
  const one = (text as Partial<Record<Language, unknown>> | undefined)?.[language];
  return typeof one === 'string' ? one.trim() !== '' : Array.isArray(one) && one.length > 0;
}
