import type { Block, KnownBlock, RichNode, RichSpan, SitePhoto, SiteRichText, SiteText } from './page-blocks.ts';

/*
 * Contents of the blocks of a page: texts, photos and links.
 */

type Known = Block & KnownBlock;

/** Returns the texts of a block that can be translated; not names and prices. */
export function textsOf(block: Known): SiteRichText[] {
  const texts = (...all: (SiteText | SiteRichText | undefined)[]) =>
    all.filter((text) => text !== undefined) as SiteRichText[];
  switch (block.kind) {
    case 'heading':
      return texts(block.text);
    case 'text':
      return texts(block.body);
    case 'image':
      return texts(block.alt, block.caption);
    case 'gallery':
    case 'slideshow':
      return texts(...photosOf(block).map(({ alt }) => alt));
    case 'button':
      return texts(block.label);
    case 'quote':
      return texts(block.text);
    case 'faq':
      return texts(...block.items.flatMap(({ question, answer }) => [question, answer]));
    case 'prices':
      return block.mode === 'own' ? texts(...(block.items ?? []).flatMap((item) => [item.name, item.text])) : [];
    case 'booking':
      return texts(block.label, block.text);
    case 'map':
      return texts(block.label);
    case 'embed':
      return texts(block.title);
    default:
      return [];
  }
}

/** Returns the photos that a block names itself. */
export function photosOf(block: Known): SitePhoto[] {
  if (block.kind === 'image') return block.photoId ? [{ photoId: block.photoId, alt: block.alt }] : [];
  if (block.kind === 'slideshow') return block.photos;
  return block.kind === 'gallery' && block.mode === 'picked' ? (block.photos ?? []) : [];
}

/** Returns the links of a block, in all languages. */
export function linksOf(block: Known): string[] {
  if (block.kind === 'image' || block.kind === 'button') return block.link ? [block.link] : [];
  if (block.kind === 'text') return richLinks(block.body);
  return block.kind === 'faq' ? block.items.flatMap(({ answer }) => richLinks(answer)) : [];
}

function richLinks(text: SiteRichText): string[] {
  const versions = Array.isArray(text) ? [text] : Object.values(text);
  return versions.flatMap((nodes) => (nodes ? spansOf(nodes) : [])).flatMap(({ link }) => link ?? []);
}

function spansOf(nodes: readonly RichNode[]): RichSpan[] {
  return nodes.flatMap((node) => (node.type === 'list' ? node.items.flat() : node.children));
}

/** Returns the text of one language, of a plain or a rich one; empty for nothing. */
export function plainText(text: unknown): string {
  if (typeof text === 'string') return text.trim();
  if (!Array.isArray(text)) return '';
  return spansOf(text as RichNode[])
    .map((span) => span.text)
    .join('')
    .trim();
}

/** True if the text is empty in all languages. */
function isBlank(text: SiteText | SiteRichText | undefined): boolean {
  if (text === undefined || typeof text === 'string' || Array.isArray(text)) return plainText(text) === '';
  return Object.values(text).every((one) => plainText(one) === '');
}

/** True for a block that shows nothing because something is still missing in it. */
export function emptiness(block: Known): boolean {
  switch (block.kind) {
    case 'heading':
    case 'quote':
      return isBlank(block.text);
    case 'text':
      return isBlank(block.body);
    case 'image':
      return !block.photoId;
    case 'gallery':
      return block.mode === 'live' ? !block.galleryId : photosOf(block).length === 0;
    case 'slideshow':
      return block.photos.length === 0;
    case 'button':
      return isBlank(block.label) || !block.link;
    case 'faq':
      return block.items.every(({ question }) => isBlank(question));
    case 'prices':
      return block.mode === 'own' && (block.items ?? []).every(({ name }) => isBlank(name));
    case 'map':
      return block.address.trim() === '';
    default:
      return false;
  }
}
