import { type Extensions, Node } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { Heading } from '@tiptap/extension-heading';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { type FieldLabels, FieldNode } from '#web/components/ui/inputs/template-text/field-node.ts';

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
export function contractExtensions(labels: FieldLabels): Extensions {
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
    FieldNode.configure({ labels }),
    UndoRedo,
  ];
}
