import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** Label of each field of a template by its name. */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Classes of an editor's text with fields. Behind a chip at the end of a line the editor puts an image without a size; the
 * reset makes images blocks.
 */
export const FIELD_SURFACE = '[&_.ProseMirror-separator]:inline [&_.ProseMirror-separator]:size-0';

/** A field as stored texts have it. */
export const STORED_FIELD = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * A value that is filled in later, shown by its label. A known field that is typed, pasted or dropped as in stored texts
 * becomes one; an unknown one stays text, which forms refuse.
 */
export const FieldNode = Node.create<{ labels: FieldLabels }>({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labels: {} }),
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML() {
    return [
      {
        tag: 'span[data-field]',
        getAttrs: (element: HTMLElement) => {
          const name = element.getAttribute('data-field') ?? '';
          return Object.hasOwn(this.options.labels, name) && { name };
        },
      },
    ];
  },
  renderHTML({ node }) {
    const name = String(node.attrs['name']);
    const chip = 'rounded-full border border-edge bg-accent-tint px-2 text-caption text-ink whitespace-nowrap';
    return ['span', { 'data-field': name, class: chip }, this.options.labels[name] ?? name];
  },
  renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
  addProseMirrorPlugins() {
    const { type } = this;
    const { labels } = this.options;
    return [
      new Plugin({
        appendTransaction(transactions, _before, { doc, tr }) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          doc.descendants((node, position) => {
            for (const match of (node.text ?? '').matchAll(STORED_FIELD)) {
              const name = match[1]!;
              if (!Object.hasOwn(labels, name)) continue;
              const [from, to] = [position + match.index, position + match.index + match[0].length];
              tr.replaceWith(tr.mapping.map(from), tr.mapping.map(to), type.create({ name }));
            }
          });
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});
