import type { JSONContent } from '@tiptap/core';
import { STORED_FIELD } from './field-node.ts';

/*
 * Stored text of a template ⇄ document of an editor. `{{field}}` is a node of its own, so that no braces are seen. Unknown
 * fields stay text, which forms refuse.
 */

/** Returns the texts, known fields and line breaks of a stored text. */
export function toInline(text: string, isField: (name: string) => boolean): JSONContent[] {
  const nodes: JSONContent[] = [];
  const addText = (part: string) => {
    part.split('\n').forEach((line, index) => {
      if (index > 0) nodes.push({ type: 'hardBreak' });
      if (line !== '') nodes.push({ type: 'text', text: line });
    });
  };
  let end = 0;
  for (const match of text.matchAll(STORED_FIELD)) {
    if (!isField(match[1]!)) continue;
    addText(text.slice(end, match.index));
    nodes.push({ type: 'field', attrs: { name: match[1] } });
    end = match.index + match[0].length;
  }
  addText(text.slice(end));
  return nodes;
}

/** Returns the stored text of a paragraph. */
export function textOf({ content = [] }: JSONContent): string {
  return content
    .map((node) => {
      if (node.type === 'field') return `{{${String(node.attrs?.['name'])}}}`;
      return node.type === 'hardBreak' ? '\n' : (node.text ?? '');
    })
    .join('');
}

/** Returns the document of a plain text: each line is a paragraph. */
export function toPlainDoc(text: string, isField: (name: string) => boolean): JSONContent {
  const lines = text.split(/\r\n?|\n/);
  return { type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: toInline(line, isField) })) };
}

/** Returns the stored text of a document of lines. */
export const fromPlainDoc = ({ content = [] }: JSONContent): string => content.map(textOf).join('\n');
