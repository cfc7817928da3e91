import { type Extensions, Node, nodeInputRule, nodePasteRule } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { Heading } from '@tiptap/extension-heading';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { CONTRACT_FIELDS } from '#core/domain/contracts/contracts.ts';

/** A field typed or pasted as in stored texts. */
const TYPED = /\{\{\s*(\w+)\s*\}\}$/;
const PASTED = /\{\{\s*(\w+)\s*\}\}/g;

const isField = (name: unknown) => (CONTRACT_FIELDS as readonly unknown[]).includes(name);

/** A value that is filled in when the contract is sent, shown by its name. */
const Field = Node.create<{ labelOf: (name: string) => string }>({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labelOf: (name: string) => name }),
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-field]',
      getAttrs: (element: HTMLElement) => {
        const name = element.getAttribute('data-field');
        return isField(name) && { name };
      },
    },
  ],
  renderHTML({ node }) {
    const name = String(node.attrs['name']);
    const chip = 'rounded-full border border-edge bg-accent-tint px-2 text-caption text-ink whitespace-nowrap';
    return ['span', { 'data-field': name, class: chip }, this.options.labelOf(name)];
  },
  renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
  addInputRules() {
    const attributes = ([, name]: RegExpMatchArray) => ({ name });
    return [nodeInputRule({ find: (text) => fieldAt(text), type: this.type, getAttributes: attributes })];
  },
  addPasteRules() {
    const attributes = ([, name]: RegExpMatchArray) => isField(name) && { name };
    return [nodePasteRule({ find: PASTED, type: this.type, getAttributes: attributes })];
  },
});

/** Returns a known field that was just typed in full. */
function fieldAt(text: string) {
  const match = TYPED.exec(text);
  return match && isField(match[1]) ? { index: match.index, text: match[0], data: { name: match[1] } } : null;
}

/** A new line within a paragraph. */
const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) };
  },
});

/** Two sizes of headings: pasted smaller ones become the second. */
const ContractHeading = Heading.extend({
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 2) } })),
}).configure({ levels: [1, 2] });

/** An item is one line: lists are not nested. */
const LineItem = ListItem.extend({ content: 'paragraph' });

/** Exactly what a contract's text can have; anything else is dropped from what is pasted. */
export function contractExtensions(labelOf: (name: string) => string): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    ContractHeading,
    BulletList,
    OrderedList,
    LineItem,
    ListKeymap,
    HardBreak,
    Field.configure({ labelOf }),
    UndoRedo,
  ];
}
