import { Extension, type Extensions, Mark } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { isSiteLink } from '#core/domain/site/site-links.ts';

/** A link of the website; `link` is the stored form, which is no address for pages and galleries. */
const Link = Mark.create({
  name: 'link',
  // Typing at its end continues without the link.
  inclusive: false,
  addAttributes: () => ({ link: { default: null } }),
  parseHTML() {
    const read = (name: string) => (element: HTMLElement) => {
      const link = element.getAttribute(name)?.trim() ?? '';
      return isSiteLink(link) && { link };
    };
    return [
      { tag: 'a[data-link]', getAttrs: read('data-link') },
      { tag: 'a[href]', getAttrs: read('href') },
    ];
  },
  renderHTML({ mark }) {
    const link = String(mark.attrs['link']);
    // Other programs that it is pasted into understand addresses only.
    const isAddress = isSiteLink(link) && /^(?:https?|mailto|tel):/i.test(link);
    return ['a', { 'data-link': link, ...(isAddress && { href: link }) }, 0];
  },
});

/** One size of headings: pasted ones of any level become it. */
const SmallHeading = Heading.extend({
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: 3 } })),
}).configure({ levels: [3] });

/** An item is one line: lists are not nested. */
const LineItem = ListItem.extend({ content: 'paragraph' });

/** At the end of its history the text does nothing: the page's own undo would redo what was undone here. */
const EndOfHistory = Extension.create({
  name: 'endOfHistory',
  // Lower than the priority of the history extension, so that its shortcuts run first.
  priority: 1,
  addKeyboardShortcuts: () => ({ 'Mod-z': () => true, 'Mod-y': () => true, 'Shift-Mod-z': () => true }),
});

/** Exactly what rich text can store; anything else is dropped from what is pasted. */
export const RICH_TEXT: Extensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Link,
  SmallHeading,
  BulletList,
  // A list begins at 1: another start is not stored.
  OrderedList.extend({ addAttributes: () => ({}) }),
  LineItem,
  ListKeymap,
  UndoRedo,
  EndOfHistory,
];
